import type { JsonObject } from '@atelier/kernel/core';
import { createSeeded, type Seeded } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import type { Answer } from '../core/respond/answer.ts';
import { artifact, createTestWorld, linear, type TestWorld } from '../testing/world.ts';
import type { AdvanceRequest } from './advance.ts';

/** A workflow with what trips agents up: a loop decision, required notes, a context key, a condition. */
const tricky: JsonObject = linear(
  'project.tricky',
  [
    'gather',
    {
      id: 'explain',
      title: 'Explain',
      prompt: 'Explain.',
      output: { notesRequired: true },
      producesContext: ['cause'],
    },
    {
      type: 'loop',
      loopId: 'rounds',
      maxIterations: 3,
      while: { kind: 'condition_ref', conditionId: 'more' },
      body: [
        { id: 'try', title: 'Try', prompt: 'Try once.' },
        { id: 'decide', title: 'Decide', prompt: 'Again?', output: { contractRef: 'wr.contracts.loop_control' } },
      ],
    },
    { id: 'fix', title: 'Fix', prompt: 'Fix {{cause}}.', requiresContext: ['cause'] },
    'report',
  ],
  { conditions: [{ id: 'more', kind: 'loop_control', continueWhen: 'continue' }] },
);

type Call =
  | { readonly kind: 'advance'; readonly request: AdvanceRequest }
  | { readonly kind: 'rehydrate'; readonly stateToken: string };

const mangle = (text: string, random: Seeded): string => {
  const at = random.below(text.length);
  return random.pick([
    text.slice(0, at) + (text[at] === 'q' ? 'p' : 'q') + text.slice(at + 1),
    text.slice(0, at),
    ` "${text.slice(0, at)}\n${text.slice(at)}" `,
    text.replace('1', ''),
  ]);
};

/** Does what the answer asks, as an agent of middling care would: first a try, then what the blocker said. */
const workFor = (answer: Answer, random: Seeded): Pick<AdvanceRequest, 'context' | 'output'> => {
  const missing = answer.kind === 'blocked' ? answer.blockers.map(({ code }) => code) : [];
  const careless = answer.kind === 'ok' && random.chance(0.2);
  const step = answer.pending?.stepId ?? '';
  const output: { notesMarkdown?: string; artifacts?: JsonObject[] } = {};
  if (!careless || missing.includes('MISSING_REQUIRED_NOTES')) output.notesMarkdown = `Notes on ${step}.`;
  if (step === 'decide' && !careless)
    output.artifacts = artifact({
      kind: 'wr.loop_control',
      decision: missing.includes('LOOP_LIMIT_REACHED') ? 'stop' : random.pick(['continue', 'stop']),
    }).output.artifacts;
  const context =
    step === 'explain' || missing.includes('MISSING_CONTEXT_KEY') ? { context: { cause: 'a loose wire' } } : {};
  return { output, ...context };
};

/** Per call: 10 % sent twice, 10 % stale, 10 % mangled, 5 % replies lost, 3 % rewinds. */
const runLossyAgent = async (world: TestWorld, seed: number): Promise<{ finished: boolean; calls: number }> => {
  const random = createSeeded(seed);
  let answer: Answer = await world.start('project.tricky');
  const past: Answer[] = [answer];
  const send = async (call: Call): Promise<Answer | undefined> => {
    const reply =
      call.kind === 'advance'
        ? await world.tryAdvance(call.request)
        : await world.tryRehydrate({ stateToken: call.stateToken });
    return reply.ok ? reply.value : undefined;
  };
  for (let calls = 1; calls <= 120; calls += 1) {
    if (answer.isComplete) return { finished: true, calls };
    const params = answer.nextCall?.params;
    if (!params) return { finished: false, calls };
    let call: Call = params.ackToken
      ? { kind: 'advance', request: { ...params, ackToken: params.ackToken, ...workFor(answer, random) } }
      : { kind: 'rehydrate', stateToken: answer.stateToken };
    const [rewinds, stale, mangled] = [random.chance(0.03), random.chance(0.1), random.chance(0.1)];
    if (rewinds) call = { kind: 'rehydrate', stateToken: random.pick(past).stateToken };
    else if (stale) {
      const old = random.pick(past).nextCall?.params;
      if (old?.ackToken)
        call = { kind: 'advance', request: { ...old, ackToken: old.ackToken, ...workFor(answer, random) } };
    } else if (mangled && call.kind === 'advance')
      call = { kind: 'advance', request: { ...call.request, ackToken: mangle(call.request.ackToken, random) } };
    const repeated = random.chance(0.1);
    let reply = await send(call);
    if (repeated) {
      const again = await send(call);
      if (reply && again && call.kind === 'advance') expect(again.stateToken).toBe(reply.stateToken);
    }
    if (random.chance(0.05)) reply = undefined;
    // Without an answer the agent does what every error says: it asks where it is.
    reply ??= await send({ kind: 'rehydrate', stateToken: answer.stateToken });
    if (!reply) continue;
    answer = reply;
    past.push(answer);
  }
  return { finished: answer.isComplete, calls: 120 };
};

test('a lossy agent finishes at least 95 of 100 runs unaided, over 300 seeds', async () => {
  const world = createTestWorld({ 'project.tricky': tricky });
  let finished = 0;
  for (let seed = 1; seed <= 300; seed += 1) if ((await runLossyAgent(world, seed)).finished) finished += 1;
  expect(finished).toBeGreaterThanOrEqual(285);
}, 180_000);

test('10,000 random uses of tokens: every receipt has one effect, whatever else is sent', async () => {
  const world = createTestWorld({ 'project.tricky': tricky });
  const random = createSeeded(2026);
  const seen: Answer[] = [await world.start('project.tricky')];
  const effects = new Map<string, string>();
  for (let use = 0; use < 10_000; use += 1) {
    if (seen.length > 400) seen.splice(0, seen.length, await world.start('project.tricky'));
    const from = random.pick(seen);
    const other = random.pick(seen);
    const ackToken = from.nextCall?.params.ackToken;
    if (!ackToken || random.chance(0.2)) {
      const back = await world.tryRehydrate({ stateToken: from.stateToken });
      if (back.ok && random.chance(0.3)) seen.push(back.value);
      continue;
    }
    const stateToken = random.chance(0.1) ? other.stateToken : from.stateToken;
    const reply = await world.tryAdvance({ ackToken, stateToken, ...workFor(from, random) });
    if (!reply.ok) continue;
    const known = effects.get(ackToken);
    if (known !== undefined) expect(reply.value.stateToken).toBe(known);
    else {
      effects.set(ackToken, reply.value.stateToken);
      seen.push(reply.value);
    }
  }
  let records = 0;
  for (const stream of await world.log.list('session')) {
    const page = await world.log.read(stream);
    records += page.ok ? page.value.events.filter(({ kind }) => kind === 'advance_recorded').length : 0;
  }
  expect(records).toBe(effects.size);
  expect(effects.size).toBeGreaterThan(1_000);
}, 120_000);
