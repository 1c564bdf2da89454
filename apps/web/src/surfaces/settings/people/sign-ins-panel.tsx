import type { SignInDevice, SignInView } from '@atelier/contracts';
import { LogOut, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { formatDay } from '../../../i18n/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { type Secret, SecretDialog } from './secret-dialog.tsx';
import { useChange } from './use-person.ts';

// Names, the same in every language.
const browserNames: Partial<Record<SignInDevice['browser'], string>> = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  safari: 'Safari',
};
const systemNames: Partial<Record<SignInDevice['system'], string>> = {
  windows: 'Windows',
  mac: 'macOS',
  linux: 'Linux',
  android: 'Android',
  ios: 'iOS',
};

export const SignInsPanel = ({ signIns }: { readonly signIns: readonly SignInView[] }) => {
  const { t, i18n } = useTranslation('settings');
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
      <ul className="divide-y divide-line border-line border-t">
        {signIns.map(({ signInId, device, begunAt, seenAt, isThis, isRecovery }) => (
          <li key={signInId} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2.5">
            <div className="min-w-0 flex-1 basis-48">
              <p className="flex flex-wrap items-center gap-2">
                {t('people.device', {
                  browser: browserNames[device.browser] ?? t('people.someBrowser'),
                  system: systemNames[device.system] ?? t('people.someSystem'),
                })}
                {isThis && <Badge tone="published">{t('people.thisOne')}</Badge>}
                {isRecovery && <Badge tone="draft">{t('people.byRecovery')}</Badge>}
              </p>
              <p className="text-faint text-sm">
                {t('people.since', {
                  begun: formatDay(begunAt, i18n.language),
                  seen: formatDay(seenAt, i18n.language),
                })}
              </p>
            </div>
            {isThis ? (
              <Button size="sm" icon={<LogOut size={13} />} busy={busy === 'out'} onClick={() => void signOut()}>
                {t('people.signOut')}
              </Button>
            ) : (
              <Button
                size="sm"
                busy={busy === signInId}
                onClick={() => void change(signInId, commands.SignInEnd({ signInId }))}
              >
                {t('people.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
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
