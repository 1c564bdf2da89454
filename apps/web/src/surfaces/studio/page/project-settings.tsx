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
import { useAct, useProjectView } from '../use-project.ts';

/** What belongs to the project as a whole: whose it is, who sees costs, and the old tabs. For its owner. */
export const ProjectSettings = ({ project }: { readonly project: ProjectStore }) => {
  const { t } = useTranslation('studio');
  const { role } = useProjectView(project);
  const [isOpen, setOpen] = useState(false);
  if (role !== 'owner') return null;
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
  const { projectId, project: record, directory } = useProjectView(project);
  const { client, features, settings } = record;
  const [clientId, setClientId] = useState<string>(client.clientId ?? typed);
  const [name, setName] = useState(client.name);
  const clients = directory.filter(({ kind, isRemoved }) => kind === 'client' && !isRemoved);
  const chosen = clients.find(({ id }) => id === clientId);
  const saveClient = async () => {
    const next = chosen === undefined ? { name: name.trim() } : { name: chosen.name, clientId: chosen.id };
    if ((await act({ type: 'setProjectSettings', client: next })) !== undefined) onClose();
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
            disabled={chosen === undefined && name.trim() === ''}
            onClick={() => void saveClient()}
          >
            {t('projectSettings.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 pb-3">
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
        <section className="flex flex-col gap-2 border-line border-t pt-3">
          <h3 className="font-semibold">{t('projectSettings.advanced')}</h3>
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
      </div>
    </Dialog>
  );
};
