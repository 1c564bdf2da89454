import { basename, dirname, join } from 'node:path';
import { recordLine } from '../../core/log/commit-record.ts';
import type { PlannedSegment } from '../../core/log/plan-stream.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import { partPath, segmentPath } from './layout.ts';
import { writeNew } from './repair-notes.ts';

/** Streams on their way in; what a process left there when it was killed is removed by the next import. */
const IMPORTING = 'importing';
const LEFT_BEHIND_NS = 3_600_000_000_000n;

/**
 * The whole stream is written and synced under another name; one rename makes it a stream. A stop before the rename
 * leaves no stream, one after it leaves all of it. False: a folder of that name is there already, and was left alone.
 */
export const writeImported = (
  fs: FileSystem,
  data: string,
  folder: string,
  segments: readonly PlannedSegment[],
  own: string,
): boolean => {
  if (fs.statSync(folder)) return false;
  const top = join(data, IMPORTING);
  const kind = dirname(folder);
  const draft = join(top, `${basename(kind)}-${basename(folder)}.${own}`);
  for (const path of [top, draft, join(draft, 'events'), join(draft, 'manifest')]) fs.mkdirSync(path);
  try {
    for (const { first, records, lines } of segments) {
      writeNew(fs, segmentPath(draft, first), Buffer.from(lines.join('')));
      const text = records.map((record) => `${recordLine(record)}\n`).join('');
      writeNew(fs, partPath(draft, first), Buffer.from(text, 'latin1'));
    }
    for (const path of [join(draft, 'events'), join(draft, 'manifest'), draft]) fs.syncFolderSync(path);
    for (const path of [dirname(kind), kind]) fs.mkdirSync(path);
    fs.renameSync(draft, folder);
  } catch (cause) {
    removeQuietly(fs, draft);
    if (isTaken(cause)) return false;
    throw cause;
  }
  // The new name first: a power cut between the two leaves the stream under both names, never under none.
  for (const path of [kind, dirname(kind), data, top]) fs.syncFolderSync(path);
  return true;
};

/** A rename replaces an empty folder; one with anything in it is somebody's stream. */
const isTaken = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && (cause.code === 'ENOTEMPTY' || cause.code === 'EEXIST');

export const removeLeftBehind = (fs: FileSystem, data: string, nowNs: bigint): void => {
  const top = join(data, IMPORTING);
  if (!fs.statSync(top)) return;
  for (const name of fs.readdirSync(top)) {
    const found = fs.statSync(join(top, name));
    if (found && nowNs - found.mtimeNs > LEFT_BEHIND_NS) removeQuietly(fs, join(top, name));
  }
};

const removeQuietly = (fs: FileSystem, draft: string): void => {
  try {
    for (const inner of ['events', 'manifest']) {
      const path = join(draft, inner);
      if (!fs.statSync(path)) continue;
      for (const file of fs.readdirSync(path)) fs.unlinkSync(join(path, file));
      void fs.rmdir(path).catch(() => undefined);
    }
    void fs.rmdir(draft).catch(() => undefined);
  } catch {
    // Nobody reads it; the next import tries again.
  }
};
