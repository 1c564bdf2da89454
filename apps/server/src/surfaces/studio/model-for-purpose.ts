import type { StudioModels } from '@atelier/contracts/studio';
import type { ListedEntry } from '@atelier/models';
import type { ModelPurpose } from '@atelier/studio';

type Listed = {
  readonly entries: readonly ListedEntry[];
  readonly defaultModel: { readonly modelId: string };
};

/**
 * The model a purpose asks: the chosen one, else the default one. Routing is a short question, so it goes to the
 * cheapest model of the same provider: what a person agreed to send goes nowhere else.
 */
export const modelIdFor = (purpose: ModelPurpose, chosen: StudioModels, { entries, defaultModel }: Listed): string => {
  const own = chosen[purpose];
  if (own !== null) return own;
  const standard = entries.find(({ entry }) => entry.modelId === defaultModel.modelId);
  if (purpose !== 'router' || !standard) return defaultModel.modelId;
  const cheapest = entries
    .filter(
      ({ entry, unavailable, endpointId, isUnlisted }) =>
        entry.provider === standard.entry.provider &&
        endpointId === standard.endpointId &&
        unavailable === null &&
        !isUnlisted &&
        entry.price !== undefined,
    )
    .toSorted((a, b) => costOf(a) - costOf(b))[0];
  return cheapest !== undefined && costOf(cheapest) < costOf(standard)
    ? cheapest.entry.modelId
    : standard.entry.modelId;
};

/** A route is asked for with much and answered with little. */
const costOf = ({ entry: { price } }: ListedEntry): number =>
  price === undefined ? Number.POSITIVE_INFINITY : price.input * 10 + price.output;
