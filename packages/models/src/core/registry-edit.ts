import { err, ok, type Result } from '@atelier/kernel/core';
import type { Effort } from './effort.ts';
import { endpointOf } from './model-list.ts';
import type { ModelsState } from './models-state.ts';
import type { Price } from './price.ts';
import { ModelEntry } from './registry.ts';

/** What a person writes down about a model; the rest follows from the provider its id names. */
export type EntryInput = {
  readonly modelId: string;
  readonly label: string;
  readonly wireName?: string | undefined;
  readonly contextTokens: number;
  readonly efforts: readonly Effort[];
  readonly tools: boolean;
  readonly vision: boolean;
  readonly price: Price | null;
  readonly sampling?:
    | { readonly temperature?: number | undefined; readonly topP?: number | undefined }
    | null
    | undefined;
};

export type EntryRefused = {
  readonly code: 'ENTRY_INVALID';
  readonly field: string;
  readonly reason: 'unknown_provider' | 'unknown_endpoint' | 'built_in' | 'bad_value';
};

const keyed: readonly string[] = ['openai', 'anthropic', 'google', 'mistral'];

export const decideEntry = (state: ModelsState, input: EntryInput): Result<ModelEntry, EntryRefused> => {
  const { price, wireName, sampling, ...written } = input;
  const provider = input.modelId.split(':')[0] ?? '';
  if (provider === 'builtin') return err(refused('modelId', 'built_in'));
  if (provider === 'local') {
    // Without its server an entry could never be called; with another one it would be another model.
    if (!endpointOf(state.endpoints, input.modelId)) return err(refused('modelId', 'unknown_endpoint'));
  } else if (!keyed.includes(provider)) return err(refused('modelId', 'unknown_provider'));
  const endpoint = provider === 'local' ? endpointOf(state.endpoints, input.modelId) : undefined;
  const wire = wireName ?? (endpoint ? input.modelId.slice(`local:${endpoint.endpointId}/`.length) : undefined);
  const entry = ModelEntry.safeParse({
    ...written,
    provider,
    auth: provider === 'local' ? 'none' : 'api_key',
    ...(wire === undefined ? {} : { wireName: wire }),
    ...(price ? { price } : {}),
    ...(sampling ? { sampling } : {}),
  });
  return entry.success
    ? ok(entry.data)
    : err(refused(String(entry.error.issues[0]?.path[0] ?? 'modelId'), 'bad_value'));
};

const refused = (field: string, reason: EntryRefused['reason']): EntryRefused => ({
  code: 'ENTRY_INVALID',
  field,
  reason,
});
