import type { InvitationView } from '@atelier/contracts';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { formatDay } from '../../../i18n/format.ts';
import { usePersonName } from '../../../people/use-people.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { InviteDialog } from './invite-dialog.tsx';
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
