import { err, ok, type Result } from '@atelier/kernel/core';
import type { Bench, Revision } from './bench.ts';
import type { BenchEvent } from './events.ts';
import { type GateRefused, gate } from './gating.ts';
import type { ContentId, DraftId, LaneId, MessageId, RevisionId } from './ids.ts';

export type WriteFacts = {
  /** Taken when there is no Draft yet. */
  readonly draftId: DraftId;
  readonly revisionId: RevisionId;
  readonly messageId: MessageId;
  /** The tree the changes were made on; another one means somebody else wrote meanwhile. */
  readonly base: ContentId;
  readonly tree: ContentId;
  readonly review: ContentId | null;
  /** Bytes this revision added to the store. */
  readonly bytes: number;
  readonly source: { readonly kind: 'workshop' | 'system' | 'outside' | 'studio'; readonly ref: string };
  readonly limits?: RevisionLimits;
};

export type WriteRefused = GateRefused | { readonly code: 'CONFLICT_DRAFT_CHANGED' | 'NOTHING_CHANGED' };

/** The only way into a Draft: the first write makes it, each further one adds a revision. */
export const writeDraft = (bench: Bench, facts: WriteFacts): Result<readonly BenchEvent[], WriteRefused> => {
  const gated = gate(bench, 'write_draft');
  if (!gated.ok) return gated;
  const current = bench.draft ? bench.revisions.get(bench.draft.revisionId) : undefined;
  if (facts.base !== (current?.tree ?? bench.published)) return err({ code: 'CONFLICT_DRAFT_CHANGED' });
  if (facts.tree === facts.base && facts.review === (current?.review ?? null)) return err({ code: 'NOTHING_CHANGED' });
  const draftId = bench.draft?.draftId ?? facts.draftId;
  return ok([
    ...(bench.draft ? [] : [created(facts.base, draftId, facts.source)]),
    {
      kind: 'draft.revision_created',
      draftId,
      revisionId: facts.revisionId,
      baseRevisionId: bench.draft?.revisionId ?? null,
      messageId: facts.messageId,
      tree: facts.tree,
      review: facts.review,
      bytes: facts.bytes,
      holds: facts.review ? [facts.tree, facts.review] : [facts.tree],
    },
    ...retire(bench, facts.bytes, facts.limits),
  ]);
};

const created = (base: ContentId, draftId: DraftId, source: WriteFacts['source'], laneId?: LaneId): BenchEvent => ({
  kind: 'draft.created',
  draftId,
  base,
  reference: base,
  source,
  holds: [base],
  ...(laneId ? { laneId } : {}),
});

export type RevisionLimits = { readonly revisions: number; readonly bytes: number };
export const defaultRevisionLimits: RevisionLimits = { revisions: 200, bytes: 2 * 1024 ** 3 };

/**
 * What leaves when one more revision of `adding` bytes comes. Above the count the oldest can no longer be rewound
 * to; above the bytes their trees go too. The newest revision of the open Draft always stays.
 */
export const retire = (
  bench: Bench,
  adding: number,
  limits: RevisionLimits = defaultRevisionLimits,
): readonly BenchEvent[] => {
  const all = [...bench.revisions.values()];
  const mayGo = (revision: Revision): boolean => revision.id !== bench.draft?.revisionId;
  const rewindable = all.filter(({ pruned }) => pruned === null);
  const byCount = rewindable.slice(0, Math.max(0, rewindable.length + 1 - limits.revisions)).filter(mayGo);

  let bytes = adding;
  for (const revision of all) if (!revision.isReleased) bytes += revision.bytes;
  const byBytes: Revision[] = [];
  for (const revision of all) {
    if (bytes <= limits.bytes) break;
    if (revision.isReleased || !mayGo(revision)) continue;
    byBytes.push(revision);
    bytes -= revision.bytes;
  }
  const alsoPruned = byBytes.filter((revision) => revision.pruned === null && !byCount.includes(revision));
  const ids = (of: readonly Revision[]): RevisionId[] => of.map(({ id }) => id);
  return [
    ...(byCount.length > 0
      ? [{ kind: 'draft.revisions_pruned', revisionIds: ids(byCount), because: 'count' } as const]
      : []),
    ...(alsoPruned.length > 0
      ? [{ kind: 'draft.revisions_pruned', revisionIds: ids(alsoPruned), because: 'bytes' } as const]
      : []),
    ...(byBytes.length > 0
      ? [
          {
            kind: 'draft.history_released',
            revisionIds: ids(byBytes),
            releases: byBytes.flatMap(({ tree, review }) => (review ? [tree, review] : [tree])),
          } as const,
        ]
      : []),
  ];
};
