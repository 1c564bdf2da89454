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
