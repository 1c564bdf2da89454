import { type LedgerRow, type modelsCommands, modelsStream } from '@atelier/contracts';
import { ok, type Result } from '@atelier/kernel/core';
import type { ChoiceRefused, EndpointRefused, KeyRefused, ProviderFacts } from '@atelier/models';
import type { Handlers } from '../surface.ts';
import type { ModelsDesk, OpenDesk } from './models-desk.ts';
import { endpointRow, viewOf } from './models-view.ts';
import { logRefused, refuse } from './words.ts';

/** The commands of Settings → Models. A key comes in and never goes out. */
export const createSettingsCommands = (desk: ModelsDesk): Handlers<keyof typeof modelsCommands> => {
  /** Keys that are there but cannot be read are a refusal with something to do about it, not a fault. */
  const withDesk = async <T>(work: (desk: OpenDesk) => Promise<T>): Promise<T | ReturnType<typeof keysUnreadable>> => {
    const open = await desk.open();
    try {
      return await work(open);
    } catch (fault) {
      if (fault instanceof open.models.KeysUnreadable) return keysUnreadable();
      throw fault;
    }
  };
  /** Where the stream stands after a change: everything before it includes the change. */
  const done = async (
    open: OpenDesk,
    result: Result<unknown, { readonly code: 'LOG_UNAVAILABLE'; readonly reason: string }>,
  ) => {
    if (!result.ok) return logRefused(result.error);
    const now = await open.stateNow();
    return now.ok ? ok({ seq: now.value.seq }) : logRefused(now.error);
  };

  return {
    ModelsGet: async () => {
      const view = await viewOf(await desk.open());
      return view.ok ? view : refuse('STORE_UNHEALTHY', { reason: view.error.reason });
    },
    ProvidersSetApiKey: ({ provider, key }) =>
      withDesk(async ({ keys }) => {
        const saved = await keys.save(provider, key);
        return saved.ok ? providerReply(saved.value) : saveRefused(saved.error);
      }),
    ProvidersClearApiKey: ({ provider }) =>
      withDesk(async ({ keys }) => {
        const removed = await keys.remove(provider);
        return removed.ok ? providerReply(removed.value) : clearRefused(removed.error);
      }),
    ProvidersValidate: async ({ provider }) => {
      const checked = await (await desk.open()).keys.check(provider);
      return checked.ok ? providerReply(checked.value) : checkRefused(checked.error);
    },
    ProvidersSetEnabled: async ({ provider, enabled }) => {
      const set = await (await desk.open()).keys.setEnabled(provider, enabled);
      return set.ok ? providerReply(set.value) : logRefused(set.error);
    },
    ProvidersSetReasoningEffort: async ({ provider, phase, effort }) => {
      const set = await (await desk.open()).keys.setEffort(provider, phase, effort);
      return set.ok ? providerReply(set.value) : logRefused(set.error);
    },
    EndpointAdd: ({ url, key }) =>
      withDesk(async (open) => {
        const added = await open.endpoints.add(url, key);
        return added.ok ? ok({ endpoint: await endpointRow(open, added.value) }) : addRefused(added.error);
      }),
    EndpointRemove: ({ endpointId }) =>
      withDesk(async (open) => {
        const removed = await open.endpoints.remove(endpointId);
        if (!removed.ok && removed.error.code !== 'LOG_UNAVAILABLE') return refuse('ENDPOINT_NOT_FOUND');
        return done(open, removed as Result<unknown, { code: 'LOG_UNAVAILABLE'; reason: string }>);
      }),
    EndpointDiscover: async ({ endpointId }) => {
      const open = await desk.open();
      const found = await open.endpoints.discover(endpointId);
      if (found.ok) return ok({ endpoint: await endpointRow(open, found.value) });
      return found.error.code === 'LOG_UNAVAILABLE' ? logRefused(found.error) : refuse('ENDPOINT_NOT_FOUND');
    },
    ModelsSetEntry: async ({ entry }) => {
      const open = await desk.open();
      const set = await open.choices.setEntry(entry);
      if (!set.ok && set.error.code === 'ENTRY_INVALID') {
        return refuse('ENTRY_INVALID', { field: set.error.field, reason: set.error.reason });
      }
      return done(open, asLogResult(set));
    },
    ModelsRemoveEntry: async ({ modelId }) => {
      const open = await desk.open();
      const removed = await open.choices.removeEntry(modelId);
      if (!removed.ok && removed.error.code === 'MODEL_NOT_FOUND') return refuse('MODEL_NOT_FOUND');
      return done(open, asLogResult(removed));
    },
    UserSetDefaultModel: async ({ modelId }) => {
      const open = await desk.open();
      const set = await open.choices.setDefault(modelId);
      if (!set.ok && set.error.code === 'MODEL_NOT_FOUND') return refuse('MODEL_NOT_FOUND');
      if (!set.ok && set.error.code === 'MODEL_UNAVAILABLE') {
        return refuse('MODEL_UNAVAILABLE', { reason: set.error.reason });
      }
      return done(open, asLogResult(set));
    },
    CapsSet: async ({ set: written }) => {
      const open = await desk.open();
      const set = await open.choices.setCaps(written);
      if (!set.ok && set.error.code === 'NOTHING_TO_SET') return refuse('NOTHING_TO_SET');
      return done(open, asLogResult(set));
    },
    UserSetConsentMode: async ({ mode, confirmed = false }) => {
      const open = await desk.open();
      const set = await open.egress.setMode(mode, { confirmed });
      if (!set.ok && set.error.code === 'CONFIRMATION_REQUIRED') return refuse('CONFIRMATION_REQUIRED');
      return done(open, asLogResult(set));
    },
    EgressGrantConsent: async ({ consent, remember }) => {
      const open = await desk.open();
      const all = await open.listed();
      if (!all.ok) return logRefused(all.error);
      const known = all.value.entries.some(
        ({ entry }) => entry.modelId === consent.modelId && entry.provider === consent.providerId,
      );
      return known ? done(open, await open.egress.grant(consent, { remember })) : refuse('MODEL_NOT_FOUND');
    },
    EgressWithdrawConsent: async ({ consent }) => {
      const open = await desk.open();
      const now = await open.stateNow();
      if (!now.ok) return logRefused(now.error);
      const given = [...now.value.state.consent.persisted, ...open.egress.session()];
      const isGiven = given.some(
        ({ providerId, modelId, scopeHash }) =>
          providerId === consent.providerId && modelId === consent.modelId && scopeHash === consent.scopeHash,
      );
      return isGiven ? done(open, await open.egress.withdraw(consent)) : refuse('CONSENT_NOT_FOUND');
    },
    EgressListEvents: async ({ before, limit }) => {
      const { ledger } = await desk.open();
      const page = await ledger({ before, limit });
      if (!page.ok) return refuse('STORE_UNHEALTHY', { stream: modelsStream });
      return ok({ entries: page.value.lines as LedgerRow[], next: page.value.next });
    },
  };
};

const providerReply = (row: ProviderFacts) => ok({ provider: { ...row, allowedEfforts: [...row.allowedEfforts] } });

const keysUnreadable = () => refuse('KEYS_UNREADABLE');

const asLogResult = (result: Result<unknown, ChoiceRefused | { readonly code: 'CONFIRMATION_REQUIRED' }>) =>
  result as Result<unknown, { code: 'LOG_UNAVAILABLE'; reason: string }>;

const saveRefused = (refused: KeyRefused) => {
  switch (refused.code) {
    case 'KEY_INVALID':
    case 'PROVIDER_AUTH_FAILED':
      return refuse(refused.code, { field: 'key' });
    case 'KEY_FROM_ENVIRONMENT':
      return refuse('KEY_FROM_ENVIRONMENT', { variable: refused.variable });
    case 'LOG_UNAVAILABLE':
      return logRefused(refused);
    case 'PROVIDER_NOT_CONFIGURED':
      throw new Error('saving a key asks for none');
  }
};

const clearRefused = (refused: KeyRefused) => {
  if (refused.code === 'KEY_FROM_ENVIRONMENT') return refuse('KEY_FROM_ENVIRONMENT', { variable: refused.variable });
  return refused.code === 'LOG_UNAVAILABLE' ? logRefused(refused) : refuse('PROVIDER_NOT_CONFIGURED');
};

const checkRefused = (refused: KeyRefused) =>
  refused.code === 'LOG_UNAVAILABLE' ? logRefused(refused) : refuse('PROVIDER_NOT_CONFIGURED');

const addRefused = (refused: EndpointRefused) => {
  switch (refused.code) {
    case 'EGRESS_BLOCKED_BY_POLICY':
      return refuse('EGRESS_BLOCKED_BY_POLICY', { reason: refused.reason });
    case 'KEY_INVALID':
    case 'PROVIDER_AUTH_FAILED':
      return refuse(refused.code, { field: 'key' });
    case 'ENDPOINT_UNREACHABLE':
      return refuse('ENDPOINT_UNREACHABLE', { code: refused.because.code });
    case 'ENDPOINT_EXISTS':
      return refuse('ENDPOINT_EXISTS');
    case 'LOG_UNAVAILABLE':
      return logRefused(refused);
    case 'ENDPOINT_NOT_FOUND':
      throw new Error('an endpoint that was just added is there');
  }
};
