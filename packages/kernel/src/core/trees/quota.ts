import { err, ok, type Result } from '../result.ts';

export type QuotaExceeded = {
  readonly code: 'QUOTA_EXCEEDED';
  readonly quotaBytes: number;
  readonly storedBytes: number;
  /** At most this much would be added; sharing and compression often make it less. */
  readonly neededBytes: number;
};

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
