import { expect, test } from 'vitest';
import { cellText, compareValues, plainText, typedValue } from './grid-column.ts';

const money = { kind: 'money', currency: 'ILS' } as const;

test('an amount is shown with its sign, and edited and copied without', () => {
  expect(cellText(3_561_000, money, 'en')).toBe('₪35,610.00');
  expect(cellText(3_561_000, money, 'he')).toContain('35,610.00');
  expect(plainText(3_561_000, money)).toBe('35610.00');
  expect(typedValue('₪35,610', money)).toBe(3_561_000);
});

test('a day is shown in words of the language and stays itself', () => {
  const date = { kind: 'date' } as const;
  expect(cellText('2026-11-06', date, 'en')).toBe('6 Nov 2026');
  expect(typedValue('6/11/2026', date)).toBe('2026-11-06');
  expect(typedValue('soon', date)).toBeUndefined();
});

test('a choice is known by its label too, and no other word is taken', () => {
  const choice = { kind: 'choice', choices: [{ value: 'done', label: 'Done' }] } as const;
  expect([typedValue('Done', choice), typedValue('done', choice), typedValue('maybe', choice)]).toEqual([
    'done',
    'done',
    undefined,
  ]);
});

test('nothing typed empties a cell; a text keeps its spaces', () => {
  expect(typedValue('  ', { kind: 'number' })).toBeNull();
  expect(typedValue(' a ', {})).toBe(' a ');
});

test('rows sort by size and by language, what is empty last', () => {
  const sorted = [10, null, 9, 100].sort((a, b) => compareValues(a, b, 'en'));
  expect(sorted).toEqual([9, 10, 100, null]);
  expect(['קיר 10', 'קיר 9', 'אבן'].sort((a, b) => compareValues(a, b, 'he'))).toEqual(['אבן', 'קיר 9', 'קיר 10']);
});
