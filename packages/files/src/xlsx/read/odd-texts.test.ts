import { expect, test } from 'vitest';
import { makeZip } from '../../../fixtures/lib/zip.ts';
import { makeBook } from '../../../fixtures/xlsx/book.ts';
import { naiveParts } from '../../../fixtures/xlsx/naive-reader.ts';
import { xlsxGrid } from '../grid/xlsx-grid.ts';
import { readXlsx } from './read-xlsx.ts';

const textOf = async (bytes: Buffer): Promise<string> => {
  const result = await readXlsx(bytes, { sheet: 'S' });
  if (!result.ok) return result.error.reason;
  return JSON.stringify(result.value);
};
const replaced = (bytes: Buffer, name: string, change: (text: string) => string): Buffer =>
  makeZip([...naiveParts(bytes)].map(([part, text]) => ({ name: part, data: part === name ? change(text) : text })));

test('a text cell that names no text is empty, not the first text of the workbook', async () => {
  const book = makeBook({
    sheets: [
      {
        name: 'S',
        cells: {
          A1: 'first',
          B1: { xml: '<c r="B1" t="s"><v/></c>' },
          C1: { xml: '<c r="C1" t="s"><v></v></c>' },
          D1: 'last',
        },
      },
    ],
  });
  const grid = await xlsxGrid(book, {});
  expect(grid.ok && grid.value.cells[0]?.map(({ value }) => value)).toEqual(['first', null, null, 'last']);
});

test('texts are found behind a comment of any length, and a document type there is refused', async () => {
  const book = makeBook({ sheets: [{ name: 'S', cells: { A1: 'found me' } }] });
  const long = `<!-- ${'x'.repeat(9_000)} -->`;
  const after = (inserted: string) =>
    replaced(book, 'xl/sharedStrings.xml', (text) => text.replace('<sst', `${inserted}<sst`));
  expect(await textOf(after(long))).toContain('found me');
  expect(await textOf(after(`${long}<!DOCTYPE sst>`))).toBe('xml_dtd');
});
