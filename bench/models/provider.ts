import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { type ChatModel, createGate, createProviderModel, loadProvider, type ModelEntry } from '@atelier/models';

export type ChunkServer = { readonly endpoint: string; readonly close: () => Promise<void> };

export const startChunkServer = async (chunks: number, pauseMs = 0): Promise<ChunkServer> => {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'chunk-server.ts'), String(chunks), String(pauseMs)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    endpoint: `http://127.0.0.1:${port.toString().trim()}/v1`,
    close: async () => {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
};

const entry: ModelEntry = {
  modelId: 'local:bench',
  provider: 'local',
  label: 'Bench',
  auth: 'none',
  contextTokens: 32_000,
  efforts: [],
  tools: true,
  vision: false,
};
const prompt = 'Say the time.';

/** The model as the product makes it: gate, provider, port. */
export const ourModel = (endpoint: string): ChatModel => {
  const gate = createGate();
  let loaded: ReturnType<typeof loadProvider> | undefined;
  return createProviderModel({
    entry,
    load: () => {
      loaded ??= loadProvider(entry, { gate, apiKey: '', endpoint });
      return loaded;
    },
    now: Date.now,
    newId: () => crypto.randomUUID(),
  });
};

/** Reads one answer to its end and says when its first text came. */
export const readOurs = async (model: ChatModel): Promise<number> => {
  let first = 0;
  const request = { messages: [{ role: 'user' as const, text: prompt }] };
  for await (const event of model.stream(request, new AbortController().signal)) {
    if (event.kind === 'failed') throw new Error(event.failure.message);
    if (event.kind === 'text' && first === 0) first = performance.now();
  }
  return first;
};

/** The same by the provider layer alone. */
export const createBare = (endpoint: string) => {
  const model = createOpenAICompatible({ name: 'local', baseURL: endpoint, includeUsage: true }).languageModel('bench');
  return async (): Promise<number> => {
    let first = 0;
    const { stream } = await model.doStream({ prompt: [{ role: 'user', content: [{ type: 'text', text: prompt }] }] });
    for await (const part of stream) if (part.type === 'text-delta' && first === 0) first = performance.now();
    return first;
  };
};
