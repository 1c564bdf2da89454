/**
 * The disk as the kernel sees it. The real one is node:fs; the tests' one fails the Nth call
 * and forgets what was not synced. Synchronous twins exist where a trip through the thread pool
 * costs more than the work: small reads, small writes, and the sync of a lone commit.
 */
export interface FileSystem {
  /** `read`: must exist. `update`: must exist, opened r+. `create`: must not exist, opened r+ after birth, with these rights. */
  readonly open: (path: string, mode: OpenMode, rights?: number) => Promise<OpenFile>;
  readonly openSync: (path: string, mode: OpenMode, rights?: number) => OpenFile;
  /** Makes one folder; nothing happens when it is there already. Durable only after `syncFolder` of its parent. */
  readonly mkdir: (path: string) => Promise<void>;
  readonly mkdirSync: (path: string) => void;
  /** Replaces what stands at `to`. */
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly renameSync: (from: string, to: string) => void;
  readonly unlink: (path: string) => Promise<void>;
  readonly unlinkSync: (path: string) => void;
  /** Names in code-unit order; a folder that does not exist is a fault (ENOENT). */
  readonly readdir: (path: string) => Promise<readonly string[]>;
  readonly readdirSync: (path: string) => readonly string[];
  readonly stat: (path: string) => Promise<FileStat | undefined>;
  readonly statSync: (path: string) => FileStat | undefined;
  /** As `statSync`, but a link is `other` and not what it points to: nobody is led out of a folder by one. */
  readonly lookSync: (path: string) => FileStat | undefined;
  /** An empty folder; anything in it is a fault (ENOTEMPTY). */
  readonly rmdir: (path: string) => Promise<void>;
  /** Makes births, renames and deletions inside the folder durable. */
  readonly syncFolder: (path: string) => Promise<void>;
  readonly syncFolderSync: (path: string) => void;
}

export type OpenMode = 'read' | 'update' | 'create';

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
  readonly truncateSync: (size: number) => void;
  readonly size: () => Promise<number>;
  readonly sizeSync: () => number;
  readonly close: () => Promise<void>;
  readonly closeSync: () => void;
}

export type FileStat = {
  readonly kind: 'file' | 'folder' | 'other';
  readonly size: number;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly inode: bigint;
};
