import * as fs from 'node:fs';
import * as fsp from 'node:fs/promises';
import type { FileStat, FileSystem, OpenFile, OpenMode } from '../../ports/file-system.ts';

export const createNodeFileSystem = (): FileSystem => ({
  open: async (path, mode, rights) => openHandle(await fsp.open(path, FLAGS[mode], rights), path),
  openSync: (path, mode, rights) => openDescriptor(fs.openSync(path, FLAGS[mode], rights), path),
  mkdir: (path) => fsp.mkdir(path).catch(unlessThere),
  mkdirSync: (path) => {
    try {
      fs.mkdirSync(path);
    } catch (cause) {
      unlessThere(cause);
    }
  },
  rename: fsp.rename,
  renameSync: fs.renameSync,
  unlink: fsp.unlink,
  unlinkSync: fs.unlinkSync,
  readdir: async (path) => (await fsp.readdir(path)).sort(),
  readdirSync: (path) => fs.readdirSync(path).sort(),
  stat: async (path) => {
    try {
      return statOf(await fsp.stat(path, { bigint: true }));
    } catch (cause) {
      if (isCode(cause, 'ENOENT') || isCode(cause, 'ENOTDIR')) return undefined;
      throw cause;
    }
  },
  statSync: (path) => {
    const found = fs.statSync(path, { bigint: true, throwIfNoEntry: false });
    return found && statOf(found);
  },
  lookSync: (path) => {
    const found = fs.lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return found && statOf(found);
  },
  rmdir: fsp.rmdir,
  syncFolder: async (path) => {
    // Only the sync is worth another thread: a folder that was just written to opens at once.
    const folder = fs.openSync(path, 'r');
    try {
      await promised<void>((done) => fs.fsync(folder, done));
    } finally {
      fs.closeSync(folder);
    }
  },
  syncFolderSync: (path) => {
    const folder = fs.openSync(path, 'r');
    try {
      fs.fsyncSync(folder);
    } finally {
      fs.closeSync(folder);
    }
  },
});

const FLAGS: Record<OpenMode, string> = { read: 'r', update: 'r+', create: 'wx+' };

export const isCode = (cause: unknown, code: string): boolean =>
  cause instanceof Error && (cause as NodeJS.ErrnoException).code === code;

const unlessThere = (cause: unknown): void => {
  if (!isCode(cause, 'EEXIST')) throw cause;
};

const statOf = (stats: fs.BigIntStats): FileStat => ({
  kind: stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other',
  size: Number(stats.size),
  mtimeNs: stats.mtimeNs,
  ctimeNs: stats.ctimeNs,
  inode: stats.ino,
});

/** A FileHandle closes itself (loudly) when collected; its descriptor serves the synchronous twins. */
const openHandle = (handle: fsp.FileHandle, path: string): OpenFile => ({
  ...openDescriptor(handle.fd, path),
  close: () => handle.close(),
  closeSync: () => void handle.close(),
});

const openDescriptor = (fd: number, path: string): OpenFile => ({
  write: (bytes, position) => promised((done) => fs.write(fd, bytes, 0, bytes.length, position, done)),
  writeSync: (bytes, position) => fs.writeSync(fd, bytes, 0, bytes.length, position),
  read: (into, position) => promised((done) => fs.read(fd, into, 0, into.length, position, done)),
  readSync: (into, position) => {
    try {
      return fs.readSync(fd, into, 0, into.length, position);
    } catch (cause) {
      // Of a descriptor the system does not say which file it is, and whoever hears of it has to.
      throw Object.assign(cause as Error, { path });
    }
  },
  datasync: () => promised((done) => fs.fdatasync(fd, done)),
  datasyncSync: () => fs.fdatasyncSync(fd),
  truncate: (size) => promised((done) => fs.ftruncate(fd, size, done)),
  truncateSync: (size) => fs.ftruncateSync(fd, size),
  size: () => promised<fs.Stats>((done) => fs.fstat(fd, done)).then((stats) => stats.size),
  sizeSync: () => fs.fstatSync(fd).size,
  close: () => promised((done) => fs.close(fd, done)),
  closeSync: () => fs.closeSync(fd),
});

const promised = <T>(call: (done: (cause: Error | null, value?: T) => void) => void): Promise<T> =>
  new Promise((resolve, reject) => call((cause, value) => (cause ? reject(cause) : resolve(value as T))));
