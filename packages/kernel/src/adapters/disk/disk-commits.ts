import { dirname, join } from 'node:path';
import { type CommitRecord, recordLine } from '../../core/log/commit-record.ts';
import { type CommitStore, StreamDamaged, type WholeCommit } from '../../ports/commit-store.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import type { StreamLocks } from '../../ports/stream-locks.ts';
import { partPath, partsIn, segmentPath, streamFolder } from './layout.ts';
import { unreadableTrouble } from './unreadable.ts';
import { writeWhole } from './whole-io.ts';
import { walkStream } from './whole-walk.ts';

const LOCK_WAIT_MS = 1_000;

/** Streams of a data folder as whole commits. What is added becomes segments of its own. */
export const createDiskCommits = (deps: {
  readonly fs: FileSystem;
  readonly data: string;
  readonly locks: StreamLocks;
}): CommitStore => {
  const { fs, data, locks } = deps;
  return {
    commits: async function* (stream) {
      const walking = walkStream(fs, streamFolder(data, stream), stream);
      for (;;) {
        const next = stepOf(walking, streamFolder(data, stream));
        if (next.done) {
          const { trouble } = next.value;
          if (trouble) throw new StreamDamaged(trouble.commit, trouble.reason);
          return;
        }
        const { segment: _, offset: __, ...facts } = next.value.record;
        yield { facts, lines: next.value.text };
      }
    },
    add: async (stream, commits, before) => {
      const folder = streamFolder(data, stream);
      makeFolders(fs, data, folder);
      const lock = await locks.acquire(folder, LOCK_WAIT_MS);
      if (!lock.ok) throw new Error(`${stream} is in use by another process. Stop it and try again.`);
      try {
        const walking = walkStream(fs, folder, stream);
        let end = walking.next();
        while (!end.done) end = walking.next();
        if (end.value.tail.head !== before.head) throw new Error(`${stream} grew on disk while it was moved there.`);
        writeSegment(fs, folder, before.next, commits);
      } finally {
        lock.value.release();
      }
    },
  };
};

/** A file that the system refuses is told as damage: whoever copies goes on with the next stream. */
const stepOf = (walking: ReturnType<typeof walkStream>, folder: string) => {
  try {
    return walking.next();
  } catch (cause) {
    const trouble = unreadableTrouble(cause, folder);
    if (!trouble) throw cause;
    throw new StreamDamaged(trouble.commit, `${trouble.file} cannot be read (${trouble.system})`);
  }
};

/** The lines are synced before the records that attest them can be seen, as with every commit. */
const writeSegment = (fs: FileSystem, folder: string, first: number, commits: readonly WholeCommit[]): void => {
  const records: CommitRecord[] = [];
  let offset = 0;
  for (const { facts } of commits) {
    records.push({ ...facts, segment: first, offset });
    offset += facts.bytes;
  }
  // A part without records may stand there already: the last writer had rotated and written nothing yet.
  const fresh = !partsIn(fs, folder).includes(first);
  const lines = Buffer.from(commits.map(({ lines: text }) => text).join(''));
  replace(fs, segmentPath(folder, first), lines);
  fs.syncFolderSync(join(folder, 'events'));
  replace(
    fs,
    partPath(folder, first),
    Buffer.from(records.map((record) => `${recordLine(record)}\n`).join(''), 'latin1'),
  );
  fs.syncFolderSync(join(folder, 'manifest'));
  if (fresh) fs.syncFolderSync(folder);
};

const replace = (fs: FileSystem, path: string, bytes: Uint8Array): void => {
  const part = `${path}.moving`;
  if (fs.statSync(part)) fs.unlinkSync(part);
  const file = fs.openSync(part, 'create');
  try {
    writeWhole(file, bytes, 0);
    file.datasyncSync();
  } finally {
    file.closeSync();
  }
  fs.renameSync(part, path);
};

const makeFolders = (fs: FileSystem, data: string, folder: string): void => {
  for (const path of [
    join(data, 'streams'),
    dirname(folder),
    folder,
    join(folder, 'events'),
    join(folder, 'manifest'),
  ]) {
    fs.mkdirSync(path);
    fs.syncFolderSync(dirname(path));
  }
};
