import type { BlobId } from './blobs.ts';

/** By path: the stamp a file had when its content was read, and what the content was. */
export type KnownFiles = ReadonlyMap<string, KnownFile>;
export type KnownFile = { readonly stamp: string; readonly blob: BlobId };

/** Spares reading what has not changed. Free to delete: without it everything is read once more. */
export interface StatCache {
  /** Empty when there is none, or none that can be trusted. */
  readonly load: (folder: string) => Promise<KnownFiles>;
  readonly save: (folder: string, files: KnownFiles) => Promise<void>;
}
