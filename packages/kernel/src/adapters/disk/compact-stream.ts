import { ok, type Result } from '../../core/result.ts';
import type { AppendRefused } from '../../ports/event-log.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import { readCommitLines } from './commit-lines.ts';
import { partPath, segmentPath } from './layout.ts';
import { isPacked, PACKED_AT_MOST, packSegment, unpackSegment } from './packed-segment.ts';
import { recordsIn } from './range-reader.ts';
import { replaceSegment } from './segment-file.ts';
import type { StreamView } from './stream-view.ts';
import type { StreamWriter } from './stream-writer.ts';
import { readFile } from './whole-io.ts';

export type Compacted = Result<{ readonly savedBytes: number }, AppendRefused>;

/** Less than this is not worth a file's journal entry. */
const WORTH_BYTES = 1_024;

/**
 * Packs the segments of a stream that rests, and cuts off the room kept ahead. What they say and what attests it stay byte for byte; the next append
 * unpacks the segment it goes on from. Segments that are damaged, large or packed already are left as they are.
 */
export const compactStream = async (
  fs: FileSystem,
  folder: string,
  view: StreamView,
  writer: StreamWriter,
): Promise<Compacted> => {
  const done = await writer.exclusively(async () => {
    const seen = view.look();
    if (seen.trouble) return 0;
    let saved = 0;
    const parts = recordsIn(view, seen, { from: 0, to: seen.tail.next });
    for (let part = parts.next(); !part.done; part = parts.next()) {
      const records = part.value;
      const last = records.at(-1);
      if (!last) continue;
      const path = segmentPath(folder, last.segment);
      const size = last.offset + last.bytes;
      const lines = size > PACKED_AT_MOST ? undefined : readFile(fs, path);
      if (!lines || isPacked(lines) || !isWhole(readCommitLines(fs, folder, records))) continue;
      const attested = lines.subarray(0, size);
      const packed = packSegment(attested);
      if (attested.length - packed.length < WORTH_BYTES || !unpackSegment(packed).equals(attested)) continue;
      replaceSegment(fs, path, packed);
      saved += lines.length - packed.length;
    }
    return saved + cutRoom(fs, partPath(folder, seen.part), seen.end);
  });
  return done.ok ? ok({ savedBytes: done.value }) : done;
};

/** A process that was killed, or was not given the lock at its end, leaves the room it kept ahead of the records. */
const cutRoom = (fs: FileSystem, path: string, end: number): number => {
  const ahead = (fs.statSync(path)?.size ?? 0) - end;
  if (ahead <= 0) return 0;
  const file = fs.openSync(path, 'update');
  try {
    file.truncateSync(end);
  } finally {
    file.closeSync();
  }
  return ahead;
};

const isWhole = (commits: ReturnType<typeof readCommitLines>): boolean => {
  for (let next = commits.next(); ; next = commits.next()) if (next.done) return next.value === undefined;
};
