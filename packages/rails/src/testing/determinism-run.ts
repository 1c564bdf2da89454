import { createHash } from 'node:crypto';
import type { JsonObject } from '@atelier/kernel/core';
import { createSeeded, type Seeded } from '@atelier/kernel/testing';
import type { Answer } from '../core/respond/answer.ts';
import { summarise } from '../core/resume/summary.ts';
import { encodeSession } from '../core/session/codec.ts';
import { createTestWorld, linear } from './world.ts';

/** A random workflow: steps, conditions, loops of every kind, in one shape or in its keys shuffled. */
const randomWorkflow = (random: Seeded, id: string): JsonObject => {
  const step = (name: string): JsonObject => ({
    id: name,
    title: `Ärger ${name}`,
    prompt: `Do ${name} with {{x}}.`,
    ...(random.chance(0.3) ? { runCondition: { var: 'x', equals: random.below(3) } } : {}),
    ...(random.chance(0.2) ? { output: { notesRequired: true } } : {}),
  });
  const steps = Array.from({ length: 2 + random.below(4) }, (_, index) =>
    random.chance(0.3)
      ? {
          type: 'loop',
          loopId: `l${index}`,
          maxIterations: 1 + random.below(3),
          while: { kind: 'condition_ref', conditionId: random.pick(['yes', 'no', 'ask']) },
          body: [step(`b${index}`), step(`c${index}`)],
        }
      : step(`s${index}`),
  );
  return linear(id, [step('first-z'), ...steps, step('last')], {
    conditions: [
      { id: 'yes', kind: 'always_true' },
      { id: 'no', kind: 'always_false' },
      { id: 'ask', kind: 'loop_control', continueWhen: 'continue' },
    ],
  });
};

const shuffled = (value: JsonObject, random: Seeded): JsonObject =>
  Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]) => [random.below(1_000), key, inner] as const)
      .sort((a, b) => a[0] - b[0])
      .map(([, key, inner]) => [key, inner]),
  ) as JsonObject;

/** One seed, run: hashes of workflows, logs, projections, prompts and ranking in one digest per seed. */
export const determinismDigest = async (seed: number, order: number): Promise<string> => {
  const random = createSeeded(seed);
  const file = shuffled(randomWorkflow(random, 'project.random'), createSeeded(order));
  const world = createTestWorld({ 'project.random': file }, { seed });
  const hash = createHash('sha256');
  const started = await world.tryStart('project.random', { context: { x: random.below(3) }, goal: 'Zürich İstanbul' });
  if (!started.ok) return JSON.stringify(started.error);
  const seen: Answer[] = [started.value.answer];
  for (let call = 0; call < 25; call += 1) {
    const from = random.pick(seen);
    const params = from.nextCall?.params;
    const reply =
      params?.ackToken && random.chance(0.8)
        ? await world.tryAdvance({
            ...params,
            ackToken: params.ackToken,
            context: { x: random.below(3) },
            output: {
              notesMarkdown: random.chance(0.8) ? `ß note ${call}` : '',
              artifacts: [{ kind: 'wr.loop_control', decision: random.pick(['continue', 'stop']) }],
            },
          })
        : await world.tryRehydrate({ stateToken: from.stateToken });
    hash.update(JSON.stringify(reply));
    if (reply.ok) seen.push(reply.value);
  }
  const sessionId = started.value.answer.session.sessionId;
  hash.update(JSON.stringify(await world.log.read(`session/${sessionId}`)));
  const session = await world.session(sessionId);
  hash.update(JSON.stringify(encodeSession(session)));
  hash.update(JSON.stringify(summarise(session, () => 'İ')));
  hash.update(JSON.stringify(await world.resume({ query: 'note zürich' })));
  return hash.digest('hex');
};

if (process.argv[2] === '--print') {
  const digests: string[] = [];
  for (let seed = 1; seed <= Number(process.argv[3]); seed += 1)
    digests.push(await determinismDigest(seed, Number(process.argv[4])));
  process.stdout.write(digests.join('\n'));
}
