import { ok, type Result } from '../core/result.ts';
import { type QuotaExceeded, withinQuota } from '../core/trees/quota.ts';
import type { Usage } from '../ports/content-store.ts';

/** Room that was asked for: taken by what is stored now, or given back. */
export type Room = {
  readonly taken: () => void;
  /** Nothing when it was taken. */
  readonly giveBack: () => void;
};

export type Allowance = {
  /** Room for at most so many bytes. Two that ask at once never get the same room. */
  readonly reserve: (neededBytes: number) => Promise<Result<Room, QuotaExceeded>>;
  /** Something was let go: what is stored is measured again before the next answer. */
  readonly refresh: () => void;
};

export type AllowanceDeps = {
  readonly usage: () => Promise<Pick<Usage, 'storedBytes'>>;
  /** Undefined: no limit. */
  readonly quotaBytes: () => Promise<number | undefined>;
  readonly now: () => number;
};

/** Other processes store too: what they did is seen at the latest after this. */
const MEASURED_FOR_MS = 60_000;

/**
 * What content may still take. Measuring goes through the whole store, so it is done once and kept up by what is put.
 * Sharing and compression make that an overestimate: before anybody is refused, it is measured again.
 */
export const createAllowance = ({ usage, quotaBytes, now }: AllowanceDeps): Allowance => {
  let measured: { storedBytes: number; readonly at: number } | undefined;
  let reserved = 0;
  /** All that was ever taken: whatever came while measuring may or may not have been counted. */
  let takenSoFar = 0;

  const measure = async (): Promise<number> => {
    const [before, at] = [takenSoFar, now()];
    const { storedBytes } = await usage();
    measured = { storedBytes: storedBytes + takenSoFar - before, at };
    return measured.storedBytes;
  };

  return {
    reserve: async (neededBytes) => {
      const quota = await quotaBytes();
      if (quota === undefined) {
        measured = undefined;
        return ok(BOUNDLESS);
      }
      const fresh = measured && now() - measured.at < MEASURED_FOR_MS;
      let storedBytes = measured && fresh ? measured.storedBytes : await measure();
      if (!withinQuota(storedBytes + reserved, neededBytes, quota).ok) storedBytes = await measure();
      const admitted = withinQuota(storedBytes + reserved, neededBytes, quota);
      if (!admitted.ok) return admitted;
      reserved += neededBytes;
      let open = true;
      const close = (taken: number): void => {
        if (!open) return;
        open = false;
        reserved -= neededBytes;
        takenSoFar += taken;
        if (measured) measured.storedBytes += taken;
      };
      return ok({ taken: () => close(neededBytes), giveBack: () => close(0) });
    },
    refresh: () => {
      measured = undefined;
    },
  };
};

const BOUNDLESS: Room = { taken: () => undefined, giveBack: () => undefined };
