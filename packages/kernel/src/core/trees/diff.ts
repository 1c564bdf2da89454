import type { Tree, TreeEntry } from './tree.ts';

export type TreeChange =
  | { readonly kind: 'added'; readonly path: string; readonly after: TreeEntry }
  | { readonly kind: 'removed'; readonly path: string; readonly before: TreeEntry }
  | { readonly kind: 'changed'; readonly path: string; readonly before: TreeEntry; readonly after: TreeEntry };

/** What turns `before` into `after`, in path order. */
export const diffTrees = (before: Tree, after: Tree): readonly TreeChange[] => {
  const changes: TreeChange[] = [];
  for (const [path, was] of Object.entries(before.entries)) {
    const is = Object.hasOwn(after.entries, path) ? after.entries[path] : undefined;
    if (is === undefined) changes.push({ kind: 'removed', path, before: was });
    else if (is.blob !== was.blob || is.kind !== was.kind)
      changes.push({ kind: 'changed', path, before: was, after: is });
  }
  for (const [path, is] of Object.entries(after.entries)) {
    if (!Object.hasOwn(before.entries, path)) changes.push({ kind: 'added', path, after: is });
  }
  return changes.toSorted((a, b) => (a.path < b.path ? -1 : 1));
};
