import { type BlobId, diffTrees, emptyTree, type Tree } from '@atelier/kernel/core';
import type { ContentId } from '../core/ids.ts';
import type { WorkshopPorts } from '../ports/index.ts';

type Content = WorkshopPorts['content'];

/** A tree that the log names has to be there; one that is not is a fault of the store, not an empty folder. */
export const readTree = async (content: Pick<Content, 'trees'>, id: ContentId | null): Promise<Tree> => {
  if (id === null) return emptyTree;
  const tree = await content.trees.get(id);
  if (!tree) throw new Error(`the tree ${id} is missing from storage`);
  return tree;
};

type TreeFacts = { readonly files: number; readonly bytes: number; readonly blobs: readonly BlobId[] };

const factsByTree = new WeakMap<Tree, TreeFacts>();

/** What commands ask of a tree again and again. It never changes, so its entries are gone through once. */
export const factsOf = (tree: Tree): TreeFacts => {
  const known = factsByTree.get(tree);
  if (known) return known;
  const entries = Object.values(tree.entries);
  const facts: TreeFacts = {
    files: entries.length,
    bytes: entries.reduce((sum, { size }) => sum + size, 0),
    blobs: [...new Set(entries.map(({ blob }) => blob))],
  };
  factsByTree.set(tree, facts);
  return facts;
};

export const sizeOf = (tree: Tree): { readonly files: number; readonly bytes: number } => {
  const { files, bytes } = factsOf(tree);
  return { files, bytes };
};

export const changedBetween = (before: Tree, after: Tree) => {
  const changes = diffTrees(before, after);
  const paths = (kind: 'added' | 'removed' | 'changed'): readonly string[] =>
    changes.filter((change) => change.kind === kind).map(({ path }) => path);
  return { added: paths('added'), modified: paths('changed'), deleted: paths('removed') };
};
