import { expect, test } from 'vitest';
import { guessColumns, mapRows } from './map-columns.ts';

const columns = ['מק"ט', 'תיאור', 'יחידה', 'מחיר', 'ספק'];

test('columns are guessed by their names in both languages', () => {
  expect(guessColumns(columns)).toEqual({ sku: 0, label: 1, unit: 2, price: 3, supplier: 4 });
  expect(guessColumns(['Item code', 'Description', 'Price'])).toMatchObject({ sku: 0, label: 1, price: 2, unit: -1 });
});

test('rows become prices to the agora, and one that is none says why and which it is', () => {
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
    { ok: false, name: 'no code', why: 'sku' },
    { ok: false, name: 'LED · פס לד', why: 'price' },
    { ok: false, name: 'PLY-18 · again', why: 'twice' },
    { ok: false, name: 'ROPE · rope', why: 'unit' },
  ]);
});

test.each([
  [['שם פריט', 'מק״ט', 'יח׳ מידה', 'מחיר'], { sku: 1, label: 0, unit: 2, price: 3 }],
  [['Product name', 'Barcode', 'Item no.', 'Unit price', 'UOM'], { sku: 2, label: 0, unit: 4, price: 3 }],
  [['פריט', 'עלות'], { sku: 0, label: -1, price: 1 }],
] as const)('in %s each column is what its name says first', (names, found) => {
  expect(guessColumns(names)).toMatchObject(found);
});

test('a row that is left out is named by what stands in it, for a title above the heads would make its number wrong', () => {
  const rows = [
    ['', '', '', '', ''],
    ['B', 'b', 'יח', 'ask', ''],
    ['', '', '', '5', 'ספק'],
  ];
  expect(mapRows(rows, guessColumns(columns), { lang: 'he' })).toEqual([
    { ok: false, name: 'B · b', why: 'price' },
    { ok: false, name: '5 · ספק', why: 'sku' },
  ]);
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
