import { describe, expect, test } from 'vitest';
import type { Tree } from '../core/trees/tree.ts';
import type { ContentUnderTest } from './blobs-promises.ts';

const entry = (digit: string) => ({ blob: `sha256:${digit.repeat(64)}`, size: 1, kind: 'file' }) as const;
const tree: Tree = { v: 1, entries: { 'b.txt': entry('1'), 'a/דוח.docx': entry('2'), __proto__x: entry('3') } };

/** What every store of trees promises. */
export const treesKeepTheirPromises = (name: string, create: () => Promise<ContentUnderTest>): void => {
  describe(`trees (${name})`, () => {
    test('a tree comes back under the hash of its canonical JSON', async () => {
      const { content, reopen } = await create();
      const id = await content.trees.put(tree);
      if (!id.ok) throw new Error(id.error.code);
      const store = reopen ? await reopen() : content;
      expect(await store.trees.get(id.value)).toEqual(tree);
      expect(await store.blobs.check(id.value)).toBe('sound');
    });

    test('equal trees have one id; putting one again changes nothing', async () => {
      const { content } = await create();
      const one = await content.trees.put(tree);
      const before = await content.usage();
      const other = await content.trees.put({
        v: 1,
        entries: Object.fromEntries(Object.entries(tree.entries).reverse()),
      });
      expect(other).toEqual(one);
      expect(await content.usage()).toEqual(before);
    });

    test.each([
      ['small', tree],
      // As plain bytes it is cut into chunks, as a tree it is not.
      [
        'large',
        { v: 1, entries: Object.fromEntries(Array.from({ length: 4_000 }, (_, n) => [`${n}.txt`, entry('4')])) },
      ],
    ] as const)('a %s tree that was put as plain bytes before is still a tree', async (_, each) => {
      const { content } = await create();
      const first = await content.trees.put(each);
      const bytes = first.ok ? await content.blobs.get(first.value) : undefined;
      const { content: other } = await create();
      await other.blobs.put(bytes ?? new Uint8Array());
      const id = await other.trees.put(each);
      expect(id).toEqual(first);
      expect(id.ok && (await other.trees.get(id.value))).toEqual(each);
    });

    test('a bad path or entry is refused and nothing is stored', async () => {
      const { content } = await create();
      const refused = await content.trees.put({ v: 1, entries: { '../x': entry('1') } });
      expect(refused).toEqual({ ok: false, error: { code: 'BAD_PATH', reason: 'climbs', path: '../x' } });
      expect((await content.usage()).objects).toBe(0);
    });

    test('blobs and their tree are put together', async () => {
      const { content } = await create();
      const bytes = new TextEncoder().encode('hello');
      const id = await content.together(async (batch) => {
        const blob = await batch.add(bytes);
        return batch.addTree({ v: 1, entries: { 'hello.txt': { blob, size: 5, kind: 'file' } } });
      });
      const found = id.ok ? await content.trees.get(id.value) : undefined;
      const blob = found?.entries['hello.txt']?.blob;
      expect(blob && (await content.blobs.get(blob))).toEqual(bytes);
    });

    test('a tree nobody put is absent', async () => {
      expect(await (await create()).content.trees.get(`sha256:${'0'.repeat(64)}`)).toBeUndefined();
    });
  });
};
