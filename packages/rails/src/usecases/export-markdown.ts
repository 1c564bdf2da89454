import type { LogEvent } from '@atelier/kernel/core';
import type { SessionId } from '../core/ids.ts';
import { missingIn } from '../core/session/recall.ts';
import type { PinnedWorkflows } from '../ports/pinned-workflows.ts';
import type { SessionReader } from '../ports/sessions.ts';
import { markdownOf } from '../view/console/markdown.ts';
import { foldSalvaged } from '../view/console/salvaged.ts';

export type MarkdownDeps = {
  readonly sessions: Pick<SessionReader, 'at' | 'recall'>;
  readonly workflows: PinnedWorkflows;
  /** The sound beginning of a damaged session. */
  readonly salvage: (sessionId: SessionId) => Promise<{ readonly events: readonly LogEvent[] }>;
};

/** A session to read, one page for each run. A part of a damaged one says that it is a part. */
export const exportMarkdown =
  ({ sessions, workflows, salvage }: MarkdownDeps) =>
  async (sessionId: SessionId): Promise<{ readonly text: string; readonly isWhole: boolean } | undefined> => {
    const found = await sessions.at(sessionId);
    const state = found.ok ? found.value : foldSalvaged(sessionId, (await salvage(sessionId)).events);
    if (!state) return undefined;
    const runs = [...state.runs.values()];
    if (found.ok) for (const run of runs) await sessions.recall(sessionId, missingIn(run));
    const workflowByHash = new Map<string, Awaited<ReturnType<PinnedWorkflows['get']>>>();
    for (const { workflowHash } of runs) workflowByHash.set(workflowHash, await workflows.get(workflowHash));
    const text = markdownOf(sessionId, state, ({ workflowHash }) => workflowByHash.get(workflowHash));
    return { text: found.ok ? text : `${DAMAGED}\n\n${text}`, isWhole: found.ok };
  };

const DAMAGED = '> This session is damaged. The report ends where the damage starts.';
