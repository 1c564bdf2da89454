import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTurns, emptyTree, type Tree } from '@atelier/kernel/core';
import type { BlobId, ContentStore, TreeId } from '@atelier/kernel/ports';
import type { FilesHost, HostFile, ReferenceCandidate, Root, StagedFile } from '../ports/files-host.ts';
import { type FileResult, refuse } from '../tools/errors.ts';
import { stale } from './stale.ts';

/** Which trees a host shows. Its owner decides what they are and remembers them, most likely in its log. */
export type TreeView = {
  /** The files as they are now; null is an empty folder. */
  readonly now: TreeId | null;
  /** Where changed files of `now` come from; a file that is the same in a reference is `published`. */
  readonly root: Root;
  /** What `now` is compared with, best first. */
  readonly references: readonly { readonly source: ReferenceCandidate['source']; readonly tree: TreeId | null }[];
};

export type TreePlace = {
  readonly view: () => Promise<TreeView>;
  /**
   * Makes `tree` the present one in place of `before`. Edits of one host arrive one at a time; an owner that others
   * change too refuses when `before` is not the present tree any more. Absent: nothing can be written.
   */
  readonly adopt?: (change: AdoptedChange) => Promise<FileResult<null>>;
};

export type AdoptedChange = {
  readonly before: TreeId | null;
  readonly tree: TreeId;
  readonly version: BlobId;
  readonly staged: StagedFile;
};

/** Two states that nobody edits: a review of any two points of a history. */
export const fixedTrees = (now: TreeId, reference?: TreeId): TreePlace => ({
  view: async () => ({
    now,
    root: 'draft',
    references: reference === undefined ? [] : [{ source: 'draft_start_snapshot', tree: reference }],
  }),
});

/** A host on kernel content. Versions are blob ids, so whatever is known of a version holds for every tree. */
export const createTreeHost = (content: ContentStore, place: TreePlace): FilesHost => {
  const locks = createTurns();
  // A tree refuses a colon in a path, and scratch files are nobody's work: they live as long as the host.
  const scratch = new Map<string, HostFile>();

  const treeAt = async (id: TreeId | null): Promise<Tree> => {
    if (id === null) return emptyTree;
    const tree = await content.trees.get(id);
    if (!tree) throw new Error(`The tree ${id} is missing from storage.`);
    return tree;
  };

  const entryOf = (tree: Tree, path: string, root: Root): HostFile | undefined => {
    const entry = Object.hasOwn(tree.entries, path) ? tree.entries[path] : undefined;
    return entry && { path, version: entry.blob, size_bytes: entry.size, root };
  };

  const filesOf = (tree: Tree, base: Tree, root: Root): readonly HostFile[] =>
    Object.keys(tree.entries).flatMap((path) => {
      const file = entryOf(tree, path, root);
      const isSame = entryOf(base, path, 'published')?.version === file?.version;
      return file ? [isSame ? { ...file, root: 'published' as const } : file] : [];
    });
  /** Every tool looks a path up in the list; the list of a tree never changes. */
  let listed: { tree: Tree; base: Tree; root: Root; files: readonly HostFile[] } | undefined;

  const stageInTree = async (staged: StagedFile): Promise<FileResult<{ readonly version: string }>> => {
    if (!place.adopt) return refuse('SANDBOX_VIOLATION', 'not_draft', 'These files can be read but not changed here.');
    const { now } = await place.view();
    const current = await treeAt(now);
    const earlier = Object.hasOwn(current.entries, staged.path) ? current.entries[staged.path] : undefined;
    if ((earlier?.blob ?? null) !== staged.base) return stale(staged.path);
    // Blob and tree become durable together, and before the owner names them.
    const made = await content.together(async (batch) => {
      const { id, size } = await addFile(staged.file, (source) => batch.addFrom(source, earlier?.blob));
      const kind = earlier?.kind ?? 'file';
      const entries = { ...current.entries, [staged.path]: { blob: id, size, kind } };
      return { id, tree: await batch.addTree({ v: 1, entries }) };
    });
    if (!made.tree.ok)
      return refuse('SANDBOX_VIOLATION', 'bad_path', `A file cannot be named ${staged.path.slice(0, 120)}.`, {
        hint: 'Use a shorter name without a colon.',
      });
    const adopted = await place.adopt({ before: now, tree: made.tree.value, version: made.id, staged });
    return adopted.ok ? { ok: true, value: { version: made.id } } : adopted;
  };

  const stageScratch = async ({ path, file }: StagedFile): Promise<FileResult<{ readonly version: string }>> => {
    const { id, size } = await addFile(file, (source) => content.blobs.putFrom(source));
    scratch.set(path, { path, version: id, size_bytes: size, root: 'staging' });
    return { ok: true, value: { version: id } };
  };

  return {
    list: async () => {
      const { now, root, references } = await place.view();
      const tree = await treeAt(now);
      const published = references.at(-1);
      const base = published ? await treeAt(published.tree) : emptyTree;
      if (listed?.tree !== tree || listed.base !== base || listed.root !== root)
        listed = { tree, base, root, files: filesOf(tree, base, root) };
      return scratch.size === 0 ? listed.files : [...listed.files, ...scratch.values()];
    },
    materialise: async (version, folder) => {
      await mkdir(folder, { recursive: true });
      const file = join(folder, version.replace(/\W/g, '_'));
      try {
        const bytes = await content.blobs.stream(version as BlobId);
        if (!bytes) return undefined;
        await writePieces(file, bytes);
        return file;
      } catch (cause) {
        await rm(file, { force: true });
        // Bytes that are not what their id says are as good as none.
        if (cause instanceof Error && cause.name === 'ContentCorrupt') return undefined;
        throw cause;
      }
    },
    stage: (staged) =>
      locks.inTurn('tree', async () => {
        const adopted = await (staged.path.startsWith('scratch:') ? stageScratch(staged) : stageInTree(staged));
        await rm(staged.file, { force: true });
        return adopted;
      }),
    reference: async (path) => {
      const { references } = await place.view();
      const found: ReferenceCandidate[] = [];
      for (const { source, tree } of references) {
        const file = entryOf(await treeAt(tree), path, 'published');
        if (file) found.push({ source, file });
      }
      return found;
    },
  };
};

/** A piece is valid until the next is asked for, so it is written before that. */
const writePieces = async (path: string, pieces: AsyncIterable<Uint8Array>): Promise<void> => {
  const file = await open(path, 'w');
  try {
    for await (const piece of pieces) await file.writeFile(piece);
  } finally {
    await file.close();
  }
};

const addFile = async <T>(
  path: string,
  add: (source: { readonly read: (into: Uint8Array) => Promise<number> }) => Promise<T>,
): Promise<T> => {
  const file = await open(path, 'r');
  try {
    return await add({ read: async (into) => (await file.read(into, 0, into.length)).bytesRead });
  } finally {
    await file.close();
  }
};
