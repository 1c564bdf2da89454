import { expect, test } from 'vitest';
import { fromTyped, isEditable, toType } from './value-kind.ts';

test.each([
  ['unitCostMinor', 28_050, '280.50'],
  ['unitCostMinor', 28_000, '280'],
  ['qtyMilli', 4_500, '4.5'],
  ['qtyMilli', 1_005, '1.005'],
  ['wasteBps', 1_250, '12.5'],
  ['dims.widthMm', 2_400, '2.4'],
  ['estimateMin', 90, '90'],
  ['name.he', 'קיר לוגו', 'קיר לוגו'],
  ['dueDate', '2026-06-17', '2026-06-17'],
])('%s %j is typed as %s, and read back the same', (path, value, typed) => {
  expect(toType(path, value)).toBe(typed);
  expect(fromTyped(path, typed)).toEqual(value);
});

test('lists of words are typed with commas', () => {
  expect(toType('materials', ['MDF', 'ויניל'])).toBe('MDF, ויניל');
  expect(fromTyped('materials', 'MDF, ויניל, ')).toEqual(['MDF', 'ויניל']);
});

test('what is no value is none, and nothing clears the path', () => {
  expect(fromTyped('unitCostMinor', 'abc')).toBeUndefined();
  expect(fromTyped('unitCostMinor', '-5')).toBeUndefined();
  expect(fromTyped('crew', '2.5')).toBeUndefined();
  expect(fromTyped('dueDate', 'tomorrow')).toBeUndefined();
  expect(fromTyped('finish.he', '  ')).toBeNull();
});

test('links, choices and order are not edited here; colours and prices are', () => {
  expect(['elementIds', 'kind', 'sortKey'].some(isEditable)).toBe(false);
  expect(['pricing', 'colors'].every(isEditable)).toBe(true);
  expect(['name.en', 'qty', 'unitCostMinor', 'eventDate'].every(isEditable)).toBe(true);
});
