import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { BlobId } from '../core/digest.ts';
import type { ByteSource, PositionedSource } from '../ports/blobs.ts';
import type { ContentStore } from '../ports/content-store.ts';
import { inserted, noise } from './blobs-noise.ts';

/** A fresh, empty store; `reopen` opens what is durable again, as another process would. */
export type ContentUnderTest = { readonly content: ContentStore; readonly reopen?: () => Promise<ContentStore> };
type Create = () => Promise<ContentUnderTest>;

const idOf = (bytes: Uint8Array): BlobId => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

export const dribble = (bytes: Uint8Array, step: number): ByteSource => {
  let at = 0;
  return {
    read: async (into) => {
      const piece = bytes.subarray(at, at + Math.min(step, into.length));
      into.set(piece);
      at += piece.length;
      return piece.length;
    },
  };
};

/** The same from any place, 50,000 bytes at most with one call. */
const placed = (bytes: Uint8Array): PositionedSource & { readonly bytesRead: () => number } => {
  let read = 0;
  return {
    read: async (into, position) => {
      const piece = bytes.subarray(position, position + Math.min(50_000, into.length));
      into.set(piece);
      read += piece.length;
      return piece.length;
    },
    bytesRead: () => read,
  };
};

export const collect = async (pieces: AsyncIterable<Uint8Array> | undefined): Promise<Uint8Array> => {
  const copies: Uint8Array[] = [];
  for await (const piece of pieces ?? []) copies.push(piece.slice());
  return new Uint8Array(Buffer.concat(copies));
};

/** What every store of blobs promises, whatever it is made of. */
export const blobsKeepTheirPromises = (name: string, create: Create): void => {
  describe(`blobs (${name})`, () => {
    test.each([0, 1, 4096, 262_144, 262_145, 3_000_000])(
      '%i bytes come back under the hash of their bytes',
      async (size) => {
        const { content, reopen } = await create();
        const bytes = noise(size, size);
        const id = await content.blobs.put(bytes);
        expect(id).toBe(idOf(bytes));
        for (const store of reopen ? [content, await reopen()] : [content]) {
          expect(Buffer.compare((await store.blobs.get(id)) ?? noise(1, 1), bytes)).toBe(0);
          expect(Buffer.compare(await collect(await store.blobs.stream(id)), bytes)).toBe(0);
          expect(await store.blobs.has(id)).toBe(true);
          expect(await store.blobs.size(id)).toBe(size);
          expect(await store.blobs.check(id)).toBe('sound');
        }
      },
    );

    test('content nobody put is absent everywhere', async () => {
      const { blobs } = (await create()).content;
      const id = idOf(noise(9, 9));
      expect(await blobs.get(id)).toBeUndefined();
      expect(await blobs.stream(id)).toBeUndefined();
      expect(await blobs.has(id)).toBe(false);
      const there = await blobs.put(new TextEncoder().encode('there'));
      expect([...(await blobs.missing([there, id]))]).toEqual([id]);
      expect((await blobs.missing([there])).size).toBe(0);
      expect(await blobs.size(id)).toBeUndefined();
      expect(await blobs.check(id)).toBe('missing');
    });

    test('many are checked at once, and only what is not sound is named', async () => {
      const { content, reopen } = await create();
      const all = [noise(0, 1), noise(900, 2), noise(700_000, 3), noise(900_000, 4)];
      const ids = await content.together((batch) => Promise.all(all.map((bytes) => batch.add(bytes))));
      const absent = idOf(noise(9, 9));
      for (const { blobs } of reopen ? [content, await reopen()] : [content]) {
        let hashed = 0;
        const wrong = await blobs.checkAll(new Set([absent, ...ids]), (count) => {
          hashed += count;
        });
        expect(wrong).toEqual(new Map([[absent, 'missing']]));
        expect(hashed).toBe(1_600_900);
      }
    });

    test.each([1_000, 100_000, 9_000_000])('a source read in steps of %i gives the id of the whole', async (step) => {
      const { blobs } = (await create()).content;
      const bytes = noise(step === 1_000 ? 300_000 : 9_500_000, 5);
      const put = await blobs.putFrom(dribble(bytes, step));
      expect(put).toEqual({ id: idOf(bytes), size: bytes.length });
      expect(Buffer.compare((await blobs.get(put.id)) ?? noise(1, 1), bytes)).toBe(0);
    });

    test('content is matched against a source without being read', async () => {
      const { blobs } = (await create()).content;
      for (const bytes of [noise(0, 1), noise(3_000, 1), noise(600_000, 1)]) {
        const id = await blobs.put(bytes);
        const changed = bytes.slice();
        changed[0] = (changed[0] ?? 0) ^ 1;
        expect(await blobs.matches(id, placed(bytes))).toBe(true);
        expect(await blobs.matches(id, placed(changed))).toBe(bytes.length === 0);
        expect(await blobs.matches(id, placed(inserted(bytes, bytes.length, noise(1, 2))))).toBe(false);
        expect(await blobs.matches(id, placed(bytes.subarray(0, -1)))).toBe(bytes.length === 0);
        expect(await blobs.matches(idOf(noise(7, 7)), placed(bytes))).toBe(false);
      }
    });

    test('a guess at what a source holds spares reading, and never changes the answer', async () => {
      const { blobs } = (await create()).content;
      const wanted = noise(3_000_000, 1);
      const edited = wanted.slice();
      edited[2_000_000] = (edited[2_000_000] ?? 0) ^ 1;
      const [id, guess] = [await blobs.put(wanted), await blobs.put(edited)];
      const told = placed(edited);
      expect(await blobs.matches(id, told, guess)).toBe(false);
      expect(told.bytesRead()).toBeLessThan(300_000);
      const elsewhere = edited.slice();
      elsewhere.set(wanted.subarray(2_000_000, 2_000_001), 2_000_000);
      elsewhere[100_000] = (elsewhere[100_000] ?? 0) ^ 1;
      for (const supposed of [undefined, guess, id, idOf(noise(7, 7)), await blobs.put(noise(900, 3))]) {
        expect(await blobs.matches(id, placed(wanted), supposed)).toBe(true);
        expect(await blobs.matches(id, placed(edited), supposed)).toBe(false);
        expect(await blobs.matches(id, placed(elsewhere), supposed)).toBe(false);
      }
    });

    test('two writers of the same content both succeed, and it is stored once', async () => {
      const { content } = await create();
      const bytes = noise(700_000, 2);
      const ids = await Promise.all([content.blobs.put(bytes), content.blobs.put(bytes)]);
      expect(new Set(ids).size).toBe(1);
      const { objects } = await content.usage();
      await content.blobs.put(bytes);
      expect((await content.usage()).objects).toBe(objects);
      expect(await content.blobs.check(ids[0])).toBe('sound');
    });

    test('a revision of large content stores what changed', async () => {
      const { content } = await create();
      const base = noise(4_000_000, 3);
      await content.blobs.put(base);
      const before = await content.usage();
      await content.blobs.put(inserted(base, 2_000_000, noise(1_000, 4)));
      expect((await content.usage()).storedBytes - before.storedBytes).toBeLessThan(600_000);
    });

    test('what is put together is seen together, and not at all when the job fails', async () => {
      const { content, reopen } = await create();
      const many = Array.from({ length: 50 }, (_, index) => noise(10_000 + index * 9_000, index));
      const fail = content.together(async (batch) => {
        for (const bytes of many) await batch.add(bytes);
        throw new Error('the capture was stopped');
      });
      await expect(fail).rejects.toThrow('the capture was stopped');
      expect(await Promise.all(many.map((bytes) => content.blobs.has(idOf(bytes))))).not.toContain(true);
      const ids = await content.together((batch) => Promise.all(many.map((bytes) => batch.add(bytes))));
      expect(ids).toEqual(many.map(idOf));
      const store = reopen ? await reopen() : content;
      expect(new Set(await Promise.all(ids.map((id) => store.blobs.check(id))))).toEqual(new Set(['sound']));
    });

    test('a batch knows what is held, its own additions included', async () => {
      const { content } = await create();
      const [stored, added, absent] = [noise(500, 1), noise(500, 2), noise(500, 3)];
      await content.blobs.put(stored);
      await content.together(async (batch) => {
        await batch.add(added);
        expect(await batch.held([stored, added, absent].map(idOf))).toEqual(new Set([stored, added].map(idOf)));
      });
    });

    test('many puts at once all succeed', async () => {
      const { blobs } = (await create()).content;
      const ids = await Promise.all(Array.from({ length: 100 }, (_, index) => blobs.put(noise(2_000, index))));
      expect(await Promise.all(ids.map((id) => blobs.size(id)))).toEqual(Array.from({ length: 100 }, () => 2_000));
    });
  });
};
