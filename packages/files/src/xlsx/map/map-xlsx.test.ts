import { describe, expect, test } from 'vitest';
import { makeBook } from '../../../fixtures/xlsx/book.ts';
import { naiveCells } from '../../../fixtures/xlsx/naive-reader.ts';
import * as books from '../../../fixtures/xlsx/plain-books.ts';
import type { XlsxMap } from './map-types.ts';
import { mapXlsx } from './map-xlsx.ts';

const mapOf = async (bytes: Buffer, options = {}): Promise<XlsxMap> => {
  const result = await mapXlsx(bytes, options);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};
const reasonOf = async (bytes: Buffer) => {
  const result = await mapXlsx(bytes);
  return result.ok ? 'ok' : result.error.reason;
};
const boundsOf = (refs: Iterable<string>) => {
  const rows = [...refs].map((ref) => Number(/\d+/.exec(ref)?.[0]));
  return { first: Math.min(...rows), last: Math.max(...rows) };
};

test('[FL-02] a bank export maps to what it holds, not to what it declares', async () => {
  const bytes = books.bank();
  const map = await mapOf(bytes);
  const sheet = map.sheets[0];
  const filled = [...naiveCells(bytes, 'Statement').values()].filter(({ value }) => value !== '');
  expect(sheet?.used_range).toBe('A1:H180');
  expect(sheet?.declared_range).toBe('A1:Z1000');
  expect(map.warnings).toContain('declared_range_differs:Statement');
  expect(sheet?.nonempty_cells).toBe(filled.length);
  expect(boundsOf(filled.map(({ ref }) => ref))).toEqual({ first: 1, last: 180 });
  expect(sheet?.regions?.filter(({ header_row }) => header_row === 8).map(({ headers }) => headers)).toEqual([
    ['Date', 'Description', 'Reference', 'Amount', 'Balance'],
  ]);
  expect(sheet?.regions?.map(({ range }) => range)).toEqual(['A1:D2', 'A4:B5', 'A8:E120', 'A175:B175', 'A178:H180']);
  expect(sheet?.chunks?.count).toBe(4);
});

test('[FL-04] a blank column splits a block unless a merge bridges it', async () => {
  const cells = { A1: 'a', B1: 'b', D1: 'd', E1: 'e', A2: 1, B2: 2, D2: 3, E2: 4 };
  const split = await mapOf(makeBook({ sheets: [{ name: 'S', cells }] }));
  expect(split.sheets[0]?.regions?.map(({ range }) => range)).toEqual(['A1:B2', 'D1:E2']);
  const tail = '<mergeCells count="1"><mergeCell ref="B1:D1"/></mergeCells>';
  const bridged = await mapOf(makeBook({ sheets: [{ name: 'S', cells, tail }] }));
  expect(bridged.sheets[0]?.regions?.map(({ range }) => range)).toEqual(['A1:E2']);
});

test('[FL-05] compact maps of a long sheet and of 400 sheets stay small and say what they left out', async () => {
  const rows = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`A${index + 1}`, index]));
  const long = await mapOf(makeBook({ sheets: [{ name: 'Long', cells: rows }] }), { detail: 'compact' });
  expect(JSON.stringify(long).length).toBeLessThanOrEqual(16 * 1024);
  expect(long.sheets[0]?.chunks).toEqual({
    unit: 'rows',
    size: 50,
    count: 4_000,
    first: 'A1:A50',
    last: 'A199951:A200000',
  });

  const names = Array.from({ length: 400 }, (_, index) => `Sheet number ${index + 1}`);
  const many = makeBook({ sheets: names.map((name) => ({ name, cells: { A1: 'h', B1: 'i', A2: 1, B2: 2 } })) });
  const map = await mapOf(many, { detail: 'compact' });
  expect(Buffer.byteLength(JSON.stringify(map))).toBeLessThanOrEqual(16 * 1024);
  expect(map.sheet_count).toBe(400);
  expect(map.sheets.map(({ name }) => name)).toEqual(names.slice(0, 200));
  expect(map.sheets.every(({ used_range, chunk_count }) => used_range === 'A1:B2' && chunk_count === 1)).toBe(true);
  expect(map.omitted).toContainEqual({ what: 'sheets', shown: 200, total: 400, part: 'Sheet number 201' });
  expect((await mapOf(many, { detail: 'compact', part: 'Sheet number 201' })).sheets[0]?.regions).toHaveLength(1);
}, 60_000);

describe('awkward sheets', () => {
  test('prefixed names, inline strings and cells without references map like plain ones', async () => {
    const map = await mapOf(books.oddPrefix());
    expect(map.sheets[0]).toMatchObject({ used_range: 'A1:B3', formula_count: 1 });
    expect(map.sheets[0]?.regions?.[0]).toMatchObject({
      headers: ['Name', 'Amount'],
      column_types: ['string', 'mixed'],
    });
  });

  test('one cell in the last corner costs nothing', async () => {
    const map = await mapOf(books.sparseXfd());
    expect(map.sheets[0]).toMatchObject({ used_range: 'A1:XFD1048576', nonempty_cells: 2, row_count: 1_048_576 });
    expect(map.sheets[0]?.chunks).toMatchObject({ count: 20_972, empty_runs: ['1-20970'] });
  });

  test('right-to-left sheets, 1904 dates, validations and sparklines are told', async () => {
    expect((await mapOf(books.hebrew())).sheets[0]).toMatchObject({ name: 'תקציב', right_to_left: true });
    expect(await mapOf(books.date1904())).toMatchObject({ date1904: true });
    expect((await mapOf(books.validations())).sheets[0]).toMatchObject({ validations: 2, conditional_formats: 1 });
    expect((await mapOf(books.sparklines())).sheets[0]).toMatchObject({ sparklines: 2 });
  });

  test('tables are regions of their own; names keep their scope', async () => {
    const map = await mapOf(books.multiSheet());
    expect(map.sheets[3]?.tables).toEqual([{ name: 'Stock', range: 'F1:G3', columns: ['Item', 'Count'] }]);
    expect(map.sheets[3]?.regions?.map(({ range, source }) => `${range} ${source}`)).toContain('F1:G3 table');
    expect(map.defined_names).toEqual([
      { name: 'Rates', scope: null, refers_to: "'Q 1'!$B$2:$B$3" },
      { name: 'Local', scope: 'Second', refers_to: 'Second!$A$1' },
    ]);
  });

  test('white space alone fills a cell but holds no block together', async () => {
    const map = await mapOf(makeBook({ sheets: [{ name: 'S', cells: { A1: 1, A2: ' ', A3: 2 } }] }));
    expect(map.sheets[0]).toMatchObject({ nonempty_cells: 3, used_range: 'A1:A3' });
    expect(map.sheets[0]?.regions?.map(({ range }) => range)).toEqual(['A1', 'A3']);
  });

  test.each([
    ['a cell beyond the grid', { A1: { xml: '<c r="XFE1"><v>1</v></c>' } }, 'dimension'],
    ['a row beyond the grid', { A1048577: 1 }, 'dimension'],
    ['rows out of order', { A1: { xml: '<c r="C1"><v>1</v></c><c r="A1"><v>2</v></c>' } }, 'ok'],
  ])('%s gets its answer', async (_, cells, reason) => {
    expect(await reasonOf(makeBook({ sheets: [{ name: 'S', cells }] }))).toBe(reason);
  });

  test('disorder is told', async () => {
    const cells = { A1: { xml: '<c r="C1"><v>1</v></c><c r="A1"><v>2</v></c>' } };
    expect((await mapOf(makeBook({ sheets: [{ name: 'S', cells }] }))).warnings).toContain('malformed_sheet:S');
  });

  test('the same bytes give the same map, byte for byte', async () => {
    for (const make of Object.values(books)) {
      if (make === books.seeded) continue;
      const bytes = (make as () => Buffer)();
      expect(JSON.stringify(await mapXlsx(bytes))).toBe(JSON.stringify(await mapXlsx(Buffer.from(bytes))));
    }
  });
});
