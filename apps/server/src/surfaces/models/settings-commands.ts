import { egressStream, includesRole, type LedgerRow, type modelsCommands } from '@atelier/contracts';
import { ok } from '@atelier/kernel/core';
import type { AddRefused, ProviderFacts, SaveRefused } from '@atelier/models';
import type { ModelServices, OpenModels } from '../../services/models.ts';
import type { Handlers } from '../surface.ts';
import { endpointRow, providerRow, viewForViewers, viewOf } from './models-view.ts';
import { logRefused, refuse } from './words.ts';

/** The commands of Settings → Models. A key comes in and never goes out. */
export const createSettingsCommands = (services: ModelServices): Handlers<keyof typeof modelsCommands> => {
  /** Keys that are there but cannot be read are a refusal with something to do about it, not a fault. */
  const withDesk = async <T>(
    work: (services: OpenModels) => Promise<T>,
  ): Promise<T | ReturnType<typeof keysUnreadable>> => {
    const open = await services.open();
    try {
      return await work(open);
    } catch (fault) {
      if (fault instanceof open.models.KeysUnreadable) return keysUnreadable();
      throw fault;
    }
  };
  /** Where the stream stands after a change: everything before it includes the change. */
  const done = async (open: OpenModels) => {
    const now = await open.stateNow();
    return now.ok ? ok({ seq: now.value.seq }) : logRefused(now.error);
  };

  return {
    ModelsGet: async (_nothing, { role }) => {
      const view = await viewOf(await services.open());
      if (!view.ok) return refuse('STORE_UNHEALTHY', { reason: view.error.reason });
      return includesRole(role, 'member') ? view : ok({ ...view.value, view: viewForViewers(view.value.view) });
    },
    ProvidersSetApiKey: ({ provider, key }) =>
      withDesk(async ({ keys }) => {
        const saved = await keys.save(provider, key);
        return saved.ok ? providerReply(saved.value) : saveRefused(saved.error);
      }),
    ProvidersClearApiKey: ({ provider }) =>
      withDesk(async ({ keys }) => {
        const removed = await keys.remove(provider);
        if (removed.ok) return providerReply(removed.value);
        const { error } = removed;
        return error.code === 'LOG_UNAVAILABLE'
          ? logRefused(error)
          : refuse('KEY_FROM_ENVIRONMENT', { variable: error.variable });
      }),
    ProvidersValidate: async ({ provider }) => {
      const checked = await (await services.open()).keys.check(provider);
      if (checked.ok) return providerReply(checked.value);
      return checked.error.code === 'LOG_UNAVAILABLE' ? logRefused(checked.error) : refuse('PROVIDER_NOT_CONFIGURED');
    },
    ProvidersSetEnabled: async ({ provider, enabled }) => {
      const set = await (await services.open()).keys.setEnabled(provider, enabled);
      return set.ok ? providerReply(set.value) : logRefused(set.error);
    },
    ProvidersSetReasoningEffort: async ({ provider, phase, effort }) => {
      const set = await (await services.open()).keys.setEffort(provider, phase, effort);
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
        if (removed.ok) return done(open);
        return removed.error.code === 'LOG_UNAVAILABLE' ? logRefused(removed.error) : refuse('ENDPOINT_NOT_FOUND');
      }),
    EndpointDiscover: async ({ endpointId }) => {
      const open = await services.open();
      const found = await open.endpoints.discover(endpointId);
      if (found.ok) return ok({ endpoint: await endpointRow(open, found.value) });
      return found.error.code === 'LOG_UNAVAILABLE' ? logRefused(found.error) : refuse('ENDPOINT_NOT_FOUND');
    },
    ModelsSetEntry: async ({ entry }) => {
      const open = await services.open();
      const set = await open.choices.setEntry(entry);
      if (set.ok) return done(open);
      const { error } = set;
      return error.code === 'LOG_UNAVAILABLE'
        ? logRefused(error)
        : refuse('ENTRY_INVALID', { field: error.field, reason: error.reason });
    },
    ModelsRemoveEntry: async ({ modelId }) => {
      const open = await services.open();
      const removed = await open.choices.removeEntry(modelId);
      if (removed.ok) return done(open);
      return removed.error.code === 'LOG_UNAVAILABLE' ? logRefused(removed.error) : refuse('MODEL_NOT_FOUND');
    },
    UserSetDefaultModel: async ({ modelId }) => {
      const open = await services.open();
      const set = await open.choices.setDefault(modelId);
      if (set.ok) return done(open);
      const { error } = set;
      if (error.code === 'LOG_UNAVAILABLE') return logRefused(error);
      return error.code === 'MODEL_NOT_FOUND'
        ? refuse('MODEL_NOT_FOUND')
        : refuse('MODEL_UNAVAILABLE', { reason: error.reason });
    },
    CapsSet: async ({ set: written }) => {
      const open = await services.open();
      const set = await open.choices.setCaps(written);
      if (set.ok) return done(open);
      return set.error.code === 'LOG_UNAVAILABLE' ? logRefused(set.error) : refuse('NOTHING_TO_SET');
    },
    UserSetConsentMode: async ({ mode, confirmed = false }) => {
      const open = await services.open();
      const set = await open.egress.setMode(mode, { confirmed });
      if (set.ok) return done(open);
      return set.error.code === 'LOG_UNAVAILABLE' ? logRefused(set.error) : refuse('CONFIRMATION_REQUIRED');
    },
    PatienceSet: async ({ set }) => {
      const open = await services.open();
      const named = Object.fromEntries(Object.entries(set).filter(([, ms]) => ms !== undefined));
      const saved = await open.choices.setPatience(named);
      return saved.ok ? done(open) : logRefused(saved.error);
    },
    EgressGrantConsent: async ({ consent, remember, files }, { person: by }) => {
      const open = await services.open();
      const all = await open.listed();
      if (!all.ok) return logRefused(all.error);
      const isKnown = all.value.entries.some(
        ({ entry }) => entry.modelId === consent.modelId && entry.provider === consent.providerId,
      );
      if (!isKnown) return refuse('MODEL_NOT_FOUND');
      const granted = await open.egress.grant(consent, { remember, by, files });
      return granted.ok ? done(open) : logRefused(granted.error);
    },
    EgressWithdrawConsent: async ({ consent }) => {
      const open = await services.open();
      const now = await open.stateNow();
      if (!now.ok) return logRefused(now.error);
      const given = [...now.value.state.consent.persisted, ...open.egress.session()];
      if (!given.some((each) => open.models.sameConsent(each, consent))) return refuse('CONSENT_NOT_FOUND');
      const withdrawn = await open.egress.withdraw(consent);
      return withdrawn.ok ? done(open) : logRefused(withdrawn.error);
    },
    EgressListEvents: async ({ before, limit }) => {
      const { ledger } = await services.open();
      const page = await ledger({ before, limit });
      if (!page.ok) return refuse('STORE_UNHEALTHY', { stream: egressStream });
      return ok({ entries: page.value.lines as LedgerRow[], next: page.value.next });
    },
  };
};

const providerReply = (row: ProviderFacts) => ok({ provider: providerRow(row) });

const keysUnreadable = () => refuse('KEYS_UNREADABLE');

const saveRefused = (refused: SaveRefused) => {
  switch (refused.code) {
    case 'KEY_INVALID':
    case 'PROVIDER_AUTH_FAILED':
      return refuse(refused.code, { field: 'key' });
    case 'KEY_FROM_ENVIRONMENT':
      return refuse('KEY_FROM_ENVIRONMENT', { variable: refused.variable });
    case 'LOG_UNAVAILABLE':
      return logRefused(refused);
  }
};

const addRefused = (refused: AddRefused) => {
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
  }
};
