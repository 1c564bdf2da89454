import type { LogEvent } from '@atelier/kernel/core';
import { z } from 'zod';
import { type ConsentState, type ConsentTriple, noConsent } from './consent.ts';

export type KeyStatus = 'not_configured' | 'configured' | 'needs_attention';

const Provider = z.strictObject({ provider: z.string() });
const Triple = z.strictObject({ providerId: z.string(), modelId: z.string(), scopeHash: z.string() });

/** What the log says about providers and consent. Keys and content stand in none of these. */
export const modelsEvents = {
  'provider.key_saved': Provider.extend({ status: z.enum(['configured', 'needs_attention']) }),
  'provider.key_checked': Provider.extend({ status: z.enum(['configured', 'needs_attention']) }),
  'provider.key_removed': Provider,
  'provider.enabled_set': Provider.extend({ enabled: z.boolean() }),
  'provider.endpoint_set': z.strictObject({ endpoint: z.string().nullable() }),
  'egress.consent_granted': Triple,
  'egress.consent_withdrawn': Triple,
  'egress.mode_set': z.strictObject({ mode: z.enum(['ask', 'allow_all']) }),
} as const;
export type ModelsEventKind = keyof typeof modelsEvents;
export type ModelsEvent = {
  [Kind in ModelsEventKind]: { readonly kind: Kind; readonly data: z.infer<(typeof modelsEvents)[Kind]> };
}[ModelsEventKind];

export type ModelsState = {
  readonly statusByProvider: Readonly<Record<string, Exclude<KeyStatus, 'not_configured'>>>;
  readonly disabled: readonly string[];
  readonly endpoint: string | null;
  readonly consent: Omit<ConsentState, 'session'>;
};

export const emptyModels: ModelsState = {
  statusByProvider: {},
  disabled: [],
  endpoint: null,
  consent: { mode: noConsent.mode, persisted: noConsent.persisted },
};

/** The stream may be shared with others: kinds that are not ours change nothing. */
export const evolveModels = (state: ModelsState, { kind, data }: LogEvent): ModelsState =>
  kind in modelsEvents ? fold(state, { kind, data } as unknown as ModelsEvent) : state;

const fold = (state: ModelsState, event: ModelsEvent): ModelsState => {
  switch (event.kind) {
    case 'provider.key_saved':
    case 'provider.key_checked':
      return {
        ...state,
        statusByProvider: { ...state.statusByProvider, [event.data.provider]: event.data.status },
      };
    case 'provider.key_removed': {
      const { [event.data.provider]: _gone, ...rest } = state.statusByProvider;
      return { ...state, statusByProvider: rest };
    }
    case 'provider.enabled_set': {
      const others = state.disabled.filter((each) => each !== event.data.provider);
      return { ...state, disabled: event.data.enabled ? others : [...others, event.data.provider] };
    }
    case 'provider.endpoint_set':
      return { ...state, endpoint: event.data.endpoint };
    case 'egress.consent_granted':
      return withConsent(state, [...without(state.consent.persisted, event.data), event.data]);
    case 'egress.consent_withdrawn':
      return withConsent(state, without(state.consent.persisted, event.data));
    case 'egress.mode_set':
      return { ...state, consent: { ...state.consent, mode: event.data.mode } };
  }
};

const withConsent = (state: ModelsState, persisted: readonly ConsentTriple[]): ModelsState => ({
  ...state,
  consent: { ...state.consent, persisted },
});

const without = (given: readonly ConsentTriple[], gone: ConsentTriple): readonly ConsentTriple[] =>
  given.filter(
    ({ providerId, modelId, scopeHash }) =>
      providerId !== gone.providerId || modelId !== gone.modelId || scopeHash !== gone.scopeHash,
  );
