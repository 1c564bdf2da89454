import { expect, test } from 'vitest';
import { groupText } from './group-text.ts';

const now = new Date(2026, 10, 18, 1, 30).getTime();
const words = { state: (state: string) => `(${state})`, nowhere: 'No workspace' };
const english = (group: string) => groupText(group, now, 'en', words);
const hebrew = (group: string) => groupText(group, now, 'he', words);

test('days near today have names, others their date; months stand for what is long past', () => {
  expect([english('day:2026-11-18'), english('day:2026-11-17')]).toEqual(['Today', 'Yesterday']);
  expect([hebrew('day:2026-11-18'), hebrew('day:2026-11-17')]).toEqual(['היום', 'אתמול']);
  expect(english('day:2026-11-02')).toBe('Monday 2 November');
  expect(hebrew('day:2026-11-02')).toBe('יום שני, 2 בנובמבר');
  expect([english('month:2026-08'), hebrew('month:2026-08')]).toEqual(['August 2026', 'אוגוסט 2026']);
});

test('states and places have their own words', () => {
  expect(english('state:blocked')).toBe('(blocked)');
  expect([english('place:/home/me/app'), english('place:')]).toEqual(['app', 'No workspace']);
});
