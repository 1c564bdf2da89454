import type { Json } from '@atelier/kernel/core';
import type { Bench, DraftFacts } from './bench.ts';

/** A new shape of `Bench` is a new version: snapshots of before are then done without. */
export const benchSnapshotVersion = 3;

type Lists = 'messages' | 'revisions' | 'checkpoints';
type Pairs = 'holds' | 'originals' | 'contextEdits' | 'deletedContext';

type Encoded = Omit<Bench, Lists | Pairs | 'drafts'> & {
  readonly [List in Lists]: readonly ValueOf<Bench[List]>[];
} & { readonly [Pair in Pairs]: readonly EntryOf<Bench[Pair]>[] } & {
  readonly drafts: readonly (Omit<DraftFacts, 'confirmedDeletions'> & {
    readonly confirmedDeletions: readonly string[];
  })[];
};
type ValueOf<M> = M extends Map<unknown, infer Value> ? Value : never;
type EntryOf<M> = M extends Map<infer Key, infer Value> ? readonly [Key, Value] : never;

export const encodeBench = (bench: Bench): Json => {
  const encoded: Encoded = {
    ...bench,
    messages: [...bench.messages.values()],
    drafts: [...bench.drafts.values()].map((draft) => ({
      ...draft,
      confirmedDeletions: [...draft.confirmedDeletions],
    })),
    revisions: [...bench.revisions.values()],
    checkpoints: [...bench.checkpoints.values()],
    holds: [...bench.holds],
    originals: [...bench.originals],
    contextEdits: [...bench.contextEdits],
    deletedContext: [...bench.deletedContext],
  };
  return encoded as unknown as Json;
};

export const decodeBench = (json: Json): Bench => {
  const encoded = json as unknown as Encoded;
  return {
    ...encoded,
    messages: new Map(encoded.messages.map((message) => [message.id, message])),
    drafts: new Map(
      encoded.drafts.map((draft) => [draft.id, { ...draft, confirmedDeletions: new Set(draft.confirmedDeletions) }]),
    ),
    revisions: new Map(encoded.revisions.map((revision) => [revision.id, revision])),
    checkpoints: new Map(encoded.checkpoints.map((checkpoint) => [checkpoint.id, checkpoint])),
    holds: new Map(encoded.holds),
    originals: new Map(encoded.originals),
    contextEdits: new Map(encoded.contextEdits),
    deletedContext: new Map(encoded.deletedContext),
  };
};
