import { describe, expect, test, vi } from 'vitest';
import { interpret } from '../core/engine/interpret.ts';
import { judgeOutput } from '../core/reasons/judge-output.ts';
import type { Answer } from '../core/respond/answer.ts';
import { createTestWorld, linear, notes, okAnswer, tokensOf, unwrap } from '../testing/world.ts';

// Watched, not replaced: the test must see that they run the first time and not the second.
vi.mock(import('../core/engine/interpret.ts'), async (original) => {
  const real = await original();
  return { ...real, interpret: vi.fn(real.interpret) };
});
vi.mock(import('../core/reasons/judge-output.ts'), async (original) => {
  const real = await original();
  return { ...real, judgeOutput: vi.fn(real.judgeOutput) };
});

const files = { 'project.abc': linear('project.abc', ['a', 'b', 'c']) };
const countOf = (events: readonly { kind: string }[], kind: string): number =>
  events.filter((event) => event.kind === kind).length;

describe('replay', () => {
  test('[RL-03] after a restart the same receipt gives the same bytes and one record', async () => {
    const world = createTestWorld(files);
    const start = await world.start('project.abc');
    const first = await world.advance(start, notes('did a'));
    await world.advance(first, notes('did b'));
    const again = await world.restarted().advance(start, notes('did a'));
    expect(JSON.stringify(again)).toBe(JSON.stringify(first));
    const events = await world.events(start.session.sessionId);
    expect(
      events.filter((e) => e.kind === 'advance_recorded' && e.scope.nodeId === events[2]?.scope.nodeId),
    ).toHaveLength(1);
    expect(countOf(events, 'advance_recorded')).toBe(2);
  });

  test('[lock:advance-idempotent] one receipt used a hundred times is one advance with one answer', async () => {
    const world = createTestWorld(files);
    const start = await world.start('project.abc');
    const answers = await Promise.all(Array.from({ length: 100 }, () => world.advance(start, notes('did a'))));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(countOf(await world.events(start.session.sessionId), 'advance_recorded')).toBe(1);
  });

  test('[RL-04] a receipt used again with other notes warns and stores nothing', async () => {
    const world = createTestWorld(files);
    const start = await world.start('project.abc');
    await world.advance(start, notes('first'));
    const again = await world.advance(start, notes('second'));
    expect(again.warnings?.map(({ code }) => code)).toEqual(['REPLAY_PAYLOAD_DIFFERS']);
    const text = JSON.stringify(await world.events(start.session.sessionId));
    expect(text).toContain('first');
    expect(text).not.toContain('second');
  });

  test('[lock:replay-no-recompute] a recorded answer is given without judging or selecting again', async () => {
    const world = createTestWorld(files);
    const start = await world.start('project.abc');
    const first = await world.advance(start, notes('did a'));
    expect(vi.mocked(interpret)).toHaveBeenCalled();
    expect(vi.mocked(judgeOutput)).toHaveBeenCalled();
    vi.mocked(interpret).mockClear();
    vi.mocked(judgeOutput).mockClear();
    const again = await world.restarted().advance(start, notes('did a'));
    expect(JSON.stringify(again)).toBe(JSON.stringify(first));
    expect(vi.mocked(interpret)).not.toHaveBeenCalled();
    expect(vi.mocked(judgeOutput)).not.toHaveBeenCalled();
  });

  test('[lock:replay-fail-closed] a missing snapshot is an error, and nothing is written or computed anew', async () => {
    const world = createTestWorld(files);
    const start = await world.start('project.abc');
    await world.advance(start, notes('did a'));
    const before = await world.events(start.session.sessionId);
    const lost = world.restarted();
    const sessions = { ...lost.deps.sessions, content: async () => undefined };
    const broken = world.restarted({ sessions });
    const answer = await broken.tryAdvance(tokensOf(start));
    expect(answer).toMatchObject({ ok: false, error: { code: 'INTERNAL_ERROR', reason: 'snapshot_missing' } });
    expect(await world.events(start.session.sessionId)).toEqual(before);
  });

  test('a fork answered again tells of the branch that was there then, not of what came later', async () => {
    const world = createTestWorld(files);
    const a = await world.start('project.abc');
    const b = okAnswer(await world.advance(a, notes('did a')));
    await world.advance(b, notes('found the leak'));
    const fresh = await world.rehydrate(a);
    const forked = await world.advance(fresh, notes('another way'));
    await world.advance(forked, notes('later still'));
    const again = await world.restarted().advance(fresh, notes('another way'));
    expect(JSON.stringify(again)).toBe(JSON.stringify(forked));
    expect(forked.fork?.downstreamRecap).toContain('found the leak');
    expect(unwrap(await world.deps.sessions.at(a.session.sessionId))?.runs.size).toBe(1);
  });
});

test('a receipt used by another process between the look and the lock is answered from its record, and planned once', async () => {
  const world = createTestWorld({ 'project.abc': linear('project.abc', ['a', 'b', 'c']) });
  const a = await world.start('project.abc');
  const other = world.restarted();
  let first: Answer | undefined;
  let appends = 0;
  const sessions = world.deps.sessions;
  const late = world.restarted({
    sessions: {
      ...sessions,
      withHealthySessionLock: async (sessionId, use) => {
        first ??= await other.advance(a, notes('came first'));
        // Longer than a look counts as recent, so that the lock looks again.
        await new Promise((resume) => setTimeout(resume, 80));
        return sessions.withHealthySessionLock(sessionId, use);
      },
      commit: (...given) => {
        appends += 1;
        return sessions.commit(...given);
      },
    },
  });
  expect(await late.advance(a, notes('came first'))).toEqual(first);
  expect(appends).toBe(0);
  const records = (await world.events(a.session.sessionId)).filter(({ kind }) => kind === 'advance_recorded');
  expect(records).toHaveLength(1);
});
