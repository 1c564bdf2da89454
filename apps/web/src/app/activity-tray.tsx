import { Activity } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../client/atelier-context.ts';
import { installJobs } from '../client/install-jobs.ts';
import type { Job } from '../client/job.ts';
import { concatenate } from '../client/observable.ts';
import { useProjection } from '../client/use-projection.ts';
import { useRefusalText } from '../i18n/use-refusal-text.ts';
import { surfaces } from '../surfaces/registry.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { popoverClass } from '../ui/popover-class.ts';
import { Progress } from '../ui/progress.tsx';
import { toasts } from '../ui/toast-store.ts';

/** Long work of every surface, in reach from every page. */
export const ActivityTray = () => {
  const { t } = useTranslation('shell');
  const atelier = useAtelier();
  const [allJobs] = useState(() =>
    concatenate([installJobs(atelier), ...surfaces.flatMap(({ jobs }) => (jobs === undefined ? [] : [jobs(atelier)]))]),
  );
  const running = useProjection(allJobs);
  const label = t('activity.label');
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <IconButton
          tooltip={false}
          label={running.length === 0 ? label : `${label}: ${t('activity.running', { count: running.length })}`}
          className="relative"
          icon={
            <>
              <Activity size={16} />
              {running.length > 0 && (
                <span className="absolute end-1 top-1 size-2 animate-pulse-soft rounded-full bg-accent" />
              )}
            </>
          }
        />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          className={`${popoverClass} w-80 max-w-[calc(100vw-16px)]`}
        >
          {running.length === 0 && (
            <EmptyState icon={<Activity size={18} />} title={t('activity.none')}>
              {t('activity.noneDetail')}
            </EmptyState>
          )}
          {running.map((job) => (
            <JobCard key={job.id} job={job} />
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
};

const JobCard = ({ job: { title, amount, detail, cancel } }: { readonly job: Job }) => {
  const { t } = useTranslation('shell');
  const refusalText = useRefusalText();
  const onCancel = () => {
    cancel?.()
      .then((reply) => {
        if (!reply.ok) toasts.show({ tone: 'danger', title: refusalText(reply.error) });
      })
      .catch(console.error);
  };
  return (
    <div className="flex flex-col gap-2 p-3">
      <div className="flex items-center justify-between gap-3">
        <p className="font-medium">{t(title)}</p>
        {cancel !== undefined && (
          <Button size="sm" tone="quiet" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
      </div>
      <Progress label={t(title)} {...amount} />
      <p className="flex justify-between gap-3 text-faint text-xs">
        <bdi className="min-w-0 truncate font-mono">{detail ?? ''}</bdi>
        {amount.total !== undefined && <span className="tabular-nums">{t('activity.share', amount)}</span>}
      </p>
    </div>
  );
};
