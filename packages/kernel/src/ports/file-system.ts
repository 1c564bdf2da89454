/**
 * The disk as the kernel sees it. The real one is node:fs; the tests' one fails the Nth call
 * and forgets what was not synced. Synchronous twins exist where a lone commit is faster without
 * a trip through the thread pool.
 */
export interface FileSystem {
  /** `read`: must exist. `update`: must exist, opened r+. `create`: must not exist, opened r+ after birth. */
  readonly open: (path: string, mode: 'read' | 'update' | 'create') => Promise<OpenFile>;
  readonly openSync: (path: string, mode: 'read' | 'update' | 'create') => OpenFile;
  readonly mkdir: (path: string) => Promise<void>;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly unlink: (path: string) => Promise<void>;
  readonly readdir: (path: string) => Promise<readonly string[]>;
  readonly stat: (path: string) => Promise<FileStat | undefined>;
  readonly statSync: (path: string) => FileStat | undefined;
  /** Makes births, renames and deletions inside the folder durable. */
  readonly syncFolder: (path: string) => Promise<void>;
}

export interface OpenFile {
  /** May write less than asked; the caller loops. Positions are absolute. */
  readonly write: (bytes: Uint8Array, position: number) => Promise<number>;
  readonly writeSync: (bytes: Uint8Array, position: number) => number;
  /** May read less than asked; 0 at the end. */
  readonly read: (into: Uint8Array, position: number) => Promise<number>;
  readonly readSync: (into: Uint8Array, position: number) => number;
  /** fdatasync. After it throws, the handle must not be used again. */
  readonly datasync: () => Promise<void>;
  readonly datasyncSync: () => void;
  readonly truncate: (size: number) => Promise<void>;
  readonly size: () => Promise<number>;
  readonly sizeSync: () => number;
  readonly close: () => Promise<void>;
}

export type FileStat = {
  readonly kind: 'file' | 'folder' | 'other';
  readonly size: number;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly inode: bigint;
};
