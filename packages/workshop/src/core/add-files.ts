import { err, ok, type Result } from '@atelier/kernel/core';
import { keptName, nameKey } from './file-names.ts';

export type FileLimits = { readonly files: number; readonly bytes: number };

/** What arrived, before anything is kept. `trouble` is what the reader of a path found out. */
export type Arrival = {
  readonly source: string;
  readonly name: string;
  readonly size: number;
  readonly trouble?: 'link' | 'directory' | 'unreadable';
};

export type AddResult = {
  readonly source: string;
  readonly name: string;
  readonly status: 'added' | 'skipped';
  readonly reason: 'size_limit' | 'link' | 'directory' | 'unreadable' | 'invalid_name' | null;
};

export type AddRefused =
  | { readonly code: 'LIMIT_FILE_COUNT'; readonly most: number; readonly would: number }
  | { readonly code: 'DUPLICATE_NAME'; readonly names: readonly string[] };

const linkFile = /\.(lnk|url|webloc|desktop)$/i;

/**
 * One decision over the whole batch: too many files or a name twice, and nothing is added; a file that cannot be
 * taken is skipped and named, and the rest is added.
 */
export const decideAdd = (
  present: readonly string[],
  arrivals: readonly Arrival[],
  limits: FileLimits,
): Result<readonly AddResult[], AddRefused> => {
  const results = arrivals.map((arrival): AddResult => {
    const kept = keptName(arrival.name);
    const name = kept.ok ? kept.value : arrival.name;
    const reason = skipReason(arrival, kept.ok, limits);
    return { source: arrival.source, name, status: reason ? 'skipped' : 'added', reason };
  });
  const added = results.filter(({ status }) => status === 'added').map(({ name }) => name);
  const taken = new Set(present.map(nameKey));
  const twice = added.filter((name) => {
    const key = nameKey(name);
    if (taken.has(key)) return true;
    taken.add(key);
    return false;
  });
  if (twice.length > 0) return err({ code: 'DUPLICATE_NAME', names: twice });
  const would = present.length + added.length;
  if (added.length > 0 && would > limits.files) return err({ code: 'LIMIT_FILE_COUNT', most: limits.files, would });
  return ok(results);
};

const skipReason = (arrival: Arrival, isNameKept: boolean, limits: FileLimits): AddResult['reason'] => {
  if (arrival.trouble) return arrival.trouble;
  if (!isNameKept) return 'invalid_name';
  if (linkFile.test(arrival.name)) return 'link';
  if (arrival.size > limits.bytes) return 'size_limit';
  return null;
};
