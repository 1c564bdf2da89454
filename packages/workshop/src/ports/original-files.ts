import type { ByteSource } from '@atelier/kernel/ports';

export type FileFacts = { readonly size: number; readonly mtimeNs: string; readonly inode: string };

export type FileTrouble = 'missing' | 'link' | 'directory' | 'unreadable';

export type FileRead<T> =
  | { readonly ok: true; readonly facts: FileFacts; readonly value: T }
  | { readonly ok: false; readonly trouble: FileTrouble };

/** The files that lie directly in one folder of this machine. Nothing is read or written through a link. */
export interface OriginalFiles {
  /** Whether the folder is still the folder it was: there, and reached through no link. */
  readonly isThere: (folder: string) => Promise<boolean>;
  readonly names: (folder: string) => Promise<readonly string[]>;
  readonly look: (folder: string, name: string) => Promise<FileRead<null>>;
  readonly read: <T>(folder: string, name: string, use: (source: ByteSource) => Promise<T>) => Promise<FileRead<T>>;
  /** The id of its bytes, without keeping them. */
  readonly hash: (folder: string, name: string) => Promise<FileRead<string>>;
  /**
   * Puts bytes in place of a file, or of none, all of it or nothing. `expected` is the file that may go; where another
   * lies there by now, nothing is written and the answer is undefined.
   */
  readonly replace: (
    folder: string,
    name: string,
    pieces: AsyncIterable<Uint8Array>,
    expected: FileFacts | null,
  ) => Promise<FileFacts | undefined>;
  /** A new file beside others, under a name nobody has; answers the name. */
  readonly addBeside: (folder: string, name: string, pieces: AsyncIterable<Uint8Array>) => Promise<string>;
}
