import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChatEvent } from '../core/chat.ts';
import { profileFacts } from '../core/profile.ts';
import { ask, collect, local, modelOn, wires } from '../testing/doubles/clients.ts';
import { type Doubles, startDoubles } from '../testing/doubles/server.ts';

let doubles: Doubles;
beforeAll(async () => {
  doubles = await startDoubles();
});
afterAll(() => doubles.close());

const frame = (text: string) => `data: ${text}\n\n`;
const chunk = (fields: object) =>
  frame(JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', ...fields }));
const said = (delta: object) => chunk({ choices: [{ index: 0, delta, finish_reason: null }] });
const stopped = chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'length' }] });
const answerWith = (...rest: readonly string[]) => [said({ role: 'assistant', content: 'Twelve.' }), ...rest].join('');
const asked = async (raw: string): Promise<readonly ChatEvent[]> => {
  doubles.script({ raw });
  return collect(modelOn(doubles, local));
};
const textOf = (events: readonly ChatEvent[]) =>
  events.flatMap((event) => (event.kind === 'text' ? [event.delta] : [])).join('');

describe('figures of usage as they come over the wire', () => {
  test.each([
    ['half a token', '{"prompt_tokens":12,"completion_tokens":3.5}'],
    ['less than none', '{"prompt_tokens":12,"completion_tokens":-1}'],
    ['more than there are', '{"prompt_tokens":12,"completion_tokens":1e30}'],
    ['beyond all numbers', '{"prompt_tokens":1e400,"completion_tokens":3}'],
    ['words', '{"prompt_tokens":"12","completion_tokens":"3"}'],
    ['a word for no number', '{"prompt_tokens":"NaN","completion_tokens":3}'],
    ['no JSON', '{"prompt_tokens":NaN,"completion_tokens":3}'],
    ['nothing told', '{}'],
    ['none at all', '{"prompt_tokens":0,"completion_tokens":0}'],
    ['null', 'null'],
  ])('%s counts as not told, and the answer is kept as it was', async (_name, usage) => {
    for (const raw of [
      answerWith(stopped, frame(`{"choices":[],"usage":${usage}}`), frame('[DONE]')),
      answerWith(frame(`{"choices":[{"index":0,"delta":{},"finish_reason":"length"}],"usage":${usage}}`)),
    ]) {
      const events = await asked(raw);
      expect(textOf(events)).toBe('Twelve.');
      expect(events.at(-1)).toMatchObject({ kind: 'finished', reason: 'length', usage: undefined });
    }
  });
  test('no usage at all counts as not told', async () => {
    expect((await asked(answerWith(stopped, frame('[DONE]')))).at(-1)).toMatchObject({ usage: undefined });
  });
  test('sound figures are taken as they are; a discount that cannot be is left out', async () => {
    const usage = (cached: number) =>
      `{"prompt_tokens":12,"completion_tokens":3,"prompt_tokens_details":{"cached_tokens":${cached}}}`;
    for (const [cached, taken] of [
      [8, 8],
      [13, 0],
      [-2, 0],
    ] as const) {
      const events = await asked(answerWith(stopped, frame(`{"choices":[],"usage":${usage(cached)}}`)));
      expect(events.at(-1)).toMatchObject({
        usage: { inputTokens: 12, outputTokens: 3, cachedInputTokens: taken, reasoningTokens: 0 },
      });
    }
  });
});

describe('text and calls that no log takes', () => {
  test('a character whose halves come apart arrives whole, and half of one does not arrive', async () => {
    const halves = ['"\\ud83d"', '"\\ude00!"', '"\\ud83d"', '" and"', '"\\ude00"'];
    const raw = halves.map((half) => frame(`{"choices":[{"index":0,"delta":{"content":${half}}}]}`)).join('');
    const events = await asked(raw + stopped);
    for (const event of events) if (event.kind === 'text') expect(event.delta.isWellFormed()).toBe(true);
    expect(textOf(events)).toBe('😀!\ufffd and\ufffd');
  });
  test.each([
    ['half a character', '{"path":"\\ud800"}'],
    ['a number beyond all numbers', '{"path":1e400}'],
    ['512 levels', `{"path":${'['.repeat(512)}${']'.repeat(512)}}`],
    ['506 levels, which an event adds to', `{"path":${'['.repeat(506)}${']'.repeat(506)}}`],
  ])('arguments with %s are the model’s mistake to hear of', async (_name, written) => {
    const call = { index: 0, id: 'c1', type: 'function', function: { name: 'read_file', arguments: written } };
    const events = await asked(
      said({ tool_calls: [call] }) + chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] }),
    );
    expect(events[0]).toMatchObject({ kind: 'bad_tool_call', id: 'c1', name: 'read_file', text: written });
    expect(events.at(-1)).toMatchObject({ kind: 'finished', reason: 'tool_calls' });
  });
});

describe('what is no stream', () => {
  test.each([
    ['JSON', '{"choices":[{"message":{"content":"Twelve."},"finish_reason":"stop"}]}'],
    ['a page', '<!doctype html><title>Sign in</title>'],
    ['a page after white space', '\n\n  <html></html>'],
  ])('%s with status 200 has answered: malformed, not to be asked again', async (_name, raw) => {
    expect((await asked(raw)).at(-1)).toMatchObject({
      kind: 'failed',
      failure: { code: 'MODEL_OUTPUT_MALFORMED', status: 200 },
    });
  });
});

test.each([['application/json'], ['text/html; charset=utf-8'], ['text/plain']])(
  'an answer that says it is %s is no stream, of no provider, and is not asked for again',
  async (type) => {
    for (const [, entry] of wires) {
      doubles.script({ raw: 'Sign in to the network of this hotel.', type });
      expect((await collect(modelOn(doubles, entry))).at(-1)).toMatchObject({
        kind: 'failed',
        failure: { code: 'MODEL_OUTPUT_MALFORMED', status: 200 },
      });
    }
  },
);

describe('how a server of the user’s own is asked', () => {
  const asking = async (entry: typeof local, request = ask) => {
    doubles.script({ raw: answerWith(stopped) });
    await collect(modelOn(doubles, entry), request);
    return doubles.seen.at(-1)?.body;
  };
  test('one call at a time, with the effort its user ticked, and no temperature unless one was set', async () => {
    const plain = await asking(local);
    expect(plain).toMatchObject({ parallel_tool_calls: false });
    for (const field of ['temperature', 'top_p', 'reasoning_effort']) expect(plain).not.toHaveProperty(field);
    expect(await asking({ ...local, efforts: ['low', 'high'] }, { ...ask, effort: 'high' })).toMatchObject({
      reasoning_effort: 'high',
    });
    const set = { ...local, sampling: { temperature: 0.2, topP: 0.9 } };
    expect(await asking(set)).toMatchObject({ temperature: 0.2, top_p: 0.9 });
    expect(await asking(set, { ...ask, sampling: { temperature: 1 } })).toMatchObject({ temperature: 1, top_p: 0.9 });
    expect(profileFacts(set, ask)).toMatchObject({ temperature: 0.2, topP: 0.9, parallel_tool_calls: false });
  });
});
