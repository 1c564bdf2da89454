import type { Sha256, Sha256Hex } from '../digest.ts';
import { type CommitRecord, commitHash, type HealthReason, parseRecord } from './commit-record.ts';
import { type Tail, tailAfter, whyNotNext } from './tail.ts';

export type Walked = {
  readonly records: readonly CommitRecord[];
  readonly tail: Tail;
  /** Where the last good line ends. */
  readonly end: number;
  /** Where the lines written together with the last one begin. */
  readonly groupStart: number;
  /** Bytes past `end` that no commit was ever acknowledged for; the next writer removes them. */
  readonly residue: number;
  /** What stands at `end` was attested once and is not what it was. */
  readonly broken?: HealthReason;
  /** The record at `end` is as it was, for the one after it swears to it: the one before it was changed. */
  readonly changedBefore?: boolean;
  /** The hash of the record at `end`, when it is one. */
  readonly met?: Sha256Hex;
};

/** Reads manifest lines on from a tail. `text` is the bytes one to one; it begins at a line. */
export const walkManifest = (text: string, from: Tail, segment: number, sha256: Sha256): Walked => {
  const records: CommitRecord[] = [];
  let tail = from;
  let end = 0;
  let groupStart = 0;
  for (;;) {
    const newline = text.indexOf('\n', end);
    if (newline === -1) return { records, tail, end, groupStart, residue: text.length - end };
    const line = text.slice(end, newline);
    const record = parseRecord(line);
    const broken = record.ok ? whyNotNext(tail, record.value, segment) : record.error;
    if (broken !== undefined || !record.ok) {
      const rest = text.slice(newline + 1);
      if (isResidue(line, rest)) return { records, tail, end, groupStart, residue: text.length - end };
      const changedBefore = record.ok && broken === 'digest_mismatch' && isSwornTo(record.value, rest, sha256);
      return {
        records,
        tail,
        end,
        groupStart,
        residue: 0,
        broken: broken ?? 'schema_validation_failed',
        ...(changedBefore ? { changedBefore } : {}),
        ...(record.ok ? { met: commitHash(record.value, sha256) } : {}),
      };
    }
    if (record.value.group === 0) groupStart = end;
    records.push(record.value);
    tail = tailAfter(tail, record.value, sha256);
    end = newline + 1;
  }
};

/**
 * A power cut can keep some sectors of the last write and not others; those it lost read as zeros. It cannot
 * do so to anything older: a later record that was written by itself (group 0) swears that all before it was
 * synced, and then the zeros are damage.
 */
const isResidue = (line: string, rest: string): boolean => {
  if (!line.includes('\0')) return false;
  // Zeros may have taken the line's end too: then the next record stands behind them.
  for (const later of [line.slice(line.lastIndexOf('\0') + 1), ...rest.split('\n')]) {
    const record = parseRecord(later);
    if (record.ok && record.value.group === 0) return false;
  }
  return true;
};

const isSwornTo = (record: CommitRecord, rest: string, sha256: Sha256): boolean => {
  const next = parseRecord(rest.slice(0, Math.max(0, rest.indexOf('\n'))));
  return next.ok && next.value.prev === commitHash(record, sha256);
};
