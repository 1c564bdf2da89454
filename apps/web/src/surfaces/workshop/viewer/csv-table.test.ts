import { expect, test } from 'vitest';
import { createCsvIndexer } from './csv-table.ts';

/** Given in pieces of any size and read in ranges; how much was read at once is noted. */
const of = (given: string | Uint8Array, piece = 7) => {
  const bytes = typeof given === 'string' ? new TextEncoder().encode(given) : given;
  const indexer = createCsvIndexer();
  for (let at = 0; at < bytes.length; at += piece) indexer.take(bytes.subarray(at, at + piece));
  const ranges: number[] = [];
  const table = indexer.end(async (start, end) => {
    ranges.push(end - start);
    return bytes.subarray(start, end);
  });
  return { ...table, ranges };
};

test('records are found by their line ends, quoted ones included, and read as cells', async () => {
  for (const piece of [1, 7, 1_000]) {
    const table = of('Name,Note\r\nNoa,"two\nlines, ""quoted"""\r\nDan,\r\n', piece);
    expect(table.header).toEqual(['Name', 'Note']);
    expect(table.rowCount).toBe(2);
    expect(await table.rows(0, 2)).toEqual([
      ['Noa', 'two\nlines, "quoted"'],
      ['Dan', ''],
    ]);
    expect(await table.rows(1, 9)).toEqual([['Dan', '']]);
    expect([await table.lineOf(0), await table.lineOf(1)]).toEqual([2, 4]);
  }
});

test('a mark at the start, other delimiters and an empty file are read as they are', async () => {
  const marked = of('\ufeffשם;עיר\nנועה;חיפה');
  expect(marked.header).toEqual(['שם', 'עיר']);
  expect(await marked.rows(0, 1)).toEqual([['נועה', 'חיפה']]);
  expect(of('a\tb').header).toEqual(['a', 'b']);
  expect(of('')).toMatchObject({ header: [], rowCount: 0 });
});

test('a file of an older Windows program is read in its own letters', async () => {
  const table = of(new Uint8Array([0xe0, 0x2c, 0xe1, 0x0a, 0xe2, 0x2c, 0xe3]));
  expect(table.header).toEqual(['א', 'ב']);
  expect(await table.rows(0, 1)).toEqual([['ג', 'ד']]);
});

test('rows anywhere in two hundred thousand are read by the few bytes around them', async () => {
  const rows = Array.from({ length: 200_000 }, (_, at) => `${at},"a\nb"`).join('\n');
  const table = of(`n,text\n${rows}\n`, 65_536);
  expect(table.rowCount).toBe(200_000);
  expect(await table.rows(123_456, 123_458)).toEqual([
    ['123456', 'a\nb'],
    ['123457', 'a\nb'],
  ]);
  expect(await table.lineOf(123_456)).toBe(2 + 2 * 123_456);
  expect(await table.rows(199_999, 200_100)).toEqual([['199999', 'a\nb']]);
  expect(Math.max(...table.ranges)).toBeLessThan(3_000);
});
