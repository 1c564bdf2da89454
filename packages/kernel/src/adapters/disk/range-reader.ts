import type { LogEvent } from '../../core/event.ts';
import { eventsOf } from '../../core/log/commit-events.ts';
import type { CommitRecord } from '../../core/log/commit-record.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { Trouble } from '../../ports/event-log.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import { type CommitLines, readCommitLines } from './commit-lines.ts';
import { type Seen, type StreamView, troubleAt } from './stream-view.ts';

export type Range = { readonly from: number; readonly to: number };

/** The records of the commits that hold seqs `from` ≤ seq < `to`, part by part. */
export function* recordsIn(
  view: StreamView,
  seen: Seen,
  { from, to }: Range,
): Generator<readonly CommitRecord[], Trouble | undefined> {
  for (const [index, first] of seen.parts.entries()) {
    const nextFirst = seen.parts[index + 1] ?? seen.tail.next;
    if (nextFirst <= from || first >= to) continue;
    const { records, trouble } =
      first === seen.part ? { records: seen.records, trouble: undefined } : view.closedPart(first);
    if (trouble) return trouble;
    const start = firstIndexWhere(records, (record) => record.last >= from);
    const end = firstIndexWhere(records, (record) => record.first >= to);
    if (start < end) yield start === 0 && end === records.length ? records : records.slice(start, end);
  }
  return undefined;
}

/** The checked lines of the commits in a range; returns what is wrong where it has to stop. */
export function* commitsIn(
  fs: FileSystem,
  folder: string,
  view: StreamView,
  range: Range,
): Generator<CommitLines, Trouble | undefined> {
  const seen = view.look();
  const parts = recordsIn(view, seen, range);
  for (;;) {
    const part = parts.next();
    if (part.done) return part.value;
    const broken = yield* readCommitLines(fs, folder, part.value);
    if (broken) return troubleAt(broken.record.first, broken.record.commit, broken.reason);
  }
}

/** What is wrong with the commit that holds this seq; undefined when it is whole, or not there any more. */
export const troubleIn = (fs: FileSystem, folder: string, view: StreamView, seq: number): Trouble | undefined => {
  const next = commitsIn(fs, folder, view, { from: seq, to: seq + 1 }).next();
  if (next.done) return next.value;
  const events = eventsOf(next.value.record, next.value.text);
  return typeof events === 'string' ? troubleAt(next.value.record.first, next.value.record.commit, events) : undefined;
};

/** How many bytes are read and parsed before others get a turn. */
const TURN_BYTES = 4 * 1024 * 1024;

export const readRange = async (
  fs: FileSystem,
  folder: string,
  view: StreamView,
  { from, to }: Range,
): Promise<{ readonly events: readonly LogEvent[]; readonly trouble?: Trouble }> => {
  const all: LogEvent[] = [];
  const commits = commitsIn(fs, folder, view, { from, to });
  let sinceTurn = 0;
  for (;;) {
    const next = commits.next();
    if (next.done) return next.value ? { events: all, trouble: next.value } : { events: all };
    const commit = next.value;
    const events = eventsOf(commit.record, commit.text);
    if (typeof events === 'string') {
      commits.return(undefined);
      return { events: all, trouble: troubleAt(commit.record.first, commit.record.commit, events) };
    }
    for (const event of events) if (event.seq >= from && event.seq < to) all.push(event);
    sinceTurn += commit.record.bytes;
    if (sinceTurn > TURN_BYTES) {
      sinceTurn = 0;
      await new Promise((resume) => setImmediate(resume));
    }
  }
};

/** Single events by seq, each checked; for the few that a retry asks for. */
export const readSeqs = (
  fs: FileSystem,
  folder: string,
  view: StreamView,
  seqs: readonly number[],
): Result<readonly LogEvent[], Trouble> => {
  const events: LogEvent[] = [];
  for (const seq of seqs) {
    if (events.some((event) => event.seq === seq)) continue;
    const next = commitsIn(fs, folder, view, { from: seq, to: seq + 1 }).next();
    if (next.done) {
      if (next.value) return err(next.value);
      continue;
    }
    const found = eventsOf(next.value.record, next.value.text);
    if (typeof found === 'string') return err(troubleAt(next.value.record.first, next.value.record.commit, found));
    events.push(...found.filter((event) => seqs.includes(event.seq)));
  }
  return ok(events.sort((a, b) => seqs.indexOf(a.seq) - seqs.indexOf(b.seq)));
};

const firstIndexWhere = <T>(items: readonly T[], holds: (item: T) => boolean): number => {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(items[middle] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
};
