import { isTransient, type ModelFailure } from './failure.ts';

/** At most three automatic retries; the waits grow and are spread, so that many runs do not come back together. */
const waits = [
  [500, 1000],
  [1000, 2000],
  [4000, 8000],
] as const;
const longestHonoured = 60_000;

export type RetryDecision =
  | { readonly kind: 'wait'; readonly afterMs: number; readonly attempt: number; readonly of: number }
  /** The run pauses: nothing is lost, a person resumes or switches the model. */
  | { readonly kind: 'pause'; readonly reason: 'exhausted' | 'wait_too_long' }
  | { readonly kind: 'give_up' };

/** `attempt` counts the retries already made; `random` is in [0, 1). */
export const decideRetry = (failure: ModelFailure, attempt: number, random: number): RetryDecision => {
  if (!isTransient(failure)) return { kind: 'give_up' };
  // Each round of silence takes minutes: one more try, then a person decides.
  if (failure.silentMs !== undefined && attempt > 0) return { kind: 'pause', reason: 'exhausted' };
  const range = waits[attempt];
  if (!range) return { kind: 'pause', reason: 'exhausted' };
  if (failure.retryAfterMs !== undefined && failure.retryAfterMs > longestHonoured) {
    return { kind: 'pause', reason: 'wait_too_long' };
  }
  const [least, most] = range;
  const jittered = Math.round(least + (most - least) * random);
  return {
    kind: 'wait',
    afterMs: Math.max(jittered, failure.retryAfterMs ?? 0),
    attempt: attempt + 1,
    of: waits.length,
  };
};
