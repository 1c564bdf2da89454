import { expect, test } from 'vitest';
import { byteTable } from './byte-table.ts';

const of = (text: string) => byteTable(new TextEncoder().encode(text));

test('records are found by their line ends, quoted ones included, and read as cells', () => {
  const table = of('Name,Note\r\nNoa,"two\nlines, ""quoted"""\r\nDan,\r\n');
  expect(table.header).toEqual(['Name', 'Note']);
  expect(table.rowCount).toBe(2);
  expect(table.rows(0, 2)).toEqual([
    ['Noa', 'two\nlines, "quoted"'],
    ['Dan', ''],
  ]);
  expect(table.rows(1, 9)).toEqual([['Dan', '']]);
  expect([table.lineOf(0), table.lineOf(1)]).toEqual([2, 4]);
});

test('a mark at the start, other delimiters and an empty file are read as they are', () => {
  expect(of('\ufeffשם;עיר\nנועה;חיפה').rows(0, 1)).toEqual([['נועה', 'חיפה']]);
  expect(of('a\tb').header).toEqual(['a', 'b']);
  expect(of('')).toMatchObject({ header: [], rowCount: 0 });
});

test('a file of an older Windows program is read in its own letters', () => {
  const table = byteTable(new Uint8Array([0xe0, 0x2c, 0xe1, 0x0a, 0xe2, 0x2c, 0xe3]));
  expect(table.header).toEqual(['א', 'ב']);
  expect(table.rows(0, 1)).toEqual([['ג', 'ד']]);
});

test('two hundred thousand rows are found without holding them as text', () => {
  const table = of(`a,b\n${'1,2\n'.repeat(200_000)}`);
  expect(table.rowCount).toBe(200_000);
  expect(table.rows(199_999, 200_000)).toEqual([['1', '2']]);
});
