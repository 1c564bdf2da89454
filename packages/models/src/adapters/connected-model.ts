import type { Result } from '@atelier/kernel/core';
import type { ModelFailure } from '../core/failure.ts';
import type { Patience } from '../core/patience.ts';
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
  readonly patience?: () => Promise<Patience>;
  /** The provider did not accept the key. */
  readonly onRejected?: () => Promise<void>;
};

/** Any model of the registry, ready to be asked. */
export const createConnectedModel = (entry: ModelEntry, connection: Connection): ChatModel => {
  if (entry.provider === 'builtin') return createOfflineModel({ now: connection.now });
  const { gate, now, newId, key, endpoint, patience, onRejected } = connection;
  return {
    entry,
    stream: async function* (request, signal) {
      const found = await key();
      if (!found.ok) return yield { kind: 'failed', failure: notConfigured(found.error.reason) };
      const access = { gate, apiKey: found.value, ...(endpoint === undefined ? {} : { endpoint }) };
      const model = createProviderModel({ entry, load: () => loadProvider(entry, access), now, newId, patience });
      for await (const event of model.stream(request, signal)) {
        if (event.kind === 'failed' && event.failure.code === 'PROVIDER_AUTH_FAILED') await onRejected?.();
        yield event;
      }
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
