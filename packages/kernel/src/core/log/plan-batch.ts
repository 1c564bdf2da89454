import type { Platform } from '../digest.ts';
import type { LogEvent } from '../event.ts';
import type { AppendInvalid, CheckedAppend } from './checked-append.ts';
import type { CommitRecord } from './commit-record.ts';
import { eventLine, withSeq } from './event-line.ts';
import { settleKeys } from './keyed-retry.ts';
import { SEGMENT_BYTES, SEGMENT_EVENTS } from './limits.ts';
import { type Tail, tailAfter } from './tail.ts';

export type Waiting = { readonly checked: CheckedAppend; readonly expected: number | 'any' };
export type SegmentLimits = { readonly events: number; readonly bytes: number };
export const segmentLimits: SegmentLimits = { events: SEGMENT_EVENTS, bytes: SEGMENT_BYTES };

export type Outcome =
  | { readonly kind: 'refused'; readonly error: { readonly code: 'STALE'; readonly next: number } | AppendInvalid }
  | { readonly kind: 'recorded'; readonly seqs: readonly number[] }
  | { readonly kind: 'committed'; readonly record: CommitRecord; readonly events: readonly LogEvent[] };
export type Decision =
  | Exclude<Outcome, { readonly kind: 'committed' }>
  | { readonly kind: 'committed'; readonly events: readonly LogEvent[] };

/** A commit that will be, but for its place in the chain. */
type Decided = {
  readonly checked: CheckedAppend;
  readonly first: number;
  readonly bytes: number;
  readonly text: string;
};

export type Decisions = {
  /** One for each of the waiting that were taken, in order. Fewer than came: the rest needs a new segment. */
  readonly decisions: readonly Decision[];
  readonly commits: readonly Decided[];
};

export type Attested = { readonly records: readonly CommitRecord[]; readonly tail: Tail };

export type Batch = Attested & {
  /** As the decisions, with the records of those committed. */
  readonly outcomes: readonly Outcome[];
  /** The lines of each record's commit. */
  readonly lines: readonly string[];
};

/** Decides, in queue order and against the tail as it will be, what becomes of each waiting append. */
export const decideBatch = (
  waiting: readonly Waiting[],
  start: Tail,
  seqOfKey: (key: string) => number | undefined,
  { utf8Length }: Platform,
  limits: SegmentLimits = segmentLimits,
): Decisions => {
  const decisions: Decision[] = [];
  const commits: Decided[] = [];
  const pendingKeys = new Map<string, number>();
  const knownSeq = (key: string): number | undefined => pendingKeys.get(key) ?? seqOfKey(key);
  let { next, offset, events: held } = start;

  for (const { checked, expected } of waiting) {
    const retry = settleKeys(checked, knownSeq);
    if (!retry.ok) {
      decisions.push({ kind: 'refused', error: retry.error });
      continue;
    }
    if (retry.value.kind === 'recorded') {
      decisions.push({ kind: 'recorded', seqs: retry.value.seqs });
      continue;
    }
    if (expected !== 'any' && expected !== next) {
      decisions.push({ kind: 'refused', error: { code: 'STALE', next } });
      continue;
    }
    const text = commitText(checked, next);
    const bytes = utf8Length(text);
    const count = checked.events.length;
    if (bytes > limits.bytes || count > limits.events) {
      const detail = `one append holds at most ${limits.events} events and ${limits.bytes} bytes`;
      decisions.push({ kind: 'refused', error: { code: 'INVALID', reason: 'too_large', detail } });
      continue;
    }
    if (held > 0 && (offset + bytes > limits.bytes || held + count > limits.events)) break;
    commits.push({ checked, first: next, bytes, text });
    const events: LogEvent[] = [];
    for (const event of checked.events) {
      if (event.event.key !== null) pendingKeys.set(event.event.key, next);
      events.push(withSeq(event, next));
      next += 1;
    }
    decisions.push({ kind: 'committed', events });
    offset += bytes;
    held += count;
  }
  return { decisions, commits };
};

/** The records that chain the commits to what is there. Apart, so that it can be done while the lines are synced. */
export const attestBatch = (
  commits: readonly Decided[],
  start: Tail,
  segment: number,
  { sha256 }: Platform,
): Attested => {
  const records: CommitRecord[] = [];
  let tail = start;
  for (const { checked, first, bytes, text } of commits) {
    const record: CommitRecord = {
      v: 1,
      commit: tail.commit,
      first,
      last: first + checked.events.length - 1,
      bytes,
      sha256: sha256(text),
      prev: tail.head,
      pins: checked.pins,
      unpins: checked.unpins,
      group: records.length,
      segment,
      offset: tail.offset,
    };
    records.push(record);
    tail = tailAfter(tail, record, sha256);
  }
  return { records, tail };
};

/** Both at once, for a log that keeps lines and chain in one write. */
export const planBatch = (
  waiting: readonly Waiting[],
  start: Tail,
  segment: number,
  seqOfKey: (key: string) => number | undefined,
  platform: Platform,
): Batch => {
  const { decisions, commits } = decideBatch(waiting, start, seqOfKey, platform);
  const { records, tail } = attestBatch(commits, start, segment, platform);
  let committed = 0;
  const outcomes = decisions.map((decision): Outcome => {
    if (decision.kind !== 'committed') return decision;
    const record = records[committed] as CommitRecord;
    committed += 1;
    return { ...decision, record };
  });
  return { outcomes, records, lines: commits.map(({ text }) => text), tail };
};

const commitText = ({ events, contentLines }: CheckedAppend, first: number): string => {
  let text = '';
  for (let index = 0; index < events.length; index += 1) {
    text += `${eventLine(events[index] as (typeof events)[number], first + index)}\n`;
  }
  for (const line of contentLines) text += `${line}\n`;
  return text;
};
