import type { ValueOf } from '@atelier/contracts';
import { useTranslation } from 'react-i18next';
import { useMeterFacts } from '../../../conversation/meter-facts.tsx';
import { formatCount, formatDuration, formatTime } from '../../../i18n/format.ts';

type Trace = Pick<ValueOf<'WorkshopTrace'>, 'phases' | 'meter'>;

/** The phases of a run: how each ended, how long it went on, and what it took; then the whole run. */
export const TracePhases = ({ phases, meter }: Trace) => {
  const { t, i18n } = useTranslation(['workshop', 'settings', 'conversation']);
  const factsOf = useMeterFacts();
  const whole = factsOf(meter);
  const took = (ms: number) =>
    ms < 1_000 ? t('conversation:tool.ms', { ms: formatCount(ms, i18n.language) }) : formatDuration(ms, i18n.language);
  return (
    <section aria-label={t('trace.phases')} className="flex flex-col gap-1.5">
      <h3 className="pb-1 font-medium text-faint text-xs">{t('trace.phases')}</h3>
      <ol className="flex flex-col gap-1.5">
        {phases.map(({ phase, outcome, at, ms, calls, meter: taken, effort, temperature }) => (
          <li key={`${phase} ${at}`} className="rounded-md border border-line bg-raised px-3 py-1.5 text-sm">
            <span className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="font-medium">
                {i18n.exists(`workshop:trace.${phase}`) ? t(`trace.${phase}`) : <bdi>{phase}</bdi>}
              </span>
              <span className="text-faint text-xs tabular-nums">
                {[
                  formatTime(at, i18n.language),
                  ...(outcome === null ? [] : [t(`trace.outcome.${outcome}`)]),
                  ...(ms === null ? [] : [took(ms)]),
                ].join(' · ')}
              </span>
            </span>
            {calls > 0 && (
              <span className="block text-muted text-xs tabular-nums">
                {[
                  t('trace.calls', { count: calls }),
                  ...factsOf(taken),
                  ...(effort === null ? [] : [t('trace.effort', { effort: t(`settings:models.effort.${effort}`) })]),
                  ...(temperature === null ? [] : [t('trace.temperature', { temperature })]),
                ].join(' · ')}
              </span>
            )}
          </li>
        ))}
      </ol>
      {whole.length > 0 && (
        <p className="text-muted text-sm tabular-nums">
          {t('trace.whole')} {whole.join(' · ')}
        </p>
      )}
    </section>
  );
};
