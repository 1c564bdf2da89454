import { createGate } from '../../adapters/gate.ts';
import { createProviderModel } from '../../adapters/provider-model.ts';
import { loadProvider } from '../../adapters/providers.ts';
import { bundledModels } from '../../core/bundled-models.ts';
import type { ChatEvent, ChatRequest } from '../../core/chat.ts';
import type { ModelFailure } from '../../core/failure.ts';
import type { ModelEntry } from '../../core/registry.ts';
import type { ChatModel } from '../../ports/chat-model.ts';
import type { Doubles } from './server.ts';

export const entryOf = (modelId: string): ModelEntry => {
  const entry = bundledModels.find((each) => each.modelId === modelId);
  if (!entry) throw new Error(`no bundled model is called ${modelId}`);
  return entry;
};

/** A model of a server on this machine. */
export const local: ModelEntry = {
  ...entryOf('mistral:mistral-large'),
  modelId: 'local:small-model',
  provider: 'local',
  wireName: 'small-model',
};

/** A model of every wire format. Each keeps the promises of the port through the client we ship. */
export const wires: readonly (readonly [string, ModelEntry])[] = [
  ['OpenAI Responses', entryOf('openai:gpt-5.2')],
  ['Anthropic Messages', entryOf('anthropic:claude-sonnet-4-6')],
  ['Google', entryOf('google:gemini-3.1-pro-preview')],
  ['Mistral', entryOf('mistral:mistral-large')],
  ['OpenAI-compatible chat', local],
];

export const testKey = 'sk-test-key';

export const modelOn = ({ dispatcher, localEndpoint }: Doubles, entry: ModelEntry): ChatModel => {
  let made = 0;
  const access = { gate: createGate({ dispatcher }), apiKey: testKey, endpoint: localEndpoint };
  return createProviderModel({
    entry,
    load: () => loadProvider(entry, access),
    now: () => 0,
    newId: () => `made_${made++}`,
  });
};

const tool = {
  name: 'read_file',
  description: 'Reads a file.',
  inputSchema: {
    type: 'object',
    properties: { path: { type: 'string' }, sheet: { type: ['string', 'null'] } },
    required: ['path', 'sheet'],
    additionalProperties: false,
  },
} as const;

/** A first question with one tool to look with. */
export const ask: ChatRequest = {
  messages: [
    { role: 'system', text: 'Be brief.' },
    { role: 'user', text: 'What is in a.csv?' },
  ],
  tools: [tool],
};

export const collect = async (
  model: ChatModel,
  request: ChatRequest = ask,
  signal = new AbortController().signal,
): Promise<readonly ChatEvent[]> => {
  const events: ChatEvent[] = [];
  for await (const event of model.stream(request, signal)) events.push(event);
  return events;
};

export const textOf = (events: readonly ChatEvent[], kind: 'text' | 'reasoning' = 'text'): string =>
  events.flatMap((event) => (event.kind === kind ? [event.delta] : [])).join('');

export const failureOf = (events: readonly ChatEvent[]): ModelFailure => {
  const last = events.at(-1);
  if (last?.kind !== 'failed') throw new Error(`expected a failure, got ${JSON.stringify(last)}`);
  return last.failure;
};

export const callIn = (events: readonly ChatEvent[]) => {
  const call = events.find((event) => event.kind === 'tool_call');
  if (!call) throw new Error(`expected a tool call, got ${JSON.stringify(events.at(-1))}`);
  return call.call;
};
