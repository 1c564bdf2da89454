import { createMemoryContent } from '@atelier/kernel/adapters';
import { emptyTree, type Tree } from '@atelier/kernel/core';
import type { BlobId, ContentStore, TreeId } from '@atelier/kernel/ports';
import { filesHostKeepsItsPromises, type HostUnderTest } from '../testing/host-promises.ts';
import { createMemoryHost } from './memory-host.ts';
import { createTreeHost, type TreePlace } from './tree-host.ts';

filesHostKeepsItsPromises('memory', async () => {
  const host = createMemoryHost();
  return {
    host,
    add: async (path, bytes) => void host.put(path, bytes),
    beginDraft: async () => host.beginDraft(),
    lose: async (version) => host.lose(version),
  };
});

/** An owner that remembers its trees in two variables. */
const treeHost = async (): Promise<HostUnderTest> => {
  const whole = createMemoryContent();
  const lost = new Set<string>();
  const content: ContentStore = {
    ...whole,
    blobs: { ...whole.blobs, stream: async (id) => (lost.has(id) ? undefined : whole.blobs.stream(id)) },
  };
  let now: TreeId | null = null;
  let start: TreeId | null = null;
  const put = async (tree: Tree): Promise<TreeId> => {
    const made = await content.trees.put(tree);
    if (!made.ok) throw new Error(made.error.code);
    return made.value;
  };
  const place: TreePlace = {
    view: async () => ({ now, root: 'draft', references: [{ source: 'draft_start_snapshot', tree: start }] }),
    adopt: async ({ before, tree }) => {
      if (before !== now) throw new Error('an edit of another tree');
      now = tree;
      return { ok: true, value: null };
    },
  };
  return {
    host: createTreeHost(content, place),
    add: async (path, bytes) => {
      const blob: BlobId = await content.blobs.put(bytes);
      const tree = now === null ? emptyTree : ((await content.trees.get(now)) ?? emptyTree);
      now = await put({ v: 1, entries: { ...tree.entries, [path]: { blob, size: bytes.length, kind: 'file' } } });
    },
    beginDraft: async () => {
      start = now;
    },
    lose: async (version) => void lost.add(version),
  };
};

filesHostKeepsItsPromises('tree', treeHost);
