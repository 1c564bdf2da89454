import { isClean, type StoreCheck } from '@atelier/contracts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../client/atelier-context.ts';
import { useProjection } from '../client/use-projection.ts';
import { Skeleton } from '../ui/skeleton.tsx';

/** A few facts about the installation that a person should not have to look for. Where it lies, an admin alone is told. */
export const InstallStrip = () => {
  const { t } = useTranslation('shell');
  const install = useProjection(useAtelier().install);
  const view = install.phase === 'ready' ? install.view : undefined;
  const dataFolder = {
    id: 'data',
    label: t('homePage.data'),
    value: view && <bdi className="break-all font-mono text-sm">{view.about.dataFolder}</bdi>,
  };
  const facts = [
    ...(view && view.about.dataFolder === null ? [] : [dataFolder]),
    {
      id: 'check',
      label: t('homePage.check'),
      value: view && (
        <Link
          to="/settings/data"
          className="rounded-sm underline decoration-line-strong underline-offset-4 hover:decoration-accent"
        >
          {t(outcomeKey(view.storeCheck))}
        </Link>
      ),
    },
    {
      id: 'version',
      label: t('homePage.version'),
      value: view && <bdi className="tabular-nums">{view.about.version}</bdi>,
    },
  ];
  return (
    <section aria-label={t('homePage.install')} aria-busy={view === undefined} className="border-line border-t pt-5">
      <dl className="grid gap-x-8 gap-y-4 @2xl:grid-cols-[2fr_1fr_1fr]">
        {facts.map(({ id, label, value }) => (
          <div key={id} className="min-w-0">
            <dt className="text-faint text-sm">{label}</dt>
            <dd className="mt-0.5">{value ?? <Skeleton className="h-5 w-32" />}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
};

const outcomeKey = (check: StoreCheck | null): string => {
  if (check === null) return 'homePage.checkNever';
  if (check.state === 'running') return 'homePage.checkRunning';
  if (check.state !== 'finished') return 'homePage.checkStopped';
  return isClean(check.report) ? 'homePage.checkClean' : 'homePage.checkFound';
};
