import { err, ok, type Result } from '../result.ts';

export type QuotaExceeded = {
  readonly code: 'QUOTA_EXCEEDED';
  readonly quotaBytes: number;
  readonly storedBytes: number;
  /** At most this much would be added; sharing and compression often make it less. */
  readonly neededBytes: number;
};

/** Thrown where a store is taking content: only a job that fails leaves nothing behind. Caught where work begins. */
export class QuotaRefused extends Error {
  readonly refusal: QuotaExceeded;
  constructor(refusal: QuotaExceeded) {
    super(`the quota of ${refusal.quotaBytes} bytes is reached`);
    this.name = 'QuotaRefused';
    this.refusal = refusal;
  }
}

/** Asked before work starts, with the most it could add: a refusal then costs nothing and leaves nothing. */
export const withinQuota = (
  storedBytes: number,
  neededBytes: number,
  quotaBytes: number,
): Result<{ readonly leftBytes: number }, QuotaExceeded> => {
  const leftBytes = quotaBytes - storedBytes - neededBytes;
  return leftBytes < 0 && neededBytes > 0
    ? err({ code: 'QUOTA_EXCEEDED', quotaBytes, storedBytes, neededBytes })
    : ok({ leftBytes: Math.max(0, leftBytes) });
};
