import { expect, test } from 'vitest';
import { requestsFor } from './requests-for.ts';

test('requests fit the kinds of files that are there, in the language of the page', () => {
  const files = [
    { path: 'notes.md', kind: 'text' },
    { path: 'data.csv', kind: 'table' },
    { path: 'plan.docx', kind: 'docx' },
  ] as const;
  expect(requestsFor(files, 'en')).toEqual([
    'Describe data.csv',
    'Add a section "Risks" with the text "Prices may rise." to plan.docx',
    'How many rows are in data.csv?',
    'Describe plan.docx',
  ]);
  expect(requestsFor(files, 'he')[2]).toBe('כמה שורות יש בקובץ data.csv?');
  expect(requestsFor([], 'en')).toEqual([]);
});

test('a sheet that a workbook has is not offered a second time', () => {
  const files = [{ path: 'a.xlsx', kind: 'xlsx' }] as const;
  const offered = (sheets: readonly string[]) => requestsFor(files, 'en', new Map([['a.xlsx', sheets]]));
  expect(offered([])).toContain('Add a sheet named "Summary" to a.xlsx');
  expect(offered(['Orders', 'SUMMARY'])).toContain('Add a sheet named "Overview" to a.xlsx');
  expect(offered(['Summary', 'Overview', 'Notes'])).toEqual(['Describe a.xlsx']);
});
