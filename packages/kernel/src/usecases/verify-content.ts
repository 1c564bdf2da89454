import type { BlobId } from '../core/digest.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Trees } from '../ports/trees.ts';

export type WrongContent = {
  readonly kind: 'content_missing' | 'content_changed';
  readonly id: BlobId;
  readonly tree?: BlobId;
};

export type ContentDeps = { readonly blobs: Pick<Blobs, 'checkAll'>; readonly trees: Pick<Trees, 'get'> };

export type CheckedContent = {
  /** What is wrong with the content of this id or, when it is a tree, with what it names. Empty when all is sound. */
  readonly wrongWith: (id: BlobId) => Promise<readonly WrongContent[]>;
};

/**
 * Re-hashes pinned content and all that its trees name, each once, however often it is named. All of it is asked for
 * at once: only so can a store read it as it lies on disk.
 */
export const checkContent = async (
  { blobs, trees }: ContentDeps,
  pinned: ReadonlySet<BlobId>,
  on: { readonly bytes: (count: number) => void; readonly content: (count: number) => void },
): Promise<CheckedContent> => {
  const namedBy = async (id: BlobId): Promise<readonly BlobId[]> => {
    const tree = await trees.get(id).catch(() => undefined); // not a tree
    return Object.values(tree?.entries ?? {}).map(({ blob }) => blob);
  };

  on.content(pinned.size);
  const wrong = new Map(await blobs.checkAll(pinned, on.bytes));
  const named = new Set<BlobId>();
  for (const id of pinned) {
    if (wrong.has(id)) continue;
    for (const blob of await namedBy(id)) if (!pinned.has(blob)) named.add(blob);
  }
  on.content(named.size);
  for (const [id, verdict] of await blobs.checkAll(named, on.bytes)) wrong.set(id, verdict);

  const findingOf = (id: BlobId, tree?: BlobId): readonly WrongContent[] => {
    const verdict = wrong.get(id);
    if (verdict === undefined) return [];
    return [{ kind: verdict === 'missing' ? 'content_missing' : 'content_changed', id, ...(tree ? { tree } : {}) }];
  };

  return {
    wrongWith: async (id) => {
      // Trees are read again rather than kept: mostly nothing is wrong, and there may be many.
      if (wrong.size === 0 || wrong.has(id)) return findingOf(id);
      return (await namedBy(id)).flatMap((blob) => findingOf(blob, id));
    },
  };
};
