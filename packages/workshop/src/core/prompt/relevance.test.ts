import { expect, test } from 'vitest';
import { mentionsIn } from './relevance.ts';

const mentions = (text: string) =>
  [...mentionsIn(text, ['a.xlsx', 'my a.xlsx', 'b.docx'])].map(([path, places]) => [path, ...places]);

test('files and places named by @ are found, with and without marks around them', () => {
  expect(mentions('Total @a.xlsx and @b.docx#Costs.')).toEqual([['a.xlsx'], ['b.docx', 'Costs.']]);
  expect(mentions('See @"my a.xlsx#Q3 plan", @"my a.xlsx#Q4" and @b.docx')).toEqual([
    ['my a.xlsx', 'Q3 plan', 'Q4'],
    ['b.docx'],
  ]);
  expect(mentions('write to me@home.example about @none.csv')).toEqual([]);
});
