import type { TreeNode } from './tree.ts';

/** Files named by paths as folders and files: folders first, then names as the language sorts them. A folder's id is its path. */
export const pathsToTree = (paths: readonly string[], language: string): readonly TreeNode[] => {
  const order = new Intl.Collator(language, { numeric: true });
  const root: Folder = { folders: new Map(), files: [] };
  for (const path of paths) {
    const parts = path.split('/').filter((part) => part !== '');
    const name = parts.pop();
    if (name === undefined) continue;
    let folder = root;
    for (const part of parts) {
      const inner = folder.folders.get(part) ?? { folders: new Map(), files: [] };
      folder.folders.set(part, inner);
      folder = inner;
    }
    folder.files.push({ name, path });
  }
  const nodesOf = ({ folders, files }: Folder, above: string): readonly TreeNode[] => [
    ...[...folders]
      .sort(([a], [b]) => order.compare(a, b))
      .map(([name, folder]) => ({
        id: `${above}${name}/`,
        label: name,
        children: nodesOf(folder, `${above}${name}/`),
      })),
    ...files.sort((a, b) => order.compare(a.name, b.name)).map(({ name, path }) => ({ id: path, label: name })),
  ];
  return nodesOf(root, '');
};

type Folder = {
  readonly folders: Map<string, Folder>;
  readonly files: { readonly name: string; readonly path: string }[];
};
