import { posix } from 'node:path';
import type { FileStat, FileSystem, OpenFile, OpenMode } from '../ports/file-system.ts';
import {
  applyFileOp,
  applyFolderOp,
  copyNode,
  type FileNode,
  type FolderNode,
  forget,
  type Node,
  newFile,
  newFolder,
} from './simulated-node.ts';

/** What a call may be made to do instead of its work. `short` writes half; `cut` stops the machine at this call. */
export type DiskFault = 'EIO' | 'EACCES' | 'ENOSPC' | 'short' | 'cut';
export type DiskCall = { readonly index: number; readonly name: string; readonly path: string };

export type SimulatedDisk = {
  /** The disk as one process sees it; dead after the power cut or kill that follows. */
  readonly mount: () => FileSystem;
  /** Asked at every call from now on; undefined lets it through. */
  readonly injectFaults: (fault: (call: DiskCall) => DiskFault | undefined) => void;
  /** Ends one process, or all: their handles fail, what they wrote stays. */
  readonly kill: (fs?: FileSystem) => void;
  /** As `kill`, and of what was not synced only the parts that `keeps` says yes to are still there. */
  readonly powerCut: (keeps: () => boolean) => void;
  /** A disk of its own with everything this one holds, synced or not; nobody has it mounted. */
  readonly copy: () => SimulatedDisk;
  readonly calls: () => number;
  readonly syncs: () => number;
};

export class PowerCut extends Error {}

/**
 * In memory, POSIX rules at their strictest: nothing is durable but what was synced, names included.
 * `settle` is how long an asynchronous sync takes: others get their turn meanwhile.
 */
export const createSimulatedDisk = (settle: () => Promise<void> = async () => undefined): SimulatedDisk =>
  createDiskOf(newFolder(), settle);

const createDiskOf = (top: FolderNode, settle: () => Promise<void>): SimulatedDisk => {
  let fault: (call: DiskCall) => DiskFault | undefined = () => undefined;
  let calls = 0;
  let syncs = 0;
  let life = 0;
  /** From then on nothing works: a process that closes a number twice closes whatever was opened in between. */
  let closedTwice: string | undefined;
  const dead = new WeakSet<FileSystem>();

  const mount = (): FileSystem => {
    const born = life;

    const enter = (name: string, path: string): DiskFault | undefined => {
      if (born !== life || dead.has(fs)) throw new PowerCut(`${name} ${path}: this process is dead`);
      if (closedTwice) throw new Error(`${closedTwice} was closed twice: by then its number was another file's`);
      const met = fault({ index: calls, name, path });
      calls += 1;
      if (met === 'cut') {
        life += 1;
        throw new PowerCut(`${name} ${path}`);
      }
      if (met === 'EIO' || met === 'EACCES' || (met === 'ENOSPC' && MAY_FILL.has(name))) throw failure(met, name, path);
      return met;
    };

    const openFile = (file: FileNode, path: string): OpenFile => {
      let open = true;
      const use = (name: string): DiskFault | undefined => {
        if (!open) throw failure('EBADF', name, path);
        return enter(name, path);
      };
      const twins = {
        writeSync: (bytes: Uint8Array, position: number): number => {
          const met = use('write');
          const kept = met === 'short' ? bytes.subarray(0, Math.ceil(bytes.length / 2)) : bytes;
          applyFileOp(file.live, { op: 'write', position, bytes: kept });
          // A copy of its own: of a Buffer, `slice` is a view, and the writer uses that memory again.
          file.pending.push({ op: 'write', position, bytes: new Uint8Array(kept) });
          file.touched += 1n;
          return kept.length;
        },
        readSync: (into: Uint8Array, position: number): number => {
          use('read');
          return file.live.read(into, position);
        },
        datasyncSync: (): void => {
          try {
            use('datasync');
          } catch (cause) {
            // As Linux does: a failed sync marks the pages clean. They can be read until the machine stops,
            // and no later sync writes them.
            file.pending.length = 0;
            throw cause;
          }
          syncs += 1;
          for (const op of file.pending) applyFileOp(file.durable, op);
          file.pending.length = 0;
        },
        truncateSync: (size: number): void => {
          use('truncate');
          applyFileOp(file.live, { op: 'truncate', size });
          file.pending.push({ op: 'truncate', size });
          file.touched += 1n;
        },
        sizeSync: (): number => {
          use('size');
          return file.live.size();
        },
        closeSync: (): void => {
          if (!open) {
            closedTwice = path;
            throw failure('EBADF', 'close', path);
          }
          open = false;
          // Closed all the same: the system gives the number away whatever it says of the close.
          enter('close', path);
        },
      };
      return {
        ...twins,
        write: async (bytes, position) => twins.writeSync(bytes, position),
        read: async (into, position) => twins.readSync(into, position),
        datasync: async () => {
          await settle();
          twins.datasyncSync();
        },
        truncate: async (size) => twins.truncateSync(size),
        size: async () => twins.sizeSync(),
        close: async () => twins.closeSync(),
      };
    };

    const twins = {
      openSync: (path: string, mode: OpenMode): OpenFile => {
        enter('open', path);
        const folder = parentOf(path, 'open');
        const name = posix.basename(path);
        const found = folder.live.get(name);
        if (mode !== 'create') {
          if (found?.kind !== 'file') throw failure(found ? 'EISDIR' : 'ENOENT', 'open', path);
          return openFile(found, path);
        }
        if (found) throw failure('EEXIST', 'open', path);
        const file = newFile();
        change(folder, { op: 'link', name, node: file });
        return openFile(file, path);
      },
      mkdirSync: (path: string): void => {
        enter('mkdir', path);
        const folder = parentOf(path, 'mkdir');
        if (!folder.live.has(posix.basename(path))) {
          change(folder, { op: 'link', name: posix.basename(path), node: newFolder() });
        }
      },
      renameSync: (from: string, to: string): void => {
        enter('rename', from);
        const source = parentOf(from, 'rename');
        const target = parentOf(to, 'rename');
        const node = source.live.get(posix.basename(from));
        if (!node) throw failure('ENOENT', 'rename', from);
        const replaced = target.live.get(posix.basename(to));
        if (replaced?.kind === 'folder' && replaced.live.size > 0) throw failure('ENOTEMPTY', 'rename', to);
        if (source === target) {
          change(source, { op: 'rename', from: posix.basename(from), to: posix.basename(to), node });
          return;
        }
        change(target, { op: 'link', name: posix.basename(to), node });
        change(source, { op: 'unlink', name: posix.basename(from) });
      },
      unlinkSync: (path: string): void => {
        enter('unlink', path);
        const folder = parentOf(path, 'unlink');
        if (!folder.live.has(posix.basename(path))) throw failure('ENOENT', 'unlink', path);
        change(folder, { op: 'unlink', name: posix.basename(path) });
      },
      readdirSync: (path: string): readonly string[] => {
        enter('readdir', path);
        const found = find(path);
        if (found?.kind !== 'folder') throw failure(found ? 'ENOTDIR' : 'ENOENT', 'readdir', path);
        return [...found.live.keys()].sort();
      },
      statSync: (path: string): FileStat | undefined => {
        enter('stat', path);
        const found = find(path);
        return found && statOf(found);
      },
      syncFolderSync: (path: string): void => {
        enter('syncFolder', path);
        const found = find(path);
        if (found?.kind !== 'folder') throw failure('ENOENT', 'syncFolder', path);
        syncs += 1;
        for (const op of found.pending) applyFolderOp(found.durable, op);
        found.pending.length = 0;
      },
    };
    const fs: FileSystem = {
      ...twins,
      lookSync: twins.statSync,
      rmdir: async (path) => {
        enter('rmdir', path);
        const folder = parentOf(path, 'rmdir');
        const found = folder.live.get(posix.basename(path));
        if (found?.kind !== 'folder') throw failure(found ? 'ENOTDIR' : 'ENOENT', 'rmdir', path);
        if (found.live.size > 0) throw failure('ENOTEMPTY', 'rmdir', path);
        change(folder, { op: 'unlink', name: posix.basename(path) });
      },
      open: async (path, mode) => twins.openSync(path, mode),
      mkdir: async (path) => twins.mkdirSync(path),
      rename: async (from, to) => twins.renameSync(from, to),
      unlink: async (path) => twins.unlinkSync(path),
      readdir: async (path) => twins.readdirSync(path),
      stat: async (path) => twins.statSync(path),
      syncFolder: async (path) => {
        await settle();
        twins.syncFolderSync(path);
      },
    };
    return fs;
  };

  const find = (path: string): Node | undefined => {
    let node: Node | undefined = top;
    for (const name of namesIn(path)) node = node?.kind === 'folder' ? node.live.get(name) : undefined;
    return node;
  };

  const parentOf = (path: string, call: string): FolderNode => {
    const found = find(posix.dirname(path));
    if (found?.kind !== 'folder') throw failure('ENOENT', call, path);
    return found;
  };

  return {
    mount,
    injectFaults: (next) => {
      fault = next;
    },
    kill: (fs) => {
      if (fs) dead.add(fs);
      else life += 1;
    },
    powerCut: (keeps) => {
      life += 1;
      forget(top, keeps);
    },
    copy: () => createDiskOf(copyNode(top) as FolderNode, settle),
    calls: () => calls,
    syncs: () => syncs,
  };
};

/** Only what lies below is on this disk. Taken apart by hand: every call of every test comes through here. */
const ROOT = '/data';
const namesIn = (path: string): readonly string[] => {
  if (path === ROOT) return [];
  if (!path.startsWith(`${ROOT}/`)) return ['..'];
  return path.slice(ROOT.length + 1).split('/');
};

const MAY_FILL = new Set(['write', 'open', 'mkdir', 'rename', 'datasync', 'syncFolder', 'truncate']);

const change = (folder: FolderNode, op: FolderNode['pending'][number]): void => {
  applyFolderOp(folder.live, op);
  folder.pending.push(op);
};

const statOf = (node: Node): FileStat => ({
  kind: node.kind,
  size: node.kind === 'file' ? node.live.size() : 0,
  mtimeNs: node.touched,
  ctimeNs: node.touched,
  inode: node.inode,
});

const failure = (code: string, call: string, path: string): Error =>
  Object.assign(new Error(`${code}: ${call} ${path}`), { code, path });
