import { activeTree, type Bench } from '../core/bench.ts';
import type { Actor } from '../core/codec.ts';
import { benchStream, type ContentId, type MessageId, type WorkbenchId } from '../core/ids.ts';
import type { WorkshopPorts } from '../ports/index.ts';
import type { createDraftActions } from './drafts.ts';

/** The trees a program works on: reads see the Draft where there is one, writes go into it and nowhere else. */
export type BenchView = {
  readonly now: ContentId | null;
  readonly root: 'draft' | 'published';
  readonly references: readonly {
    readonly source: 'draft_start_snapshot' | 'published_current_fallback';
    readonly tree: ContentId | null;
  }[];
};

export const viewOf = (bench: Bench): BenchView => {
  const draft = bench.draft && bench.drafts.get(bench.draft.draftId);
  return {
    now: activeTree(bench),
    root: draft ? 'draft' : 'published',
    references: draft
      ? [
          { source: 'draft_start_snapshot', tree: draft.reference },
          { source: 'published_current_fallback', tree: bench.published },
        ]
      : [{ source: 'draft_start_snapshot', tree: bench.published }],
  };
};

export type WriteOutcome = 'written' | 'changed_meanwhile' | 'not_allowed';

/** What a file tool needs of a Workbench, for one program that writes in its own name. */
export const createBenchPlace = (
  deps: Pick<WorkshopPorts, 'benches'> & { readonly actions: Pick<ReturnType<typeof createDraftActions>, 'write'> },
  workbenchId: WorkbenchId,
  actor: Actor,
  messageId: () => MessageId,
) => ({
  view: async (): Promise<BenchView> => {
    const now = await deps.benches.at(benchStream(workbenchId));
    if (!now.ok) throw new Error(`the Workbench ${workbenchId} cannot be read`);
    return viewOf(now.value.state);
  },
  adopt: async (change: { before: ContentId | null; tree: ContentId; bytes: number }): Promise<WriteOutcome> => {
    if (change.before === null) return 'not_allowed';
    const written = await deps.actions.write(
      workbenchId,
      {
        messageId: messageId(),
        base: change.before,
        tree: change.tree,
        review: null,
        bytes: change.bytes,
        source: { kind: actor.kind === 'client' ? 'outside' : 'workshop', ref: actor.name },
      },
      actor,
    );
    if (written.ok || written.error.code === 'NOTHING_CHANGED') return 'written';
    return written.error.code === 'CONFLICT_DRAFT_CHANGED' ? 'changed_meanwhile' : 'not_allowed';
  },
});
