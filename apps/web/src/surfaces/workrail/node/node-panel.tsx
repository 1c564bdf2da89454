import type { NodeView, RunView } from '@atelier/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Bookmark, CirclePause, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { Markdown } from '../../../code/markdown.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { Ago } from '../parts/ago.tsx';
import { Disclosure } from '../parts/disclosure.tsx';
import { Facts, Id } from '../parts/facts.tsx';
import { JsonText } from '../parts/json-text.tsx';
import { AttemptCard } from './attempt-card.tsx';
import { BlockerList } from './blocker-list.tsx';
import { ContinuePanel } from './continue-panel.tsx';
import { SayPanel, useMaySay } from './say-panel.tsx';

type Props = {
  readonly sessionId: string;
  readonly run: RunView;
  readonly nodeId: string;
  readonly onSelect: (nodeId: string) => void;
};

export const NodePanel = ({ sessionId, run, nodeId, onSelect }: Props) => {
  const { runId } = run;
  const { t } = useTranslation('workrail');
  const { commands } = useAtelier();
  const refusalText = useRefusalText();
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['rails', sessionId, 'NodeGet', runId, nodeId],
    queryFn: () => commands.NodeGet({ sessionId, runId, nodeId }),
    placeholderData: keepPreviousData,
  });
  if (data === undefined)
    return (
      <div aria-busy="true" className="p-5">
        <SkeletonLines lines={6} />
      </div>
    );
  if (!data.ok) return <EmptyState icon={<TriangleAlert size={18} />} title={refusalText(data.error)} />;
  return (
    <section aria-label={t('node.label')} aria-busy={isPlaceholderData} className="flex flex-col px-5 py-4">
      <NodeBody
        view={data.value.view}
        isOfAnother={isPlaceholderData}
        sessionId={sessionId}
        run={run}
        onSelect={onSelect}
      />
    </section>
  );
};

type BodyProps = Omit<Props, 'nodeId'> & {
  readonly view: NodeView;
  /** The node that is chosen is still on its way; until it comes, the one before it is shown. */
  readonly isOfAnother: boolean;
};

const NodeBody = ({ view, isOfAnother, sessionId, run, onSelect }: BodyProps) => {
  const { t } = useTranslation('workrail');
  const { node, attempts } = view;
  const { runId } = run;
  const contextKeys = Object.keys(view.context).length;
  // What a person is asked for below is not told above in the words of the engine, too.
  const isAsked = useMaySay(run, node.nodeId) && run.waitsFor.kind === 'answer';
  const blockers = view.blockers.filter(({ code }) => !(isAsked && code === 'USER_ONLY_DEPENDENCY'));
  return (
    <>
      <header className="pb-3">
        <h2 className="font-semibold text-lg">
          <bdi>{node.title ?? t('graph.complete')}</bdi>
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
          <Badge
            tone={node.kind === 'blocked_attempt' ? 'draft' : 'neutral'}
            icon={
              node.kind === 'checkpoint' ? (
                <Bookmark size={12} aria-hidden="true" />
              ) : node.kind === 'blocked_attempt' ? (
                <CirclePause size={12} aria-hidden="true" />
              ) : undefined
            }
          >
            {t(`node.kind.${node.kind}`)}
          </Badge>
          {node.stepId !== null && <bdi className="font-mono text-xs">{node.stepId}</bdi>}
          {node.loops.map(({ loopId, title, pass }) => (
            <span key={loopId}>{t('graph.inPass', { loop: title, pass })}</span>
          ))}
          <Ago at={node.at} />
        </p>
        {node.cause === 'non_tip_advance' && (
          <p className="mt-2 text-pretty text-draft-text text-sm">{t('node.cause.non_tip_advance')}</p>
        )}
      </header>

      {blockers.length > 0 && <BlockerList blockers={blockers} />}

      {!isOfAnother && <SayPanel run={run} nodeId={node.nodeId} />}

      {view.stateToken !== null && (
        <ContinuePanel
          sessionId={sessionId}
          runId={runId}
          nodeId={node.nodeId}
          stateToken={view.stateToken}
          isFinished={node.stepId === null}
          isOfAnother={isOfAnother}
        />
      )}

      {attempts.length === 0 && node.kind !== 'checkpoint' && (
        <p className="pb-4 text-pretty text-muted">{node.stepId === null ? t('node.finished') : t('node.waiting')}</p>
      )}
      {attempts.length > 1 && (
        <p className="pb-2 font-medium text-sm">{t('node.attempts', { count: attempts.length })}</p>
      )}
      {attempts.length === 0 && view.arrival !== null && (
        <div className="pb-4">
          <h3 className="pb-2 font-medium text-sm">{t('node.ledHere')}</h3>
          <AttemptCard attempt={view.arrival} ordinal={undefined} isTold={view.blockers.length > 0} />
        </div>
      )}
      <div className="flex flex-col gap-4 pb-4 empty:hidden">
        {attempts.map((attempt, at) => (
          <AttemptCard
            key={attempt.attemptId}
            attempt={attempt}
            ordinal={attempts.length > 1 ? at + 1 : undefined}
            onSelect={onSelect}
          />
        ))}
      </div>

      {view.checkpoints.map((saved) => (
        <div key={saved.nodeId} className="mb-4 rounded-md border border-line px-4 py-3">
          <p className="mb-1 flex items-center gap-2 text-muted text-sm">
            <Bookmark size={13} aria-hidden="true" /> {t('node.checkpoint')} <Ago at={saved.at} />
          </p>
          {saved.recap === null ? (
            <p className="text-faint">{t('node.bookmark')}</p>
          ) : (
            <Markdown whileLoading={<SkeletonLines lines={2} />} text={saved.recap} />
          )}
        </div>
      ))}

      {view.prompt !== null && (
        <Disclosure title={t('node.prompt')}>
          <pre dir="auto" className="whitespace-pre-wrap break-words font-sans text-sm">
            {view.prompt}
          </pre>
        </Disclosure>
      )}
      <Disclosure title={t('node.preferences')} note={t(`autonomy.${view.preferences.autonomy}.label`)}>
        <Facts
          facts={[
            { label: t('preferences.autonomy'), value: t(`autonomy.${view.preferences.autonomy}.meaning`) },
            { label: t('preferences.risk'), value: t(`risk.${view.preferences.riskPolicy}.meaning`) },
            ...view.capabilities.map(({ capability, strong, claimed }) => ({
              label: t(`capability.${capability}`),
              value: strong
                ? t(`capability.${strong}`)
                : t('capability.claimed', { status: t(`capability.${claimed ?? 'unknown'}`) }),
            })),
          ]}
        />
      </Disclosure>
      {contextKeys > 0 && (
        <Disclosure title={t('node.context')} note={contextKeys}>
          <JsonText value={view.context} label={t('node.context')} />
        </Disclosure>
      )}
      <Disclosure title={t('node.ids')}>
        <Facts
          facts={[
            { label: t('ids.session'), value: <Id value={sessionId} /> },
            { label: t('ids.run'), value: <Id value={runId} /> },
            { label: t('ids.node'), value: <Id value={node.nodeId} /> },
            ...(node.attemptId === null ? [] : [{ label: t('ids.attempt'), value: <Id value={node.attemptId} /> }]),
            { label: t('ids.snapshot'), value: <Id value={view.snapshotRef} /> },
          ]}
        />
      </Disclosure>
    </>
  );
};
