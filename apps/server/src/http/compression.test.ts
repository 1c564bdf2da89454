import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { chooseEncoding, createCompressor, isCompressible } from './compression.ts';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['*;q=0, identity', undefined],
  ['identity', undefined],
  ['', undefined],
  [undefined, undefined],
  ['GZIP', 'gzip'],
])('of %j it takes %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
});

test.each([
  ['text/javascript; charset=utf-8', 5_000, true],
  ['application/json', 5_000, true],
  ['image/svg+xml', 5_000, true],
  ['text/css', 100, false],
  ['font/woff2', 50_000, false],
  ['image/png', 50_000, false],
])('%s of %i bytes: %s', (type, size, compressible) => {
  expect(isCompressible(type, size)).toBe(compressible);
});

test('every encoding gives the same bytes back, from the first call and from what was kept', async () => {
  const compress = createCompressor();
  const bytes = new Uint8Array(Buffer.from('the same words again. '.repeat(500)));
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync };
  for (const encoding of ['br', 'gzip', 'zstd'] as const) {
    const [first, again] = [await compress('a', bytes, encoding), await compress('a', bytes, encoding)];
    expect(again).toBe(first);
    expect(first.length).toBeLessThan(bytes.length / 10);
    expect(new Uint8Array(unpack[encoding](first))).toEqual(bytes);
  }
});

test('what is kept has a bound, and other content under another key is never mixed up', async () => {
  const compress = createCompressor(5_000);
  const contents = Array.from({ length: 5 }, () => new Uint8Array(randomBytes(2_000)));
  for (let round = 0; round < 3; round += 1) {
    for (const [at, bytes] of contents.entries())
      expect(new Uint8Array(gunzipSync(await compress(String(at), bytes, 'gzip')))).toEqual(bytes);
  }
});
