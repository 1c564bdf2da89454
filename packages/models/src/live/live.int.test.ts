import '../testing/only-loopback.ts';
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
import { portScenarios } from './scenarios.ts';

const liveScenarios = [...portScenarios, ...fileScenarios];

let doubles: Doubles;
beforeAll(async () => {
  doubles = await startDoubles();
});
afterAll(() => doubles.close());

test('[MD-20] without keys the live run lists everything as not run and claims nothing', () => {
  const ended = spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });
  const lines = ended.stdout.trim().split('\n');
  const models = bundledModels.filter(({ auth }) => auth !== 'none').length;
  expect(lines.filter((line) => line.startsWith('not run'))).toHaveLength(models * liveScenarios.length);
  expect(lines.at(-2)).toBe(`0 passed, 0 failed, ${models * liveScenarios.length} not run.`);
  expect(lines.at(-1)).toContain('Nothing was proved');
  expect(ended.status).toBe(0);
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
