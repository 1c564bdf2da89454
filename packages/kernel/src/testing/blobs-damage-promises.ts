import { describe, expect, test } from 'vitest';
import { ContentCorrupt } from '../adapters/blobs/content-corrupt.ts';
import { blobIdOf } from '../adapters/node/sha256.ts';
import { decodeRecipe } from '../core/chunks/recipe.ts';
import type { BlobId } from '../core/digest.ts';
import type { ContentStore } from '../ports/content-store.ts';
import type { ObjectStore } from '../ports/object-store.ts';
import { noise } from './blobs-noise.ts';

type Opened = { readonly objects: ObjectStore; readonly content: ContentStore };

/** A fresh, empty store that can be changed behind its back; each `open` is another process. */
export type DamageableContent = {
  readonly open: () => Promise<Opened>;
  /** Changes a byte of the first piece of content that is stored. */
  readonly damage: () => Promise<void>;
};

const words = Buffer.from('the same words again and again. '.repeat(900));
const contents = { raw: noise(20_000, 1), compressed: words, large: noise(700_000, 2) };
type Kind = keyof typeof contents;
const kinds: readonly Kind[] = ['raw', 'compressed', 'large'];

/** Each ends when the damage was met. */
const notice: Record<string, (content: ContentStore, id: BlobId) => Promise<void>> = {
  get: ({ blobs }, id) => expect(blobs.get(id)).rejects.toBeInstanceOf(ContentCorrupt),
  check: async ({ blobs }, id) => expect(await blobs.check(id)).toBe('corrupt'),
  checkAll: async ({ blobs }, id) => expect(await blobs.checkAll(new Set([id]))).toEqual(new Map([[id, 'corrupt']])),
  stream: async ({ blobs }, id) => {
    const readAll = async () => {
      for await (const _ of (await blobs.stream(id)) ?? []);
    };
    await expect(readAll()).rejects.toBeInstanceOf(ContentCorrupt);
  },
};
const cases = kinds.flatMap((kind) => Object.keys(notice).map((how): [Kind, string] => [kind, how]));

/** What every store promises whose bytes can change behind its back. */
export const damagedContentIsReplaced = (name: string, create: () => Promise<DamageableContent>): void => {
  describe(`content that is put again replaces what is damaged (${name})`, () => {
    test.each(cases)('%s content, noticed by %s', async (kind, how) => {
      const { open, damage } = await create();
      const bytes = contents[kind];
      const id = await (await open()).content.blobs.put(bytes);
      await damage();
      const { content } = await open();
      await notice[how]?.(content, id);
      expect(await content.blobs.put(bytes)).toBe(id);
      for (const { blobs } of [content, (await open()).content]) {
        expect(await blobs.check(id)).toBe('sound');
        expect(Buffer.compare((await blobs.get(id)) ?? noise(1, 1), bytes)).toBe(0);
      }
    });

    test('a tree', async () => {
      const { open, damage } = await create();
      const tree = { v: 1, entries: { a: { blob: blobIdOf(noise(1, 1)), size: 1, kind: 'file' } } } as const;
      const put = await (await open()).content.trees.put(tree);
      if (!put.ok) throw new Error(put.error.code);
      await damage();
      const { content } = await open();
      await expect(content.trees.get(put.value)).rejects.toBeInstanceOf(ContentCorrupt);
      await content.trees.put(tree);
      expect(await (await open()).content.trees.get(put.value)).toEqual(tree);
    });

    test('a recipe that makes another whole than its id says', async () => {
      const { objects, content } = await (await create()).open();
      const [wanted, forged] = [noise(700_000, 1), await content.blobs.put(noise(700_000, 2))];
      const [recipe] = await objects.read([forged]);
      if (recipe === undefined || !decodeRecipe(recipe.bytes).ok) throw new Error('it is stored as a recipe');
      const id = blobIdOf(wanted);
      await objects.write((batch) => batch.add([{ ...recipe, id }]));
      expect(await content.blobs.check(id)).toBe('corrupt');
      await content.blobs.put(wanted);
      expect(await content.blobs.check(id)).toBe('sound');
    });

    test('a batch names what is damaged only once it has been put again, and what is sound at once', async () => {
      const { open, damage } = await create();
      const bytes = contents.large;
      const first = await open();
      const id = await first.content.blobs.put(bytes);
      await damage();
      const other = await first.content.blobs.put(noise(900, 5));
      const { content } = await open();
      expect(await content.blobs.check(id)).toBe('corrupt');
      await content.together(async (batch) => {
        expect(await batch.held([id, other])).toEqual(new Set([other]));
        await batch.add(bytes);
        expect(await batch.held([id, other])).toEqual(new Set([id, other]));
      });
      await content.together(async (batch) => expect(await batch.held([id])).toEqual(new Set([id])));
    });
  });
};
