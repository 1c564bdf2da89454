import type { Platform } from '../digest.ts';
import type { LogEvent } from '../event.ts';
import { type AppendInvalid, type CheckedAppend, invalid } from './checked-append.ts';
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

export type Batch = {
  /** One for each of the waiting that were taken, in order. Fewer than came: the rest needs a new segment. */
  readonly outcomes: readonly Outcome[];
  readonly records: readonly CommitRecord[];
  /** The lines of each record's commit. */
  readonly lines: readonly string[];
  readonly tail: Tail;
};

/** Decides, in queue order and against the tail as it will be, what becomes of each waiting append. */
export const planBatch = (
  waiting: readonly Waiting[],
  start: Tail,
  segment: number,
  seqOfKey: (key: string) => number | undefined,
  { sha256, utf8Length }: Platform,
  limits: SegmentLimits = segmentLimits,
): Batch => {
  const outcomes: Outcome[] = [];
  const records: CommitRecord[] = [];
  const lines: string[] = [];
  const pendingKeys = new Map<string, number>();
  const knownSeq = (key: string): number | undefined => pendingKeys.get(key) ?? seqOfKey(key);
  let tail = start;

  for (const { checked, expected } of waiting) {
    const retry = settleKeys(checked, knownSeq);
    if (!retry.ok) {
      outcomes.push({ kind: 'refused', error: retry.error });
      continue;
    }
    if (retry.value.kind === 'recorded') {
      outcomes.push({ kind: 'recorded', seqs: retry.value.seqs });
      continue;
    }
    if (expected !== 'any' && expected !== tail.next) {
      outcomes.push({ kind: 'refused', error: { code: 'STALE', next: tail.next } });
      continue;
    }
    const text = commitText(checked, tail.next);
    const bytes = utf8Length(text);
    if (bytes > limits.bytes || checked.events.length > limits.events) {
      const refused = invalid(
        'too_large',
        `one append holds at most ${limits.events} events and ${limits.bytes} bytes`,
      );
      if (!refused.ok) outcomes.push({ kind: 'refused', error: refused.error });
      continue;
    }
    if (
      tail.events > 0 &&
      (tail.offset + bytes > limits.bytes || tail.events + checked.events.length > limits.events)
    ) {
      break;
    }
    const record: CommitRecord = {
      v: 1,
      commit: tail.commit,
      first: tail.next,
      last: tail.next + checked.events.length - 1,
      bytes,
      sha256: sha256(text),
      prev: tail.head,
      pins: checked.pins,
      unpins: checked.unpins,
      group: records.length,
      segment,
      offset: tail.offset,
    };
    outcomes.push({
      kind: 'committed',
      record,
      events: checked.events.map((event, index) => withSeq(event, record.first + index)),
    });
    let seq = record.first;
    for (const { event } of checked.events) {
      if (event.key !== null) pendingKeys.set(event.key, seq);
      seq += 1;
    }
    records.push(record);
    lines.push(text);
    tail = tailAfter(tail, record, sha256);
  }
  return { outcomes, records, lines, tail };
};

const commitText = ({ events, contentLines }: CheckedAppend, first: number): string => {
  let text = '';
  for (let index = 0; index < events.length; index += 1) {
    text += `${eventLine(events[index] as (typeof events)[number], first + index)}\n`;
  }
  for (const line of contentLines) text += `${line}\n`;
  return text;
};
