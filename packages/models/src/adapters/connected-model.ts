import type { Result } from '@atelier/kernel/core';
import type { ModelFailure } from '../core/failure.ts';
import type { ModelEntry } from '../core/registry.ts';
import { createOfflineModel } from '../offline/offline-model.ts';
import type { ChatModel } from '../ports/chat-model.ts';
import type { Gate } from './gate.ts';
import { createProviderModel } from './provider-model.ts';
import { loadProvider } from './providers.ts';

export type Connection = {
  readonly gate: Gate;
  readonly now: () => number;
  readonly newId: () => string;
  /** Asked before every call: a key may be removed or a provider disabled meanwhile. */
  readonly key: () => Promise<Result<string, { readonly reason: string }>>;
  /** Only for `local`. */
  readonly endpoint?: string;
};

/** Any model of the registry, ready to be asked. */
export const createConnectedModel = (entry: ModelEntry, connection: Connection): ChatModel => {
  if (entry.provider === 'builtin') return createOfflineModel();
  const { gate, now, newId, key, endpoint } = connection;
  return {
    entry,
    stream: async function* (request, signal) {
      const found = await key();
      if (!found.ok) return yield { kind: 'failed', failure: notConfigured(found.error.reason) };
      const access = { gate, apiKey: found.value, ...(endpoint === undefined ? {} : { endpoint }) };
      yield* createProviderModel({ entry, load: () => loadProvider(entry, access), now, newId }).stream(
        request,
        signal,
      );
    },
  };
};

const notConfigured = (reason: string): ModelFailure => ({
  code: 'PROVIDER_NOT_CONFIGURED',
  message:
    reason === 'disabled'
      ? 'This provider is switched off in Settings.'
      : 'There is no key for this provider. Add one in Settings.',
});
