import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { FileText, GitFork, History, ListTree, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../code/lazy-part.tsx';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { usePageTitle } from '../../../ui/page-title.ts';
import { Panes } from '../../../ui/panes/panes.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { NodePanel } from '../node/node-panel.tsx';
import { EventList } from './event-list.tsx';
import { GapList } from './gap-list.tsx';
import { nameOfRun } from './name-of-run.ts';
import { RunBanners } from './run-banners.tsx';
import { RunHeader } from './run-header.tsx';
import { RunList } from './run-list.tsx';
import { RunReportView } from './run-report.tsx';
import { useRun } from './use-run.ts';

const RunGraph = lazyPart(() => import('./run-graph.tsx'));

const views = ['graph', 'list', 'report', 'gaps', 'events'] as const;
type View = (typeof views)[number];
type Search = { readonly run?: string; readonly node?: string; readonly view?: View };

const RunPage = () => {
  const { sessionId = '' } = useParams({ strict: false }) as { sessionId?: string };
  return <Session key={sessionId} sessionId={sessionId} />;
};

const Session = ({ sessionId }: { readonly sessionId: string }) => {
  const { t } = useTranslation('workrail');
  const refusalText = useRefusalText();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Search;
  const { session, run, refusal } = useRun(sessionId, search.run);
  usePageTitle(run && session && nameOfRun(session, run));
  const view: View = views.find((each) => each === search.view) ?? 'graph';
  const selected = search.node ?? run?.preferredTipId ?? undefined;

  const show = (change: Partial<Search>) => {
    navigate({
      to: '/workrail/sessions/$sessionId',
      params: { sessionId },
      // From where the address is by then: the change before this one may not be drawn yet.
      search: ((now: Search) => ({ ...now, ...change })) as never,
      replace: true,
      // Still the same page: nobody is taken away from where they are.
      resetScroll: false,
    }).catch(console.error);
  };

  if (refusal !== undefined)
    return (
      <EmptyState
        isPage
        icon={<TriangleAlert size={18} />}
        title={refusalText(refusal)}
        action={
          <Link to="/workrail" className={buttonClass('neutral', 'md')}>
            {t('run.back')}
          </Link>
        }
      />
    );
  if (session === undefined || run === undefined)
    return (
      <div aria-busy="true" className="px-5 py-6 @2xl:px-8">
        <h1 className="sr-only">{t('places.session')}</h1>
        <SkeletonLines lines={6} />
      </div>
    );

  const select = (node: string) => show({ node });
  const open = run.gaps.filter(({ openAtTip }) => openAtTip).length;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <RunHeader session={session} run={run} onRun={(runId) => show({ run: runId, node: undefined as never })} />
      <RunBanners session={session} run={run} />
      <Panes
        name="run"
        panes={[
          {
            id: 'steps',
            label: t('run.views'),
            size: 56,
            least: 280,
            scrollsItself: true,
            content: (
              <div className="flex h-full min-h-80 flex-col">
                <div className="flex shrink-0 flex-wrap items-center gap-2 border-line border-y bg-sunken px-4 py-1.5">
                  <div className="min-w-0 max-w-full overflow-x-auto">
                    <Segmented
                      label={t('run.views')}
                      value={view}
                      onChange={(chosen) => show({ view: chosen })}
                      choices={[
                        { value: 'graph', label: t('run.graph'), icon: <GitFork size={13} aria-hidden="true" /> },
                        { value: 'list', label: t('run.list'), icon: <ListTree size={13} aria-hidden="true" /> },
                        { value: 'report', label: t('run.report'), icon: <FileText size={13} aria-hidden="true" /> },
                        {
                          value: 'gaps',
                          label: open === 0 ? t('run.gaps') : t('run.gapsOpen', { count: open }),
                          icon: <TriangleAlert size={13} aria-hidden="true" />,
                        },
                        { value: 'events', label: t('run.events'), icon: <History size={13} aria-hidden="true" /> },
                      ]}
                    />
                  </div>
                </div>
                <div className="relative min-h-0 flex-1">
                  {view === 'graph' && (
                    <RunGraph
                      key={run.runId}
                      whileLoading={<div aria-busy="true" className="h-full" />}
                      run={run}
                      selected={selected}
                      onSelect={select}
                    />
                  )}
                  {view === 'list' && <RunList run={run} selected={selected} onSelect={select} />}
                  {view === 'report' && <RunReportView run={run} />}
                  {view === 'gaps' && <GapList gaps={run.gaps} onSelect={select} />}
                  {view === 'events' && <EventList sessionId={sessionId} total={session.events} />}
                </div>
              </div>
            ),
          },
          // A report is one page, about all steps.
          ...(view === 'report'
            ? []
            : [
                {
                  id: 'step',
                  label: t('node.label'),
                  least: 260,
                  content:
                    selected === undefined ? (
                      <EmptyState icon={<GitFork size={18} />} title={t('node.none')} />
                    ) : (
                      <NodePanel sessionId={sessionId} run={run} nodeId={selected} onSelect={select} />
                    ),
                },
              ]),
        ]}
      />
    </div>
  );
};

export default RunPage;
