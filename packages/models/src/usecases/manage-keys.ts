import { err, ok, type Result } from '@atelier/kernel/core';
import { type Effort, type EffortPhase, effortFields, efforts, normaliseEffort } from '../core/effort.ts';
import { isTransient, type ModelFailure } from '../core/failure.ts';
import { listModels } from '../core/model-list.ts';
import type { ModelsEvent } from '../core/models-events.ts';
import { effortsOf, type KeyStatus, type ModelsState } from '../core/models-state.ts';
import { type KeyPlace, type KeyStore, KeysUnreadable } from '../ports/key-store.ts';
import type { ListedModel, ProviderProbe } from '../ports/provider-probe.ts';
import { appendModels, type LogRefused, type ModelsLog, readModels } from './append-models.ts';

export type KeysDeps = ModelsLog & {
  readonly keyStore: KeyStore;
  readonly probe: ProviderProbe;
  /** The key the environment gives for a provider, with the name of its variable. */
  readonly environmentKey: (provider: string) => { readonly name: string; readonly key: string } | undefined;
};

export const keyedProviders = ['openai', 'anthropic', 'google', 'mistral'] as const;
export type KeyedProvider = (typeof keyedProviders)[number];

/** All a screen ever sees of a key. */
export type ProviderFacts = {
  readonly provider: KeyedProvider;
  readonly status: KeyStatus;
  readonly last4: string | null;
  /** `environment` wins over a saved key; `variable` says which one to look for. */
  readonly keptIn: KeyPlace | 'environment' | null;
  readonly variable: string | null;
  readonly enabled: boolean;
  readonly checkedAt: string | null;
  readonly efforts: Readonly<Record<EffortPhase, Effort>>;
  readonly allowedEfforts: readonly Effort[];
  /** What the provider said it serves; null while it was not asked. */
  readonly served: readonly string[] | null;
};

export type KeyInvalid = { readonly code: 'KEY_INVALID'; readonly field: 'key'; readonly message: string };
export type KeyFixed = { readonly code: 'KEY_FROM_ENVIRONMENT'; readonly variable: string };
export type NoKey = { readonly code: 'PROVIDER_NOT_CONFIGURED'; readonly reason: 'no_key' | 'disabled' };
export type SaveRefused =
  | KeyInvalid
  | KeyFixed
  | { readonly code: 'PROVIDER_AUTH_FAILED'; readonly field: 'key'; readonly message: string }
  | LogRefused;

export const createKeys = (deps: KeysDeps) => {
  const { keyStore, probe, environmentKey } = deps;

  const rowIn = async (state: ModelsState, provider: KeyedProvider): Promise<ProviderFacts> => {
    const fromEnvironment = environmentKey(provider);
    const saved = fromEnvironment ? undefined : await findReadable(keyStore, provider);
    const recorded = state.keys[provider];
    const key = fromEnvironment?.key ?? saved?.key;
    const allowedEfforts = allowedOf(state, provider);
    const set = effortsOf(state, provider, allowedEfforts);
    return {
      provider,
      status: statusOf(fromEnvironment !== undefined, saved !== undefined, recorded?.status),
      last4: key === undefined ? null : key.slice(-4),
      keptIn: fromEnvironment ? 'environment' : (saved?.keptIn ?? null),
      variable: fromEnvironment?.name ?? null,
      enabled: !state.disabled.includes(provider),
      checkedAt: recorded?.checkedAt ?? null,
      efforts: {
        research: set[effortFields.research],
        plan: set[effortFields.plan],
        implement: set[effortFields.implement],
      },
      allowedEfforts,
      served: state.listed[provider] ?? null,
    };
  };
  const row = async (provider: KeyedProvider): Promise<Result<ProviderFacts, LogRefused>> => {
    const state = await readModels(deps);
    return state.ok ? ok(await rowIn(state.value, provider)) : state;
  };
  const recorded = async (
    provider: KeyedProvider,
    ...events: readonly ModelsEvent[]
  ): Promise<Result<ProviderFacts, LogRefused>> => {
    const appended = await appendModels(deps, ...events);
    return appended.ok ? row(provider) : appended;
  };
  const fixedByEnvironment = (provider: KeyedProvider): KeyFixed | undefined => {
    const found = environmentKey(provider);
    return found && { code: 'KEY_FROM_ENVIRONMENT', variable: found.name };
  };

  return {
    row,
    rows: async (): Promise<Result<readonly ProviderFacts[], LogRefused>> => {
      const state = await readModels(deps);
      if (!state.ok) return state;
      return ok(await Promise.all(keyedProviders.map((provider) => rowIn(state.value, provider))));
    },

    /** One cheap authenticated call decides: a rejected key is not stored and the one before it stays. */
    save: async (provider: KeyedProvider, written: string): Promise<Result<ProviderFacts, SaveRefused>> => {
      const fixed = fixedByEnvironment(provider);
      if (fixed) return err(fixed);
      const key = readKey(written);
      if (!key.ok) return key;
      const listed = await probe.listModels({ provider, key: key.value });
      if (!listed.ok && !isTransient(listed.error)) return err(rejected(listed.error));
      await keyStore.set(provider, key.value);
      const status = listed.ok ? 'configured' : 'needs_attention';
      return recorded(
        provider,
        { kind: 'provider.key_saved', data: { provider, status } },
        ...servedBy(provider, listed),
      );
    },

    /** Asks again with the key that is there, and records what came of it. */
    check: async (provider: KeyedProvider): Promise<Result<ProviderFacts, NoKey | LogRefused>> => {
      const key = environmentKey(provider)?.key ?? (await findReadable(keyStore, provider))?.key;
      if (key === undefined) return err({ code: 'PROVIDER_NOT_CONFIGURED', reason: 'no_key' });
      const listed = await probe.listModels({ provider, key });
      const status = listed.ok ? 'configured' : 'needs_attention';
      return recorded(
        provider,
        { kind: 'provider.key_checked', data: { provider, status } },
        ...servedBy(provider, listed),
      );
    },

    remove: async (provider: KeyedProvider): Promise<Result<ProviderFacts, KeyFixed | LogRefused>> => {
      const fixed = fixedByEnvironment(provider);
      if (fixed) return err(fixed);
      await keyStore.remove(provider);
      return recorded(provider, { kind: 'provider.key_removed', data: { provider } });
    },

    /** Disabled, a provider is not called; its key stays. */
    setEnabled: (provider: KeyedProvider, enabled: boolean): Promise<Result<ProviderFacts, LogRefused>> =>
      recorded(provider, { kind: 'provider.enabled_set', data: { provider, enabled } }),

    setEffort: async (
      provider: KeyedProvider,
      phase: EffortPhase,
      written: Effort,
    ): Promise<Result<ProviderFacts, LogRefused>> => {
      const state = await readModels(deps);
      if (!state.ok) return state;
      const effort = normaliseEffort(written, allowedOf(state.value, provider));
      return recorded(provider, { kind: 'provider.effort_set', data: { provider, phase, effort } });
    },

    /** For the server alone: the key a call is made with. */
    keyFor: async (provider: KeyedProvider): Promise<Result<string, NoKey | LogRefused>> => {
      const state = await readModels(deps);
      if (!state.ok) return state;
      if (state.value.disabled.includes(provider)) return err({ code: 'PROVIDER_NOT_CONFIGURED', reason: 'disabled' });
      const key = environmentKey(provider)?.key ?? (await findReadable(keyStore, provider))?.key;
      return key === undefined ? err({ code: 'PROVIDER_NOT_CONFIGURED', reason: 'no_key' }) : ok(key);
    },

    /** A provider rejected the key in the middle of work: Settings says so before the next attempt does. */
    markRejected: async (provider: KeyedProvider): Promise<void> => {
      const state = await readModels(deps);
      if (!state.ok || environmentKey(provider) || state.value.keys[provider]?.status !== 'configured') return;
      await appendModels(deps, { kind: 'provider.key_checked', data: { provider, status: 'needs_attention' } });
    },
  };
};

/** Google names its models as paths. */
const servedBy = (provider: KeyedProvider, listed: Result<readonly ListedModel[], unknown>): readonly ModelsEvent[] =>
  listed.ok && listed.value.length > 0
    ? [
        {
          kind: 'provider.models_listed',
          data: { provider, names: listed.value.slice(0, 1_000).map(({ name }) => name.replace(/^models\//, '')) },
        },
      ]
    : [];

/** Keys that cannot be read are no keys to work with; that they are there is said when somebody wants to change them. */
export const findReadable = async (keyStore: KeyStore, name: string): ReturnType<KeyStore['find']> => {
  try {
    return await keyStore.find(name);
  } catch (fault) {
    if (fault instanceof KeysUnreadable) return undefined;
    throw fault;
  }
};

/** A line break or a letter outside ASCII cannot travel in a header, and is always a slip of the clipboard. */
export const readKey = (written: string): Result<string, KeyInvalid> => {
  const key = written.trim();
  return /^[\x21-\x7e]{8,512}$/.test(key) ? ok(key) : err(notAKey);
};

/** A key in the environment is its owner's word; whether it works shows when it is used. */
const statusOf = (
  isFromEnvironment: boolean,
  isSaved: boolean,
  recorded: Exclude<KeyStatus, 'not_configured'> | undefined,
): KeyStatus => {
  if (isFromEnvironment) return 'configured';
  // Recorded but not to be found: its keychain is locked, or it was removed behind our back.
  if (!isSaved) return recorded ? 'needs_attention' : 'not_configured';
  return recorded ?? 'needs_attention';
};

/** Whatever one of a provider's models knows, ours or the user's own; a model that does not is asked as it can be. */
const allowedOf = (state: ModelsState, provider: KeyedProvider): readonly Effort[] => {
  const models = listModels(state, new Set()).filter(({ entry }) => entry.provider === provider);
  return efforts.filter((effort) => models.some(({ entry }) => entry.efforts.includes(effort)));
};

const notAKey = {
  code: 'KEY_INVALID',
  field: 'key',
  message: 'This does not look like a key: 8 to 512 letters, digits and signs, without spaces.',
} as const;

const rejected = ({ message }: ModelFailure): SaveRefused => ({
  code: 'PROVIDER_AUTH_FAILED',
  field: 'key',
  message: `${message} The key saved before, if any, is unchanged.`,
});
