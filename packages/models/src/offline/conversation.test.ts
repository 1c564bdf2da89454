import { expect, test } from 'vitest';
import { writeAskNote } from '../view/ask-note.ts';
import { inFull } from './conversation.ts';

const after =
  (request: string, answer = 'An answer.') =>
  (asked: string) =>
    inFull(
      [
        { role: 'user', text: request },
        { role: 'assistant', text: answer },
        { role: 'user', text: asked },
      ],
      asked,
    );

test('a follow-up says what is different, and the whole request comes out', () => {
  const on = after('What is the total Fee in visits.csv?');
  expect(on('now only for 2024')).toBe('What is the total Fee in visits.csv for 2024');
  expect(on('and without Dr. Chen?')).toBe('What is the total Fee in visits.csv without Dr. Chen');
  expect(on('only the paid ones')).toBe('What is the total Fee in visits.csv for the paid ones');
  expect(on('and by Doctor?')).toBe('What is the total Fee in visits.csv by Doctor');
  expect(on('sort it by Fee')).toBe('sort visits.csv by Fee');
  expect(on('save it as fees.csv')).toBe('What is the total Fee in visits.csv and save it as fees.csv');
  expect(after('מה סך הסכום בקובץ א.csv?')('ועכשיו רק לשנת 2024')).toBe('מה סך הסכום בקובץ א.csv לשנת 2024');
});

test('the most turns into the least, in the same question', () => {
  expect(after('Which client has the most invoices?')('and the least?')).toBe('Which client has the least invoices');
  expect(after('מה הסכום הגבוה ביותר בקובץ א.csv?')('והנמוך ביותר?')).toBe('מה הסכום הנמוך ביותר בקובץ א.csv');
});

test('one word picks the request it stands in alone; a word of two picks none', () => {
  const on = after(
    'total Amount',
    `Which file?${writeAskNote(['total Amount in a.csv', 'total Amount in b.xlsx', 'What can you do?'])}`,
  );
  expect(on('b')).toBe('total Amount in b.xlsx');
  expect(on('a.csv')).toBe('total Amount in a.csv');
  expect(on('2')).toBe('total Amount in b.xlsx');
  expect(on('Amount')).toBe('Amount');
});

test('a request of its own is left as it is', () => {
  expect(after('Total Fee in visits.csv')('How many rows are in staff.csv?')).toBe('How many rows are in staff.csv?');
  expect(after('Total Fee in visits.csv')('Which doctor has the most visits?')).toBe(
    'Which doctor has the most visits?',
  );
  expect(after('Total Fee in visits.csv')('thanks')).toBe('thanks');
});
