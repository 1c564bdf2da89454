import type { SignInView } from '@atelier/contracts';
import { LogOut, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { type Secret, SecretDialog } from './secret-dialog.tsx';
import { SignInList } from './sign-in-list.tsx';
import { useChange } from './use-person.ts';

export const SignInsPanel = ({ signIns }: { readonly signIns: readonly SignInView[] }) => {
  const { t } = useTranslation('settings');
  const { commands, connection } = useAtelier();
  const { change, busy } = useChange();
  const [secret, setSecret] = useState<Secret>();
  const add = async () => {
    const made = await change('add', commands.LinkCreate({}));
    if (made)
      setSecret({
        title: t('people.addTitle'),
        detail: t('people.addDetail'),
        text: made.url,
        expiresAt: made.expiresAt,
      });
  };
  const signOut = async () => {
    await change('out', commands.SignOut({}));
    connection.retryNow();
    location.assign('/');
  };
  const others = signIns.filter(({ isThis }) => !isThis);
  return (
    <Panel
      title={t('people.browsers')}
      description={t('people.browsersDetail')}
      flush
      action={
        <Button size="sm" icon={<Plus size={13} />} busy={busy === 'add'} onClick={() => void add()}>
          {t('people.add')}
        </Button>
      }
    >
      <SignInList
        signIns={signIns}
        busy={busy}
        onEnd={(signInId) => void change(signInId, commands.SignInEnd({ signInId }))}
        own={
          <Button size="sm" icon={<LogOut size={13} />} busy={busy === 'out'} onClick={() => void signOut()}>
            {t('people.signOut')}
          </Button>
        }
      />
      {others.length > 0 && (
        <div className="border-line border-t px-5 py-3">
          <Button
            tone="danger"
            size="sm"
            busy={busy === 'all'}
            onClick={() => void change('all', commands.SignInsEnd({}))}
          >
            {t('people.endOthers')}
          </Button>
        </div>
      )}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </Panel>
  );
};
