import type { LogEvent } from '@atelier/kernel/core';
import { type ConsentFacts, type ConsentState, type ConsentTriple, noConsent, sameConsent } from './consent.ts';
import {
  type Effort,
  type EffortPhase,
  type EffortSettings,
  effortFields,
  normaliseEffort,
  normaliseEffortSettings,
} from './effort.ts';
import type { FailureCode } from './failure.ts';
import { type ModelsEvent, modelsEvents } from './models-events.ts';
import { defaultPatience, type Patience } from './patience.ts';
import type { Caps } from './price.ts';
import type { ModelEntry } from './registry.ts';

export type KeyStatus = 'not_configured' | 'configured' | 'needs_attention';
export type GrantedTriple = ConsentTriple & ConsentFacts & { readonly grantedAt: string };

/** A server the user entered, and what it said when it was last asked. */
export type Endpoint = {
  readonly endpointId: string;
  readonly url: string;
  readonly checkedAt: string;
  /** Why it did not answer the last time; null when it did. */
  readonly because: FailureCode | null;
  /** `tools` is null when the server does not say. */
  readonly models: readonly { readonly name: string; readonly tools: boolean | null }[];
};

export type ModelsState = {
  readonly keys: Readonly<
    Record<string, { readonly status: Exclude<KeyStatus, 'not_configured'>; readonly checkedAt: string }>
  >;
  /** What each provider said it serves; absent where it was not asked yet. */
  readonly listed: Readonly<Record<string, readonly string[]>>;
  readonly disabled: readonly string[];
  readonly efforts: Readonly<Record<string, Partial<EffortSettings>>>;
  readonly endpoints: readonly Endpoint[];
  /** A user's own entries. */
  readonly entries: readonly ModelEntry[];
  readonly defaultModelId: string | null;
  readonly caps: Caps;
  readonly patience: Patience;
  readonly consent: Omit<ConsentState, 'session' | 'persisted'> & { readonly persisted: readonly GrantedTriple[] };
};

export const emptyModels: ModelsState = {
  keys: {},
  listed: {},
  disabled: [],
  efforts: {},
  endpoints: [],
  entries: [],
  defaultModelId: null,
  caps: {},
  patience: defaultPatience,
  consent: { mode: noConsent.mode, persisted: [] },
};

/** The stream may be shared with others: kinds that are not ours change nothing. */
export const evolveModels = (state: ModelsState, { kind, data, at }: LogEvent): ModelsState =>
  kind in modelsEvents ? fold(state, { kind, data } as unknown as ModelsEvent, at) : state;

const fold = (state: ModelsState, event: ModelsEvent, at: string): ModelsState => {
  switch (event.kind) {
    case 'provider.key_saved':
    case 'provider.key_checked': {
      const { provider, status } = event.data;
      return { ...state, keys: { ...state.keys, [provider]: { status, checkedAt: at } } };
    }
    case 'provider.models_listed':
      return { ...state, listed: { ...state.listed, [event.data.provider]: event.data.names } };
    case 'provider.key_removed': {
      const { [event.data.provider]: _gone, ...keys } = state.keys;
      const { [event.data.provider]: _theirs, ...listed } = state.listed;
      return { ...state, keys, listed };
    }
    case 'provider.enabled_set': {
      const others = state.disabled.filter((each) => each !== event.data.provider);
      return { ...state, disabled: event.data.enabled ? others : [...others, event.data.provider] };
    }
    case 'provider.effort_set': {
      const { provider, phase, effort } = event.data;
      const efforts = { ...state.efforts[provider], [effortFields[phase]]: effort };
      return { ...state, efforts: { ...state.efforts, [provider]: efforts } };
    }
    case 'endpoint.added': {
      const { endpointId, url, models } = event.data;
      return { ...state, endpoints: [...state.endpoints, { endpointId, url, models, checkedAt: at, because: null }] };
    }
    case 'endpoint.removed': {
      const gone = event.data.endpointId;
      return { ...state, endpoints: state.endpoints.filter(({ endpointId }) => endpointId !== gone) };
    }
    case 'endpoint.discovered':
      return withEndpoint(state, event.data.endpointId, { models: event.data.models, checkedAt: at, because: null });
    case 'endpoint.unreachable':
      return withEndpoint(state, event.data.endpointId, { checkedAt: at, because: event.data.code });
    case 'registry.entry_set': {
      const { entry } = event.data;
      return { ...state, entries: [...withoutEntry(state, entry.modelId), entry] };
    }
    case 'registry.entry_removed':
      return { ...state, entries: withoutEntry(state, event.data.modelId) };
    case 'default_model.set':
      return { ...state, defaultModelId: event.data.modelId };
    case 'caps.set': {
      const written = { ...state.caps, ...event.data.set };
      return { ...state, caps: Object.fromEntries(Object.entries(written).filter(([, most]) => most !== null)) };
    }
    case 'patience.set': {
      const { firstWordMs, silenceMs } = { ...state.patience, ...event.data.set };
      return { ...state, patience: { firstWordMs, silenceMs } as Patience };
    }
    case 'egress.consent_granted':
      return withConsent(state, [...without(state.consent.persisted, event.data), { ...event.data, grantedAt: at }]);
    case 'egress.consent_withdrawn':
      return withConsent(state, without(state.consent.persisted, event.data));
    case 'egress.mode_set':
      return { ...state, consent: { ...state.consent, mode: event.data.mode } };
  }
};

/** What a person set for a provider's phases; what its models do not know is `medium`. */
export const effortsOf = (state: ModelsState, provider: string, allowed: readonly Effort[]): EffortSettings =>
  normaliseEffortSettings(state.efforts[provider] ?? {}, allowed);

/** What a model is asked with in a phase of the work, or outside of any; undefined when it knows no efforts. */
export const effortFor = (
  { efforts }: ModelsState,
  entry: Pick<ModelEntry, 'provider' | 'efforts'>,
  phase: EffortPhase | null,
): Effort | undefined => {
  if (entry.efforts.length === 0) return undefined;
  const written = phase === null ? undefined : efforts[entry.provider]?.[effortFields[phase]];
  return normaliseEffort(written, entry.efforts);
};

const withEndpoint = (state: ModelsState, id: string, seen: Partial<Endpoint>): ModelsState => ({
  ...state,
  endpoints: state.endpoints.map((each) => (each.endpointId === id ? { ...each, ...seen } : each)),
});

const withoutEntry = ({ entries }: ModelsState, gone: string): readonly ModelEntry[] =>
  entries.filter(({ modelId }) => modelId !== gone);

const withConsent = (state: ModelsState, persisted: readonly GrantedTriple[]): ModelsState => ({
  ...state,
  consent: { ...state.consent, persisted },
});

const without = (given: readonly GrantedTriple[], gone: ConsentTriple): readonly GrantedTriple[] =>
  given.filter((each) => !sameConsent(each, gone));
