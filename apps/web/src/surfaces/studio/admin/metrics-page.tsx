import type { StudioMetrics } from '@atelier/contracts/studio';
import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Page } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { Table } from '../../../ui/table.tsx';
import type { Tone } from '../../../ui/tone.ts';
import { Shown } from '../shown-text.tsx';
import { TurnTraceDialog } from './turn-trace-dialog.tsx';

const alarmTone: Record<StudioMetrics['corruption']['alarm'], Tone> = {
  none: 'published',
  amber: 'draft',
  red: 'danger',
  too_few: 'neutral',
};

/** How it all goes, read from the log alone. */
const MetricsPage = () => {
  const { t } = useTranslation('studio');
  const { commands } = useAtelier();
  const refusalText = useRefusalText('studio');
  const query = useQuery({ queryKey: ['studio', 'StudioMetricsGet'], queryFn: () => commands.StudioMetricsGet({}) });
  const metrics = query.data?.ok ? query.data.value.metrics : undefined;
  return (
    <Page
      title={t('admin.metricsTitle')}
      detail={t('admin.metricsDetail')}
      busy={query.isFetching}
      action={
        <Button icon={<RefreshCw size={14} />} onClick={() => void query.refetch()}>
          {t('admin.refresh')}
        </Button>
      }
    >
      {query.data?.ok === false && <Banner tone="danger" title={refusalText(query.data.error)} />}
      {query.isPending && <SkeletonLines lines={6} />}
      {metrics !== undefined && <Figures metrics={metrics} />}
    </Page>
  );
};

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;
const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
const ms = (value: number): string => `${Math.round(value)} ms`;

const Figures = ({ metrics }: { readonly metrics: StudioMetrics }) => {
  const { t } = useTranslation('studio');
  const [traced, setTraced] = useState<StudioMetrics['slow'][number]>();
  const { corruption, drafts, turns, skills, invariants, slow } = metrics;
  return (
    <>
      <dl className="grid @3xl:grid-cols-4 @lg:grid-cols-2 grid-cols-1 gap-3">
        <Figure
          label={t('admin.corruption')}
          note={<Badge tone={alarmTone[corruption.alarm]}>{t(`admin.alarm.${corruption.alarm}`)}</Badge>}
        >
          {percent(corruption.share)}
        </Figure>
        <Figure
          label={t('admin.attempts')}
          note={t('admin.attemptsNote', { conflicted: corruption.conflicted, flagged: corruption.flagged })}
        >
          {corruption.attempts}
        </Figure>
        <Figure
          label={t('admin.routerShare')}
          note={
            <>
              {t('admin.target', { target: '20%' })} ·{' '}
              {metrics.breakerOpen ? t('admin.breakerOpen') : t('admin.breakerClosed')}
            </>
          }
        >
          {percent(metrics.routerShare)}
        </Figure>
        <Figure
          label={t('admin.routerWeek')}
          note={t('admin.routerWeekNote', { asked: metrics.routerWeek.asked, turns: metrics.routerWeek.turns })}
        >
          {percent(shareOf(metrics.routerWeek.asked, metrics.routerWeek.turns))}
        </Figure>
        <Figure
          label={t('admin.drafts')}
          note={t('admin.draftsNote', { applied: drafts.applied, discarded: drafts.discarded })}
        >
          {drafts.created}
        </Figure>
        <Figure
          label={t('admin.turns')}
          note={t('admin.turnsNote', {
            needsScope: turns.needsScope,
            failed: turns.failed,
            abandoned: turns.abandoned,
          })}
        >
          {turns.total}
        </Figure>
        <Figure
          label={t('admin.perApply')}
          note={t('admin.perApplyNote', { percent: percent(shareOf(drafts.excludedOps, drafts.appliedOps)) })}
        >
          {drafts.applied === 0 ? '–' : (drafts.appliedRevisions / drafts.applied).toFixed(1)}
        </Figure>
        <Figure
          label={t('admin.askedBack')}
          note={t('admin.askedBackNote', { summarised: turns.summarised, overBudget: turns.overBudget })}
        >
          {percent(shareOf(turns.needsScope, turns.skill))}
        </Figure>
        <Figure label={t('admin.costPerApply')} note={t('admin.costNote')}>
          {drafts.applied === 0 ? '–' : `$${(metrics.costMicros / 1_000_000 / drafts.applied).toFixed(4)}`}
        </Figure>
      </dl>
      {metrics.routerWeek.projects.some(({ asked }) => asked > 0) && (
        <Panel title={t('admin.routerWeek')} flush>
          <Table
            label={t('admin.routerWeek')}
            rows={metrics.routerWeek.projects}
            keyOf={({ projectId }) => projectId}
            columns={[
              {
                id: 'project',
                header: t('workspace.project'),
                cell: ({ title }) => (title === null ? '–' : <Shown text={title} />),
              },
              { id: 'turns', header: t('admin.turns'), numeric: true, cell: (each) => each.turns },
              {
                id: 'share',
                header: t('admin.routerShare'),
                numeric: true,
                cell: ({ asked, turns: all }) => <bdi dir="ltr">{percent(shareOf(asked, all))}</bdi>,
              },
            ]}
          />
        </Panel>
      )}
      <Panel title={t('admin.phases')} flush>
        <Table
          label={t('admin.phases')}
          rows={metrics.phases}
          keyOf={({ phase }) => phase}
          columns={[
            { id: 'phase', header: t('admin.phase'), cell: ({ phase }) => t(`admin.phaseName.${phase}`) },
            { id: 'p50', header: t('admin.p50'), numeric: true, cell: ({ p50Ms }) => <bdi dir="ltr">{ms(p50Ms)}</bdi> },
            { id: 'p95', header: t('admin.p95'), numeric: true, cell: ({ p95Ms }) => <bdi dir="ltr">{ms(p95Ms)}</bdi> },
          ]}
        />
      </Panel>
      <Panel title={t('admin.bySkill')} flush>
        <Table
          label={t('admin.bySkill')}
          rows={skills}
          keyOf={({ skillId, version }) => `${skillId} ${version}`}
          columns={[
            {
              id: 'skill',
              header: t('admin.skill'),
              cell: ({ skillId, version }) => <bdi dir="ltr">{`${skillId} ${version}`}</bdi>,
            },
            { id: 'runs', header: t('admin.runs'), numeric: true, cell: ({ runs }) => runs },
            { id: 'failed', header: t('admin.failed'), numeric: true, cell: ({ failed }) => failed },
            { id: 'p50', header: t('admin.p50'), numeric: true, cell: ({ p50Ms }) => <bdi dir="ltr">{ms(p50Ms)}</bdi> },
            { id: 'p95', header: t('admin.p95'), numeric: true, cell: ({ p95Ms }) => <bdi dir="ltr">{ms(p95Ms)}</bdi> },
            {
              id: 'cost',
              header: t('admin.cost'),
              numeric: true,
              cell: ({ costMicros }) => <bdi dir="ltr">${(costMicros / 1_000_000).toFixed(4)}</bdi>,
            },
          ]}
        />
      </Panel>
      {invariants.length > 0 && (
        <Panel title={t('admin.invariants')} flush>
          <Table
            label={t('admin.invariants')}
            rows={invariants}
            keyOf={({ invariant }) => invariant}
            columns={[
              { id: 'rule', header: t('admin.rule'), cell: ({ invariant }) => <bdi dir="ltr">{invariant}</bdi> },
              { id: 'opened', header: t('admin.opened'), numeric: true, cell: ({ opened }) => opened },
              { id: 'open', header: t('admin.open'), numeric: true, cell: ({ open }) => open },
            ]}
          />
        </Panel>
      )}
      {slow.length > 0 && (
        <Panel title={t('admin.slow')} flush>
          <Table
            label={t('admin.slow')}
            rows={slow}
            keyOf={({ turnId }) => turnId}
            columns={[
              { id: 'what', header: t('admin.skill'), cell: ({ eventType }) => <bdi dir="ltr">{eventType}</bdi> },
              { id: 'ms', header: t('admin.took'), numeric: true, cell: (turn) => <bdi dir="ltr">{ms(turn.ms)}</bdi> },
              {
                id: 'trace',
                header: '',
                part: 'actions',
                cell: (turn) => (
                  <Button
                    size="sm"
                    tone="quiet"
                    aria-label={t('admin.traceOf', { what: turn.eventType, ms: ms(turn.ms) })}
                    onClick={() => setTraced(turn)}
                  >
                    {t('admin.trace')}
                  </Button>
                ),
              },
            ]}
          />
        </Panel>
      )}
      {traced !== undefined && (
        <TurnTraceDialog projectId={traced.projectId} turnId={traced.turnId} onClose={() => setTraced(undefined)} />
      )}
    </>
  );
};

const Figure = ({ label, note, children }: { label: string; note: ReactNode; children: ReactNode }) => (
  <div className="flex flex-col gap-0.5 rounded-md border border-line bg-raised p-4">
    <dt className="text-muted text-sm">{label}</dt>
    <dd className="font-semibold text-2xl tabular-nums">
      <bdi dir="ltr">{children}</bdi>
    </dd>
    <dd className="text-faint text-sm">{note}</dd>
  </div>
);

export default MetricsPage;
