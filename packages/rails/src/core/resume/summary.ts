import { budgets } from '../budgets.ts';
import type { NodeId, RunId, SessionId } from '../ids.ts';
import { contextAt, notesOf, recapAt } from '../session/lineage.ts';
import type { RunState, SessionState } from '../session/state.ts';
import { type RunStatus, statusAt } from '../session/status.ts';
import { preferredTip } from '../session/tips.ts';
import { cutToBytes } from '../text.ts';
import { toWordSet } from './words.ts';

/** One run in brief: all that ranking and showing it as a candidate needs. */
export type RunSummary = {
  readonly sessionId: SessionId;
  readonly runId: RunId;
  readonly workflowId: string;
  readonly workflowHash: `sha256:${string}`;
  readonly tipNodeId: NodeId;
  readonly title: string | null;
  readonly gitBranch: string | null;
  readonly gitHeadSha: string | null;
  readonly repoRootHash: string | null;
  readonly snippet: string;
  readonly pendingStepId: string | null;
  readonly status: RunStatus;
  readonly lastActivityAt: string;
  readonly lastActivitySeq: number;
  /** The Workbench whose run it is; absent where a client started it. */
  readonly workbenchId?: string;
  /** Goal and notes that led to the tip, as a word set. */
  readonly words: string;
  /** Id and name of the workflow, as a word set. */
  readonly workflowWords: string;
};

export const summarise = (session: SessionState, nameOf: (run: RunState) => string): readonly RunSummary[] =>
  [...session.runs.values()].flatMap((run) => {
    const tip = preferredTip(run);
    if (!tip || !session.sessionId) return [];
    const goal = contextAt(run, tip).goal;
    const title = typeof goal === 'string' ? goal : null;
    const recap = recapAt(run, tip);
    const fact = (key: 'git_branch' | 'git_head_sha' | 'repo_root_hash'): string | null =>
      session.observations.get(key)?.value.value ?? null;
    return [
      {
        sessionId: session.sessionId,
        runId: run.runId,
        workflowId: run.workflowId,
        workflowHash: run.workflowHash,
        tipNodeId: tip.nodeId,
        title,
        gitBranch: fact('git_branch'),
        gitHeadSha: fact('git_head_sha'),
        repoRootHash: fact('repo_root_hash'),
        snippet: cutToBytes(recap[0] ? notesOf(recap[0]) : (title ?? ''), budgets.snippetBytes),
        pendingStepId:
          tip.pending === null
            ? null
            : tip.pending.slice(tip.pending.indexOf('::') < 0 ? 0 : tip.pending.indexOf('::') + 2),
        status: statusAt(run, tip),
        lastActivityAt: tip.lastAt,
        lastActivitySeq: run.newestSeq,
        ...(session.origin && { workbenchId: session.origin.workbenchId }),
        words: toWordSet([title ?? '', ...recap.map(notesOf)]),
        workflowWords: toWordSet([run.workflowId.replaceAll('.', ' '), run.workflowId, nameOf(run)]),
      },
    ];
  });
