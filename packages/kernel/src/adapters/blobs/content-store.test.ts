import { expect, test } from 'vitest';
import type { Tree } from '../../core/trees/tree.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import { createContentStore } from './content-store.ts';
import { createMemoryObjects } from './memory-objects.ts';
import { createTreeCache } from './tree-cache.ts';

const entry = { blob: `sha256:${'a'.repeat(64)}`, size: 1, kind: 'file' } as const;
const treeOf = (files: number, name = 'file'): Tree => ({
  v: 1,
  entries: Object.fromEntries(Array.from({ length: files }, (_, at) => [`${name}-${at}`, entry])),
});

test('a tree is read from the store once, and is gone for its readers when it is gone from the store', async () => {
  const objects = createMemoryObjects();
  let reads = 0;
  const counting: ObjectStore = {
    ...objects,
    read: (ids) => {
      reads += ids.length;
      return objects.read(ids);
    },
  };
  const { trees } = createContentStore(counting);
  const put = await trees.put(treeOf(1_000));
  if (!put.ok) throw new Error(put.error.code);
  const first = await trees.get(put.value);
  expect(first).toEqual(treeOf(1_000));
  expect(await trees.get(put.value)).toBe(first);
  expect(reads).toBe(1);
  await objects.mark(new Set(), () => 0);
  await objects.sweep(new Set());
  expect(await trees.get(put.value)).toBeUndefined();
});

test('only so many entries are kept in mind, and those used longest ago go first', () => {
  const cache = createTreeCache(25);
  const id = (digit: string) => `sha256:${digit.repeat(64)}` as const;
  for (const digit of ['1', '2']) cache.set(id(digit), treeOf(10, digit));
  expect(cache.get(id('1'))).toBeDefined();
  cache.set(id('3'), treeOf(10, '3'));
  expect([cache.get(id('1')), cache.get(id('2')), cache.get(id('3'))].map((tree) => tree !== undefined)).toEqual([
    true,
    false,
    true,
  ]);
  cache.set(id('4'), treeOf(30, '4'));
  expect(cache.get(id('4'))).toBeUndefined();
});
