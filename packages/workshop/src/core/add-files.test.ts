import { expect, test } from 'vitest';
import { decideAdd } from './add-files.ts';
import { freeName, keptName } from './file-names.ts';

const limits = { files: 10, bytes: 26_214_400 };
const file = (name: string, size = 10) => ({ source: name, name, size });
const nine = Array.from({ length: 9 }, (_, nth) => `f${nth}.csv`);

test('a batch that would be too many is refused whole', () => {
  expect(decideAdd(nine, [file('a.csv'), file('b.csv')], limits)).toEqual({
    ok: false,
    error: { code: 'LIMIT_FILE_COUNT', most: 10, would: 11 },
  });
});

test('a file that is too large is skipped and named, the rest is added', () => {
  const decided = decideAdd([], [file('big.xlsx', limits.bytes + 1), file('small.csv', limits.bytes)], limits);
  expect(decided.ok && decided.value.map(({ status, reason }) => [status, reason])).toEqual([
    ['skipped', 'size_limit'],
    ['added', null],
  ]);
});

test('a name that differs by case or by composition alone is the same name, and nothing is added', () => {
  expect(decideAdd(['notes.txt'], [file('Notes.TXT'), file('other.txt')], limits)).toMatchObject({
    error: { code: 'DUPLICATE_NAME', names: ['Notes.TXT'] },
  });
  expect(decideAdd([], [file('caf\u00e9.txt'), file('cafe\u0301.TXT')], limits)).toMatchObject({
    error: { code: 'DUPLICATE_NAME' },
  });
});

test('a name that a record of files would lose is skipped, and names that only look like it are not', () => {
  const decided = decideAdd([], [file('__proto__'), file('__proto__.txt'), file('constructor')], limits);
  expect(decided.ok && decided.value.map(({ status, reason }) => [status, reason])).toEqual([
    ['skipped', 'invalid_name'],
    ['added', null],
    ['added', null],
  ]);
});

test('links, folders and what cannot be read are skipped with their reason', () => {
  const arrivals = [
    { ...file('a'), trouble: 'link' as const },
    { ...file('b'), trouble: 'directory' as const },
    { ...file('c'), trouble: 'unreadable' as const },
    file('shortcut.LNK'),
    file('CON.txt'),
  ];
  const decided = decideAdd([], arrivals, limits);
  expect(decided.ok && decided.value.map(({ reason }) => reason)).toEqual([
    'link',
    'directory',
    'unreadable',
    'link',
    'invalid_name',
  ]);
});

test.each([
  ['', 'empty'],
  ['a/b', 'separator'],
  ['a\\b', 'separator'],
  ['Q1: plan.xlsx', 'separator'],
  ['a\nb', 'control'],
  ['\u001b[2J', 'control'],
  ['..', 'dots'],
  ['end. ', 'trailing'],
  ['end.', 'trailing'],
  ['nul', 'reserved'],
  ['Com1.csv', 'reserved'],
  ['\ud83d.txt', 'not_text'],
  ['א'.repeat(128), 'too_long'],
])('%j cannot be a file name here: %s', (name, reason) => {
  expect(keptName(name)).toMatchObject({ ok: false, error: { code: 'INVALID_NAME', reason } });
});

test('a name is kept composed, in any alphabet', () => {
  expect(keptName('cafe\u0301 תקציב 2026.xlsx')).toEqual({ ok: true, value: 'caf\u00e9 תקציב 2026.xlsx' });
});

test('the next free name counts up before the extension', () => {
  const taken = new Set(['a.csv', 'a(1).csv', '.env']);
  expect(freeName('a.csv', (name) => taken.has(name))).toBe('a(2).csv');
  expect(freeName('.env', (name) => taken.has(name))).toBe('.env(1)');
});
