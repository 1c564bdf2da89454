import { err, ok, type QuotaExceeded, QuotaRefused, type Result } from '@atelier/kernel/core';
import type { Blobs } from '@atelier/kernel/ports';
import type { Digest } from '../../core/ids.ts';

/** Storage that is full says so by throwing, in the midst of its work; to whoever asked for the work it is a refusal. */
export const putWithinQuota = async (
  blobs: Pick<Blobs, 'put'>,
  bytes: Uint8Array,
): Promise<Result<Digest, QuotaExceeded>> => {
  try {
    return ok(await blobs.put(bytes));
  } catch (cause) {
    if (cause instanceof QuotaRefused) return err(cause.refusal);
    throw cause;
  }
};
