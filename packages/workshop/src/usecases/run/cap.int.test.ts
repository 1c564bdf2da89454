import type { ModelEntry } from '@atelier/models/core';
import { scriptedEntry } from '@atelier/models/testing';
import { expect, test } from 'vitest';
import { createKeptTranscripts } from '../../adapters/kept-transcripts.ts';
import { benchStream, laneBench, type WorkbenchId } from '../../core/ids.ts';
import { createPhasedModel, type PhaseScript, writes } from '../../testing/phased-model.ts';
import { openRunWorld, person } from '../../testing/run-world.ts';
import { sharedWorkers } from '../../testing/shared-workers.ts';
import { type Compares, createCompares } from '../compare/compares.ts';
import { spentBesideLane } from '../compare/lanes.ts';
import type { RunDeps } from './deps.ts';

const workers = sharedWorkers();
/** A millionth for every token. */
const price = { input: 1, output: 1, asOf: '2026-11-01' };
const entryOf = (name: string): ModelEntry => ({
  ...scriptedEntry,
  modelId: `openai:${name}`,
  provider: 'openai',
  contextTokens: 32_000,
  price,
});
const each = 8_000;
const usage = { inputTokens: each / 2, outputTokens: each / 2 };
const priced = (turns: readonly object[]) => turns.map((turn) => ({ ...turn, usage }));

/** Two files in two steps. The first attempt of its research breaks off; a long talk is summed up first. */
const scriptOf = (): PhaseScript => {
  let attempts = 0;
  return {
    research: () => {
      attempts += 1;
      if (attempts > 1) return { text: 'Findings.', usage };
      return { fails: { code: 'PROVIDER_UNAVAILABLE', message: 'It broke off.' } };
    },
    plan: [{ text: '- [ ] 1. One\n- [ ] 2. Two', usage }],
    items: { 1: priced(writes('1.txt', '1')), 2: priced(writes('2.txt', '2')) },
    summary: [{ text: 'Done.', usage }],
    ask: ({ messages: [first] }) =>
      first?.role === 'system' && first.text.startsWith('Summarise the conversation')
        ? { text: 'SUMMARY', usage }
        : { text: `At length: ${'word '.repeat(4_400)}`, usage: { inputTokens: 1, outputTokens: 1 } },
  };
};

test('[WS-94] a cap pauses between calls with what is done, and goes on when raised; all that a run and its lanes do counts', {
  timeout: 120_000,
}, async () => {
  let cap: number | null = null;
  let compares: Compares | undefined;
  const models = Object.fromEntries(
    ['one', 'two', 'three'].map((name) => [`openai:${name}`, createPhasedModel(scriptOf(), entryOf(name))]),
  );
  const world = await openRunWorld({
    workers: workers(),
    models,
    deps: (plain): Partial<RunDeps> => ({
      models: { ...plain.models, capPerRun: async () => cap },
      spentBeside: (id) => spentBesideLane(plain, id),
      onEnd: async (id) => compares?.ended(id),
    }),
  });
  const talks = createKeptTranscripts(world.storage.log);
  compares = createCompares(
    {
      ...world.deps,
      log: world.storage.log,
      talk: async (id) => {
        const now = await talks.at(benchStream(id));
        if (!now.ok) throw new Error(now.error.code);
        return now.value.state;
      },
    },
    world.runs,
  );
  const one = models['openai:one'];
  const id = await world.create({ 'a.txt': 'one\n' }, 'openai:one');
  for (const turn of [1, 2, 3, 4]) await world.turn(id, `Question ${turn}`, 'ask');
  const costs = async (of: WorkbenchId = id) => {
    const events = await world.events(of);
    const from = events.findLastIndex(({ kind }) => kind === 'run.started');
    return events.slice(from).flatMap(({ kind, data }) => (kind === 'run.metered' ? [data] : []));
  };
  const spent = async (of: WorkbenchId = id) => (await costs(of)).reduce((sum, { cost }) => sum + Number(cost), 0);
  const whyPaused = async (of: WorkbenchId = id) => {
    const paused = (await world.events(of)).findLast(({ kind }) => kind === 'run.paused');
    return paused?.data;
  };
  const resume = async (next: number) => {
    expect(await world.runs.resume(id, { cap: next })).toMatchObject({ ok: true });
    await world.ended(id);
  };

  // Below the very first call, which sums the talk up: nothing is asked, nothing is spent.
  const before = one?.requests.length;
  cap = 1_000;
  await world.turn(id, 'Write two files');
  expect(await whyPaused()).toMatchObject({ state: 'paused_cap', cap: { scope: 'run' } });
  expect(one?.requests.length).toBe(before);

  // Room for the summary of the talk alone: it counts, and the research has none left.
  await resume(16_000);
  expect(await costs()).toMatchObject([{ cost: each }]);
  expect(one?.of('research')).toHaveLength(0);

  // Enough for one step: the attempt that broke off counts, and what is done stays.
  const room = 70_000;
  await resume(room);
  expect(await whyPaused()).toMatchObject({ state: 'paused_cap' });
  expect(await spent()).toBeLessThanOrEqual(room);
  expect((await costs()).map(({ isEstimate }) => isEstimate)).toEqual([false, true, ...Array(5).fill(false)]);
  expect(await world.text(id, '1.txt')).toBe('1');
  expect(await world.text(id, '2.txt')).toBeUndefined();

  await resume(1_000_000);
  expect((await world.at(id)).run?.state).toBe('completed');
  expect(await world.text(id, '2.txt')).toBe('2');
  expect(one?.of('research')).toHaveLength(2);
  const saved = await world.deps.savesOf(id).load();
  expect(saved.ok && saved.value?.meter.spent).toBe(await spent());

  // Two more answers under the cap of the first: together they stay below it, and each goes on when it is raised.
  const own = await spent();
  cap = own + 60_000;
  const messageId = (await world.at(id)).head;
  const opened = await compares.open(
    id,
    {
      messageId: messageId as NonNullable<typeof messageId>,
      models: ['one', 'two', 'three'].map((name) => ({ modelId: `openai:${name}`, name })),
      oneAtATime: false,
    },
    person,
  );
  if (!opened.ok) throw new Error(opened.error.code);
  const [, ...lanes] = opened.value.compare.lanes.map((lane) => lane.id);
  const states = async () => (await world.at(id)).compare?.lanes.slice(1).map(({ state }) => state);
  await expect.poll(states, { timeout: 60_000 }).toEqual(['interrupted', 'interrupted']);
  const beside = async () => Promise.all(lanes.map((lane) => spent(laneBench(lane))));
  expect(own + (await beside()).reduce((sum, cost) => sum + cost, 0)).toBeLessThanOrEqual(cap);
  expect((await beside())[0]).toBeGreaterThan(0);
  for (const lane of lanes) {
    expect(await whyPaused(laneBench(lane))).toMatchObject({ state: 'paused_cap' });
    expect(await compares.retry(id, lane, 1_000_000, person)).toMatchObject({ ok: true });
  }
  await expect.poll(states, { timeout: 60_000 }).toEqual(['ready', 'ready']);
  await world.close();
});
