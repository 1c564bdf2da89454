import { err, ok, type Result } from '@atelier/kernel/core';
import { type Bench, type DraftFacts, placeNow, type Revision } from './bench.ts';
import { card } from './cards.ts';
import { checkpoint, expire, type Keep, type TreeSize } from './checkpoints.ts';
import type { BenchEvent, Stamp } from './events.ts';
import { type GateRefused, gate } from './gating.ts';
import type { CheckpointId, DraftId, MessageId } from './ids.ts';

export type PublishRefused =
  | GateRefused
  | { readonly code: 'CONFLICT_PUBLISHED_CHANGED' | 'RUN_INCOMPLETE' }
  | { readonly code: 'DELETION_UNCONFIRMED'; readonly paths: readonly string[] };

export type PublishFacts = {
  readonly checkpointId: CheckpointId;
  readonly cardId: MessageId;
  /** Of the tree that is published now. */
  readonly size: TreeSize;
  readonly changed: { readonly added: number; readonly modified: number; readonly deleted: readonly string[] };
  /** The person was told that unfinished steps are dropped. */
  readonly dropUnfinished: boolean;
  readonly keep?: Keep;
};

/** Checkpoint, switch of the tree and card are one commit: wholly before or wholly after. */
export const publish = (bench: Bench, facts: PublishFacts): Result<readonly BenchEvent[], PublishRefused> => {
  const gated = gate(bench, 'publish');
  if (!gated.ok) return gated;
  const { draft, revision } = openDraft(bench);
  if (gated.value === 'draft_incomplete' && !facts.dropUnfinished) return err({ code: 'RUN_INCOMPLETE' });
  if (draft.base !== bench.published) return err({ code: 'CONFLICT_PUBLISHED_CHANGED' });
  const paths = facts.changed.deleted.filter((path) => !draft.confirmedDeletions.has(path));
  if (paths.length > 0) return err({ code: 'DELETION_UNCONFIRMED', paths });

  const { head, stamp } = placeNow(bench);
  const after: Stamp = { ...stamp, published: revision.tree, draft: null };
  return ok([
    checkpoint(bench, { checkpointId: facts.checkpointId, reason: 'publish', size: facts.size }),
    {
      kind: 'draft.published',
      draftId: draft.id,
      revisionId: revision.id,
      tree: revision.tree,
      checkpointId: facts.checkpointId,
      holds: [revision.tree],
    },
    { kind: 'rpi.cleared', because: 'publish' },
    card(
      facts.cardId,
      head,
      'publish_checkpoint',
      {
        checkpointId: facts.checkpointId,
        added: facts.changed.added,
        modified: facts.changed.modified,
        deleted: facts.changed.deleted.length,
      },
      after,
    ),
    ...expire(bench, { manual: 0, other: 1 }, facts.keep),
  ]);
};

export const discard = (bench: Bench, facts: { cardId: MessageId }): Result<readonly BenchEvent[], GateRefused> => {
  const gated = gate(bench, 'discard');
  if (!gated.ok) return gated;
  const { draft, revision } = openDraft(bench);
  const { head, stamp } = placeNow(bench);
  return ok([
    { kind: 'draft.discarded', draftId: draft.id, revisionId: revision.id },
    { kind: 'rpi.cleared', because: 'discard' },
    card(
      facts.cardId,
      head,
      'draft_discarded',
      { draftId: draft.id, revisionId: revision.id },
      { ...stamp, draft: null },
    ),
  ]);
};

export type ReopenRefused =
  | GateRefused
  | { readonly code: 'DRAFT_NOT_FOUND' | 'REVISION_PRUNED' | 'CONFLICT_PUBLISHED_CHANGED' };

/** While its tree is still held, a discarded Draft comes back as it was, review marks included. */
export const undoDiscard = (
  bench: Bench,
  facts: { draftId: DraftId; cardId: MessageId },
): Result<readonly BenchEvent[], ReopenRefused> => {
  const gated = gate(bench, 'checkpoint');
  if (!gated.ok) return gated;
  const draft = bench.drafts.get(facts.draftId);
  const last = lastRevision(bench, facts.draftId);
  if (!draft || last?.pruned !== 'discarded') return err({ code: 'DRAFT_NOT_FOUND' });
  if (last.isReleased) return err({ code: 'REVISION_PRUNED' });
  if (draft.base !== bench.published) return err({ code: 'CONFLICT_PUBLISHED_CHANGED' });
  const { head, stamp } = placeNow(bench);
  const back = { draftId: draft.id, revisionId: last.id };
  return ok([
    { kind: 'draft.discard_undone', ...back },
    card(facts.cardId, head, 'draft_reopened', back, { ...stamp, draft: back }),
  ]);
};

export type UndoPublishRefused =
  | GateRefused
  | { readonly code: 'CHECKPOINT_NOT_FOUND' | 'CHECKPOINT_EXPIRED' | 'REVISION_PRUNED' | 'CONFLICT_PUBLISHED_CHANGED' };

/** Published returns to the tree before, and the Draft to the state it was published from. */
export const undoPublish = (
  bench: Bench,
  facts: { checkpointId: CheckpointId; cardId: MessageId },
): Result<readonly BenchEvent[], UndoPublishRefused> => {
  const gated = gate(bench, 'restore');
  if (!gated.ok) return gated;
  const target = bench.checkpoints.get(facts.checkpointId);
  if (!target?.published || target.published.isUndone) return err({ code: 'CHECKPOINT_NOT_FOUND' });
  if (target.isExpired) return err({ code: 'CHECKPOINT_EXPIRED' });
  // Something else changed Published since: undoing this publish would take that along.
  if (target.published.tree !== bench.published) return err({ code: 'CONFLICT_PUBLISHED_CHANGED' });
  const revision = bench.revisions.get(target.published.draft.revisionId);
  if (!revision || revision.isReleased) return err({ code: 'REVISION_PRUNED' });
  const { head, stamp } = placeNow(bench);
  const after: Stamp = { ...stamp, published: target.tree, draft: target.published.draft };
  return ok([
    {
      kind: 'draft.publish_undone',
      ...target.published.draft,
      tree: target.tree,
      checkpointId: target.id,
      holds: [target.tree],
    },
    card(facts.cardId, head, 'publish_undone', { checkpointId: target.id }, after),
  ]);
};

/** Only after the gate let a Draft's operation through. */
export const openDraft = (bench: Bench): { readonly draft: DraftFacts; readonly revision: Revision } => {
  const draft = bench.draft && bench.drafts.get(bench.draft.draftId);
  const revision = bench.draft && bench.revisions.get(bench.draft.revisionId);
  if (!draft || !revision) throw new Error('an open Draft has its facts and its revision');
  return { draft, revision };
};

const lastRevision = (bench: Bench, draftId: DraftId): Revision | undefined => {
  let last: Revision | undefined;
  for (const revision of bench.revisions.values()) if (revision.draftId === draftId) last = revision;
  return last;
};
