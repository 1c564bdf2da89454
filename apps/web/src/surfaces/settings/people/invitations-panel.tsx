import { type InvitationView, type Role, roles } from '@atelier/contracts';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { formatDay } from '../../../i18n/format.ts';
import { usePersonName } from '../../../people/use-people.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Select } from '../../../ui/select.tsx';
import { type Secret, SecretDialog } from './secret-dialog.tsx';
import { invitationsKey, useChange } from './use-person.ts';

export const InvitationsPanel = () => {
  const { t, i18n } = useTranslation(['settings', 'shell']);
  const { commands } = useAtelier();
  const nameOf = usePersonName();
  const { change, busy } = useChange();
  const { data } = useQuery({ queryKey: invitationsKey, queryFn: () => commands.InvitationsGet({}) });
  const [inviting, setInviting] = useState(false);
  const [secret, setSecret] = useState<Secret>();
  // Who joined is in the list of people.
  const waiting = data?.ok ? data.value.invitations.filter(({ state }) => state !== 'used') : [];
  const describe = ({ role, by, expiresAt }: InvitationView) =>
    t('people.invitedAs', {
      role: t(`shell:roles.${role}`),
      by: nameOf(by),
      until: formatDay(expiresAt, i18n.language),
    });
  return (
    <Panel
      title={t('people.invitations')}
      description={t('people.invitationsDetail')}
      flush={waiting.length > 0}
      action={
        <Button tone="primary" size="sm" icon={<Plus size={13} />} onClick={() => setInviting(true)}>
          {t('people.invite')}
        </Button>
      }
    >
      {waiting.length > 0 ? (
        <ul className="divide-y divide-line border-line border-t">
          {waiting.map((invitation) => (
            <li key={invitation.inviteId} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2.5">
              <p className="flex min-w-0 flex-1 basis-48 flex-wrap items-center gap-2">
                {describe(invitation)}
                {invitation.state === 'expired' && <Badge tone="draft">{t('people.expired')}</Badge>}
              </p>
              <Button
                size="sm"
                busy={busy === invitation.inviteId}
                onClick={() =>
                  void change(invitation.inviteId, commands.InvitationWithdraw({ inviteId: invitation.inviteId }))
                }
              >
                {t('people.withdraw')}
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-muted">{t('people.noInvitations')}</p>
      )}
      {inviting && (
        <InviteDialog
          onClose={() => setInviting(false)}
          onMade={(made) => {
            setInviting(false);
            setSecret(made);
          }}
        />
      )}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </Panel>
  );
};

type InviteProps = { readonly onClose: () => void; readonly onMade: (secret: Secret) => void };

const InviteDialog = ({ onClose, onMade }: InviteProps) => {
  const { t } = useTranslation(['settings', 'shell']);
  const { commands } = useAtelier();
  const { change, busy } = useChange();
  const form = useId();
  const [role, setRole] = useState<Role>('member');
  const make = async (event: FormEvent) => {
    event.preventDefault();
    const made = await change('invite', commands.InvitationCreate({ role, projects: [] }));
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
      <form id={form} onSubmit={(event) => void make(event)} className="pb-2">
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
      </form>
    </Dialog>
  );
};
