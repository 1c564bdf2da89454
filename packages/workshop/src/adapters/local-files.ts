import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir, realpath, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { freeName } from '../core/file-names.ts';

export type LocalTrouble = 'link' | 'directory' | 'unreadable';

export type LocalFile = {
  readonly size: number;
  readonly mtimeNs: string;
  readonly inode: string;
  readonly mode: number;
  readonly read: (into: Uint8Array) => Promise<number>;
};

const noFollow = constants.O_NOFOLLOW ?? 0;
// Opening a pipe or a device to read would wait for its other end.
const noWait = constants.O_NONBLOCK ?? 0;

/**
 * Opens a file of this machine without following a link. What was looked at and what was opened must be one file:
 * between the two a name can be given to another.
 */
export const openLocalFile = async <T>(
  path: string,
  use: (file: LocalFile) => Promise<T>,
): Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly trouble: LocalTrouble }> => {
  const place = resolve(path);
  const seen = await lstat(place, { bigint: true }).catch(() => undefined);
  if (!seen) return { ok: false, trouble: 'unreadable' };
  if (seen.isSymbolicLink()) return { ok: false, trouble: 'link' };
  if (seen.isDirectory()) return { ok: false, trouble: 'directory' };
  if (!seen.isFile()) return { ok: false, trouble: 'unreadable' };
  let file: FileHandle;
  try {
    file = await open(place, constants.O_RDONLY | noFollow | noWait);
  } catch (cause) {
    return { ok: false, trouble: (cause as NodeJS.ErrnoException).code === 'ELOOP' ? 'link' : 'unreadable' };
  }
  try {
    const opened = await file.stat({ bigint: true });
    if (!opened.isFile() || opened.ino !== seen.ino || opened.dev !== seen.dev) return { ok: false, trouble: 'link' };
    const read = async (into: Uint8Array) => (await file.read(into, 0, into.length)).bytesRead;
    const { size, mtimeNs, ino, mode } = opened;
    const facts = { size: Number(size), mtimeNs: String(mtimeNs), inode: String(ino), mode: Number(mode) & 0o777 };
    return { ok: true, value: await use({ ...facts, read }) };
  } finally {
    await file.close();
  }
};

/** What lies directly in a folder, by full path, in the order of names; undefined when it is no folder that can be read. */
export const listLocalFolder = async (folder: string): Promise<readonly string[] | undefined> => {
  const place = resolve(folder);
  const names = await readdir(place).catch(() => undefined);
  // What systems and editors leave behind is nobody's work.
  return names
    ?.filter((name) => !name.startsWith('.') && !name.startsWith('~$'))
    .toSorted()
    .map((name) => join(place, name));
};

/**
 * Writes a new file into a folder and never over another: a name that is taken becomes `name(1).ext`. The file is
 * created or nothing is, so that neither a link nor another file of that name is written through.
 */
export const extractInto = async (folder: string, name: string, pieces: AsyncIterable<Uint8Array>): Promise<string> => {
  const root = await realpath(folder);
  const taken = new Set<string>();
  for (;;) {
    const final = join(
      root,
      freeName(basename(name), (each) => taken.has(each)),
    );
    let file: FileHandle;
    try {
      file = await open(final, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noFollow, 0o644);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
      taken.add(basename(final));
      continue;
    }
    try {
      for await (const piece of pieces) await file.writeFile(piece);
      await file.sync();
    } catch (cause) {
      await rm(final, { force: true });
      throw cause;
    } finally {
      await file.close();
    }
    return final;
  }
};
