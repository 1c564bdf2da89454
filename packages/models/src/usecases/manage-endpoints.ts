import { derivedId, err, ok, type Result, type Sha256 } from '@atelier/kernel/core';
import type { ConsentTriple } from '../core/consent.ts';
import { decideEndpoint, type EgressBlocked } from '../core/egress.ts';
import type { ModelFailure } from '../core/failure.ts';
import { localModelId } from '../core/model-list.ts';
import type { Endpoint } from '../core/models-state.ts';
import type { KeyStore } from '../ports/key-store.ts';
import type { ListedModel, ProviderProbe } from '../ports/provider-probe.ts';
import { appendModels, type LogRefused, type ModelsLog, readModels } from './append-models.ts';
import { findReadable, type KeyInvalid, readKey } from './manage-keys.ts';

export type EndpointsDeps = ModelsLog & {
  readonly keyStore: KeyStore;
  readonly probe: ProviderProbe;
  readonly sha256: Sha256;
  readonly withdrawConsent: (isGone: (given: ConsentTriple) => boolean) => Promise<Result<undefined, LogRefused>>;
};

export type NoEndpoint = { readonly code: 'ENDPOINT_NOT_FOUND' };
export type AddRefused =
  | EgressBlocked
  | KeyInvalid
  | { readonly code: 'PROVIDER_AUTH_FAILED'; readonly field: 'key'; readonly message: string }
  | { readonly code: 'ENDPOINT_EXISTS' }
  | { readonly code: 'ENDPOINT_UNREACHABLE'; readonly because: ModelFailure }
  | LogRefused;

/** Servers of the user's own that speak the OpenAI chat format. */
export const createEndpoints = (deps: EndpointsDeps) => {
  const { keyStore, probe, sha256 } = deps;

  const at = async (endpointId: string): Promise<Result<Endpoint, NoEndpoint | LogRefused>> => {
    const state = await readModels(deps);
    if (!state.ok) return state;
    const found = state.value.endpoints.find((each) => each.endpointId === endpointId);
    return found ? ok(found) : err({ code: 'ENDPOINT_NOT_FOUND' });
  };
  const keyOf = async (endpointId: string): Promise<string> =>
    (await findReadable(keyStore, keyName(endpointId)))?.key ?? '';

  return {
    /** Saves the address only when a server answers there. */
    add: async (written: string, writtenKey?: string): Promise<Result<Endpoint, AddRefused>> => {
      const url = written.trim().replace(/\/+$/, '');
      const allowed = decideEndpoint(url);
      if (!allowed.ok) return allowed;
      const key = writtenKey === undefined || writtenKey.trim() === '' ? ok('') : readKey(writtenKey);
      if (!key.ok) return key;
      const endpointId = endpointIdOf(allowed.value, sha256);
      const state = await readModels(deps);
      if (!state.ok) return state;
      // Compared by address: ids were made in another way once.
      if (state.value.endpoints.some((each) => endpointIdOf(new URL(each.url), sha256) === endpointId)) {
        return err({ code: 'ENDPOINT_EXISTS' });
      }
      const listed = await probe.listModels({ provider: 'local', key: key.value, endpoint: url });
      if (!listed.ok) return err(unreachable(listed.error));
      if (key.value !== '') await keyStore.set(keyName(endpointId), key.value);
      const data = { endpointId, url, models: offered(listed.value) };
      const appended = await appendModels(deps, { kind: 'endpoint.added', data });
      if (!appended.ok) return appended;
      const added = await at(endpointId);
      if (added.ok || added.error.code === 'LOG_UNAVAILABLE') return added as Result<Endpoint, LogRefused>;
      throw new Error('an endpoint that was just added is there');
    },
    /** Asks again. One that does not answer keeps the models it had: a laptop away from home is not a change of mind. */
    discover: async (endpointId: string): Promise<Result<Endpoint, NoEndpoint | LogRefused>> => {
      const known = await at(endpointId);
      if (!known.ok) return known;
      const key = await keyOf(endpointId);
      const listed = await probe.listModels({ provider: 'local', key, endpoint: known.value.url });
      const appended = await appendModels(
        deps,
        listed.ok
          ? { kind: 'endpoint.discovered', data: { endpointId, models: offered(listed.value) } }
          : { kind: 'endpoint.unreachable', data: { endpointId, code: listed.error.code } },
      );
      return appended.ok ? at(endpointId) : appended;
    },
    /** With its key, the consent to send to it, and what was written down about its models: entered again, it asks again. */
    remove: async (endpointId: string): Promise<Result<undefined, NoEndpoint | LogRefused>> => {
      const state = await readModels(deps);
      if (!state.ok) return state;
      if (!state.value.endpoints.some((each) => each.endpointId === endpointId)) {
        return err({ code: 'ENDPOINT_NOT_FOUND' });
      }
      await keyStore.remove(keyName(endpointId));
      const isGone = ({ modelId }: { readonly modelId: string }) => modelId.startsWith(localModelId(endpointId, ''));
      const withdrawn = await deps.withdrawConsent(isGone);
      if (!withdrawn.ok) return withdrawn;
      const entries = state.value.entries.filter(isGone);
      return appendModels(
        deps,
        ...entries.map(({ modelId }) => ({ kind: 'registry.entry_removed', data: { modelId } }) as const),
        { kind: 'endpoint.removed', data: { endpointId } },
      );
    },
    keyOf,
  };
};

export const keyName = (endpointId: string): string => `endpoint:${endpointId}`;

/** Made from the whole address, so that the same server has the same models and no other answers under their consent. */
export const endpointIdOf = ({ origin, pathname }: URL, sha256: Sha256): string =>
  derivedId('endpoint', sha256, `${origin}${pathname.replace(/\/+$/, '')}`);

const offered = (listed: readonly ListedModel[]) => listed.map(({ name, tools }) => ({ name, tools }));

const unreachable = (because: ModelFailure): AddRefused =>
  because.code === 'PROVIDER_AUTH_FAILED'
    ? { code: 'PROVIDER_AUTH_FAILED', field: 'key', message: because.message }
    : { code: 'ENDPOINT_UNREACHABLE', because };
