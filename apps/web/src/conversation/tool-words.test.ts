import { expect, test } from 'vitest';
import { deedOf, isReceipt, refusalOf, subjectOf, tableOf } from './tool-words.ts';

test('a call is named by the file it is about', () => {
  expect(subjectOf({ path: 'a.csv', part: null })).toBe('a.csv');
  expect(subjectOf({ source: { path: 'b.xlsx', sheet: 'Plan' } })).toBe('b.xlsx');
  expect(subjectOf({ entry_id: 3 })).toBeUndefined();
});

test('a refusal speaks in the words of its tool', () => {
  expect(refusalOf({ ok: false, error: { code: 'X', message: 'No such sheet.' } })).toBe('No such sheet.');
  expect(refusalOf({ ok: false, error: { code: 'X' } })).toBe('X');
  expect(refusalOf({ ok: true, error: { code: 'X', message: 'Mended on the way.' } })).toBeUndefined();
  expect(refusalOf(null)).toBeUndefined();
});

test('a receipt is told apart from a result', () => {
  expect([isReceipt({ ok: true, receipt: true }), isReceipt({ ok: true, rows: [] })]).toEqual([true, false]);
});

test('a tool is told by what it does, and one that is not known by its name', () => {
  expect([deedOf('table_query'), deedOf('docx_operations'), deedOf('toString')]).toEqual([
    'question',
    'edit',
    undefined,
  ]);
});

test('rows of an answer are a table, whichever way they are written; anything else is not', () => {
  const rows = [{ City: 'Haifa', Total: 3 }];
  expect(
    tableOf({ ok: true, value: { columns: [{ name: 'City' }, { name: 'Total' }], rows: [['Haifa', 3]] } }),
  ).toEqual({
    columns: ['City', 'Total'],
    rows,
  });
  expect(tableOf({ ok: true, value: { rows } })).toEqual({ columns: ['City', 'Total'], rows });
  for (const other of [{ ok: true, value: { rows: [] } }, { ok: true, value: { rows: ['a'] } }, { ok: false }])
    expect(tableOf(other)).toBeUndefined();
});
