import type { Result } from '../core/result.ts';
import type { Tree, TreeRefused } from '../core/trees/tree.ts';
import type { BlobId } from './blobs.ts';

/** The hash of a tree's canonical JSON. */
export type TreeId = BlobId;

/** States of a folder. Copying, restoring and comparing are done with ids. */
export interface Trees {
  /** Durable when it resolves. The blobs it names are the caller's to put first. */
  readonly put: (tree: Tree) => Promise<Result<TreeId, TreeRefused>>;
  readonly get: (id: TreeId) => Promise<Tree | undefined>;
}
