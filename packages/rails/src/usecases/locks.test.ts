import type { JsonObject } from '@atelier/kernel/core';
import fc from 'fast-check';
import { expect, expectTypeOf, test } from 'vitest';
import { mergeContext } from '../core/context.ts';
import { toNewEvent } from '../core/events/event.ts';
import { artifact, blockedAnswer, createTestWorld, linear, notes, okAnswer, tokensOf } from '../testing/world.ts';
import type { ReadDeps } from './deps.ts';

const files = { 'project.ab': linear('project.ab', ['a', 'b']) };

test('[lock:context-merge] keys are replaced whole, null deletes, undefined is ignored', () => {
  const cases: [JsonObject, JsonObject, JsonObject][] = [
    [{}, {}, {}],
    [{ a: 1 }, { b: 2 }, { a: 1, b: 2 }],
    [{ a: { x: 1, y: 2 } }, { a: { x: 9 } }, { a: { x: 9 } }],
    [{ a: 1, b: 2 }, { a: null }, { b: 2 }],
    [{ a: 1 }, { a: undefined } as unknown as JsonObject, { a: 1 }],
    [{ a: [1, 2] }, { a: [] }, { a: [] }],
  ];
  for (const [base, delta, merged] of cases) expect(mergeContext(base, delta)).toEqual({ ok: true, value: merged });
});

test('[lock:context-budget] 262,144 bytes pass and one more does not, for the change and for the sum', () => {
  const sized = (bytes: number): JsonObject => ({ k: 'x'.repeat(bytes - '{"k":""}'.length) });
  expect(mergeContext({}, sized(262_144)).ok).toBe(true);
  expect(mergeContext({}, sized(262_145))).toMatchObject({ error: { of: 'delta', measured: 262_145, max: 262_144 } });
  expect(mergeContext(sized(262_144), { other: 1 })).toMatchObject({ error: { of: 'merge' } });
  let deep: JsonObject = {};
  for (let level = 1; level < 64; level += 1) deep = { d: deep };
  expect(mergeContext({}, deep).ok).toBe(true);
  expect(mergeContext({}, { d: deep })).toMatchObject({ error: { code: 'CONTEXT_TOO_DEEP' } });
});

test('[lock:output-order] notes come first, then artifacts by digest, in whatever order they were sent', async () => {
  const sent = [
    { kind: 'a.one', n: 1 },
    { kind: 'a.two', n: 2 },
    { kind: 'a.three', text: 'x'.repeat(2_000) },
    { kind: 'a.one', n: 1 },
  ];
  const orders = await fc.sample(fc.shuffledSubarray(sent, { minLength: 4 }), 8).reduce(async (found, artifacts) => {
    const world = createTestWorld(files);
    const at = await world.start('project.ab');
    await world.advance(at, { output: { notesMarkdown: 'n', artifacts } });
    const outputs = (await world.run(at)).path[1]?.outputs.map(({ channel, payload }) => [
      channel,
      payload?.payloadKind === 'artifact_ref' ? payload.sha256 : '',
      payload?.payloadKind === 'artifact_ref' && payload.content === undefined,
    ]);
    return new Set([...(await found), JSON.stringify(outputs)]);
  }, Promise.resolve(new Set<string>()));
  expect(orders.size).toBe(1);
  const [only] = orders;
  const parsed = JSON.parse(only ?? '[]') as [string, string, boolean][];
  expect(parsed.map(([channel]) => channel)).toEqual(['recap', 'artifact', 'artifact', 'artifact']);
  expect(parsed.slice(1).map(([, digest]) => digest)).toEqual(
    parsed
      .slice(1)
      .map(([, digest]) => digest)
      .sort(),
  );
  expect(parsed.filter(([, , stored]) => stored)).toHaveLength(1);
});

const reasons: Record<string, [JsonObject, JsonObject]> = {
  'no notes': [{ output: { notesRequired: true } }, {}],
  'no artifact': [{ output: { contractRef: 'wr.contracts.workflow_divergence' } }, {}],
  'a bad artifact': [
    { output: { contractRef: 'wr.contracts.workflow_divergence' } },
    { output: { artifacts: [{ kind: 'wr.workflow_divergence', reason: 'because' }] } },
  ],
  'no user': [{ userDependency: { reason: 'needs_user_approval' } }, {}],
  'failed criteria': [
    { validationCriteria: { type: 'contains', value: 'evidence', message: 'Show evidence.' } },
    notes('none') as unknown as JsonObject,
  ],
};

test('[lock:never-stop-never-blocks] every reason that blocks a guided run is a critical gap of one that never stops', async () => {
  for (const [why, [step, request]] of Object.entries(reasons)) {
    const file = linear('project.gate', [{ id: 'gate', title: 'Gate', prompt: 'Gate.', ...step }, 'after']);
    const world = createTestWorld({ 'project.gate': file });
    const guided = await world.start('project.gate');
    expect([why, blockedAnswer(await world.advance(guided, request)).kind]).toEqual([why, 'blocked']);
    const never = await world.start('project.gate', { preferences: { autonomy: 'full_auto_never_stop' } });
    const moved = okAnswer(await world.advance(never, request));
    expect([why, moved.pending?.stepId]).toEqual([why, 'after']);
    const gaps = [...(await world.run(never)).gaps.values()].map(({ gap }) => gap.severity);
    expect([why, gaps]).toEqual([why, ['critical']]);
    expect(moved.pending?.prompt).toContain('OPEN GAPS (System)');
  }
});

test('[lock:contract-priority] a contract is judged and criteria beside it are not', async () => {
  const step = {
    id: 'gate',
    title: 'Gate',
    prompt: 'Gate.',
    output: { contractRef: 'wr.contracts.workflow_divergence' },
    validationCriteria: { type: 'contains', value: 'never said', message: 'Say it.' },
  };
  const world = createTestWorld({ 'project.gate': linear('project.gate', [step, 'after']) });
  const at = await world.start('project.gate');
  const sent = artifact({ kind: 'wr.workflow_divergence', reason: 'safety_stop', summary: 'Stopped.' });
  expect(okAnswer(await world.advance(at, sent)).pending?.stepId).toBe('after');
});

test('[RL-48] criteria are told beforehand in at most five lines, and a failure names each rule', async () => {
  const rule = (value: string) => ({ type: 'contains', value, message: `Mention ${value}.` });
  const step = {
    id: 'gate',
    title: 'Gate',
    prompt: 'Gate.',
    validationCriteria: { and: ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'].map(rule) },
  };
  const world = createTestWorld({ 'project.gate': linear('project.gate', [step, 'after']) });
  const at = await world.start('project.gate');
  const [, requirements = ''] = at.pending?.prompt.split('OUTPUT REQUIREMENTS') ?? [];
  expect(
    requirements
      .split('\n\n')[0]
      ?.split('\n')
      .filter((line) => line.startsWith('- ')),
  ).toHaveLength(5);
  const blocked = blockedAnswer(await world.advance(at, notes('alpha beta gamma delta')));
  expect(blocked.validation?.issues).toEqual([
    'Mention epsilon. (missing: “epsilon”)',
    'Mention zeta. (missing: “zeta”)',
  ]);
  expect(blocked.blockers[0]?.code).toBe('INVALID_REQUIRED_OUTPUT');
});

test('[RL-49] a routine runs as steps in order with their origin, and a block names the expanded step', async () => {
  const call = { type: 'template_call', id: 'check', templateId: 'wr.templates.routine.final-verification', args: {} };
  const world = createTestWorld({ 'project.calls': linear('project.calls', [call, 'after']) });
  const found = await world.deps.catalog.find('project.calls', { workspacePath: null });
  const steps = found.ok ? found.value.compiled.steps : [];
  const injected = steps.filter(({ provenance }) => provenance.source === 'template_injected');
  expect(injected.length).toBeGreaterThan(1);
  expect(injected.every(({ stepId }) => stepId.startsWith('check.'))).toBe(true);
  let at = okAnswer(await world.start('project.calls', { preferences: { autonomy: 'guided' } })) as Awaited<
    ReturnType<typeof world.advance>
  >;
  const walked: string[] = [];
  const blockedAt: string[] = [];
  for (let turn = 0; turn < 20 && at.pending && at.pending.stepId !== 'after'; turn += 1) {
    if (at.kind === 'ok') walked.push(at.pending.stepId);
    else
      blockedAt.push(
        ...at.blockers.flatMap(({ message, pointer }) =>
          pointer.kind === 'workflow_step' ? [pointer.stepId] : [message],
        ),
      );
    const compiled = steps.find(({ stepId }) => stepId === at.pending?.stepId);
    const pack = found.ok
      ? found.value.compiled.contracts.find(({ contractRef }) => contractRef === compiled?.output?.contractRef)
      : undefined;
    const give = at.kind === 'blocked';
    at = await world.advance(
      at,
      give ? { output: { notesMarkdown: 'Seen.', artifacts: pack ? [pack.example] : [] } } : {},
    );
    if (at.kind === 'blocked') expect(at.pending?.stepId.startsWith('check.')).toBe(true);
  }
  expect(at.pending?.stepId).toBe('after');
  expect(walked).toEqual(injected.map(({ stepId }) => stepId));
  expect(blockedAt.length).toBeGreaterThan(0);
});

test('[lock:witness-required] a witness is good only inside the gate, once, and the gate is not entered twice', async () => {
  const world = createTestWorld(files);
  const at = await world.start('project.ab');
  const { sessionId } = at.session;
  const { sessions } = world.deps;
  const plan = { planned: [], content: [] };
  let kept: Parameters<typeof sessions.commit>[0] | undefined;
  await sessions.withHealthySessionLock(sessionId, async (witness) => {
    kept = witness;
    await expect(async () => sessions.withHealthySessionLock(sessionId, async () => null)).rejects.toThrow(
      'locked by this very call',
    );
  });
  if (kept) await expect(sessions.commit(kept, plan)).rejects.toThrow('good only inside the call');
  const forged = { sessionId, state: await world.session(sessionId) };
  await expect(sessions.commit(forged, plan)).rejects.toThrow('good only inside the call');
  expectTypeOf<ReadDeps['sessions']>().not.toHaveProperty('commit');
  expectTypeOf<ReadDeps['sessions']>().not.toHaveProperty('withHealthySessionLock');
});

test('[lock:partial-dedupe-rejected] a plan of which only a part is on record is refused whole', async () => {
  const world = createTestWorld(files);
  const at = await world.start('project.ab');
  const { sessionId } = at.session;
  const page = await world.log.read(`session/${sessionId}`);
  const first = page.ok ? page.value.events[0] : undefined;
  const mixed = await world.log.append(
    `session/${sessionId}`,
    [
      { kind: 'session_created', key: first?.key ?? '', data: { sessionId, body: {} } },
      toNewEvent(sessionId, {
        kind: 'session_created',
        id: 'evt_aaaaaaaaaaaaaaaaaaaaaaaaaa',
        key: 'session_created:other',
        body: {},
      }),
    ],
    { expected: 'any' },
  );
  expect(mixed).toMatchObject({ ok: false, error: { code: 'INVALID', reason: 'partial_key_overlap' } });
});

test('[lock:errors-as-data] a use-case never throws for what an agent sends', async () => {
  const world = createTestWorld(files);
  const at = await world.start('project.ab');
  const texts = fc.oneof(fc.string(), fc.constant(at.stateToken), fc.constant(tokensOf(at).ackToken));
  await fc.assert(
    fc.asyncProperty(
      texts,
      texts,
      fc.dictionary(fc.string(), fc.jsonValue()),
      async (ackToken, stateToken, context) => {
        const reply = await world.tryAdvance({ ackToken, stateToken, context: context as JsonObject });
        expect(reply.ok || typeof reply.error.code === 'string').toBe(true);
        const back = await world.tryRehydrate({ stateToken });
        expect(back.ok || typeof back.error.code === 'string').toBe(true);
      },
    ),
    { numRuns: 150 },
  );
});
