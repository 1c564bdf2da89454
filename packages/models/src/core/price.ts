import type { Usage } from './chat.ts';
import type { ModelFailure } from './failure.ts';

/** US dollars per million tokens, as published on `asOf`. */
export type Price = {
  readonly input: number;
  readonly cachedInput?: number | undefined;
  readonly output: number;
  readonly asOf: string;
};

/** Anthropic asks a quarter more for what it keeps; nobody else reports such tokens. */
export const cacheWriteSurcharge = 0.25;

/** A cost is counted in millionths of a dollar, so that sums are exact. `undefined`: nobody told us the price. */
export const costOf = (usage: Usage, price: Price | undefined): number | undefined => {
  if (!price) return undefined;
  const fresh = Math.max(0, usage.inputTokens - usage.cachedInputTokens);
  return Math.ceil(
    fresh * price.input +
      usage.cachedInputTokens * (price.cachedInput ?? price.input) +
      (usage.cacheWriteTokens ?? 0) * price.input * cacheWriteSurcharge +
      usage.outputTokens * price.output,
  );
};

/** Four bytes to a token: Hebrew has two bytes to a letter, and costs about as much more. */
export const tokensIn = (bytes: number): number => Math.ceil(bytes / 4);

/** Before a call only its text is known, and the most it may answer. */
export const estimateCost = (bytes: number, maxOutputTokens: number, price: Price | undefined): number | undefined =>
  costOf(
    { inputTokens: tokensIn(bytes), outputTokens: maxOutputTokens, cachedInputTokens: 0, reasoningTokens: 0 },
    price,
  );

export type Meter = { readonly spent: number; readonly unpriced: number; readonly cap?: number };

export const emptyMeter: Meter = { spent: 0, unpriced: 0 };

/** A call without a known price cannot be counted against a cap; it is counted apart, so that nobody reads "0" as "free". */
export const metered = (meter: Meter, cost: number | undefined): Meter =>
  cost === undefined ? { ...meter, unpriced: meter.unpriced + 1 } : { ...meter, spent: meter.spent + cost };

/** The most that may be spent: on one call to a model, on a run, on a day. Absent is no cap. */
export type Caps = { readonly perTurn?: number; readonly perRun?: number; readonly perDay?: number };

export type CapReached = {
  readonly scope: 'turn' | 'run' | 'day';
  readonly reason: 'cap_reached' | 'price_unknown';
};

export type SpendingNow = {
  readonly perTurn?: number;
  readonly leftToday?: number;
  /** What other runs under the same cap have spent. */
  readonly spentBeside?: number;
};

/**
 * A hard cap pauses before the call that might pass it, never in the middle of one. Where the price is unknown a cap
 * cannot be kept, so it pauses too: a person writes the price down or lifts the cap.
 */
export const judgeCaps = (
  meter: Meter,
  estimate: number | undefined,
  { perTurn, leftToday, spentBeside = 0 }: SpendingNow = {},
): CapReached | undefined => {
  const bounds = [
    { scope: 'turn', most: perTurn },
    { scope: 'run', most: meter.cap === undefined ? undefined : meter.cap - meter.spent - spentBeside },
    { scope: 'day', most: leftToday },
  ] as const;
  for (const { scope, most } of bounds) {
    if (most === undefined) continue;
    if (estimate === undefined) return { scope, reason: 'price_unknown' };
    if (estimate > most) return { scope, reason: 'cap_reached' };
  }
  return undefined;
};

export const capFailure = (cap: CapReached): ModelFailure => ({
  code: 'BUDGET_CAP_REACHED',
  message:
    cap.reason === 'cap_reached'
      ? 'The next call might pass the spending cap. Raise the cap to go on; nothing is lost.'
      : 'A cap is set but this model has no price. Write its price in Settings, or lift the cap.',
  cap,
});

export type RunEstimate = { readonly least: number; readonly most: number };

/** Before a run: one short answer at the least; at the most every turn, each answering in full and adding to the next. */
export const estimateRun = (
  run: { readonly bytes: number; readonly turns: number; readonly maxOutputTokens: number },
  price: Price | undefined,
): RunEstimate | undefined => {
  if (!price) return undefined;
  const { bytes, turns, maxOutputTokens } = run;
  const bytesPerTurn = maxOutputTokens * 4 + 2_048;
  let most = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    most += estimateCost(bytes + turn * bytesPerTurn, maxOutputTokens, price) ?? 0;
  }
  return { least: estimateCost(bytes, Math.min(500, maxOutputTokens), price) ?? 0, most };
};
