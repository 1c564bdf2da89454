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

test('a text that carries what other programs add to it is read without that', async () => {
  const book = makeBook({ sheets: [{ name: 'S', cells: { A1: 'first', B1: '<r><t>abc</t></r>' } }] });
  const odd = replaced(book, 'xl/sharedStrings.xml', (text) =>
    text
      .replace(
        '<sst ',
        '<sst xmlns:w14="urn:w14" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" ',
      )
      .replace(
        '<si><r><t>abc</t></r></si>',
        '<si mc:Ignorable="w14" w14:a="1"><w14:more><t w14:b="2">ddd</t></w14:more><w14:no/><t>abc</t></si>',
      ),
  );
  const grid = await xlsxGrid(odd, {});
  expect(grid.ok && grid.value.cells[0]?.map(({ value }) => value)).toEqual(['first', 'abc']);
});
