import type { Result } from '../core/result.ts';
import type { Tree, TreeRefused } from '../core/trees/tree.ts';
import type { BlobId, Blobs, ByteSource } from './blobs.ts';
import type { TreeId, Trees } from './trees.ts';

/** Blobs and trees over one store of objects, and a way to put many of both for the price of one sync. */
export interface ContentStore {
  readonly blobs: Blobs;
  readonly trees: Trees;
  /** All that the job added is durable when this resolves; when the job throws, none of it can be seen. */
  readonly together: <T>(job: (batch: ContentBatch) => Promise<T>) => Promise<T>;
  readonly usage: () => Promise<Usage>;
  readonly close: () => Promise<void>;
}

export interface ContentBatch {
  readonly add: (bytes: Uint8Array) => Promise<BlobId>;
  /** `earlier` is what the content was before, if it was anything: the same result, sooner. */
  readonly addFrom: (source: ByteSource, earlier?: BlobId) => Promise<{ readonly id: BlobId; readonly size: number }>;
  readonly addTree: (tree: Tree) => Promise<Result<TreeId, TreeRefused>>;
  /** Those of `ids` that this batch may name without adding them: stored, and not about to be collected. */
  readonly held: (ids: readonly BlobId[]) => Promise<ReadonlySet<BlobId>>;
}

/** What content takes, for a settings page. `storedBytes` counts what is on disk, after sharing and compression. */
export type Usage = { readonly objects: number; readonly storedBytes: number };
