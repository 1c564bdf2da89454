import { expect, test } from 'vitest';
import { guessColumns, mapRows } from './map-columns.ts';

const columns = ['מק"ט', 'תיאור', 'יחידה', 'מחיר', 'ספק'];

test('columns are guessed by their names in both languages', () => {
  expect(guessColumns(columns)).toEqual({ sku: 0, label: 1, unit: 2, price: 3, supplier: 4 });
  expect(guessColumns(['Item code', 'Description', 'Price'])).toMatchObject({ sku: 0, label: 1, price: 2, unit: -1 });
});

test('rows become prices to the agora, and one that is none says why and where', () => {
  const rows = [
    ['PLY-18', 'דיקט 18 מ"מ', 'לוח', '1,240.50', 'עץ הצפון'],
    ['', 'no code', 'unit', '5', ''],
    ['LED', 'פס לד', 'm', 'ask', ''],
    ['PLY-18', 'again', 'unit', '5', ''],
    ['ROPE', 'rope', 'furlong', '5', ''],
    ['', '', '', '', ''],
  ];
  expect(mapRows(rows, guessColumns(columns), { lang: 'he' })).toEqual([
    {
      ok: true,
      item: {
        sku: 'PLY-18',
        label: { he: 'דיקט 18 מ"מ' },
        unit: 'sheet',
        unitCostMinor: 124_050,
        supplier: 'עץ הצפון',
      },
    },
    { ok: false, row: 3, why: 'sku' },
    { ok: false, row: 4, why: 'price' },
    { ok: false, row: 5, why: 'twice' },
    { ok: false, row: 6, why: 'unit' },
  ]);
});

test.each([
  [['שם פריט', 'מק״ט', 'יח׳ מידה', 'מחיר'], { sku: 1, label: 0, unit: 2, price: 3 }],
  [['Product name', 'Barcode', 'Item no.', 'Unit price', 'UOM'], { sku: 2, label: 0, unit: 4, price: 3 }],
  [['פריט', 'עלות'], { sku: 0, label: -1, price: 1 }],
] as const)('in %s each column is what its name says first', (names, found) => {
  expect(guessColumns(names)).toMatchObject(found);
});

test('a row is named by its place in the file, blank rows counted', () => {
  const rows = [
    ['A', 'a', 'יח', '5', ''],
    ['', '', '', '', ''],
    ['B', 'b', 'יח', 'ask', ''],
  ];
  expect(mapRows(rows, guessColumns(columns), { lang: 'he' })[1]).toEqual({ ok: false, row: 4, why: 'price' });
});

test.each([
  ['יח’', 'unit'],
  ['יחידות', 'unit'],
  ['pcs.', 'unit'],
  ['מ״א', 'm'],
  ['מ²', 'm2'],
  ['מטר רבוע', 'm2'],
  ['m²', 'm2'],
  ['מ״ק', 'm3'],
  ['לוחות', 'sheet'],
  ['Sheets', 'sheet'],
  ['ש״ע', 'hour'],
  ['hrs', 'hour'],
  ['נסיעה', 'trip'],
])('%s is a unit', (said, unit) => {
  const [row] = mapRows([['A', 'a', said, '\u200f1,240.50 ש״ח', '']], guessColumns(columns), { lang: 'he' });
  expect(row).toMatchObject({ ok: true, item: { unit, unitCostMinor: 124_050 } });
});

test('a long name is cut where a name ends, and the file is not refused for it', () => {
  const [row] = mapRows([['A', 'x'.repeat(900), 'm', '5', '']], guessColumns(columns), { lang: 'en' });
  expect(row?.ok && row.item.label.en?.length).toBe(500);
});
