import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGate } from '../adapters/gate.ts';
import { createProviderModel } from '../adapters/provider-model.ts';
import { loadProvider } from '../adapters/providers.ts';
import { bundledModels } from '../core/bundled-models.ts';
import type { ModelEntry } from '../core/registry.ts';
import { createOfflineModel } from '../offline/offline-model.ts';
import { createScriptedModel, type Doubles, startDoubles } from '../testing/index.ts';
import { fileScenarios } from './file-scenarios.ts';
import { runScenarios } from './run-scenarios.ts';
import type { LiveScenario } from './scenario.ts';
import { portScenarios } from './scenarios.ts';
import { liveSubjects } from './subjects.ts';

const liveScenarios = [...portScenarios, ...fileScenarios];

let doubles: Doubles;
beforeAll(async () => {
  doubles = await startDoubles();
});
afterAll(() => doubles.close());

test('[MD-20] without keys the live run lists everything as not run, an endpoint too, and claims nothing', () => {
  const ended = spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });
  const lines = ended.stdout.trim().split('\n');
  const models = bundledModels.filter(({ auth }) => auth !== 'none').length + 1;
  expect(lines.filter((line) => line.startsWith('not run'))).toHaveLength(models * liveScenarios.length);
  expect(lines.filter((line) => line.includes('ATELIER_LIVE_ENDPOINT'))).toHaveLength(liveScenarios.length);
  expect(lines.at(-2)).toBe(`0 passed, 0 failed, ${models * liveScenarios.length} not run.`);
  expect(lines.at(-1)).toContain('Nothing was proved');
  expect(ended.status).toBe(0);
});

test('an OpenAI-compatible endpoint of the environment is asked, with its key if there is one', async () => {
  const gate = createGate({ dispatcher: doubles.dispatcher });
  const endpoint = { ATELIER_LIVE_ENDPOINT: doubles.localEndpoint, ATELIER_LIVE_MODEL: 'small-model' };
  const asked = liveSubjects(endpoint, gate).filter(({ model }) => model !== undefined);
  expect(asked.map(({ name }) => name)).toEqual(['local:small-model']);
  doubles.script({ text: 'pear' });
  const text = portScenarios.filter(({ id }) => id === 'text');
  expect(await runScenarios(asked, text, () => undefined)).toEqual({ passed: 1, failed: 0, notRun: 0 });
  expect(doubles.seen.at(-1)).toMatchObject({ path: '/v1/chat/completions', body: { model: 'small-model' } });

  const [withKey] = liveSubjects({ ...endpoint, ATELIER_LIVE_KEY: 'sk-live' }, gate).filter(({ model }) => model);
  doubles.script({ text: 'pear' });
  await runScenarios(withKey ? [withKey] : [], text, () => undefined);
  expect(doubles.seen.at(-1)?.headers.authorization).toBe('Bearer sk-live');

  for (const [environment, why] of [
    [{ ATELIER_LIVE_ENDPOINT: doubles.localEndpoint }, 'ATELIER_LIVE_MODEL'],
    [{ ...endpoint, ATELIER_LIVE_ENDPOINT: 'http://models.example/v1' }, 'not https'],
  ] as const) {
    const local = liveSubjects(environment, gate).at(-1);
    expect([local?.model, local?.why]).toEqual([undefined, expect.stringContaining(why)]);
  }
});

test('a scenario that throws has failed, its words are not printed, and the rest still run', async () => {
  const lines: string[] = [];
  const scenario = (id: string, run: LiveScenario['run']) => ({ id, promise: 'it works', run });
  const counts = await runScenarios(
    [
      { name: 'a:model', model: createOfflineModel() },
      { name: 'b:model', why: 'no key' },
    ],
    [
      scenario('throws', async () => {
        throw new TypeError('sk-secret in some words');
      }),
      scenario('wrong', async () => 'the word is missing'),
      scenario('right', async () => undefined),
    ],
    (line) => lines.push(line),
  );
  expect(counts).toEqual({ passed: 1, failed: 2, notRun: 3 });
  expect(lines).toEqual([
    'FAILED   a:model  throws: it works (it threw a TypeError)',
    'FAILED   a:model  wrong: it works (the word is missing)',
    'passed   a:model  right: it works',
    'not run  b:model  throws: it works (no key)',
    'not run  b:model  wrong: it works (no key)',
    'not run  b:model  right: it works (no key)',
  ]);
});

// Plumbing alone: what a scenario says of an answer. What a model answers is asserted on real models only.
test('a scenario passes a right answer and names what is wrong with another', async () => {
  const entry = bundledModels.find(({ modelId }) => modelId === 'openai:gpt-5.2') as ModelEntry;
  const load = () =>
    loadProvider(entry, { gate: createGate({ dispatcher: doubles.dispatcher }), apiKey: 'sk-test-key' });
  const model = createProviderModel({ entry, load, now: () => 0, newId: () => crypto.randomUUID() });
  const call = { toolCalls: [{ name: 'look_up', input: { town: 'Akko' } }] };
  const cases = {
    text: [[{ text: 'pear' }], [{ text: 'plum' }]],
    tools: [
      [call, { text: '48,271' }],
      [call, { text: 'I do not know.' }],
    ],
    structured: [[{ text: '{"fruit":"fig"}' }], [{ text: 'fig' }]],
    abort: [[{ text: 'one two three' }], [{ error: { status: 401 } }]],
  } as const;
  for (const { id, run } of portScenarios) {
    const [right, wrong] = cases[id as keyof typeof cases];
    doubles.script(...right);
    expect([id, await run(model)]).toEqual([id, undefined]);
    doubles.script(...wrong);
    expect([id, typeof (await run(model))]).toEqual([id, 'string']);
  }
});

// The built-in model understands these requests too, so that what a scenario makes of files, tools and answers is seen
// to pass; what it makes of a model that does nothing is seen to fail.
const done = { name: 'write_text_file', input: { path: 'note.txt', content: 'done' } };
const whoRetries = () =>
  createScriptedModel([{ calls: [{ id: 'c1', ...done }] }, { calls: [{ id: 'c2', ...done }] }, { text: 'Written.' }]);

test.each(fileScenarios.map((scenario) => [scenario.id, scenario] as const))(
  'the file scenario %s passes work that is done and names what is wrong with an empty word',
  async (id, { run }) => {
    expect(await run(id === 'retry' ? whoRetries() : createOfflineModel())).toBeUndefined();
    expect(typeof (await run(createScriptedModel(() => ({ text: 'Done, all of it.' }))))).toBe('string');
  },
);
