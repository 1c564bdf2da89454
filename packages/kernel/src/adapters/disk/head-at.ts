import { type CommitRecord, commitHash } from '../../core/log/commit-record.ts';
import { sha256 } from '../node/sha256.ts';
import type { Seen, StreamView } from './stream-view.ts';

/** The hash of the commit that ends just before `seq`; undefined when no commit ends there. */
export const headAt = (view: StreamView, seq: number, seen: Seen = view.look()): string | undefined => {
  if (seen.trouble) return undefined;
  if (seq === seen.tail.next) return seen.tail.head;
  const part = seen.parts.findLast((first) => first <= seq);
  if (part === undefined) return undefined;
  const records = part === seen.part ? seen.records : view.closedPart(part).records;
  const at = firstFrom(records, seq);
  const [before, after] = [records[at - 1], records[at]];
  if (after?.first === seq) return after.prev;
  return before?.last === seq - 1 ? commitHash(before, sha256) : undefined;
};

/** Where the records begin that have nothing before `seq`. */
const firstFrom = (records: readonly CommitRecord[], seq: number): number => {
  let [low, high] = [0, records.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((records[middle]?.first ?? seq) < seq) low = middle + 1;
    else high = middle;
  }
  return low;
};
