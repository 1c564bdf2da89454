import { err, ok, type Result } from '@atelier/kernel/core';
import { isTransient, type ModelFailure } from '../core/failure.ts';
import type { KeyStatus } from '../core/models-state.ts';
import type { KeyStore } from '../ports/key-store.ts';
import type { ProviderProbe } from '../ports/provider-probe.ts';
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
export type ProviderRow = {
  readonly provider: KeyedProvider;
  readonly status: KeyStatus;
  readonly last4: string | null;
  /** `environment` wins over a saved key; `variable` says which one to look for. */
  readonly source: 'environment' | 'saved' | null;
  readonly variable: string | null;
  readonly enabled: boolean;
};

export type KeyRefused =
  | { readonly code: 'KEY_INVALID'; readonly field: 'key'; readonly message: string }
  | { readonly code: 'PROVIDER_AUTH_FAILED'; readonly field: 'key'; readonly message: string }
  | { readonly code: 'PROVIDER_NOT_CONFIGURED'; readonly reason: 'no_key' | 'disabled' }
  | LogRefused;

export const createKeys = (deps: KeysDeps) => {
  const { keyStore, probe, environmentKey } = deps;

  const row = async (provider: KeyedProvider): Promise<Result<ProviderRow, LogRefused>> => {
    const state = await readModels(deps);
    if (!state.ok) return state;
    const fromEnvironment = environmentKey(provider);
    const saved = await keyStore.get(provider);
    const key = fromEnvironment?.key ?? saved;
    return ok({
      provider,
      // A key in the environment is its owner's word; whether it works shows when it is used.
      status: fromEnvironment
        ? 'configured'
        : saved === undefined
          ? 'not_configured'
          : (state.value.statusByProvider[provider] ?? 'needs_attention'),
      last4: key === undefined ? null : key.slice(-4),
      source: fromEnvironment ? 'environment' : saved === undefined ? null : 'saved',
      variable: fromEnvironment?.name ?? null,
      enabled: !state.value.disabled.includes(provider),
    });
  };

  return {
    row,
    rows: async (): Promise<Result<readonly ProviderRow[], LogRefused>> => {
      const rows: ProviderRow[] = [];
      for (const provider of keyedProviders) {
        const each = await row(provider);
        if (!each.ok) return each;
        rows.push(each.value);
      }
      return ok(rows);
    },

    /** One cheap authenticated call decides: a rejected key is not stored and the one before it stays. */
    save: async (provider: KeyedProvider, written: string): Promise<Result<ProviderRow, KeyRefused>> => {
      const key = written.trim();
      // A line break or a letter outside ASCII cannot travel in a header, and is always a slip of the clipboard.
      if (!/^[\x21-\x7e]{8,512}$/.test(key)) return err(notAKey);
      const listed = await probe.listModels({ provider, key });
      if (!listed.ok && !isTransient(listed.error)) return err(rejected(listed.error));
      await keyStore.set(provider, key);
      const status = listed.ok ? 'configured' : 'needs_attention';
      const appended = await appendModels(deps, { kind: 'provider.key_saved', data: { provider, status } });
      return appended.ok ? row(provider) : appended;
    },

    /** Asks again with the key that is there, and records what came of it. */
    check: async (provider: KeyedProvider): Promise<Result<ProviderRow, KeyRefused>> => {
      const key = environmentKey(provider)?.key ?? (await keyStore.get(provider));
      if (key === undefined) return err({ code: 'PROVIDER_NOT_CONFIGURED', reason: 'no_key' });
      const listed = await probe.listModels({ provider, key });
      const status = listed.ok ? 'configured' : 'needs_attention';
      const appended = await appendModels(deps, { kind: 'provider.key_checked', data: { provider, status } });
      return appended.ok ? row(provider) : appended;
    },

    remove: async (provider: KeyedProvider): Promise<Result<ProviderRow, LogRefused>> => {
      await keyStore.remove(provider);
      const appended = await appendModels(deps, { kind: 'provider.key_removed', data: { provider } });
      return appended.ok ? row(provider) : appended;
    },

    /** Disabled, a provider is not called; its key stays. */
    setEnabled: async (provider: KeyedProvider, enabled: boolean): Promise<Result<ProviderRow, LogRefused>> => {
      const appended = await appendModels(deps, { kind: 'provider.enabled_set', data: { provider, enabled } });
      return appended.ok ? row(provider) : appended;
    },

    /** For the server alone: the key a call is made with. */
    keyFor: async (provider: KeyedProvider): Promise<Result<string, KeyRefused>> => {
      const state = await readModels(deps);
      if (!state.ok) return state;
      if (state.value.disabled.includes(provider)) return err({ code: 'PROVIDER_NOT_CONFIGURED', reason: 'disabled' });
      const key = environmentKey(provider)?.key ?? (await keyStore.get(provider));
      return key === undefined ? err({ code: 'PROVIDER_NOT_CONFIGURED', reason: 'no_key' }) : ok(key);
    },
  };
};

const notAKey = {
  code: 'KEY_INVALID',
  field: 'key',
  message: 'This does not look like a key: 8 to 512 letters, digits and signs, without spaces.',
} as const;

const rejected = ({ message }: ModelFailure): KeyRefused => ({
  code: 'PROVIDER_AUTH_FAILED',
  field: 'key',
  message: `${message} The key saved before, if any, is unchanged.`,
});
