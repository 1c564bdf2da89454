import type { JsonObject } from '@atelier/kernel/core';
import { describe, expect, test } from 'vitest';
import { runStatus } from '../core/session/status.ts';
import {
  artifact,
  blockedAnswer,
  createTestWorld,
  linear,
  notes,
  okAnswer,
  type TestWorld,
  tokensOf,
} from '../testing/world.ts';

const loop = (maxIterations: number): JsonObject => ({
  type: 'loop',
  loopId: 'passes',
  maxIterations,
  while: { kind: 'condition_ref', conditionId: 'more' },
  body: [
    { id: 'probe', title: 'Probe', prompt: 'Test one.' },
    { id: 'decide', title: 'Decide', prompt: 'Go on?', output: { contractRef: 'wr.contracts.loop_control' } },
  ],
});
const looped = (maxIterations = 3): JsonObject =>
  linear('project.loop', [loop(maxIterations), 'report'], {
    conditions: [{ id: 'more', kind: 'loop_control', continueWhen: 'continue' }],
  });
const decide = (decision: string) => artifact({ kind: 'wr.loop_control', decision });

const atDecision = async (
  preferences = {},
): Promise<{ world: TestWorld; at: Awaited<ReturnType<TestWorld['advance']>> }> => {
  const world = createTestWorld({ 'project.loop': looped() });
  const start = await world.start('project.loop', { preferences });
  return { world, at: await world.advance(start, notes('probed')) };
};

describe('blocks', () => {
  test('[RL-18] a loop decision left out blocks with what is missing, an example and a retry receipt', async () => {
    const { world, at } = await atDecision();
    const blocked = blockedAnswer(await world.advance(at, notes('no artifact')));
    expect(blocked.blockers).toMatchObject([
      {
        code: 'MISSING_REQUIRED_OUTPUT',
        pointer: { kind: 'output_contract', contractRef: 'wr.contracts.loop_control' },
      },
    ]);
    expect(blocked.blockers[0]?.suggestedFix).toContain('"kind":"wr.loop_control"');
    expect(blocked).toMatchObject({ retryable: true, nextIntent: 'perform_pending_then_continue' });
    expect(blocked.retryAckToken).toBe(tokensOf(blocked).ackToken);
    const node = (await world.run(at)).path.at(-1);
    expect(node).toMatchObject({ kind: 'blocked_attempt', outputs: [] });
  });

  test('[RL-19] a block corrected advances, and the first receipt still answers with the block', async () => {
    const { world, at } = await atDecision();
    const blocked = blockedAnswer(await world.advance(at, notes('no artifact')));
    const fixed = okAnswer(await world.advance(blocked, decide('stop')));
    expect(fixed.pending?.stepId).toBe('report');
    const again = await world.advance(at, notes('no artifact'));
    expect(JSON.stringify(again)).toBe(JSON.stringify(blocked));
  });

  test('[lock:blocked-is-node] a block is a node with an edge; retries chain; the tenth is terminal', async () => {
    const { world, at } = await atDecision();
    let blocked = blockedAnswer(await world.advance(at));
    for (let index = 2; index <= 10; index += 1) {
      expect(blocked.retryable).toBe(true);
      blocked = blockedAnswer(await world.advance(blocked));
    }
    expect(blocked).toMatchObject({ retryable: false, nextIntent: 'await_user_confirmation' });
    expect(blocked.nextCall?.params).not.toHaveProperty('ackToken');
    const run = await world.run(at);
    expect(run.path.filter(({ kind }) => kind === 'blocked_attempt')).toHaveLength(10);
    const back = blockedAnswer(await world.rehydrate(blocked));
    expect(okAnswer(await world.advance(back, decide('stop'))).pending?.stepId).toBe('report');
  });

  test('[RL-20] an artifact of the wrong kind is named beside the one that is required', async () => {
    const { world, at } = await atDecision();
    const blocked = blockedAnswer(await world.advance(at, artifact({ kind: 'my.verdict', decision: 'stop' })));
    expect(blocked.blockers[0]?.message).toContain('`my.verdict`');
    expect(blocked.blockers[0]?.message).toContain('`wr.loop_control`');
  });

  test('what was sent, or that nothing was, is said once', async () => {
    const { world, at } = await atDecision();
    const told = async (request: object): Promise<string> => {
      const [blocker] = blockedAnswer(await world.advance(await world.rehydrate(at), request)).blockers;
      return `${blocker?.message} ${blocker?.suggestedFix}`;
    };
    expect((await told(notes('no artifact'))).match(/No artifact was sent/g)).toHaveLength(1);
    expect((await told(artifact({ kind: 'my.verdict' }))).match(/my\.verdict/g)).toHaveLength(1);
    expect((await told(artifact({ kind: 'wr.loop_control', decision: 'maybe' }))).match(/maybe/g)).toHaveLength(1);
  });

  test('[RL-21] a run that never stops goes on, records a critical gap and ends complete with gaps', async () => {
    const { world, at } = await atDecision({ autonomy: 'full_auto_never_stop' });
    const moved = okAnswer(await world.advance(at, notes('no artifact')));
    expect(moved.pending?.stepId).toBe('report');
    const done = okAnswer(await world.advance(moved, notes('reported')));
    expect(done.isComplete).toBe(true);
    const run = await world.run(at);
    expect([...run.gaps.values()].map(({ gap }) => [gap.severity, gap.reason.detail])).toEqual([
      ['critical', 'missing_required_output'],
    ]);
    expect(runStatus(run)).toBe('complete_with_gaps');
  });

  test('[RL-22] [lock:gaps-append-only] a gap is closed by a linking event and stays as it was', async () => {
    const { world, at } = await atDecision({ autonomy: 'full_auto_never_stop' });
    const moved = okAnswer(await world.advance(at, notes('no artifact')));
    const run = await world.run(at);
    const [open] = [...run.gaps.values()];
    const before = JSON.stringify(open);
    await world.advance(
      moved,
      artifact({ kind: 'wr.gap_resolution', gapId: open?.gap.gapId ?? '', summary: 'Decided.' }),
    );
    const after = await world.run(at);
    expect(runStatus(after)).toBe('complete');
    expect(JSON.stringify(after.gaps.get(open?.gap.gapId ?? 'gap_'))).toBe(before);
    expect([...after.gaps.values()].at(-1)?.gap.resolution).toEqual({
      kind: 'resolves',
      resolvesGapId: open?.gap.gapId,
    });
  });

  test('[RL-28] [lock:loop-bounds] three passes at most, then an explicit exit; the trace is complete', async () => {
    const { world, at: first } = await atDecision();
    let at = first;
    for (const pass of [2, 3]) {
      at = await world.advance(at, decide('continue'));
      expect(at.pending?.loop).toEqual({ pass, maxPasses: 3 });
      at = await world.advance(at, notes('probed'));
    }
    expect(at.pending?.prompt).toContain('This is the last pass');
    const blocked = blockedAnswer(await world.advance(at, decide('continue')));
    expect(blocked.blockers[0]?.code).toBe('LOOP_LIMIT_REACHED');
    expect(blocked.blockers[0]?.message).toContain('loopId passes, iteration 2, maxIterations 3');
    const out = okAnswer(await world.advance(blocked, decide('stop')));
    expect(out.pending?.stepId).toBe('report');
    const events = await world.events(at.session.sessionId);
    const kinds = events.flatMap((event) =>
      event.kind === 'decision_trace_appended' ? event.body.entries.map((entry) => entry.kind) : [],
    );
    expect(kinds.filter((kind) => kind === 'entered_loop')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'evaluated_condition')).toHaveLength(4);
    expect(kinds.filter((kind) => kind === 'exited_loop')).toHaveLength(1);
  });

  test('[RL-29] [lock:loop-bounds] a loop that never holds runs no pass, and says so in the trace', async () => {
    const never = {
      ...loop(3),
      while: { kind: 'condition_ref', conditionId: 'never' },
      body: [{ id: 'x', title: 'x', prompt: 'x' }],
    };
    const world = createTestWorld({
      'project.never': linear('project.never', [never, 'after'], {
        conditions: [{ id: 'never', kind: 'always_false' }],
      }),
    });
    const at = await world.start('project.never');
    expect(at.pending?.stepId).toBe('after');
    const [trace] = (await world.events(at.session.sessionId)).filter(({ kind }) => kind === 'decision_trace_appended');
    expect(trace?.body).toMatchObject({
      entries: [
        { kind: 'entered_loop' },
        { kind: 'evaluated_condition' },
        { kind: 'exited_loop' },
        { kind: 'selected_next_step' },
      ],
    });
  });

  test('[lock:loop-control-required] no missing or broken decision ever leaves a loop', async () => {
    for (const sent of [
      {},
      decide('maybe'),
      artifact({ kind: 'wr.loop_control' }),
      artifact({ kind: 'wr.loop_control', decision: 'stop', loopId: 'other' }),
    ]) {
      const { world, at } = await atDecision();
      expect(blockedAnswer(await world.advance(at, sent)).pending?.stepId).toBe('decide');
    }
  });

  test('[RL-57] a valid loop_control artifact decides a context loop; without one the context does', async () => {
    const file = linear('project.legacy', [
      {
        id: 'work',
        type: 'loop',
        title: 'Work',
        loop: { type: 'while', condition: { var: 'more', equals: true }, maxIterations: 5 },
        body: [{ id: 'turn', title: 'Turn', prompt: 'Turn.' }],
      },
      'end',
    ]);
    const world = createTestWorld({ 'project.legacy': file });
    const start = await world.start('project.legacy', { context: { more: true } });
    const second = okAnswer(await world.advance(start));
    expect(second.pending?.loop?.pass).toBe(2);
    expect(okAnswer(await world.advance(second, decide('stop'))).pending?.stepId).toBe('end');
    const fork = await world.rehydrate(second);
    expect(okAnswer(await world.advance(fork, { context: { more: false } })).pending?.stepId).toBe('end');
    const other = await world.rehydrate(second);
    const kept = okAnswer(await world.advance(other, { context: { more: false }, ...decide('continue') }));
    expect(kept.pending?.loop?.pass).toBe(3);
  });
});

test('a probe that blocks shows the capability it is about, and never another one as tried', async () => {
  const probing = linear('project.probe', ['a'], { capabilities: { delegation: 'required' } });
  const world = createTestWorld({ 'project.probe': probing });
  const started = await world.start('project.probe');
  const blocked = blockedAnswer(await world.advance(started, notes('not tried')));
  const said = JSON.stringify(blocked.blockers);
  expect(said).toContain('delegation');
  expect(said).not.toContain('web_browsing');
  expect(said).toContain('unavailable');
});

test('an assessment shows the same levels before the work and after a refusal: those that ask for nothing more', async () => {
  const assessments = [
    { id: 'ready', purpose: 'Is it ready?', dimensions: [{ id: 'proof', purpose: 'p', levels: ['high', 'low'] }] },
  ];
  const step = {
    id: 'judge',
    title: 'Judge',
    prompt: 'Judge it.',
    assessmentRefs: ['ready'],
    followUps: [{ anyEqualsLevel: 'low', guidance: 'Look again.' }],
  };
  const world = createTestWorld({ 'project.judge': linear('project.judge', [step], { assessments }) });
  const started = await world.start('project.judge');
  expect(JSON.parse(/```json\n([^`]+)\n```/.exec(started.pending?.prompt ?? '')?.[1] ?? '')).toMatchObject({
    dimensions: { proof: 'high' },
  });
  const blocked = blockedAnswer(await world.advance(started, notes('none')));
  expect(blocked.blockers[0]?.suggestedFix).toContain('"proof":"high"');
});

test('what only the user has is asked for without sending an agent for tokens it was just given', async () => {
  const step = {
    id: 'key',
    title: 'Key',
    prompt: 'Use it.',
    userDependency: { reason: 'needs_user_secret_or_token', contextKey: 'apiKey' },
  };
  const world = createTestWorld({ 'project.key': linear('project.key', [step]) });
  const blocked = blockedAnswer(await world.advance(await world.start('project.key'), notes('no key')));
  const back = blockedAnswer(await world.rehydrate(blocked));
  expect(back.blockers[0]?.suggestedFix).toContain('{"context":{"apiKey": …}}');
  expect(back.blockers[0]?.suggestedFix).not.toContain('token');
  expect(back.nextCall?.params.ackToken).toBeDefined();
});
