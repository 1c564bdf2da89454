import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChatEvent } from '../core/chat.ts';
import { ask, collect, local, modelOn, wires } from '../testing/doubles/clients.ts';
import type { Turn } from '../testing/doubles/script.ts';
import { type Doubles, startDoubles, wireOf } from '../testing/doubles/server.ts';

let doubles: Doubles;
beforeAll(async () => {
  doubles = await startDoubles();
});
afterAll(() => doubles.close());

const endings = (events: readonly ChatEvent[]) =>
  events.flatMap((event) =>
    event.kind === 'finished' ? ['finished'] : event.kind === 'failed' ? [event.failure.code] : [],
  );

describe.each(wires)('%s: a stream that does not end well', (_name, entry) => {
  const model = () => modelOn(doubles, entry);
  const wire = wireOf(entry.provider);

  test('cut at any boundary of its chunks or inside one, politely or not, it is a network failure and never an answer', async () => {
    const turn: Turn = {
      reasoning: 'Look.',
      text: 'Twelve towns.',
      toolCalls: [{ name: 'read_file', input: { path: 'a.csv', sheet: null } }],
    };
    const chunks = wire.stream(turn);
    const needed = chunks.length - wire.spare;
    const played = async (cut: NonNullable<Turn['cut']>) => {
      doubles.script({ ...turn, cut });
      return { cut, ended: endings(await collect(model())) };
    };
    for (const [after, chunk] of chunks.entries()) {
      // In the middle, and before the newline that says the chunk is whole.
      for (const bytes of [0, Math.floor(chunk.length / 2), chunk.length - 1]) {
        for (const how of bytes === chunk.length - 1 ? (['end'] as const) : (['end', 'break'] as const)) {
          const { cut, ended } = await played({ after, bytes, how });
          if (after < needed) expect({ cut, ended }).toEqual({ cut, ended: ['NETWORK_UNAVAILABLE'] });
          else if (how === 'end') expect({ cut, ended }).toEqual({ cut, ended: ['finished'] });
          // A connection that breaks behind the last word may take it along.
          else expect(['finished', 'NETWORK_UNAVAILABLE']).toContain(ended.join());
        }
      }
    }
    expect((await played({ after: chunks.length, how: 'end' })).ended).toEqual(['finished']);
  });

  test('an error inside the stream has the code it would have had as a status, at its start and in its middle', async () => {
    for (const after of [0, 1, 4]) {
      for (const [kind, code] of [
        ['limited', 'PROVIDER_RATE_LIMITED'],
        ['busy', 'PROVIDER_UNAVAILABLE'],
        ['rejected', 'PROVIDER_AUTH_FAILED'],
        ['wrong', 'PROVIDER_REFUSED'],
      ] as const) {
        const [status, type] = errorsOf[entry.provider as keyof typeof errorsOf][kind];
        doubles.script({ text: 'Twelve towns and more.', error: { status, type, message: 'Not now.', after } });
        expect([after, kind, endings(await collect(model()))]).toEqual([after, kind, [code]]);
      }
    }
  });

  test('an answer that is cut, filtered or broken says so, with or without words', async () => {
    for (const text of ['Twelve', undefined]) {
      for (const [ends, reason] of [
        ['length', 'length'],
        // Mistral has no word for a filter, and two say of a call only that it was broken.
        ...(entry.provider === 'mistral' ? [] : [['filtered', 'filtered'] as const]),
        ...(['google', 'mistral'].includes(entry.provider) ? [['malformed_call', 'other'] as const] : []),
      ] as const) {
        doubles.script({ ...(text ? { text } : {}), ends });
        expect([text, ends, (await collect(model())).at(-1)]).toMatchObject([text, ends, { kind: 'finished', reason }]);
      }
    }
  });

  test('a call with arguments that are no JSON object is passed on as such, under a name and an id to answer it by', async () => {
    for (const input of ['{"path": "a.cs', '["a.csv"]', 'a.csv']) {
      doubles.script({ text: 'Let me look.', toolCalls: [{ name: 'read_file', input }] });
      const events = await collect(model());
      expect(events.filter(({ kind }) => kind.endsWith('tool_call'))).toEqual([
        { kind: 'bad_tool_call', id: expect.stringMatching(/./), name: 'read_file', text: input },
      ]);
      expect(endings(events)).toEqual(['finished']);
    }
  });

  test('bytes that are not the wire format are malformed, first or later, and not the network', async () => {
    const [first = '', ...rest] = wire.stream({ text: 'Twelve towns.' });
    for (const raw of [
      'data: {"this is": "not"\n\n',
      `${first}data: {"this is": "not"\n\n`,
      `data: {"choices":"none","type":7,"candidates":7}\n\n${rest.join('')}`,
    ]) {
      doubles.script({ raw });
      expect([raw, endings(await collect(model()))]).toEqual([raw, ['MODEL_OUTPUT_MALFORMED']]);
    }
  });

  test('aborting in the middle of a word ends it as canceled, and the provider is hung up on', async () => {
    const turn: Turn = { text: 'Twelve towns and their people.' };
    doubles.script({ ...turn, hold: { after: wire.stream(turn).length - 2 - wire.spare, ms: 60_000 } });
    const hungUp = doubles.hungUp.length;
    const controller = new AbortController();
    const events: ChatEvent[] = [];
    for await (const event of model().stream(ask, controller.signal)) {
      events.push(event);
      if (event.kind === 'text') controller.abort();
    }
    expect(events.some(({ kind }) => kind === 'text')).toBe(true);
    expect(endings(events)).toEqual(['USER_CANCELED']);
    await expect.poll(() => doubles.hungUp.length - hungUp).toBe(1);
  });
});

const errorsOf = {
  openai: {
    limited: [429, 'rate_limit_exceeded'],
    busy: [503, 'server_error'],
    rejected: [401, 'invalid_api_key'],
    wrong: [400, 'invalid_prompt'],
  },
  anthropic: {
    limited: [429, 'rate_limit_error'],
    busy: [529, 'overloaded_error'],
    rejected: [401, 'authentication_error'],
    wrong: [400, 'invalid_request_error'],
  },
  google: {
    limited: [429, 'RESOURCE_EXHAUSTED'],
    busy: [503, 'UNAVAILABLE'],
    rejected: [401, 'UNAUTHENTICATED'],
    wrong: [400, 'INVALID_ARGUMENT'],
  },
  mistral: {
    limited: [429, 'rate_limited'],
    busy: [503, 'service_unavailable'],
    rejected: [401, 'authentication_error'],
    wrong: [400, 'invalid_request_error'],
  },
  local: {
    limited: [429, 'rate_limit_error'],
    busy: [503, 'unavailable_error'],
    rejected: [401, 'authentication_error'],
    wrong: [400, 'invalid_request_error'],
  },
} as const;

test('a local server may name its error by a number or by words alone', async () => {
  for (const [body, code] of [
    [{ error: { code: 429, message: 'Slow down.' } }, 'PROVIDER_RATE_LIMITED'],
    [{ error: { code: 503, message: 'Loading model', type: 'unavailable_error' } }, 'PROVIDER_UNAVAILABLE'],
    [{ error: { code: 400, message: 'Not that.' } }, 'PROVIDER_REFUSED'],
    [{ error: 'registry.ollama.ai/library/small does not support tools' }, 'TOOLS_NOT_SUPPORTED'],
    [{ error: 'model runner has unexpectedly stopped' }, 'PROVIDER_UNAVAILABLE'],
  ] as const) {
    for (const after of [0, 3]) {
      doubles.script({ text: 'Twelve towns.', error: { status: 200, body, after } });
      expect([body, after, endings(await collect(modelOn(doubles, local)))]).toEqual([body, after, [code]]);
    }
  }
});
