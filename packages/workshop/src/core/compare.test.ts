import { expect, test } from 'vitest';
import { type Bench, emptyBench } from './bench.ts';
import { beginsLane } from './compare.ts';
import type { BenchEvent, LaneState } from './events.ts';
import { fold } from './fold.ts';

const blob = `sha256:${'a'.repeat(64)}` as const;
const opened = (oneAtATime?: boolean): Bench => {
  const bench = { ...emptyBench(), published: blob };
  const lanes = (['a', 'b', 'c'] as const).map((name) => ({ laneId: `lane_${name}`, modelId: name, label: name }));
  const base = { head: null, stamp: { published: blob, context: null, draft: null } };
  const event = { kind: 'compare.opened', compareId: 'cmp_x', userMessageId: 'msg_x', base, lanes, oneAtATime };
  fold(bench, event as BenchEvent, { seq: 0, at: '2026-01-10T11:00:00.000Z' });
  return bench;
};
const is = (bench: Bench, laneId: `lane_${string}`, state: LaneState): Bench => {
  const event = { kind: 'compare.lane_updated', compareId: 'cmp_x', laneId, state, messageId: null, draft: null };
  fold(bench, event as BenchEvent, { seq: 1, at: '2026-01-10T11:00:00.000Z' });
  return bench;
};

test('the log says whether lanes go one at a time; one of before says that they do not', () => {
  expect(opened(true).compare?.oneAtATime).toBe(true);
  expect(opened().compare?.oneAtATime).toBe(false);
});

test('of two servers that would begin one lane, or one too many, the second is told to wait', () => {
  const bench = opened(true);
  expect(beginsLane(bench, 'lane_b', 1)).toMatchObject({ ok: true, value: [{ laneId: 'lane_b', state: 'running' }] });
  is(bench, 'lane_b', 'running');
  expect(beginsLane(bench, 'lane_b', 2)).toEqual({ ok: false, error: { code: 'LANE_WAITS' } });
  expect(beginsLane(bench, 'lane_c', 1)).toEqual({ ok: false, error: { code: 'LANE_WAITS' } });
  expect(beginsLane(bench, 'lane_c', 2)).toMatchObject({ ok: true });
  is(bench, 'lane_b', 'ready');
  expect(beginsLane(bench, 'lane_c', 1)).toMatchObject({ ok: true });
});
