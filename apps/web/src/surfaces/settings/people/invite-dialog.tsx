import { type ProjectGrantView, type Role, roles } from '@atelier/contracts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { titleIn } from '../../../people/title-in.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import type { Secret } from './secret-dialog.tsx';
import { useChange } from './use-person.ts';

type Props = { readonly onClose: () => void; readonly onMade: (secret: Secret) => void };

const none = 'none';
const projectRoles = ['viewer', 'editor', 'owner'] as const;

/** A link for one new person: what they may do here, and which project they come into at once. */
export const InviteDialog = ({ onClose, onMade }: Props) => {
  const { t, i18n } = useTranslation(['settings', 'shell']);
  const { commands } = useAtelier();
  const { change, busy } = useChange();
  const form = useId();
  const [role, setRole] = useState<Role>('member');
  const [projectId, setProjectId] = useState(none);
  const [projectRole, setProjectRole] = useState<ProjectGrantView['role']>('editor');
  const { data } = useQuery({
    queryKey: ['studio', 'StudioWorkspaceGet', 'titles'],
    queryFn: () => commands.StudioWorkspaceGet({}),
  });
  const projects = data?.ok ? data.value.view.projects.filter(({ isArchived }) => !isArchived) : [];
  const make = async (event: FormEvent) => {
    event.preventDefault();
    const grants = projectId === none ? [] : [{ projectId, role: projectRole }];
    const made = await change('invite', commands.InvitationCreate({ role, projects: grants }));
    if (made)
      onMade({
        title: t('people.inviteMade'),
        detail: t('people.inviteMadeDetail'),
        text: made.url,
        expiresAt: made.expiresAt,
      });
  };
  return (
    <Dialog
      open
      width="sm"
      onOpenChange={onClose}
      title={t('people.inviteTitle')}
      description={t('people.inviteDetail')}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:cancel')}</Button>
          <Button tone="primary" type="submit" form={form} busy={busy === 'invite'}>
            {t('people.inviteMake')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void make(event)} className="flex flex-col gap-4 pb-2">
        <Field label={t('people.role')} hint={t(`people.roleNote.${role}`)}>
          {({ id }) => (
            <Select
              id={id}
              label={t('people.role')}
              value={role}
              options={roles.map((each) => ({ value: each, label: t(`shell:roles.${each}`) }))}
              onChange={setRole}
            />
          )}
        </Field>
        {projects.length > 0 && (
          <Field label={t('people.project')} hint={t('people.projectHint')}>
            {({ id }) => (
              <Select
                id={id}
                label={t('people.project')}
                value={projectId}
                options={[
                  { value: none, label: t('people.noProject') },
                  ...projects.map((each) => ({ value: each.projectId, label: titleIn(each.title, i18n.language) })),
                ]}
                onChange={setProjectId}
              />
            )}
          </Field>
        )}
        {projectId !== none && (
          <Field label={t('people.projectRole')}>
            {({ id }) => (
              <Select
                id={id}
                label={t('people.projectRole')}
                value={projectRole}
                options={projectRoles.map((each) => ({ value: each, label: t(`shell:projectRoles.${each}`) }))}
                onChange={setProjectRole}
              />
            )}
          </Field>
        )}
      </form>
    </Dialog>
  );
};
