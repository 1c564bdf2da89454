import { err, ok, type Result } from '@atelier/kernel/core';
import { type Bench, type Lane, placeNow } from './bench.ts';
import { card } from './cards.ts';
import type { BenchEvent, Place } from './events.ts';
import { type GateRefused, gate } from './gating.ts';
import type { CompareId, LaneId, MessageId } from './ids.ts';
import { stampAt, userMessageOf } from './path.ts';

export const mostLanes = 4;

export type CompareRefused =
  | GateRefused
  | { readonly code: 'MESSAGE_NOT_FOUND' | 'TOO_MANY_LANES' | 'NO_LANE' }
  | { readonly code: 'COMPARE_NOT_OPEN' | 'LANE_NOT_FOUND' | 'LANE_NOT_CHOOSABLE' };

/** The answer that is there becomes the first lane, with its Draft; the others begin where it began. */
export const openCompare = (
  bench: Bench,
  facts: {
    readonly compareId: CompareId;
    readonly messageId: MessageId;
    readonly lanes: readonly { readonly laneId: LaneId; readonly modelId: string; readonly name: string }[];
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
  const hasAnswer = now.head !== null && now.head !== userMessageId;
  return ok([
    {
      kind: 'compare.opened',
      compareId: facts.compareId,
      userMessageId,
      base: { head: userMessageId, stamp },
      lanes: labelled(facts.lanes),
    },
    ...(hasAnswer
      ? [
          {
            kind: 'compare.lane_updated',
            compareId: facts.compareId,
            laneId: first.laneId,
            state: 'ready',
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
  if (!bench.compare) return err({ code: 'COMPARE_NOT_OPEN' });
  const lane = bench.compare.lanes.find(({ id }) => id === facts.laneId);
  if (!lane) return err({ code: 'LANE_NOT_FOUND' });
  if (lane.messageId === null || !choosable.has(lane.state)) return err({ code: 'LANE_NOT_CHOOSABLE' });
  const place = placeOf(bench.compare.base, lane);
  const { id, lanes } = bench.compare;
  return ok([
    { kind: 'compare.chosen', compareId: id, laneId: lane.id, place },
    card(
      facts.cardId,
      place.head,
      'compare_chosen',
      { compareId: id, laneId: lane.id, lanes: lanes.map((each) => each.id) },
      place.stamp,
    ),
  ]);
};

/** Closing without a choice keeps the first lane: the answer that was there before. */
export const closeCompare = (bench: Bench): Result<readonly BenchEvent[], CompareRefused> => {
  if (!bench.compare) return err({ code: 'COMPARE_NOT_OPEN' });
  const { id, base, lanes } = bench.compare;
  const [first] = lanes;
  return ok([{ kind: 'compare.closed', compareId: id, place: first?.messageId ? placeOf(base, first) : base }]);
};

const choosable = new Set<Lane['state']>(['ready', 'interrupted']);

const placeOf = (base: Place, lane: Lane): Place => ({
  head: lane.messageId,
  stamp: { ...base.stamp, draft: lane.draft },
});

const labelled = (lanes: readonly { readonly laneId: LaneId; readonly modelId: string; readonly name: string }[]) => {
  const seen = new Map<string, number>();
  return lanes.map(({ laneId, modelId, name }) => {
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    return { laneId, modelId, label: nth === 1 ? name : `${name} (${nth})` };
  });
};
