import { describe, expect, test } from 'vitest';
import { makeZip } from '../../fixtures/lib/zip.ts';
import { settle } from '../tools/errors.ts';
import { packageLimits } from './limits.ts';
import { entryBytes, entryChunks, openZip, rawBytes } from './zip-read.ts';
import { zipToBuffer } from './zip-write.ts';

const reasonOf = async (work: () => unknown): Promise<string> => {
  const result = await settle(async () => work());
  return result.ok ? 'ok' : result.error.reason;
};
const readAll = (bytes: Buffer) => {
  const zip = openZip(bytes);
  return zip.entries.map((entry) => entryBytes(zip, entry).toString());
};
const long = 'abcdefghij'.repeat(50_000);

describe('reading', () => {
  test('stored, deflated, described, zip64 and UTF-8 named entries come out as they went in', () => {
    const entries = [
      { name: 'a.txt', data: 'one', stored: true },
      { name: 'ב/é.txt', data: long },
      { name: 'c.txt', data: 'three', descriptor: true },
    ];
    for (const zip64 of [false, true]) expect(readAll(makeZip(entries, { zip64 }))).toEqual(['one', long, 'three']);
  });

  test('an entry streams in pieces that add up to it', async () => {
    const zip = openZip(makeZip([{ name: 'big', data: long.repeat(4) }]));
    const pieces: Buffer[] = [];
    for await (const piece of entryChunks(zip, zip.entries[0] as (typeof zip.entries)[0])) pieces.push(piece);
    expect(pieces.length).toBeGreaterThan(1);
    expect(Buffer.concat(pieces).toString()).toBe(long.repeat(4));
  });
});

describe('hostile archives', () => {
  const one = { name: 'a', data: 'x'.repeat(100) };
  test.each([
    ['a parent path', [{ ...one, name: '../a' }], 'archive_path'],
    ['an inner parent path', [{ ...one, name: 'x/../../a' }], 'archive_path'],
    ['an absolute path', [{ ...one, name: '/a' }], 'archive_path'],
    ['a drive', [{ ...one, name: 'C:a' }], 'archive_path'],
    ['a backslash', [{ ...one, name: 'x\\a' }], 'archive_path'],
    ['a NUL', [{ ...one, name: 'a\0b' }], 'archive_path'],
    ['two of one name', [one, one], 'archive_malformed'],
    ['two names equal but for case', [one, { ...one, name: 'A' }], 'archive_malformed'],
    ['overlapping entries', [one, { ...one, name: 'b', localName: 'a', sameDataAs: 0 }], 'archive_malformed'],
    ['another local name', [{ ...one, localName: 'b' }], 'archive_malformed'],
    ['an encrypted entry', [{ ...one, flags: 1 }], 'encrypted'],
    ['an unknown compression', [{ ...one, method: 99 }], 'archive_malformed'],
    ['a declared gigabyte', [{ ...one, declaredSize: 0x3fffffff }], 'archive_bomb'],
    ['a small declared size', [{ ...one, declaredSize: 10 }], 'archive_bomb'],
    ['a large declared size', [{ ...one, declaredSize: 200 }], 'archive_malformed'],
    ['a wrong checksum', [{ ...one, crc: 1 }], 'damaged'],
    ['a dense bomb', [{ name: 'b', data: Buffer.alloc(33 * 1024 * 1024) }], 'archive_bomb'],
  ])('%s is refused', async (_, entries, reason) => {
    expect(await reasonOf(() => readAll(makeZip(entries)))).toBe(reason);
  });

  test('a lying size is caught while streaming, too', async () => {
    const stream = async (declaredSize: number) => {
      const zip = openZip(makeZip([{ name: 'a', data: long.repeat(2), declaredSize }]));
      for await (const _ of entryChunks(zip, zip.entries[0] as (typeof zip.entries)[0]));
    };
    expect(await reasonOf(() => stream(300_000))).toBe('archive_bomb');
    expect(await reasonOf(() => stream(2_000_000))).toBe('archive_malformed');
  });

  test('too many entries are refused before any is looked at', async () => {
    const archive = makeZip(Array.from({ length: 11 }, (_, index) => ({ name: `e${index}`, data: '' })));
    expect(await reasonOf(() => openZip(archive, { ...packageLimits, entries: 10 }))).toBe('archive_bomb');
  });

  test('no cut of an archive does anything but refuse', async () => {
    const archive = makeZip([one, { name: 'b', data: 'second' }]);
    for (let length = 0; length < archive.length; length++)
      expect(await reasonOf(() => readAll(archive.subarray(0, length)))).not.toBe('ok');
  });
});

describe('writing', () => {
  test('an untouched entry keeps its compressed bytes, order and times', async () => {
    const source = openZip(
      makeZip([
        { name: 'a', data: long },
        { name: 'b', data: 'old' },
        { name: 'c', data: long },
      ]),
    );
    const written = await zipToBuffer(
      source.entries.map((entry) =>
        entry.name === 'b'
          ? { from: 'bytes', name: 'b', bytes: Buffer.from('new') }
          : { from: 'copy', zip: source, entry },
      ),
    );
    const result = openZip(written);
    expect(readAll(written)).toEqual([long, 'new', long]);
    for (const name of ['a', 'c']) {
      const [was, is] = [source.byName.get(name), result.byName.get(name)];
      if (!was || !is) throw new Error('entry lost');
      expect(rawBytes(result, is).equals(rawBytes(source, was))).toBe(true);
      expect(is.dosDate).toBe(was.dosDate);
    }
  });

  test('streamed and held content give the same archive content, and the same call the same bytes', async () => {
    async function* chunks() {
      for (let at = 0; at < long.length; at += 7_777) yield Buffer.from(long.slice(at, at + 7_777));
    }
    const streamed = await zipToBuffer([{ from: 'chunks', name: 'a', chunks: chunks() }]);
    const again = await zipToBuffer([{ from: 'chunks', name: 'a', chunks: chunks() }]);
    expect(readAll(streamed)).toEqual([long]);
    expect(streamed.equals(again)).toBe(true);
  });

  test('a source that fails half-way fails the archive', async () => {
    async function* broken() {
      yield Buffer.from(long);
      throw new Error('disk gone');
    }
    await expect(zipToBuffer([{ from: 'chunks', name: 'a', chunks: broken() }])).rejects.toThrow('disk gone');
  });
});

describe('what stands behind an archive', () => {
  const honest = makeZip([{ name: 'a.txt', data: 'one' }]);
  test.each([1, 100, 4_000])('%i bytes behind the end are passed over', (count) => {
    expect(readAll(Buffer.concat([honest, Buffer.alloc(count, 0x0a)]))).toEqual(['one']);
  });

  test('an end record that is not behind its own directory is not believed', async () => {
    const end = honest.subarray(honest.length - 22);
    const misplaced = Buffer.concat([honest.subarray(0, honest.length - 22), Buffer.alloc(9), end, Buffer.from('x')]);
    expect(await reasonOf(() => readAll(misplaced))).toBe('archive_malformed');
    expect(await reasonOf(() => readAll(Buffer.concat([honest, Buffer.alloc(5_000)])))).toBe('archive_malformed');
  });
});

test('an entry inside the data of another is refused, though every name and header is right', async () => {
  const inner = makeZip([{ name: 'b', data: 'inner', stored: true }]);
  const outer = makeZip([
    { name: 'a', data: inner.subarray(0, 30 + 1 + 5), stored: true },
    { name: 'b', data: 'inner', stored: true, sameDataAs: 0 },
  ]);
  // The second record of the directory points at the header that stands in the first entry's data.
  const second = outer.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
  outer.writeUInt32LE(30 + 1, second + 42);
  expect(await reasonOf(() => readAll(outer))).toBe('archive_malformed');
});
