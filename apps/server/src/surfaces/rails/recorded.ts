import type { AppendRefused } from '@atelier/kernel';
import { err, ok, type Result } from '@atelier/kernel/core';
import { NotRecorded } from '@atelier/rails/adapters';

/** What the log refused to record, as data: the words are found by its code. */
export const recorded = async <T>(act: () => Promise<T>): Promise<Result<T, AppendRefused>> => {
  try {
    return ok(await act());
  } catch (cause) {
    if (cause instanceof NotRecorded) return err(cause.refusal as AppendRefused);
    throw cause;
  }
};
