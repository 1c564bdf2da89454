import type { FileError } from '../tools/errors.ts';
import { isWrite, type Job } from './job.ts';

const rememberedFor = 10 * 60_000;
const mostRemembered = 1_000;

/**
 * Jobs that took too long. The same question about the same bytes is not tried again for a while: each try holds a
 * worker for its whole time limit, and other files wait behind it. A write is always tried, as its operations differ.
 */
export const createSlowJobs = (now: () => number = Date.now) => {
  const failures = new Map<string, { readonly error: FileError; readonly until: number }>();
  return {
    note: (job: Job, error: FileError): void => {
      if (isWrite(job)) return;
      failures.set(questionOf(job), { error, until: now() + rememberedFor });
      for (const oldest of failures.keys()) {
        if (failures.size <= mostRemembered) break;
        failures.delete(oldest);
      }
    },
    errorOf: (job: Job): FileError | undefined => {
      if (failures.size === 0) return undefined;
      const found = failures.get(questionOf(job));
      return found && found.until > now() ? found.error : undefined;
    },
  };
};

/** Where the bytes lie may change from one time to the next; which bytes they are does not. */
const questionOf = (job: Job): string =>
  JSON.stringify(job, (key, value: unknown) => (key === 'file' || key === 'path' ? undefined : value));
