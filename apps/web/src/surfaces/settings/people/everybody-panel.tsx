import { type PersonView, roles } from '@atelier/contracts';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { usePersonName } from '../../../people/use-people.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import type { MenuItem } from '../../../ui/menu-items.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Select } from '../../../ui/select.tsx';
import { PersonDialog } from './person-dialog.tsx';
import { type Secret, SecretDialog } from './secret-dialog.tsx';
import { useChange } from './use-person.ts';

type Props = { readonly people: readonly PersonView[]; readonly me: string };

export const EverybodyPanel = ({ people, me }: Props) => {
  const { t } = useTranslation(['settings', 'shell']);
  const { commands } = useAtelier();
  const nameOf = usePersonName();
  const { change, busy } = useChange();
  const [secret, setSecret] = useState<Secret>();
  const [forgetting, setForgetting] = useState<string>();
  const [looking, setLooking] = useState<string>();
  const recover = async (userId: string) => {
    const made = await change(userId, commands.RecoveryLinkCreate({ userId }));
    if (made)
      setSecret({
        title: t('people.recoverTitle', { name: nameOf(userId) }),
        detail: t('people.recoverDetail'),
        text: made.url,
        expiresAt: made.expiresAt,
      });
  };
  const itemsFor = ({ userId, state }: PersonView): MenuItem[] => [
    ...(state === 'active' && userId !== me
      ? [
          { id: 'theirs', label: t('people.theirs'), onSelect: () => setLooking(userId) },
          { id: 'recover', label: t('people.recover'), onSelect: () => void recover(userId) },
        ]
      : []),
    {
      id: 'enable',
      label: t(state === 'active' ? 'people.disable' : 'people.enable'),
      onSelect: () => void change(userId, commands.PersonEnabledSet({ userId, isEnabled: state !== 'active' })),
    },
    { kind: 'divider', id: 'line' },
    { id: 'forget', label: t('people.forget'), danger: true, onSelect: () => setForgetting(userId) },
  ];
  const forget = async (userId: string) => {
    await change(userId, commands.PersonForget({ userId, confirmed: true }));
    setForgetting(undefined);
  };
  return (
    <Panel title={t('people.everybody')} description={t('people.everybodyDetail')} flush>
      <ul className="divide-y divide-line border-line border-t">
        {people
          .filter(({ state }) => state !== 'forgotten')
          .map((person) => (
            <li key={person.userId} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2">
              <p className="flex min-w-0 flex-1 basis-40 flex-wrap items-center gap-2">
                <bdi className="truncate">{nameOf(person.userId)}</bdi>
                {person.userId === me && <Badge>{t('people.me')}</Badge>}
                {person.state === 'disabled' && <Badge tone="draft">{t('people.disabled')}</Badge>}
              </p>
              <div className="flex items-center gap-2">
                <Select
                  label={t('people.roleOf', { name: nameOf(person.userId) })}
                  className="w-36"
                  value={person.role}
                  disabled={busy === person.userId}
                  options={roles.map((role) => ({
                    value: role,
                    label: t(`shell:roles.${role}`),
                    note: t(`people.roleNote.${role}`),
                  }))}
                  onChange={(role) =>
                    void change(person.userId, commands.PersonRoleSet({ userId: person.userId, role }))
                  }
                />
                <Menu
                  items={itemsFor(person)}
                  trigger={
                    <IconButton
                      label={t('people.more', { name: nameOf(person.userId) })}
                      icon={<Ellipsis size={16} />}
                    />
                  }
                />
              </div>
            </li>
          ))}
      </ul>
      {looking !== undefined && <PersonDialog userId={looking} onClose={() => setLooking(undefined)} />}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
      {forgetting !== undefined && (
        <Dialog
          open
          width="sm"
          onOpenChange={() => setForgetting(undefined)}
          title={t('people.forgetTitle', { name: nameOf(forgetting) })}
          description={t('people.forgetDetail')}
          footer={
            <>
              <Button onClick={() => setForgetting(undefined)}>{t('shell:cancel')}</Button>
              <Button tone="dangerSolid" busy={busy === forgetting} onClick={() => void forget(forgetting)}>
                {t('people.forget')}
              </Button>
            </>
          }
        />
      )}
    </Panel>
  );
};
