import type { CommitRecord, HealthReason } from '../../core/log/commit-record.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import { sha256 } from '../node/sha256.ts';
import { segmentPath } from './layout.ts';
import { openSegment, type SegmentLines } from './segment-file.ts';

export type CommitLines = {
  readonly record: CommitRecord;
  /** Checked against the digest; events first, content after them, each line ended. */
  readonly text: string;
};
export type Broken = { readonly record: CommitRecord; readonly reason: HealthReason };

/** One read serves neighbouring commits, up to this many bytes. */
const READ_AT_ONCE = 1024 * 1024;

/** The lines of neighbouring commits of one segment; stops at the first that is not what was attested. */
export function* readCommitLines(
  fs: FileSystem,
  folder: string,
  records: readonly CommitRecord[],
): Generator<CommitLines, Broken | undefined> {
  const [start] = records;
  if (!start) return undefined;
  const path = segmentPath(folder, start.segment);
  if (!fs.statSync(path)) return { record: start, reason: 'missing_attested_segment' };
  const file = openSegment(fs, path);
  let segment = file;
  try {
    for (let index = 0; index < records.length; ) {
      const run = neighboursFrom(records, index);
      const texts = checkedTexts(segment, records.slice(index, run.end), run.bytes);
      for (const text of texts) {
        yield { record: records[index] ?? start, text };
        index += 1;
      }
      if (index === run.end) continue;
      const unpacked = segment.unpacked();
      if (!unpacked) return { record: records[index] ?? start, reason: 'digest_mismatch' };
      segment = unpacked;
    }
    return undefined;
  } finally {
    file.close();
  }
}

let scratch = Buffer.alloc(0);

/** The text of each commit of a run, up to the first whose bytes are not what was attested. */
const checkedTexts = (segment: SegmentLines, run: readonly CommitRecord[], size: number): readonly string[] => {
  // Read into the same memory each time: nothing of it is kept, and a buffer per read keeps the collector busy.
  if (scratch.length < size) scratch = Buffer.alloc(Math.max(size, READ_AT_ONCE));
  const start = run[0]?.offset ?? 0;
  const bytes = segment.readInto(scratch.subarray(0, size), start);
  const all = bytes.toString();
  const plain = all.length === bytes.length; // ASCII: places in the text are places in the bytes
  const texts: string[] = [];
  for (const record of run) {
    const from = record.offset - start;
    const part = bytes.subarray(from, from + record.bytes);
    if (part.length !== record.bytes || sha256(part) !== record.sha256) break;
    texts.push(plain ? all.slice(from, from + record.bytes) : part.toString());
  }
  return texts;
};

const neighboursFrom = (
  records: readonly CommitRecord[],
  from: number,
): { readonly end: number; readonly bytes: number } => {
  let bytes = 0;
  let end = from;
  for (; end < records.length; end += 1) {
    const size = records[end]?.bytes ?? 0;
    if (end > from && bytes + size > READ_AT_ONCE) break;
    bytes += size;
  }
  return { end, bytes };
};

/** The lines one by one, as text. */
export const linesOf = ({ text }: CommitLines): readonly string[] => text.split('\n').slice(0, -1);
