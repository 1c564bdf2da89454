import type { ManualOp } from '@atelier/contracts/studio';
import { Settings2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { ProjectStore } from '../project-store.ts';
import { useLeaveUnsaved } from '../records/leave-unsaved.tsx';
import { useRecordEdits } from '../records/use-record-edits.tsx';
import { useAct, useProjectView } from '../use-project.ts';
import { OwnerSettings } from './owner-settings.tsx';
import {
  areDaysInOrder,
  isQuotePrefix,
  ownerChanges,
  ownerForm,
  projectChanges,
  projectForm,
} from './project-changes.ts';
import { ProjectDetails } from './project-details.tsx';

/** What belongs to the project as a whole. When and where it is, every editor says; the rest is its owner's. */
export const ProjectSettings = ({ project }: { readonly project: ProjectStore }) => {
  const { t } = useTranslation('studio');
  const { role } = useProjectView(project);
  const [isOpen, setOpen] = useState(false);
  if (role === 'viewer') return null;
  return (
    <>
      <IconButton label={t('projectSettings.open')} icon={<Settings2 size={15} />} onClick={() => setOpen(true)} />
      {isOpen && <SettingsDialog project={project} onClose={() => setOpen(false)} />}
    </>
  );
};

const SettingsDialog = ({ project, onClose }: { readonly project: ProjectStore; readonly onClose: () => void }) => {
  const { t } = useTranslation(['studio', 'shell']);
  const act = useAct(project);
  const { project: record, role, hashes } = useProjectView(project);
  const { edit, dialogs } = useRecordEdits(project);
  const isOwner = role === 'owner';
  // As the form was opened: what others changed meanwhile must not be taken for what this person saw.
  const [opened] = useState({ form: projectForm(record), owner: ownerForm(record), hash: hashes[record.id] ?? '' });
  const [form, setForm] = useState(opened.form);
  const [owner, setOwner] = useState(opened.owner);
  const changes = projectChanges(opened.form, form);
  const set = isOwner ? ownerChanges(opened.owner, owner) : {};
  const hasChanges = Object.keys(changes).length > 0;
  const isReady = owner.name.trim() !== '' && isQuotePrefix(owner.quotePrefix) && areDaysInOrder(form);
  const save = async (): Promise<boolean> => {
    if (!isReady) return false;
    if (hasChanges) {
      const op: ManualOp = { op: 'set', opId: 'details', entity: 'project', id: record.id, changes };
      if ((await edit([op], { seen: { [record.id]: opened.hash } })) === undefined) return false;
    }
    if (Object.keys(set).length === 0) return true;
    return (await act({ type: 'setProjectSettings', ...set })) !== undefined;
  };
  const leave = useLeaveUnsaved({ isChanged: hasChanges || Object.keys(set).length > 0, onClose, save });
  return (
    <Dialog
      open
      onOpenChange={leave.close}
      title={t('projectSettings.title')}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:cancel')}</Button>
          <Button
            tone="primary"
            disabled={!isReady}
            onClick={() => void save().then((isSaved) => isSaved && onClose())}
          >
            {t('projectSettings.save')}
          </Button>
        </>
      }
    >
      {dialogs}
      {leave.question}
      <div className="flex flex-col gap-4 pb-3">
        <ProjectDetails form={form} onChange={setForm} />
        {isOwner && <OwnerSettings project={project} form={owner} onChange={setOwner} />}
      </div>
    </Dialog>
  );
};
