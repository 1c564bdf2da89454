import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Destination } from '../core/egress.ts';
import { type ModelEntry, wireNameOf } from '../core/registry.ts';
import { onlyStreams, soundUsage } from './answer-body.ts';
import type { Gate } from './gate.ts';

export type ProviderAccess = {
  readonly gate: Gate;
  readonly apiKey: string;
  /** Only for `local`: the endpoint its user entered, up to and including `/v1`. */
  readonly endpoint?: string;
};

/** Each provider's client, loaded on first use, with its key and its one way out. Base URLs are given, never read from the environment. */
export const loadProvider = async (entry: ModelEntry, access: ProviderAccess): Promise<LanguageModelV4> => {
  const name = wireNameOf(entry);
  const options = (destination: Destination, baseURL: string) => ({
    apiKey: access.apiKey,
    baseURL,
    fetch: onlyStreams(access.gate.doorTo(destination)),
  });
  switch (entry.provider) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI(options({ provider: 'openai' }, 'https://api.openai.com/v1')).responses(name);
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic(options({ provider: 'anthropic' }, 'https://api.anthropic.com/v1')).languageModel(name);
    }
    case 'google': {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
      const base = 'https://generativelanguage.googleapis.com/v1beta';
      return createGoogleGenerativeAI(options({ provider: 'google' }, base)).languageModel(name);
    }
    case 'mistral': {
      const { createMistral } = await import('@ai-sdk/mistral');
      return createMistral(options({ provider: 'mistral' }, 'https://api.mistral.ai/v1')).languageModel(name);
    }
    case 'local': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const endpoint = access.endpoint ?? '';
      const reached = options({ provider: 'local', endpoint }, endpoint);
      return createOpenAICompatible({
        ...reached,
        fetch: soundUsage(reached.fetch),
        name: 'local',
        includeUsage: true,
        supportsStructuredOutputs: true,
      }).languageModel(name);
    }
    case 'openai-codex':
    case 'builtin':
      throw new Error(`${entry.modelId} has no network client`);
  }
};
