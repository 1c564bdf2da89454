import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inserted, noise } from '../../testing/blobs-noise.ts';
import type { BlobId } from '../digest.ts';
import { looksCompressible } from './compressible.ts';
import { chunkLength, MAX_CHUNK, MIN_CHUNK } from './cut.ts';
import { createCutter } from './cutter.ts';
import { gearTable } from './gear-table.ts';
import { decodeRecipe, encodeRecipe } from './recipe.ts';

const cutAll = (bytes: Uint8Array): Uint8Array[] => {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = chunkLength(bytes, at, bytes.length);
    chunks.push(bytes.subarray(at, at + length));
    at += length;
  }
  return chunks;
};
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('content that was cut before', () => {
  const before = noise(2 * 1024 * 1024, 11);
  const idOf = (bytes: Uint8Array): BlobId => `sha256:${digest(bytes)}`;
  const recipeOf = (bytes: Uint8Array) => cutAll(bytes).map((chunk) => ({ id: idOf(chunk), length: chunk.length }));
  const cutLike = (earlier: ReturnType<typeof recipeOf>, bytes: Uint8Array) => {
    const cut = createCutter(earlier, idOf);
    const chunks: ReturnType<typeof recipeOf> = [];
    for (let at = 0; at < bytes.length; at += chunks.at(-1)?.length ?? 0) chunks.push(cut(bytes, at, bytes.length));
    return chunks;
  };
  const overwritten = (at: number, length: number) => {
    const bytes = before.slice();
    bytes.set(noise(length, at), at);
    return bytes;
  };

  test.each([
    ['nothing', before],
    ['a kilobyte inside a chunk', overwritten(500_000, 1_000)],
    ['bytes at the start', inserted(before, 0, noise(777, 3))],
    ['bytes in the middle', inserted(before, 1_000_000, noise(10_240, 4))],
    ['the end cut off', before.subarray(0, 1_234_567)],
    ['more at the end', inserted(before, before.length, noise(300_000, 5))],
    ['a piece taken out', new Uint8Array([...before.subarray(0, 400_000), ...before.subarray(900_000)])],
    ['everything', noise(2 * 1024 * 1024, 12)],
    ['all but one value', new Uint8Array(1_000_000)],
  ])('is cut where it would be without knowing: %s changed', (_, after) => {
    expect(cutLike(recipeOf(before), after)).toEqual(recipeOf(after));
  });

  test('is searched for cuts only where it changed', () => {
    const hashed: number[] = [];
    const cut = createCutter(recipeOf(before), (bytes) => {
      hashed.push(bytes.length);
      return idOf(bytes);
    });
    const after = overwritten(500_000, 1_000);
    for (let at = 0; at < after.length; ) at += cut(after, at, after.length).length;
    // A chunk that was guessed wrong is hashed once more; every other is hashed once and was not searched.
    expect(hashed.length).toBeLessThanOrEqual(recipeOf(after).length + 2);
  });
});

describe('content-defined chunks', () => {
  const megabytes = noise(4 * 1024 * 1024, 7);

  test('average at most 64 KB and stay between the limits', () => {
    const lengths = cutAll(megabytes).map((chunk) => chunk.length);
    expect(megabytes.length / lengths.length).toBeLessThanOrEqual(64 * 1024);
    expect(megabytes.length / lengths.length).toBeGreaterThan(32 * 1024);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(MAX_CHUNK);
    expect(Math.min(...lengths.slice(0, -1))).toBeGreaterThan(MIN_CHUNK);
  });

  test('an insertion leaves all but a few chunks as they were, wherever it falls', () => {
    const before = new Set(cutAll(megabytes).map(digest));
    const fresh = Array.from({ length: 8 }, (_, round) => {
      const edited = inserted(megabytes, (round + 1) * 450_000, noise(10_240, round));
      return cutAll(edited).filter((chunk) => !before.has(digest(chunk))).length;
    });
    expect(fresh.reduce((sum, count) => sum + count) / fresh.length).toBeLessThanOrEqual(3);
  });

  test('a run of one value is cut at the longest length', () => {
    expect(chunkLength(new Uint8Array(1_000_000), 0, 1_000_000)).toBe(MAX_CHUNK);
  });

  test('the table and the cuts never change: stored chunks depend on them', () => {
    expect(digest(new Uint8Array(gearTable.buffer))).toBe(
      '7abd53d0a04b0d171c749173fd970010a583f2a17df41212e85ea8f03a2194ce',
    );
    expect(
      digest(
        new TextEncoder().encode(
          cutAll(megabytes)
            .map((chunk) => chunk.length)
            .join(),
        ),
      ),
    ).toBe('b34aa59d2409ea575a34b018f5b9a8742cb5edf7de5363136d664295dd9e8e8d');
  });
});

describe('recipes', () => {
  const chunk = fc.record({
    id: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => `sha256:${Buffer.from(bytes).toString('hex')}`),
    length: fc.integer({ min: 1, max: MAX_CHUNK }),
  });

  test('come back as they were written', () => {
    fc.assert(
      fc.property(fc.array(chunk), (chunks) => {
        const recipe = { size: chunks.reduce((sum, { length }) => sum + length, 0), chunks };
        expect(decodeRecipe(encodeRecipe(recipe))).toEqual({ ok: true, value: recipe });
      }),
    );
  });

  test('foreign bytes, a cut tail and a wrong total are refused', () => {
    const good = encodeRecipe({ size: 5, chunks: [{ id: `sha256:${'ab'.repeat(32)}`, length: 5 }] });
    const wrongTotal = good.slice();
    wrongTotal[15] = 6;
    expect(decodeRecipe(new Uint8Array(40))).toEqual({ ok: false, error: { code: 'NOT_A_RECIPE', reason: 'magic' } });
    expect(decodeRecipe(good.subarray(0, 50))).toEqual({
      ok: false,
      error: { code: 'NOT_A_RECIPE', reason: 'length' },
    });
    const flipped = good.slice();
    flipped[30] = (flipped[30] ?? 0) ^ 1;
    expect(decodeRecipe(flipped)).toEqual({ ok: false, error: { code: 'NOT_A_RECIPE', reason: 'sum' } });
    expect(decodeRecipe(wrongTotal)).toEqual({ ok: false, error: { code: 'NOT_A_RECIPE', reason: 'size' } });
  });
});

test('text is worth compressing, packed bytes are not', () => {
  expect(looksCompressible(new TextEncoder().encode('<row r="1"><c r="A1"><v>12</v></c></row>'.repeat(100)))).toBe(
    true,
  );
  expect(looksCompressible(noise(50_000, 3))).toBe(false);
  expect(looksCompressible(new Uint8Array(10))).toBe(false);
});
