import type { DraftDelta, DroppedOp } from '../domain/draft.ts';
import type { PatchOp } from '../domain/patch.ts';

/** The ops of a revision, from those of the one before. */
export const revisedOps = (before: readonly PatchOp[], delta: DraftDelta): PatchOp[] => {
  const carried = delta.carry === 'all' ? undefined : new Set(delta.carry);
  const dropped = new Set(delta.dropped.map(({ opId }) => opId));
  const changed = new Map(delta.changed.map((op) => [op.opId, op]));
  const kept = before.filter(({ opId }) => !dropped.has(opId) && (!carried || carried.has(opId)));
  return [...kept.map((op) => changed.get(op.opId) ?? op), ...delta.added];
};

/** The ops as they were at a revision; 1 is the first. */
export const opsAtRevision = (deltas: readonly DraftDelta[], revision: number): PatchOp[] => {
  let ops: PatchOp[] = [];
  for (const delta of deltas.slice(0, revision)) ops = revisedOps(ops, delta);
  return ops;
};

/** What changed between two lists of ops. Explained drops carry their reasons. */
export const deltaBetween = (
  before: readonly PatchOp[],
  after: readonly PatchOp[],
  dropped: readonly DroppedOp[] = [],
): DraftDelta => {
  const had = new Map(before.map((op) => [op.opId, op]));
  const has = new Set(after.map(({ opId }) => opId));
  const reasons = new Map(dropped.map((each) => [each.opId, each]));
  return {
    carry: 'all',
    added: after.filter(({ opId }) => !had.has(opId)),
    changed: after.filter((op) => had.has(op.opId) && had.get(op.opId) !== op),
    dropped: before.filter(({ opId }) => !has.has(opId)).map(({ opId }) => reasons.get(opId) ?? { opId }),
  };
};

/** Items of the revision before as their places in it, new ones in full: most of a draft stays as it was. */
export const referring = <Item>(before: readonly Item[], now: readonly Item[]): (Item | number)[] => {
  const places = new Map(before.map((item, place) => [JSON.stringify(item), place]));
  return now.map((item) => places.get(JSON.stringify(item)) ?? item);
};

export const referred = <Item extends object | string>(
  before: readonly Item[],
  recorded: readonly (Item | number)[],
): Item[] =>
  recorded.flatMap((each) => {
    const item = typeof each === 'number' ? before[each] : each;
    return item === undefined ? [] : [item];
  });
