import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ChatRequest } from '../core/chat.ts';
import { type ModelEntry, wireNameOf } from '../core/registry.ts';
import { ask, callIn, collect, entryOf, failureOf, modelOn, textOf, wires } from '../testing/doubles/clients.ts';
import { type Doubles, startDoubles } from '../testing/index.ts';
import { createGate } from './gate.ts';

let doubles: Doubles;
beforeAll(async () => {
  doubles = await startDoubles();
});
afterAll(() => doubles.close());
const modelOf = (entry: ModelEntry) => modelOn(doubles, entry);

/** The same talk after a look. */
const looked: ChatRequest['messages'] = [
  ...ask.messages,
  {
    role: 'assistant',
    text: '',
    toolCalls: [{ id: 'call12345', name: 'read_file', input: { path: 'a.csv', sheet: null } }],
  },
  { role: 'tool', callId: 'call12345', name: 'read_file', result: { ok: true } },
];
/** Of each wire: its first turn, a later one, and both. */
const choicesOf = {
  openai: [
    { tool_choice: 'required' },
    { tool_choice: 'auto' },
    { parallel_tool_calls: false, truncation: 'disabled', store: false, tools: [{ name: 'read_file', strict: true }] },
  ],
  // It thinks, and a model that thinks may not be forced.
  anthropic: [
    { tool_choice: { type: 'auto', disable_parallel_tool_use: true } },
    { tool_choice: { type: 'auto', disable_parallel_tool_use: true } },
    { tools: [{ name: 'read_file', strict: true }] },
  ],
  google: [
    { toolConfig: { functionCallingConfig: { mode: 'ANY' } } },
    // Its word for: as the model likes, and then by the schema.
    { toolConfig: { functionCallingConfig: { mode: 'VALIDATED' } } },
    {},
  ],
  mistral: [
    { tool_choice: 'any' },
    { tool_choice: 'auto' },
    { parallel_tool_calls: false, tools: [{ function: { name: 'read_file', strict: true } }] },
  ],
  local: [
    { tool_choice: 'required' },
    { tool_choice: 'auto' },
    { tools: [{ function: { name: 'read_file', strict: true } }] },
  ],
} as const;

const schema = {
  type: 'object',
  properties: { fruit: { type: 'string' }, weight: { type: ['number', 'null'] } },
  required: ['fruit', 'weight'],
  additionalProperties: false,
} as const;
const structured: ChatRequest = {
  messages: [{ role: 'user', text: 'Name a fruit.' }],
  output: { name: 'fruit', schema },
};
const chatFormat = { response_format: { type: 'json_schema', json_schema: { name: 'fruit', strict: true, schema } } };
const formatOf = {
  openai: { text: { format: { type: 'json_schema', name: 'fruit', strict: true, schema } } },
  anthropic: { output_config: { format: { type: 'json_schema', schema } } },
  google: { generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema } },
  mistral: chatFormat,
  local: chatFormat,
};

describe.each(wires)('%s keeps the promises of the port', (_name, entry) => {
  const model = () => modelOf(entry);
  beforeEach(() => doubles.script());

  test('text arrives in pieces, then what it cost', async () => {
    doubles.script({ text: 'A table of towns and people.' });
    const events = await collect(model());
    expect(textOf(events)).toBe('A table of towns and people.');
    expect(events.filter(({ kind }) => kind === 'text').length).toBeGreaterThan(2);
    expect(events.at(-1)).toMatchObject({
      kind: 'finished',
      reason: 'stop',
      usage: { inputTokens: 120, outputTokens: 30, cachedInputTokens: 20 },
    });
  });

  test('the machine-readable task of a request is sent to nobody', async () => {
    doubles.script({ text: 'A table.' }, { text: 'A table.' });
    await collect(model());
    await collect(model(), { ...ask, task: { phase: 'research', request: 'never-on-the-wire' } });
    const [plain, withTask] = doubles.seen.slice(-2).map(({ body }) => body);
    expect(withTask).toEqual(plain);
  });

  test('a tool call carries parsed arguments and an id of its own', async () => {
    doubles.script({ text: 'Let me look.', toolCalls: [{ name: 'read_file', input: { path: 'a.csv', sheet: null } }] });
    const events = await collect(model());
    const call = events.find((event) => event.kind === 'tool_call');
    expect(call).toMatchObject({ call: { name: 'read_file', input: { path: 'a.csv', sheet: null } } });
    expect(events.at(-1)).toMatchObject({ kind: 'finished', reason: 'tool_calls' });
  });

  test('a repeated or absent tool-call id is made unique in the conversation', async () => {
    const calling = (id: string | null) => ({
      toolCalls: [{ id, name: 'read_file', input: { path: 'a.csv', sheet: null } }],
    });
    doubles.script(calling('samesame1'), calling('samesame1'), calling(null), calling(null));
    const used: string[] = [];
    const caller = model();
    let messages = ask.messages;
    while (used.length < 4) {
      const call = callIn(await collect(caller, { ...ask, messages }));
      expect(call).toMatchObject({ name: 'read_file', input: { path: 'a.csv', sheet: null } });
      expect(call.id).not.toBe('');
      expect(used).not.toContain(call.id);
      used.push(call.id);
      messages = [
        ...messages,
        { role: 'assistant', text: '', toolCalls: [call] },
        { role: 'tool', callId: call.id, name: 'read_file', result: { ok: true } },
      ];
    }
  });

  test('a conversation with a tool result goes back over the wire with what the provider marked', async () => {
    doubles.script(
      { reasoning: 'Look first.', toolCalls: [{ name: 'read_file', input: { path: 'a.csv', sheet: null } }] },
      { text: 'Done.' },
    );
    const first = await collect(model());
    const call = first.find((event) => event.kind === 'tool_call');
    const finished = first.at(-1);
    if (call?.kind !== 'tool_call' || finished?.kind !== 'finished') throw new Error('no tool call');
    const talk: ChatRequest['messages'] = [
      ...ask.messages,
      {
        role: 'assistant',
        text: '',
        toolCalls: [call.call],
        ...(finished.carry === undefined ? {} : { carry: finished.carry }),
      },
      { role: 'tool', callId: call.call.id, name: 'read_file', result: { ok: true, text: 'town,people' } },
    ];
    expect(textOf(await collect(model(), { ...ask, messages: talk }))).toBe('Done.');
    const sent = JSON.stringify(doubles.seen.at(-1)?.body);
    expect(sent).toContain('town,people');
    const isSealed = entry.provider === 'openai' || entry.provider === 'anthropic' || entry.provider === 'google';
    expect(sent.includes('"sealed"')).toBe(isSealed);

    // What one model sealed no other can read, not even of the same provider.
    const sibling = { ...entry, modelId: `${entry.modelId}-next`, wireName: `${wireNameOf(entry)}-next` };
    doubles.script({ text: 'Done.' });
    expect(textOf(await collect(modelOf(sibling), { ...ask, messages: talk }))).toBe('Done.');
    const plain = JSON.stringify(doubles.seen.at(-1)?.body);
    expect(plain).toContain('town,people');
    expect(plain).toContain('a.csv');
    expect(plain).not.toContain('"sealed"');
  });

  test('a schema goes over the wire whole and strict; an answer that fits it is passed on, any other is malformed', async () => {
    doubles.script({ text: '{"fruit":"fig","weight":null}' });
    const fitting = await collect(model(), structured);
    expect(fitting.at(-1)).toMatchObject({ kind: 'finished', reason: 'stop' });
    expect(JSON.parse(textOf(fitting))).toEqual({ fruit: 'fig', weight: null });
    expect(doubles.seen.at(-1)?.body).toMatchObject(formatOf[entry.provider as keyof typeof formatOf]);

    for (const text of [
      'a fig',
      '"fig"',
      '{"fruit":7,"weight":null}',
      '{"fruit":"fig"}',
      '{"fruit":"fig","weight":1,"extra":1}',
      '{"fruit":"fig"',
    ]) {
      doubles.script({ text });
      expect([text, failureOf(await collect(model(), structured)).code]).toEqual([text, 'MODEL_OUTPUT_MALFORMED']);
    }
    doubles.script({ text: '{"fruit":"fi', ends: 'length' });
    expect(failureOf(await collect(model(), structured))).toEqual({
      code: 'MODEL_OUTPUT_MALFORMED',
      message: expect.stringContaining('room'),
    });
  });

  test('a turn that calls a tool is not yet the answer its schema is for', async () => {
    doubles.script({ text: 'Let me look.', toolCalls: [{ name: 'read_file', input: { path: 'a.csv', sheet: null } }] });
    const events = await collect(model(), { ...ask, ...structured, messages: ask.messages });
    expect(events.at(-1)).toMatchObject({ kind: 'finished', reason: 'tool_calls' });
  });

  test('aborting ends the stream as canceled', async () => {
    doubles.script({ text: 'Never heard.', delay: 5_000 });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 30);
    expect(failureOf(await collect(model(), ask, controller.signal)).code).toBe('USER_CANCELED');
  });

  test('the first turn requires a tool, later ones may do without, and tools are called one at a time', async () => {
    doubles.script({ text: 'x' }, { text: 'y' });
    await collect(model());
    const [first, later, always] = choicesOf[entry.provider as keyof typeof choicesOf];
    expect(doubles.seen.at(-1)?.body).toMatchObject({ ...first, ...always });
    await collect(model(), { ...ask, messages: looked });
    expect(doubles.seen.at(-1)?.body).toMatchObject({ ...later, ...always });
  });
});

test('[WS-16] GPT-5: no sampling parameters, a tool is required first and optional later, schemas are strict, calls sequential', async () => {
  doubles.script({ text: 'x' }, { text: 'y' });
  const model = modelOf(entryOf('openai:gpt-5.2'));
  await collect(model, { ...ask, effort: 'high' });
  const first = doubles.seen.at(-1)?.body ?? {};
  expect(first).not.toHaveProperty('temperature');
  expect(first).not.toHaveProperty('top_p');
  expect(first).toMatchObject({
    tool_choice: 'required',
    parallel_tool_calls: false,
    truncation: 'disabled',
    store: false,
    reasoning: { effort: 'high' },
    tools: [
      {
        type: 'function',
        name: 'read_file',
        strict: true,
        parameters: { additionalProperties: false, required: ['path', 'sheet'] },
      },
    ],
  });
  await collect(model, { ...ask, messages: looked });
  expect(doubles.seen.at(-1)?.body).toMatchObject({ tool_choice: 'auto', parallel_tool_calls: false });
});

test('[WS-16] any other OpenAI model: sampling at its steadiest, and all else the same', async () => {
  const entry: ModelEntry = { ...entryOf('openai:gpt-5.2'), modelId: 'openai:gpt-4.1', efforts: [] };
  doubles.script({ text: 'x' }, { text: 'y' });
  await collect(modelOf(entry));
  const first = doubles.seen.at(-1)?.body ?? {};
  expect(first).toMatchObject({
    model: 'gpt-4.1',
    temperature: 0,
    top_p: 1,
    tool_choice: 'required',
    parallel_tool_calls: false,
    truncation: 'disabled',
    store: false,
    tools: [{ strict: true, parameters: { additionalProperties: false, required: ['path', 'sheet'] } }],
  });
  expect(first).not.toHaveProperty('reasoning');
  await collect(modelOf(entry), { ...ask, messages: looked });
  expect(doubles.seen.at(-1)?.body).toMatchObject({ temperature: 0, top_p: 1, tool_choice: 'auto' });
});

test('[WS-13] a redirect off the host, to plain http or to an IP literal is stopped, and nothing more is sent', async () => {
  for (const redirectTo of [
    'https://elsewhere.example/v1',
    'http://api.openai.com/v1/responses',
    'https://192.0.2.7/v1/responses',
  ]) {
    const before = doubles.seen.length;
    doubles.script({ redirectTo });
    const failure = failureOf(await collect(modelOf(entryOf('openai:gpt-5.2'))));
    expect([redirectTo, failure.code]).toEqual([redirectTo, 'EGRESS_BLOCKED_BY_POLICY']);
    expect(doubles.seen.length - before).toBe(1);
  }
  for (const url of ['http://api.openai.com/v1', 'https://192.0.2.7/v1', 'https://elsewhere.example/v1']) {
    const door = createGate({ dispatcher: doubles.dispatcher }).doorTo({ provider: 'openai' });
    await expect(door(url)).rejects.toMatchObject({ failure: { code: 'EGRESS_BLOCKED_BY_POLICY' } });
  }
});
