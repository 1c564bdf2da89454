import type { CommitFacts, CommitRecord } from '../../core/log/commit-record.ts';
import type { Trouble } from '../../ports/event-log.ts';
import type { StreamView } from './stream-view.ts';

export type CommitList = {
  readonly commits: readonly CommitFacts[];
  readonly next: number;
  readonly trouble?: Trouble;
};

export const readCommits = (
  view: StreamView,
  { from = 0, limit = Number.POSITIVE_INFINITY }: { readonly from?: number; readonly limit?: number } = {},
): CommitList => {
  const seen = view.look();
  if (seen.trouble) return { commits: [], next: 0, trouble: seen.trouble };
  const commits: CommitFacts[] = [];
  for (const [index, first] of seen.parts.entries()) {
    if (commits.length >= limit) break;
    const following = seen.parts[index + 1];
    if (following !== undefined && (view.firstCommit(following) ?? Number.POSITIVE_INFINITY) <= from) continue;
    const part = first === seen.part ? { records: seen.records } : view.closedPart(first);
    if ('trouble' in part && part.trouble) return { commits: [], next: 0, trouble: part.trouble };
    for (const record of part.records) {
      if (record.commit >= from && commits.length < limit) commits.push(withoutPlace(record));
    }
  }
  return { commits, next: (commits.at(-1)?.commit ?? Math.min(from, seen.tail.commit) - 1) + 1 };
};

/** One commit, looked for from the end: what is asked for is nearly always among the last. */
export const commitAt = (view: StreamView, commit: number): CommitRecord | undefined => {
  const { parts, part, records, tail } = view.look();
  if (commit >= tail.commit) return undefined;
  for (const first of parts.toReversed()) {
    const begins = first === part ? records[0]?.commit : view.firstCommit(first);
    if (begins === undefined || begins > commit) continue;
    const found = (first === part ? records : view.closedPart(first).records)[commit - begins];
    return found?.commit === commit ? found : undefined;
  }
  return undefined;
};

const withoutPlace = ({ segment: _, offset: __, ...facts }: CommitRecord): CommitFacts => facts;
