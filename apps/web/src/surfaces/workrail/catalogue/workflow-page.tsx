import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { GitFork, PenLine, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { Markdown } from '../../../code/markdown.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { usePageTitle } from '../../../ui/page-title.ts';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { ProblemList } from '../author/problem-list.tsx';
import { Ago } from '../parts/ago.tsx';
import { Facts, Id, Ids } from '../parts/facts.tsx';
import { JsonText } from '../parts/json-text.tsx';
import { OutlineList } from './outline-list.tsx';

const WorkflowPage = () => {
  const { workflowId = '' } = useParams({ strict: false }) as { workflowId?: string };
  return <Workflow key={workflowId} workflowId={workflowId} />;
};

const Workflow = ({ workflowId }: { readonly workflowId: string }) => {
  const { t } = useTranslation('workrail');
  const { commands } = useAtelier();
  const refusalText = useRefusalText();
  const { data } = useQuery({
    queryKey: ['WorkflowGet', workflowId],
    queryFn: () => commands.WorkflowGet({ workflowId }),
  });
  usePageTitle(data?.ok ? data.value.view.name : undefined);
  if (data === undefined)
    return (
      <Page title={<bdi>{workflowId}</bdi>} busy>
        <SkeletonLines lines={6} />
      </Page>
    );
  if (!data.ok)
    return (
      <EmptyState
        isPage
        icon={<TriangleAlert size={18} />}
        title={refusalText(data.error)}
        action={
          <Link to="/workrail/catalogue" className={buttonClass('neutral', 'md')}>
            {t('catalogue.title')}
          </Link>
        }
      />
    );
  const { view } = data.value;
  const own = view.sourceKind === 'user' || view.sourceKind === 'project';
  const older = view.pinned.filter(({ current }) => !current);
  return (
    <Page
      title={<bdi>{view.name}</bdi>}
      detail={<bdi>{view.description}</bdi>}
      action={
        <Link
          to="/workrail/author"
          search={{ from: view.workflowId } as never}
          className={buttonClass('neutral', 'md')}
        >
          {own ? <PenLine size={14} aria-hidden="true" /> : <GitFork size={14} aria-hidden="true" />}
          {own ? t('workflow.edit') : t('workflow.fork')}
        </Link>
      }
    >
      <p className="-mt-3 flex flex-wrap items-center gap-2 text-muted text-sm">
        <Badge tone={view.sourceKind === 'bundled' ? 'neutral' : 'accent'}>{t(`source.${view.sourceKind}`)}</Badge>
        <Id value={view.workflowId} />
        <bdi>{view.version}</bdi>
        {(view.tags ?? []).map((tag) => (
          <Badge key={tag}>
            <bdi>{tag}</bdi>
          </Badge>
        ))}
      </p>
      {older.length > 0 && (
        <Banner tone="draft" title={t('workflow.drift', { count: older.length })}>
          {t('workflow.driftDetail')}
        </Banner>
      )}
      {view.warnings.length > 0 && (
        <Banner title={t('workflow.warnings', { count: view.warnings.length })}>
          <ProblemList problems={view.warnings} />
        </Banner>
      )}
      <Tabs
        label={view.name}
        tabs={[
          {
            id: 'overview',
            label: t('workflow.overview'),
            content: (
              <div className="grid gap-8 @3xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
                <div>
                  <h2 className="mb-3 font-semibold text-lg">{t('workflow.steps')}</h2>
                  <OutlineList outline={view.outline} />
                </div>
                <div className="flex flex-col gap-4">
                  {view.about !== null && <Markdown whileLoading={<SkeletonLines lines={3} />} text={view.about} />}
                  <Facts
                    isStacked
                    facts={[
                      ...(view.recommendedPreferences?.autonomy
                        ? [
                            {
                              label: t('workflow.recommended'),
                              value: t(`autonomy.${view.recommendedPreferences.autonomy}.label`),
                            },
                          ]
                        : []),
                      ...Object.entries(view.capabilities).map(([capability, need]) => ({
                        label: t(`capability.${capability}`),
                        value: t(`workflow.need.${need}`),
                      })),
                      ...(view.features.length > 0
                        ? [{ label: t('workflow.features'), value: <Ids values={view.features} /> }]
                        : []),
                      ...(view.contracts.length > 0
                        ? [{ label: t('workflow.contracts'), value: <Ids values={view.contracts} /> }]
                        : []),
                      { label: t('workflow.file'), value: <Id value={`${view.sourceLabel}/${view.file}`} /> },
                      { label: t('workflow.hash'), value: <Id value={view.workflowHash ?? ''} /> },
                    ]}
                  />
                  {view.examples.length > 0 && (
                    <div>
                      <h2 className="mb-1 font-medium">{t('workflow.examples')}</h2>
                      <ul className="list-disc ps-5 text-muted text-sm marker:text-faint">
                        {view.examples.map((example) => (
                          <li key={example}>
                            <bdi>{example}</bdi>
                          </li>
                        ))}
                      </ul>
                    </div>
                  )}
                </div>
              </div>
            ),
          },
          {
            id: 'source',
            label: t('workflow.source'),
            content: <CodeBlock code={view.sourceText.trimEnd()} label={t('workflow.source')} />,
          },
          {
            id: 'compiled',
            label: t('workflow.compiled'),
            content: (
              <>
                <p className="mb-3 text-muted">{t('workflow.compiledDetail')}</p>
                <CodeBlock code={JSON.stringify(view.compiled, null, 2)} label={t('workflow.compiled')} />
              </>
            ),
          },
          {
            id: 'pinned',
            label: t('workflow.pinned'),
            count: view.pinned.length,
            content:
              view.pinned.length === 0 ? (
                <EmptyState title={t('workflow.noRuns')}>{t('workflow.noRunsDetail')}</EmptyState>
              ) : (
                <ul className="flex flex-col gap-4">
                  {view.pinned.map((pin) => (
                    <li key={pin.workflowHash} className="rounded-lg border border-line bg-raised p-4">
                      <p className="flex flex-wrap items-center gap-2 text-sm">
                        <Badge tone={pin.current ? 'published' : 'draft'}>
                          {t(pin.current ? 'workflow.current' : 'workflow.older')}
                        </Badge>
                        <bdi>{pin.version}</bdi>
                        <span className="text-muted">{t('workflow.runs', { count: pin.runs })}</span>
                        <Ago at={pin.lastActivityAt} />
                      </p>
                      <p className="mt-1">
                        <Id value={pin.workflowHash} />
                      </p>
                      {pin.compiled !== undefined && (
                        <div className="mt-2">
                          <JsonText value={pin.compiled} label={t('workflow.compiled')} />
                        </div>
                      )}
                    </li>
                  ))}
                </ul>
              ),
          },
        ]}
      />
    </Page>
  );
};

export default WorkflowPage;
