import type { RunCard, SessionCard, SessionHealth } from '@atelier/contracts';
import type { WorkflowIndex } from '../../core/engine/workflow-index.ts';
import { contextAt } from '../../core/session/lineage.ts';
import type { RunState, SessionState } from '../../core/session/state.ts';
import { openGaps, runStatus } from '../../core/session/status.ts';
import { isTip, preferredTip } from '../../core/session/tips.ts';
import { readStepKey } from './step-instance.ts';
import { waitsForAt } from './waiting.ts';

/** The pinned workflow of a run; undefined when its content is gone. */
export type WorkflowOf = (run: RunState) => WorkflowIndex | undefined;

export const sessionCardOf = (
  sessionId: string,
  session: SessionState,
  health: SessionHealth,
  workflowOf: WorkflowOf,
): SessionCard => {
  const runs = [...session.runs.values()];
  const fact = (key: 'git_branch' | 'git_head_sha' | 'repo_root'): string | null =>
    session.observations.get(key)?.value.value ?? null;
  return {
    sessionId,
    title: runs.map(titleOf).find((title) => title !== null) ?? null,
    workspace: fact('repo_root'),
    ...(session.origin && { workbenchId: session.origin.workbenchId }),
    gitBranch: fact('git_branch'),
    gitHeadSha: fact('git_head_sha'),
    health,
    createdAt: session.createdAt,
    lastActivityAt: session.lastAt,
    events: session.next,
    runs: runs.map((run) => runCardOf(run, workflowOf(run))),
  };
};

/** What the run is for, in the words of whoever started it. */
export const titleOf = (run: RunState): string | null => {
  const tip = preferredTip(run);
  const goal = tip && contextAt(run, tip).goal;
  return typeof goal === 'string' && goal.trim() !== '' ? goal : null;
};

const WAITS_FOR_YOU: ReadonlySet<string> = new Set(['confirmation', 'answer']);

const runCardOf = (run: RunState, workflow: WorkflowIndex | undefined): RunCard => {
  const tip = preferredTip(run);
  const pending = tip?.pending ? readStepKey(tip.pending).stepId : null;
  const gaps = { critical: 0, warning: 0, info: 0 };
  for (const { severity } of tip ? openGaps(run, tip) : []) gaps[severity] += 1;
  let tips = 0;
  let divergences = 0;
  for (const node of run.path) {
    if (isTip(node)) tips += 1;
    divergences += node.badges.divergences;
  }
  return {
    runId: run.runId,
    ordinal: run.ordinal,
    ...(run.agent === undefined ? {} : { agent: run.agent }),
    workflowId: run.workflowId,
    workflowName: workflow?.snapshot.name ?? run.workflowId,
    workflowHash: run.workflowHash,
    status: runStatus(run),
    waitsForYou: WAITS_FOR_YOU.has(waitsForAt(run, tip, workflow).kind),
    pendingStepId: pending,
    pendingTitle: pending === null ? null : (workflow?.stepById.get(pending)?.title ?? pending),
    nodes: run.nodes.size,
    tips,
    openGaps: gaps,
    divergences,
    lastActivityAt: tip?.lastAt ?? run.startedAt,
  };
};
