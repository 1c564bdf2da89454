import type { ManualOp } from '@atelier/contracts/studio';
import { Link } from '@tanstack/react-router';
import { Settings2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, TextField } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import type { ProjectStore } from '../project-store.ts';
import { useRecordEdits } from '../records/use-record-edits.tsx';
import { useAct, useProjectView } from '../use-project.ts';
import { areDaysInOrder, projectChanges, projectForm } from './project-changes.ts';
import { ProjectDetails } from './project-details.tsx';
import { WorkWeek } from './work-week.tsx';

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

const typed = 'typed';
const oldTabs = ['ideation', 'planning', 'solutioning'] as const;

const SettingsDialog = ({ project, onClose }: { readonly project: ProjectStore; readonly onClose: () => void }) => {
  const { t } = useTranslation(['studio', 'shell']);
  const act = useAct(project);
  const { projectId, project: record, directory, role, hashes } = useProjectView(project);
  const { edit, dialogs } = useRecordEdits(project);
  const isOwner = role === 'owner';
  const { client, features, settings } = record;
  const [clientId, setClientId] = useState<string>(client.clientId ?? typed);
  const [name, setName] = useState(client.name);
  // As the form was opened: what others changed meanwhile must not be taken for what this person saw.
  const [opened] = useState({ form: projectForm(record), hash: hashes[record.id] ?? '' });
  const [form, setForm] = useState(opened.form);
  const clients = directory.filter(({ kind, isRemoved }) => kind === 'client' && !isRemoved);
  const chosen = clients.find(({ id }) => id === clientId);
  const save = async () => {
    const changes = projectChanges(opened.form, form);
    if (Object.keys(changes).length > 0) {
      const op: ManualOp = { op: 'set', opId: 'details', entity: 'project', id: record.id, changes };
      if ((await edit([op], { seen: { [record.id]: opened.hash } })) === undefined) return;
    }
    const next = chosen === undefined ? { name: name.trim() } : { name: chosen.name, clientId: chosen.id };
    const isSame = next.name === client.name && chosen?.id === client.clientId;
    if (!isOwner || isSame || (await act({ type: 'setProjectSettings', client: next })) !== undefined) onClose();
  };
  const showsLegacy = features.legacyTabs !== false;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('projectSettings.title')}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:cancel')}</Button>
          <Button
            tone="primary"
            disabled={(chosen === undefined && name.trim() === '') || !areDaysInOrder(form)}
            onClick={() => void save()}
          >
            {t('projectSettings.save')}
          </Button>
        </>
      }
    >
      {dialogs}
      <div className="flex flex-col gap-4 pb-3">
        <ProjectDetails form={form} onChange={setForm} />
        {isOwner && (
          <>
            {clients.length > 0 && (
              <Field label={t('projectSettings.client')} hint={t('projectSettings.clientHint')}>
                {({ id }) => (
                  <Select
                    id={id}
                    label={t('projectSettings.client')}
                    value={clientId}
                    options={[
                      { value: typed, label: t('projectSettings.typed') },
                      ...clients.map((each) => ({ value: each.id, label: each.name })),
                    ]}
                    onChange={setClientId}
                  />
                )}
              </Field>
            )}
            {chosen === undefined && (
              <TextField
                label={t('projectSettings.clientName')}
                maxLength={200}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
            <Switch
              label={t('projectSettings.hideCosts')}
              hint={t('projectSettings.hideCostsHint')}
              checked={settings.costVisibility === 'editors'}
              onChange={(on) => void act({ type: 'setProjectSettings', costVisibility: on ? 'editors' : 'all' })}
            />
            <WorkWeek
              days={record.workWeek}
              onChange={(workWeek) => void act({ type: 'setProjectSettings', workWeek })}
            />
            <section className="flex flex-col gap-2 border-line border-t pt-3">
              <h3 className="font-semibold">{t('projectSettings.advanced')}</h3>
              <Switch
                label={t('projectSettings.judge')}
                hint={t('projectSettings.judgeHint')}
                checked={settings.judge === 'auto'}
                onChange={(on) => void act({ type: 'setProjectSettings', judge: on ? 'auto' : 'off' })}
              />
              <Switch
                label={t('projectSettings.legacy')}
                hint={t('projectSettings.legacyHint')}
                checked={showsLegacy}
                onChange={(legacyTabs) => void act({ type: 'setProjectSettings', legacyTabs })}
              />
              {showsLegacy && (
                <ul className="flex flex-wrap gap-3 text-sm">
                  {oldTabs.map((tab) => (
                    <li key={tab}>
                      <Link
                        to={`/projects/$projectId/${tab}` as never}
                        params={{ projectId } as never}
                        className="text-accent-text underline"
                      >
                        {t(`legacy.tabs.${tab}`)}
                      </Link>
                    </li>
                  ))}
                </ul>
              )}
            </section>
          </>
        )}
      </div>
    </Dialog>
  );
};
