import { err, ok, type Result } from '@atelier/kernel/core';
import { type Bench, type DraftPlace, placeNow } from './bench.ts';
import { checkpoint, expire, type Keep, type TreeSize } from './checkpoints.ts';
import type { BenchEvent, HeadReason, Place, RewindMode, Stamp } from './events.ts';
import { type GateRefused, gate } from './gating.ts';
import type { CheckpointId, ContentId, MessageId, RevisionId } from './ids.ts';
import { isOnPath, messagesAfter, stampAt, upFrom } from './path.ts';

export type RewindFacts = {
  readonly messageId: MessageId;
  readonly mode: RewindMode;
  /** What becomes of Published where it differs. A person says it; nothing is assumed. */
  readonly published?: 'keep' | 'restore' | undefined;
  readonly preRestoreId: CheckpointId;
  readonly size: TreeSize;
  /** Whether a tree's content is all there. A tree that is not cannot be returned to. */
  readonly isUsable?: (tree: ContentId) => boolean;
  readonly reason?: Extract<HeadReason, 'undo' | 'regenerate'>;
  readonly keep?: Keep;
};

export type RewindRefused =
  | GateRefused
  | { readonly code: 'MESSAGE_NOT_FOUND' | 'ALREADY_HERE' }
  | { readonly code: 'PUBLISHED_CHOICE_REQUIRED'; readonly published: ContentId; readonly now: ContentId }
  | { readonly code: 'REVISION_PRUNED'; readonly revisionId: RevisionId; readonly isReopenable: boolean }
  | { readonly code: 'CONTENT_MISSING'; readonly tree: ContentId };

export type Rewound = {
  readonly events: readonly BenchEvent[];
  /** Set where the state of the message could not be had and the newest usable one before it was taken. */
  readonly partial: { readonly wanted: RevisionId; readonly got: RevisionId | null } | null;
};

export const rewind = (bench: Bench, facts: RewindFacts): Result<Rewound, RewindRefused> => {
  const gated = gate(bench, 'rewind');
  if (!gated.ok) return gated;
  if (facts.messageId === bench.head) return err({ code: 'ALREADY_HERE' });
  const stamp = isOnPath(bench, facts.messageId) ? stampAt(bench, facts.messageId) : null;
  if (!stamp) return err({ code: 'MESSAGE_NOT_FOUND' });

  const from = placeNow(bench);
  const target = filesOf(bench, stamp, from.stamp, facts);
  if (!target.ok) return target;
  const to: Place = { head: facts.messageId, stamp: target.value.stamp };
  return ok({ events: move(bench, from, to, facts), partial: target.value.partial });
};

/** The files of the place that is returned to, as far as the person's choices and the store allow. */
const filesOf = (
  bench: Bench,
  wanted: Stamp,
  now: Stamp,
  { mode, published, isUsable = () => true, messageId }: RewindFacts,
): Result<{ stamp: Stamp; partial: Rewound['partial'] }, RewindRefused> => {
  if (mode === 'chat_only') return ok({ stamp: now, partial: null });
  if (wanted.published !== now.published && published === undefined)
    return err({ code: 'PUBLISHED_CHOICE_REQUIRED', published: wanted.published, now: now.published });
  const restores = published === 'restore';
  if (restores && !isUsable(wanted.published)) return err({ code: 'CONTENT_MISSING', tree: wanted.published });
  const base: Stamp = {
    published: restores ? wanted.published : now.published,
    context: restores ? wanted.context : now.context,
    draft: null,
  };
  if (mode === 'discard_draft' || !wanted.draft) return ok({ stamp: base, partial: null });

  const revision = bench.revisions.get(wanted.draft.revisionId);
  const isPruned = mode === 'reopen_draft' ? revision?.isReleased : revision?.pruned;
  if (!revision || isPruned)
    return err({
      code: 'REVISION_PRUNED',
      revisionId: wanted.draft.revisionId,
      isReopenable: mode !== 'reopen_draft' && revision?.isReleased === false && isUsable(revision.tree),
    });
  if (isUsable(revision.tree)) return ok({ stamp: { ...base, draft: wanted.draft }, partial: null });
  const got = newestUsable(bench, messageId, isUsable);
  return ok({
    stamp: { ...base, draft: got },
    partial: { wanted: revision.id, got: got?.revisionId ?? null },
  });
};

const newestUsable = (bench: Bench, from: MessageId, isUsable: (tree: ContentId) => boolean): DraftPlace | null => {
  for (const { stamp } of upFrom(bench, from)) {
    if (!stamp) continue;
    if (!stamp.draft) return null;
    const revision = bench.revisions.get(stamp.draft.revisionId);
    if (revision && !revision.pruned && isUsable(revision.tree)) return stamp.draft;
  }
  return null;
};

const move = (
  bench: Bench,
  from: Place,
  to: Place,
  facts: Pick<RewindFacts, 'mode' | 'preRestoreId' | 'size' | 'reason' | 'keep'>,
): readonly BenchEvent[] => {
  const changesPublished = to.stamp.published !== from.stamp.published;
  return [
    ...closing(bench, from),
    ...(changesPublished
      ? [checkpoint(bench, { checkpointId: facts.preRestoreId, reason: 'pre_restore', size: facts.size })]
      : []),
    {
      kind: 'head.moved',
      reason: facts.reason ?? 'undo',
      mode: facts.mode,
      from,
      to,
      ...(changesPublished ? { holds: [to.stamp.published] } : {}),
    },
    { kind: 'rpi.cleared', because: facts.reason ?? 'undo' },
    ...(changesPublished ? expire(bench, { manual: 0, other: 1 }, facts.keep) : []),
  ];
};

/** A rewind ends an open comparison; its lanes stay in the log. */
const closing = (bench: Bench, place: Place): readonly BenchEvent[] =>
  bench.compare ? [{ kind: 'compare.closed', compareId: bench.compare.id, place }] : [];

export type RewindPreview = {
  readonly messages: number;
  readonly losesDraft: boolean;
  readonly changesDraft: boolean;
  readonly crossesPublish: boolean;
  readonly to: Stamp;
};

/** What a rewind would do, before anybody is asked. Costs no model call and changes nothing. */
export const previewRewind = (bench: Bench, messageId: MessageId): Result<RewindPreview, RewindRefused> => {
  const gated = gate(bench, 'rewind');
  if (!gated.ok) return gated;
  if (messageId === bench.head) return err({ code: 'ALREADY_HERE' });
  const to = isOnPath(bench, messageId) ? stampAt(bench, messageId) : null;
  if (!to) return err({ code: 'MESSAGE_NOT_FOUND' });
  const now = placeNow(bench).stamp;
  return ok({
    messages: messagesAfter(bench, messageId).length,
    losesDraft: now.draft !== null && to.draft === null,
    changesDraft: now.draft?.revisionId !== to.draft?.revisionId,
    crossesPublish: now.published !== to.published,
    to,
  });
};

export type RedoRefused =
  | GateRefused
  | { readonly code: 'NOTHING_TO_REDO' }
  | { readonly code: 'REVISION_PRUNED'; readonly revisionId: RevisionId; readonly isReopenable: boolean }
  | { readonly code: 'CONTENT_MISSING'; readonly tree: ContentId };

/** Returns to the place before the last rewind: head, Draft and Published exactly. */
export const redo = (
  bench: Bench,
  facts: Pick<RewindFacts, 'preRestoreId' | 'size' | 'isUsable' | 'keep'>,
): Result<readonly BenchEvent[], RedoRefused> => {
  const gated = gate(bench, 'redo');
  if (!gated.ok) return gated;
  const to = bench.redo.at(-1);
  if (!to) return err({ code: 'NOTHING_TO_REDO' });
  return returnTo(bench, to, 'redo', facts);
};

/** Takes up a path that was left by a rewind and then written past. */
export const restorePath = (
  bench: Bench,
  facts: { readonly messageId: MessageId } & Pick<RewindFacts, 'preRestoreId' | 'size' | 'isUsable' | 'keep'>,
): Result<readonly BenchEvent[], RedoRefused | { readonly code: 'MESSAGE_NOT_FOUND' | 'ALREADY_HERE' }> => {
  const gated = gate(bench, 'redo');
  if (!gated.ok) return gated;
  if (facts.messageId === bench.head) return err({ code: 'ALREADY_HERE' });
  const stamp = bench.messages.has(facts.messageId) ? stampAt(bench, facts.messageId) : null;
  if (!stamp) return err({ code: 'MESSAGE_NOT_FOUND' });
  return returnTo(bench, { head: facts.messageId, stamp }, 'undo', facts);
};

const returnTo = (
  bench: Bench,
  to: Place,
  reason: 'undo' | 'redo',
  { preRestoreId, size, isUsable = () => true, keep }: Pick<RewindFacts, 'preRestoreId' | 'size' | 'isUsable' | 'keep'>,
): Result<readonly BenchEvent[], RedoRefused> => {
  const revision = to.stamp.draft ? bench.revisions.get(to.stamp.draft.revisionId) : undefined;
  if (to.stamp.draft && (!revision || revision.isReleased))
    return err({ code: 'REVISION_PRUNED', revisionId: to.stamp.draft.revisionId, isReopenable: false });
  if (revision && !isUsable(revision.tree)) return err({ code: 'CONTENT_MISSING', tree: revision.tree });
  if (!isUsable(to.stamp.published)) return err({ code: 'CONTENT_MISSING', tree: to.stamp.published });
  const from = placeNow(bench);
  const changesPublished = to.stamp.published !== from.stamp.published;
  return ok([
    ...(changesPublished ? [checkpoint(bench, { checkpointId: preRestoreId, reason: 'pre_restore', size })] : []),
    {
      kind: 'head.moved',
      reason,
      mode: 'full',
      from,
      to,
      ...(changesPublished ? { holds: [to.stamp.published] } : {}),
    },
    { kind: 'rpi.cleared', because: reason },
    ...(changesPublished ? expire(bench, { manual: 0, other: 1 }, keep) : []),
  ]);
};
