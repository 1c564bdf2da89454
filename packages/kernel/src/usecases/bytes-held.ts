import type { BlobId } from '../ports/blobs.ts';
import type { ContentStore } from '../ports/content-store.ts';

/**
 * Bytes of all files that so many trees hold, and of single blobs among the ids: each content once, however many name
 * it. What is stored takes less, after sharing and compression; what is gone takes nothing.
 */
export const bytesHeld = async (
  { trees, blobs }: Pick<ContentStore, 'trees' | 'blobs'>,
  ids: Iterable<BlobId>,
): Promise<number> => {
  const sizes = new Map<BlobId, number>();
  for (const id of new Set(ids)) {
    const tree = await trees.get(id).catch(() => undefined);
    if (tree) for (const { blob, size } of Object.values(tree.entries)) sizes.set(blob, size);
    else if (!sizes.has(id)) sizes.set(id, (await blobs.size(id)) ?? 0);
  }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
};
