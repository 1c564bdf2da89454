import type { SignInDevice, SignInView } from '@atelier/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../i18n/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';

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

type Props = {
  readonly signIns: readonly SignInView[];
  /** What is being done right now. */
  readonly busy: string | undefined;
  readonly onEnd: (signInId: string) => void;
  /** What stands beside the browser that asks. */
  readonly own?: ReactNode;
};

export const SignInList = ({ signIns, busy, onEnd, own }: Props) => {
  const { t, i18n } = useTranslation('settings');
  const nameOf = ({ browser, system }: SignInDevice) =>
    t('people.device', {
      browser: browserNames[browser] ?? t('people.someBrowser'),
      system: systemNames[system] ?? t('people.someSystem'),
    });
  return (
    <ul className="divide-y divide-line border-line border-t">
      {signIns.map(({ signInId, device, begunAt, seenAt, isThis, isRecovery }) => (
        <li key={signInId} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2.5">
          <div className="min-w-0 flex-1 basis-48">
            <p className="flex flex-wrap items-center gap-2">
              {nameOf(device)}
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
            own
          ) : (
            <Button
              size="sm"
              busy={busy === signInId}
              aria-label={t('people.endNamed', { device: nameOf(device) })}
              onClick={() => onEnd(signInId)}
            >
              {t('people.end')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
};
