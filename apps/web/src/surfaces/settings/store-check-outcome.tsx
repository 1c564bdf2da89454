import { isClean, type StoreCheck } from '@atelier/contracts';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../i18n/format.ts';
import { Banner } from '../../ui/banner.tsx';

/** What the last check said; a running one shows its progress instead. */
export const StoreCheckOutcome = ({ check }: { readonly check: StoreCheck | null }) => {
  const { t, i18n } = useTranslation('settings');
  if (check === null || check.state === 'running') return <p className="text-faint">{t('check.never')}</p>;
  const at = formatMoment(check.endedAt, i18n.language);
  if (check.state !== 'finished') return <Banner tone="draft" title={t(`check.${check.state}`, { at })} />;
  const { findings, streams, events, missing = 0 } = check.report;
  const read = t('check.read', {
    at,
    streams: t('check.streams', { count: streams }),
    events: t('check.events', { count: events }),
  });
  if (isClean(check.report)) {
    return (
      <Banner tone="published" title={t('check.clean')}>
        {read}
      </Banner>
    );
  }
  return (
    <Banner
      tone="danger"
      title={
        findings.length > 0 ? t('check.found', { count: findings.length }) : t('check.missing', { count: missing })
      }
    >
      {read}
      {missing > 0 && <p className="mt-1.5">{t('check.missingWhat', { count: missing })}</p>}
      <ul className="mt-1.5 flex flex-col gap-1">
        {findings.map(({ stream, kind, validNext }) => (
          <li key={stream}>
            <bdi className="font-mono">{stream}</bdi>: {t(`health.${kind}`)},{' '}
            {t('check.wholeBefore', { seq: validNext })}
          </li>
        ))}
      </ul>
    </Banner>
  );
};
