import { expect, test } from 'vitest';
import { flatNames } from './flat-names.ts';

const clashes = (present: readonly string[], paths: readonly string[]) =>
  flatNames(present, paths).map(({ name, clash, free }) => [name, clash, free]);

test('folders go from the names of dropped files', () => {
  expect(clashes([], ['plan/brief.md', 'plan/2026/data.csv'])).toEqual([
    ['brief.md', null, 'brief.md'],
    ['data.csv', null, 'data.csv'],
  ]);
});

test('a name that the Workbench has, in any case, clashes and is offered another', () => {
  expect(clashes(['Notes.TXT', 'notes(1).txt'], ['x/notes.txt'])).toEqual([['notes.txt', 'taken', 'notes(2).txt']]);
});

test('of two arrivals with one name the first keeps it', () => {
  expect(clashes([], ['a/data.csv', 'b/data.csv', 'data(1).csv'])).toEqual([
    ['data.csv', 'twice', 'data.csv'],
    ['data.csv', 'twice', 'data(2).csv'],
    ['data(1).csv', null, 'data(1).csv'],
  ]);
});

test('letters composed in another way are the same name', () => {
  expect(clashes(['caf\u00e9.txt'], ['cafe\u0301.txt'])).toEqual([['caf\u00e9.txt', 'taken', 'caf\u00e9(1).txt']]);
});
