import type { WorkshopMetrics } from '@atelier/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Eraser } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../client/atelier-context.ts';
import { formatBytes, formatCount, formatMoment } from '../../i18n/format.ts';
import { useRefusalText } from '../../i18n/use-refusal-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { SectionPage } from './section-page.tsx';

const key = ['WorkshopMetricsGet'] as const;

/** What happened in all Workbenches, counted from the logs when somebody looks. */
const MetricsPage = () => {
  const { t, i18n } = useTranslation(['settings', 'shell']);
  const { commands } = useAtelier();
  const queries = useQueryClient();
  const refusalText = useRefusalText();
  const { data: reply } = useQuery({ queryKey: key, queryFn: () => commands.WorkshopMetricsGet({}) });
  const clear = async () => {
    const cleared = await commands.WorkshopMetricsClear({});
    if (cleared.ok) {
      queries.setQueryData(key, cleared);
      toasts.show({ tone: 'published', title: t('metrics.cleared') });
    } else toasts.show({ tone: 'danger', title: refusalText(cleared.error) });
  };
  return (
    <SectionPage
      title={t('metrics.title')}
      detail={t('metrics.detail')}
      busy={reply === undefined}
      action={
        <Button icon={<Eraser size={15} />} disabled={reply?.ok !== true} onClick={() => void clear()}>
          {t('metrics.clear')}
        </Button>
      }
    >
      {reply?.ok === false && <Banner tone="danger" title={refusalText(reply.error)} />}
      <Panel
        title={t('metrics.workshop')}
        description={
          reply?.ok === true && reply.value.since !== null
            ? t('metrics.since', { when: formatMoment(reply.value.since, i18n.language) })
            : t('metrics.sinceEver')
        }
      >
        {reply?.ok === true ? <Counts metrics={reply.value} /> : <SkeletonLines lines={8} />}
      </Panel>
    </SectionPage>
  );
};

const Counts = ({ metrics }: { readonly metrics: WorkshopMetrics }) => {
  const { t, i18n } = useTranslation('settings');
  const { turns, changesets, failures, rewinds, historyBytes } = metrics;
  const number = (value: number) => formatCount(value, i18n.language);
  const perCent = turns === 0 ? 0 : Math.round((100 * rewinds.count) / turns);
  const distance = rewinds.count === 0 ? 0 : Math.round((10 * rewinds.messages) / rewinds.count) / 10;
  const rows: readonly { readonly id: string; readonly value: string }[] = [
    { id: 'turns', value: number(turns) },
    { id: 'generated', value: number(changesets.generated) },
    { id: 'applied', value: number(changesets.applied) },
    { id: 'failedValidation', value: number(failures.validation) },
    { id: 'failedDisk', value: number(failures.disk) },
    { id: 'failedProvider', value: number(failures.provider) },
    { id: 'rewinds', value: t('metrics.rewindRate', { count: rewinds.count, perCent: number(perCent) }) },
    { id: 'distance', value: t('metrics.messages', { count: distance }) },
    { id: 'modelSwitches', value: number(metrics.modelSwitches) },
    { id: 'publishes', value: number(metrics.publishes) },
    { id: 'discards', value: number(metrics.discards) },
    { id: 'restores', value: number(metrics.restores) },
    { id: 'choices', value: number(metrics.choices) },
    { id: 'historyBytes', value: formatBytes(historyBytes, i18n.language) },
  ];
  return (
    <dl className="grid gap-x-6 @md:grid-cols-[minmax(14rem,auto)_1fr]">
      {rows.map(({ id, value }) => (
        <div
          key={id}
          className="flex justify-between gap-4 border-line border-t py-2 @md:col-span-2 @md:grid @md:grid-cols-subgrid"
        >
          <dt className="text-muted">{t(`metrics.${id}`)}</dt>
          <dd className="tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
};

export default MetricsPage;
