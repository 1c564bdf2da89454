import type { ModelFailure } from '@atelier/models/core';
import { createScriptedModel, scriptedEntry } from '@atelier/models/testing';
import { expect, test } from 'vitest';
import type { MessageId } from '../../core/ids.ts';
import { pathTo } from '../../core/path.ts';
import { promptLimit, tokensOf } from '../../core/prompt/budget.ts';
import { converse } from '../../testing/converse.ts';
import { openRunWorld, person } from '../../testing/run-world.ts';
import { sharedWorkers } from '../../testing/shared-workers.ts';

const patience = { timeout: 60_000 };
const workers = sharedWorkers();
const entry = { ...scriptedEntry, modelId: 'openai:small', provider: 'openai', contextTokens: 32_000 } as const;

/** A model that answers at length, and sums up when it is asked to. */
const talkative = (summary: string | ModelFailure) =>
  createScriptedModel((request, turn) => {
    if (isSummary(request)) return typeof summary === 'string' ? { text: summary } : { fails: summary };
    return { text: `Answer ${turn}. ${'word '.repeat(1_400)}` };
  }, entry);

type Requests = ReturnType<typeof talkative>['requests'];
const isSummary = ({ messages }: Requests[number]): boolean =>
  messages[0]?.role === 'system' && messages[0].text.startsWith('Summarise the conversation');

const talked = async (summary: string | ModelFailure, turns: number) => {
  const model = talkative(summary);
  const world = await openRunWorld({ workers: workers(), models: { 'openai:small': model } });
  const id = await world.create({ 'a.txt': 'one\n' }, 'openai:small');
  for (let turn = 0; turn < turns; turn += 1) await world.turn(id, `Question ${turn}`, 'ask');
  return { ...world, model, id };
};
const cards = async (world: Awaited<ReturnType<typeof talked>>) =>
  (await world.events(world.id)).flatMap(({ kind, data }) =>
    kind === 'message.card'
      ? [data.body as { event: string; facts: Record<string, unknown>; messageId: MessageId }]
      : [],
  );

test(
  '[WS-66] a long conversation is summed up: the newest six and the question stay, and a rewind drops the summary',
  patience,
  async () => {
    const world = await talked('SUMMARY OF BEFORE', 13);
    const [compressed] = await cards(world);
    expect(compressed).toMatchObject({ event: 'context_compressed', facts: { how: 'summary' } });
    const asked =
      world.model.requests.find(
        (request) => !isSummary(request) && JSON.stringify(request.messages).includes('SUMMARY OF BEFORE'),
      )?.messages ?? [];
    expect(asked[1]).toMatchObject({ role: 'user', text: expect.stringContaining('SUMMARY OF BEFORE') });
    expect(asked.slice(2)).toHaveLength(7);
    expect(asked.at(-1)).toMatchObject({ role: 'user', text: expect.stringMatching(/^Question \d+$/) });
    const last = world.model.requests.at(-1)?.messages ?? [];
    expect(JSON.stringify(last)).toContain('SUMMARY OF BEFORE');
    // Before what it covers, the summary stands for nothing.
    const bench = await world.at(world.id);
    const [, , , answer] = pathTo(bench, bench.head).filter(({ role }) => role !== 'system');
    await world.actions.rewind(world.id, { messageId: answer?.id as MessageId, mode: 'full', seen: {} }, person);
    await world.turn(world.id, 'And again', 'ask');
    const after = JSON.stringify(world.model.requests.at(-1)?.messages);
    expect(after).not.toContain('SUMMARY OF BEFORE');
    expect(after).toContain('Question 1');
    await world.close();
  },
);

test(
  'a model that does not sum up costs quality and not the run: beginnings stand in, and the card says so',
  patience,
  async () => {
    const world = await talked({ code: 'PROVIDER_REFUSED', message: 'No.' }, 13);
    expect((await cards(world))[0]).toMatchObject({ event: 'context_compressed', facts: { how: 'excerpt' } });
    expect((await world.answers(world.id)).every(({ end }) => end === 'complete')).toBe(true);
    await world.close();
  },
);

test(
  'of two thousand messages none is left out unsaid: every one reaches a summary, in calls that fit the model',
  patience,
  async () => {
    const model = talkative('ALL OF IT');
    const world = await openRunWorld({ workers: workers(), models: { 'openai:small': model } });
    const id = await world.create({ 'a.txt': 'one\n' }, 'openai:small');
    await converse(world.deps, id, 2_000);
    await world.turn(id, 'And now?', 'ask');
    const calls = model.requests.filter(isSummary);
    const read = JSON.stringify(calls);
    for (let at = 0; at < 1_990; at += 2) expect(read).toContain(`Question ${at}:`);
    expect(calls.length).toBeGreaterThan(1);
    for (const { messages } of calls)
      expect(tokensOf(JSON.stringify(messages))).toBeLessThanOrEqual(promptLimit(entry.contextTokens));
    // Each goes on from what the one before it made.
    expect(JSON.stringify(calls.at(-1))).toContain('ALL OF IT');
    const asked = model.requests.at(-1)?.messages ?? [];
    expect(asked[1]).toMatchObject({ text: expect.stringMatching(/^Summary of the 1994 messages .*\n\nALL OF IT$/s) });
    const prompted = (await world.events(id)).findLast(({ kind }) => kind === 'run.prompted');
    expect(prompted?.data.body).toMatchObject({ told: { messages: 6, summarised: 1_994 } });
    expect((await cards({ ...world, model, id }))[0]).toMatchObject({ facts: { how: 'summary', covered: 1_994 } });
    await world.turn(id, 'And then?', 'ask');
    expect((await world.events(id)).findLast(({ kind }) => kind === 'run.prompted')?.data.body).toMatchObject({
      told: { messages: 8, summarised: 1_994 },
    });
    await world.close();
  },
);

test('a long conversation that fits the model is sent word for word from its first message', patience, async () => {
  const model = createScriptedModel(() => ({ text: 'Yes.' }), { ...entry, contextTokens: 1_000_000 });
  const world = await openRunWorld({ workers: workers(), models: { 'openai:small': model } });
  const id = await world.create({ 'a.txt': 'one\n' }, 'openai:small');
  await converse(world.deps, id, 600);
  await world.turn(id, 'And now?', 'ask');
  expect(model.requests.at(-1)?.messages).toHaveLength(602);
  expect(model.requests.at(-1)?.messages[1]).toMatchObject({ text: expect.stringMatching(/^Question 0:/) });
  await world.close();
});
