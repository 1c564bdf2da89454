import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Doubles, startDoubles } from '../testing/doubles/server.ts';
import { createGate } from './gate.ts';
import { createProviderProbe } from './provider-probe.ts';

let doubles: Doubles;
beforeAll(async () => {
  doubles = await startDoubles();
});
afterAll(() => doubles.close());

const asked = async (provider: string, raw: string) => {
  doubles.script({ raw });
  const probe = createProviderProbe({ gate: createGate({ dispatcher: doubles.dispatcher }), now: () => 0 });
  return probe.listModels({ provider, key: 'sk-test-key', endpoint: doubles.localEndpoint });
};

test('a list of models is read as each server writes it, an empty one too', async () => {
  for (const [provider, body, names] of [
    ['openai', { object: 'list', data: [{ id: 'gpt-5.2' }] }, ['gpt-5.2']],
    ['google', { models: [{ name: 'models/gemini-3-pro' }] }, ['models/gemini-3-pro']],
    ['local', { object: 'list', data: [] }, []],
    // A fresh Ollama without a model.
    ['local', { object: 'list', data: null }, []],
  ] as const) {
    const answer = await asked(provider, JSON.stringify(body));
    expect(answer.ok && answer.value.map(({ name }) => name)).toEqual(names);
  }
});

test('a page that answers with 200 is no list of models, and a key it was shown is not taken for good', async () => {
  for (const provider of ['openai', 'anthropic', 'google', 'mistral', 'local']) {
    for (const raw of [
      '<!doctype html><title>Sign in</title>',
      '',
      '[]',
      '{"status":"ok"}',
      '{"data":"none"}',
      'null',
    ]) {
      const answer = await asked(provider, raw);
      expect([provider, raw, answer.ok, !answer.ok && answer.error.code]).toEqual([
        provider,
        raw,
        false,
        'MODEL_OUTPUT_MALFORMED',
      ]);
    }
  }
});

test('a list of models without an end is given up, and is no list', async () => {
  const endless = JSON.stringify({
    data: Array.from({ length: 200_000 }, (_, each) => ({ id: `model-${each}-of-very-many` })),
  });
  expect(await asked('local', endless)).toMatchObject({ ok: false, error: { code: 'MODEL_OUTPUT_MALFORMED' } });
});
