import { bundledModels } from './bundled-models.ts';
import { isLoopback } from './egress.ts';
import type { Endpoint, ModelsState } from './models-state.ts';
import { ModelEntry, wireNameOf } from './registry.ts';

export type ModelUnavailable = 'no_key' | 'provider_disabled' | 'no_tools' | 'not_in_build';

/** A model as a screen lists it and a run looks it up. */
export type ListedEntry = {
  readonly entry: ModelEntry;
  readonly origin: 'bundled' | 'discovered' | 'user';
  /** A user's entry that stands in for a bundled or discovered one. */
  readonly overrides: boolean;
  readonly endpointId: string | null;
  /** Null: the server it runs on does not say; such a model is tried. */
  readonly tools: boolean | null;
  readonly unavailable: ModelUnavailable | null;
  /** Its provider was asked and does not name it: it may have been taken out of service. */
  readonly isUnlisted: boolean;
};

export const offlineModelId = 'builtin:offline';

/** Every model there is: ours, then what endpoints offer, each as its user has written it down, then the user's own. */
export const listModels = (state: ModelsState, keyed: ReadonlySet<string>): readonly ListedEntry[] => {
  const known = [
    ...bundledModels.map((entry) => ({ entry, origin: 'bundled' as const, endpointId: null, tools: entry.tools })),
    ...state.endpoints.flatMap(offeredBy),
  ];
  const own = new Map(state.entries.map((entry) => [entry.modelId, entry]));
  const listed = known.map((each): ListedEntry => {
    const written = own.get(each.entry.modelId);
    own.delete(each.entry.modelId);
    const entry = written ?? each.entry;
    const tools = written ? written.tools : each.tools;
    return {
      ...each,
      entry: each.entry.disabled === undefined ? entry : { ...entry, disabled: each.entry.disabled },
      tools,
      origin: written ? 'user' : each.origin,
      overrides: written !== undefined,
      unavailable: each.entry.disabled ? 'not_in_build' : whyNot(state, keyed, entry, tools),
      isUnlisted: isUnlisted(state, entry),
    };
  });
  const added = [...own.values()].map(
    (entry): ListedEntry => ({
      entry,
      origin: 'user',
      overrides: false,
      endpointId: endpointOf(state.endpoints, entry.modelId)?.endpointId ?? null,
      tools: entry.tools,
      unavailable: whyNot(state, keyed, entry, entry.tools),
      isUnlisted: isUnlisted(state, entry),
    }),
  );
  return [...listed, ...added];
};

export type DefaultModel = {
  readonly modelId: string;
  readonly isChosen: boolean;
  /** A hosted model that could be the default: a person is asked, nothing moves there by itself. */
  readonly suggested: string | null;
};

/**
 * The user's choice; without one the built-in model, until a key is there that its provider accepted. A key that was
 * not tried moves nothing, nor does a model its provider no longer names. Whoever set up a server of their own is
 * asked before work goes to anybody else's.
 */
export const defaultModelOf = (
  state: ModelsState,
  models: readonly ListedEntry[],
  proved: ReadonlySet<string>,
): DefaultModel => {
  const chosen = models.find(({ entry }) => entry.modelId === state.defaultModelId);
  // Never a silent fallback: what was chosen stays chosen, though it may say that it cannot be used.
  if (chosen) return { modelId: chosen.entry.modelId, isChosen: true, suggested: null };
  const usable = models.find(
    ({ entry, unavailable, isUnlisted: isGone }) =>
      entry.auth === 'api_key' && unavailable === null && !isGone && proved.has(entry.provider),
  )?.entry.modelId;
  if (usable === undefined || state.endpoints.length > 0) {
    return { modelId: offlineModelId, isChosen: false, suggested: usable ?? null };
  }
  return { modelId: usable, isChosen: false, suggested: null };
};

/** Providers name a dated model behind a name that moves: `claude-x` is there where `claude-x-20260101` is. */
const isUnlisted = ({ listed }: ModelsState, entry: ModelEntry): boolean => {
  const names = listed[entry.provider];
  if (!names || entry.auth !== 'api_key') return false;
  const wire = wireNameOf(entry);
  return !names.some((name) => name === wire || name.startsWith(`${wire}-`));
};

const offeredBy = (endpoint: Endpoint) =>
  endpoint.models.flatMap(({ name, tools }) => {
    const entry = ModelEntry.safeParse({
      modelId: localModelId(endpoint.endpointId, name),
      provider: 'local',
      label: name.slice(0, 80),
      wireName: name,
      auth: 'none',
      tools: tools !== false,
      // What runs on this machine costs nobody anything per token; what another's server asks, nobody told us.
      ...(isLoopback(new URL(endpoint.url).hostname)
        ? { price: { input: 0, output: 0, asOf: endpoint.checkedAt.slice(0, 10) } }
        : {}),
    });
    const { endpointId } = endpoint;
    return entry.success ? [{ entry: entry.data, origin: 'discovered' as const, endpointId, tools }] : [];
  });

export const localModelId = (endpointId: string, name: string): string => `local:${endpointId}/${name}`;

export const endpointOf = (endpoints: readonly Endpoint[], modelId: string): Endpoint | undefined =>
  endpoints.find(({ endpointId }) => modelId.startsWith(localModelId(endpointId, '')));

const whyNot = (
  { disabled }: ModelsState,
  keyed: ReadonlySet<string>,
  { auth, provider }: ModelEntry,
  tools: boolean | null,
): ModelUnavailable | null => {
  if (auth === 'oauth') return 'not_in_build';
  if (disabled.includes(provider)) return 'provider_disabled';
  if (auth === 'api_key' && !keyed.has(provider)) return 'no_key';
  return tools === false ? 'no_tools' : null;
};
