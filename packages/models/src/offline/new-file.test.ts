import { expect, test } from 'vitest';
import { savedInNewFile, withFileNamed } from './new-file.ts';

test.each([
  [
    'make me a separate file with just the november donations',
    'show the november donations and save as november-donations.csv',
  ],
  ['can you make an excel file of the open jobs for him', 'show the open jobs and save as open-jobs.xlsx'],
  ['תכיני לי קובץ אקסל עם התלמידים הפעילים', 'הצג את התלמידים הפעילים ושמור בשם התלמידים-הפעילים.xlsx'],
])('a new file gets a name of its own: %s', (request, wanted) => {
  expect(withFileNamed(request, [])).toBe(wanted);
});

test('a name that is taken gets a number', () => {
  expect(withFileNamed('make me a file with the open jobs', ['Open-jobs.csv'])).toContain('save as open-jobs-2.csv');
});

test.each(['make me a cup of tea', 'create a file called notes.md', 'add a sheet with the open jobs'])(
  'other wishes stay as they are: %s',
  (request) => expect(withFileNamed(request, [])).toBeUndefined(),
);

test('the rows of the request before are saved', () => {
  expect(savedInNewFile('put that in a new file for him', 'show the open jobs?')).toBe(
    'show the open jobs and save as new-list.csv',
  );
  expect(savedInNewFile('put that in the drawer', 'show the open jobs')).toBeUndefined();
});
