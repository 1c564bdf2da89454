import { expect, test } from 'vitest';
import { isReceipt, refusalOf, subjectOf } from './tool-words.ts';

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
