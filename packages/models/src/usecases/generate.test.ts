import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { closedSchema } from '../core/closed-schema.ts';
import type { ModelEntry } from '../core/registry.ts';
import type { ChatModel } from '../ports/chat-model.ts';
import { createScriptedModel, type ScriptedTurn, scriptedEntry } from '../testing/index.ts';
import { createGenerate } from './generate.ts';

const schema = z.strictObject({ towns: z.array(z.strictObject({ name: z.string(), people: z.int().nullable() })) });
const entry: ModelEntry = { ...scriptedEntry, price: { input: 1, output: 10, asOf: '2026-11-16' } };
const usage = { inputTokens: 100, outputTokens: 10 };
const generate = createGenerate({ random: () => 0, wait: async () => undefined });
const asked = (model: ChatModel, deadlineMs = 5_000, signal = new AbortController().signal) =>
  generate({ model, name: 'towns', schema, messages: [{ role: 'user', text: 'Which towns?' }], signal, deadlineMs });
const scripted = (...script: readonly ScriptedTurn[]) => createScriptedModel(script, entry);
const good = { text: '{"towns":[{"name":"Acre","people":null}]}', usage };

describe('one structured answer', () => {
  test('comes as a value, with what it cost', async () => {
    const model = scripted(good);
    expect(await asked(model)).toEqual({
      ok: true,
      value: {
        value: { towns: [{ name: 'Acre', people: null }] },
        usage: expect.objectContaining(usage),
        cost: 200,
        isEstimate: false,
      },
    });
    expect(model.requests[0]?.output).toMatchObject({ name: 'towns', schema: { additionalProperties: false } });
  });
  test('that does not fit is sent back once with what is wrong with it, and both are paid for', async () => {
    const model = scripted({ text: '{"towns":[{"name":"Acre","people":"many"}]}', usage }, good);
    expect(await asked(model)).toMatchObject({ ok: true, value: { cost: 400 } });
    expect(model.requests[1]?.messages.slice(-2)).toMatchObject([
      { role: 'assistant', text: expect.stringContaining('many') },
      { role: 'user', text: expect.stringContaining('/towns/0/people') },
    ]);
  });
  test('that does not fit twice is a failure with its issues', async () => {
    const model = scripted({ text: 'Acre.', usage }, { text: '{"towns":1}', usage }, good);
    expect(await asked(model)).toMatchObject({
      ok: false,
      error: { failure: { code: 'MODEL_OUTPUT_MALFORMED', issues: [{ path: '/towns' }] }, cost: 400 },
    });
    expect(model.requests).toHaveLength(2);
  });
  test('that is wrapped for reading is unwrapped', async () => {
    expect(await asked(scripted({ ...good, text: `\`\`\`json\n${good.text}\n\`\`\`` }))).toMatchObject({ ok: true });
  });
  test('waits out what passes, and says at once what does not', async () => {
    const busy = { fails: { code: 'PROVIDER_UNAVAILABLE', message: '', status: 503 } } as const;
    expect(await asked(scripted(busy, good))).toMatchObject({ ok: true });
    const wrong = { fails: { code: 'PROVIDER_AUTH_FAILED', message: '', status: 401 } } as const;
    expect(await asked(scripted(wrong, good))).toMatchObject({
      ok: false,
      error: { failure: { code: 'PROVIDER_AUTH_FAILED' }, cost: 0 },
    });
  });
  test('has one deadline over all of it', async () => {
    const model: ChatModel = {
      entry,
      stream: async function* (_request, signal) {
        await new Promise((stop) => signal.addEventListener('abort', stop));
        yield { kind: 'failed', failure: { code: 'USER_CANCELED', message: '' } };
      },
    };
    expect(await asked(model, 10)).toMatchObject({ ok: false, error: { failure: { code: 'PROVIDER_UNAVAILABLE' } } });
    const canceled = AbortSignal.abort();
    expect(await asked(scripted(good), 5_000, canceled)).toMatchObject({
      ok: false,
      error: { failure: { code: 'USER_CANCELED' } },
    });
  });
});

test('a shape that a model cannot be held to is refused before anything is asked', () => {
  expect(() => closedSchema(z.object({ a: z.string() }).loose())).toThrow('takes any field');
  expect(() => closedSchema(z.strictObject({ a: z.record(z.string(), z.string()) }))).toThrow('takes any field');
  expect(() => closedSchema(z.strictObject({ a: z.string().optional() }))).toThrow('/a is optional');
  expect(closedSchema(schema)).toMatchObject({ type: 'object', required: ['towns'] });
});
