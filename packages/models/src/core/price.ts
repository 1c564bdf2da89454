import type { Usage } from './chat.ts';

/** US dollars per million tokens, as published on `asOf`. */
export type Price = {
  readonly input: number;
  readonly cachedInput?: number;
  readonly output: number;
  readonly asOf: string;
};

/** A cost is counted in millionths of a dollar, so that sums are exact. `undefined`: nobody told us the price. */
export const costOf = (usage: Usage, price: Price | undefined): number | undefined => {
  if (!price) return undefined;
  const fresh = Math.max(0, usage.inputTokens - usage.cachedInputTokens);
  return Math.ceil(
    fresh * price.input +
      usage.cachedInputTokens * (price.cachedInput ?? price.input) +
      usage.outputTokens * price.output,
  );
};

/** Before a call only its text is known: four characters to a token, and the most it may answer. */
export const estimateCost = (
  characters: number,
  maxOutputTokens: number,
  price: Price | undefined,
): number | undefined =>
  costOf(
    { inputTokens: Math.ceil(characters / 4), outputTokens: maxOutputTokens, cachedInputTokens: 0, reasoningTokens: 0 },
    price,
  );

export type Meter = { readonly spent: number; readonly unpriced: number; readonly cap?: number };

export const emptyMeter: Meter = { spent: 0, unpriced: 0 };

/** A call without a known price cannot be counted against a cap; it is counted apart, so that nobody reads "0" as "free". */
export const metered = (meter: Meter, cost: number | undefined): Meter =>
  cost === undefined ? { ...meter, unpriced: meter.unpriced + 1 } : { ...meter, spent: meter.spent + cost };

/** A hard cap pauses before the call that might pass it, never in the middle of one. */
export const mayCall = (meter: Meter, estimate: number | undefined): boolean =>
  meter.cap === undefined || meter.spent + (estimate ?? 0) <= meter.cap;
