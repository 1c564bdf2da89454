import type { BlobId } from '../core/digest.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Trees } from '../ports/trees.ts';

export type WrongContent = {
  readonly kind: 'content_missing' | 'content_changed';
  readonly id: BlobId;
  readonly tree?: BlobId;
};

export type ContentCheck = {
  /** The content with this id and, when it is a tree, all that it names. Empty when all is sound. */
  readonly of: (id: BlobId) => Promise<readonly WrongContent[]>;
  /** How many were re-hashed; each once, however often it is pinned. */
  readonly count: () => number;
};

export const createContentCheck = (
  { blobs, trees }: { readonly blobs: Pick<Blobs, 'check'>; readonly trees: Pick<Trees, 'get'> },
  onBytes: (count: number) => void,
): ContentCheck => {
  const verdicts = new Map<BlobId, ReturnType<Blobs['check']>>();

  const checkOne = async (id: BlobId, tree?: BlobId): Promise<readonly WrongContent[]> => {
    const checking = verdicts.get(id) ?? blobs.check(id, onBytes);
    verdicts.set(id, checking);
    const verdict = await checking;
    if (verdict === 'sound') return [];
    return [{ kind: verdict === 'missing' ? 'content_missing' : 'content_changed', id, ...(tree ? { tree } : {}) }];
  };

  return {
    of: async (id) => {
      const wrong = await checkOne(id);
      if (wrong.length > 0) return wrong;
      const tree = await trees.get(id).catch(() => undefined); // not a tree
      const named: WrongContent[] = [];
      let before: Promise<readonly WrongContent[]> | undefined;
      for (const { blob } of Object.values(tree?.entries ?? {})) {
        // The next one is read while this one is hashed.
        const checking = checkOne(blob, id);
        // Whoever awaits it sees its error; until then nobody does.
        checking.catch(() => undefined);
        named.push(...((await before) ?? []));
        before = checking;
      }
      named.push(...((await before) ?? []));
      return named;
    },
    count: () => verdicts.size,
  };
};
