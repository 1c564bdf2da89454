import type { Usage } from './chat.ts';

/** More tokens than any model takes in or gives out in one call: a larger figure is a mistake, and a sum of such stays exact. */
export const mostTokens = 100_000_000;

/**
 * What a provider says a call used, where it enters. A figure that is no whole count, and a pair of zeros, which no
 * call uses, count as not told: such a call is estimated, because a wrong figure would be billed, capped and recorded.
 */
export const usageFrom = (told: {
  readonly input: unknown;
  readonly output: unknown;
  readonly cachedInput?: unknown;
  readonly reasoning?: unknown;
  readonly cacheWrite?: unknown;
}): Usage | undefined => {
  const { input, output } = told;
  if (!isCount(input) || !isCount(output) || input + output === 0) return undefined;
  return {
    inputTokens: input,
    outputTokens: output,
    // Without a sound figure the full price is assumed: a discount nobody can check lowers what a cap sees.
    cachedInputTokens: isCount(told.cachedInput) && told.cachedInput <= input ? told.cachedInput : 0,
    reasoningTokens: isCount(told.reasoning) && told.reasoning <= output ? told.reasoning : 0,
    ...(isCount(told.cacheWrite) && told.cacheWrite > 0 && told.cacheWrite <= input
      ? { cacheWriteTokens: told.cacheWrite }
      : {}),
  };
};

const isCount = (told: unknown): told is number =>
  typeof told === 'number' && Number.isInteger(told) && told >= 0 && told <= mostTokens;
