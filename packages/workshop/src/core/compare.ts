import { err, ok, type Result } from '@atelier/kernel/core';
import { type Bench, type Compare, type Lane, placeNow } from './bench.ts';
import { card } from './cards.ts';
import type { BenchEvent, Place } from './events.ts';
import { type GateRefused, gate } from './gating.ts';
import type { CompareId, ContentId, DraftId, LaneId, MessageId, RevisionId } from './ids.ts';
import { stampAt, userMessageOf } from './path.ts';

export const mostLanes = 4;

export type CompareRefused =
  | GateRefused
  | { readonly code: 'MESSAGE_NOT_FOUND' | 'TOO_MANY_LANES' | 'NO_LANE' | 'COMPARE_BASE_CHANGED' }
  | { readonly code: 'COMPARE_NOT_OPEN' | 'LANE_NOT_FOUND' | 'LANE_NOT_CHOOSABLE' };

/** The answer that is there becomes the first lane, with its Draft; the others begin where it began. */
export const openCompare = (
  bench: Bench,
  facts: {
    readonly compareId: CompareId;
    readonly messageId: MessageId;
    readonly lanes: readonly { readonly laneId: LaneId; readonly modelId: string; readonly name: string }[];
    readonly oneAtATime?: boolean;
  },
): Result<readonly BenchEvent[], CompareRefused> => {
  const gated = gate(bench, 'compare');
  if (!gated.ok) return gated;
  const userMessageId = userMessageOf(bench, facts.messageId);
  const stamp = userMessageId && stampAt(bench, userMessageId);
  const [first] = facts.lanes;
  if (!userMessageId || !stamp) return err({ code: 'MESSAGE_NOT_FOUND' });
  if (!first || facts.lanes.length < 2) return err({ code: 'NO_LANE' });
  if (facts.lanes.length > mostLanes) return err({ code: 'TOO_MANY_LANES' });
  const now = placeNow(bench);
  // Lanes begin where the question was asked, and choosing one goes back there: what came after would be lost.
  if (bench.head === null || userMessageOf(bench, bench.head) !== userMessageId)
    return err({ code: 'MESSAGE_NOT_FOUND' });
  if (stamp.published !== bench.published || stamp.context !== bench.context)
    return err({ code: 'COMPARE_BASE_CHANGED' });
  return ok([
    {
      kind: 'compare.opened',
      compareId: facts.compareId,
      userMessageId,
      base: { head: userMessageId, stamp },
      lanes: labelled(facts.lanes),
      ...(facts.oneAtATime && { oneAtATime: true }),
    },
    ...(now.head !== null && now.head !== userMessageId
      ? [
          {
            kind: 'compare.lane_updated',
            compareId: facts.compareId,
            laneId: first.laneId,
            state: bench.messages.get(now.head)?.status === 'interrupted' ? 'interrupted' : 'ready',
            messageId: now.head,
            draft: now.stamp.draft,
          } as const,
        ]
      : []),
  ]);
};

/** The chosen lane's answer and Draft become the conversation's; the other lanes stay in the log. */
export const chooseLane = (
  bench: Bench,
  facts: { readonly laneId: LaneId; readonly cardId: MessageId },
): Result<readonly BenchEvent[], CompareRefused> => {
  const found = choosableLane(bench, facts.laneId);
  if (!found.ok) return found;
  const { compare, lane } = found.value;
  const place = placeOf(compare.base, lane);
  return ok([...discarded(compare, lane.draft?.draftId), ...chosen(compare, lane, place, facts.cardId, {})]);
};

/** Files a person took, each from one lane; `changes` are the only ones taken of a file. */
export type Piece = {
  readonly laneId: LaneId;
  readonly path: string;
  readonly changes?: readonly string[] | undefined;
};

export type PiecesRefused = {
  readonly code: 'LANES_IN_ONE_FILE' | 'FILE_NOT_FOUND';
  readonly paths: readonly string[];
};

/** A file is one lane's work: two lanes inside one file would be a text that no model ever saw. */
export const judgePieces = (
  bench: Bench,
  pieces: readonly Piece[],
): Result<readonly (Piece & { readonly lane: Lane })[], CompareRefused | PiecesRefused> => {
  const laneByPath = new Map<string, LaneId>();
  const twice = new Set<string>();
  const judged: (Piece & { readonly lane: Lane })[] = [];
  for (const piece of pieces) {
    const found = choosableLane(bench, piece.laneId);
    if (!found.ok) return found;
    if (laneByPath.has(piece.path)) twice.add(piece.path);
    laneByPath.set(piece.path, piece.laneId);
    judged.push({ ...piece, lane: found.value.lane });
  }
  if (judged.length === 0) return err({ code: 'NO_LANE' });
  return twice.size > 0 ? err({ code: 'LANES_IN_ONE_FILE', paths: [...twice] }) : ok(judged);
};

/** A Draft put together from files of several lanes. The conversation goes on from the answer of one of them. */
export const choosePieces = (
  bench: Bench,
  facts: {
    readonly laneId: LaneId;
    readonly cardId: MessageId;
    readonly draftId: DraftId;
    readonly revisionId: RevisionId;
    readonly tree: ContentId;
    readonly review: ContentId | null;
    readonly bytes: number;
    readonly pieces: readonly Piece[];
    readonly by: string;
  },
): Result<readonly BenchEvent[], CompareRefused> => {
  const found = choosableLane(bench, facts.laneId);
  if (!found.ok) return found;
  const { compare, lane } = found.value;
  const { draftId, revisionId, tree, review, bytes } = facts;
  const { stamp } = compare.base;
  const before = stamp.draft && bench.drafts.get(stamp.draft.draftId);
  const base = (stamp.draft && bench.revisions.get(stamp.draft.revisionId)?.tree) || stamp.published;
  const place: Place = { head: lane.messageId, stamp: { ...stamp, draft: { draftId, revisionId } } };
  const taken = facts.pieces.map(({ laneId, path, changes }) => ({ laneId, path, changes: changes?.length ?? null }));
  return ok([
    {
      kind: 'draft.created',
      draftId,
      base,
      reference: before?.reference ?? base,
      source: { kind: 'workshop', ref: facts.by },
      holds: [base],
    },
    {
      kind: 'draft.revision_created',
      draftId,
      revisionId,
      baseRevisionId: null,
      messageId: lane.messageId ?? facts.cardId,
      tree,
      review,
      bytes,
      holds: review ? [tree, review] : [tree],
    },
    ...discarded(compare, undefined),
    ...chosen(compare, lane, place, facts.cardId, { pieces: taken }),
  ]);
};

/** Closing without a choice keeps the first lane: the answer that was there before. */
export const closeCompare = (bench: Bench): Result<readonly BenchEvent[], CompareRefused> => {
  const { compare } = bench;
  if (!compare) return err({ code: 'COMPARE_NOT_OPEN' });
  const [first] = compare.lanes;
  const place = first?.messageId ? placeOf(compare.base, first) : compare.base;
  return ok([...discarded(compare, first?.draft?.draftId), { kind: 'compare.closed', compareId: compare.id, place }]);
};

const choosable = new Set<Lane['state']>(['ready', 'interrupted']);

const choosableLane = (
  { compare }: Bench,
  laneId: LaneId,
): Result<{ readonly compare: Compare; readonly lane: Lane }, CompareRefused> => {
  if (!compare) return err({ code: 'COMPARE_NOT_OPEN' });
  const lane = compare.lanes.find(({ id }) => id === laneId);
  if (!lane) return err({ code: 'LANE_NOT_FOUND' });
  if (lane.messageId === null || !choosable.has(lane.state)) return err({ code: 'LANE_NOT_CHOOSABLE' });
  return ok({ compare, lane });
};

const chosen = (
  { id: compareId, lanes }: Compare,
  lane: Lane,
  place: Place,
  cardId: MessageId,
  more: Readonly<Record<string, never>> | { readonly pieces: readonly object[] },
): readonly BenchEvent[] => [
  { kind: 'compare.chosen', compareId, laneId: lane.id, place },
  // The Workbench's own run made the first lane; of another lane there is nothing to resume.
  ...(lane.id === lanes[0]?.id ? [] : [{ kind: 'rpi.cleared', because: 'compare' } as const]),
  card(
    cardId,
    place.head,
    'compare_chosen',
    {
      compareId,
      laneId: lane.id,
      modelId: lane.modelId,
      lanes: lanes.map((each) => each.id),
      ...(more as Record<string, never>),
    },
    place.stamp,
  ),
];

/** Drafts of lanes nobody chose. One that was there before the question is not a lane's own. */
const discarded = ({ lanes, base }: Compare, kept: DraftId | undefined): readonly BenchEvent[] =>
  lanes.flatMap(({ draft }) =>
    draft && draft.draftId !== kept && draft.draftId !== base.stamp.draft?.draftId
      ? [{ kind: 'draft.discarded', ...draft } as const]
      : [],
  );

const placeOf = (base: Place, lane: Lane): Place => ({
  head: lane.messageId,
  stamp: { ...base.stamp, draft: lane.draft },
});

/** A lane that waits begins, where fewer than `atOnce` are running. */
export const beginsLane = (
  { compare }: Bench,
  laneId: LaneId,
  atOnce: number,
): Result<readonly BenchEvent[], { readonly code: 'LANE_WAITS' }> => {
  const lane = compare?.lanes.find(({ id }) => id === laneId);
  const isRoom = (compare?.lanes ?? []).filter(({ state }) => state === 'running').length < atOnce;
  if (!compare || lane?.state !== 'queued' || !isRoom) return err({ code: 'LANE_WAITS' });
  const { messageId, draft } = lane;
  return ok([{ kind: 'compare.lane_updated', compareId: compare.id, laneId, state: 'running', messageId, draft }]);
};

const labelled = (lanes: readonly { readonly laneId: LaneId; readonly modelId: string; readonly name: string }[]) => {
  const seen = new Map<string, number>();
  return lanes.map(({ laneId, modelId, name }) => {
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    return { laneId, modelId, label: nth === 1 ? name : `${name} (${nth})` };
  });
};
