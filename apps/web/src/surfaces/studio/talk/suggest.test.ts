import { expect, test } from 'vitest';
import { isWhole, matching, openWord, withWord } from './suggest.ts';

test('a command opens at the start of a message only', () => {
  expect(openWord('/pr', 3)).toEqual({ kind: 'slash', from: 0, query: 'pr' });
  expect(openWord('/', 1)).toEqual({ kind: 'slash', from: 0, query: '' });
  expect(openWord('/price wall', 11)).toBeUndefined();
  expect(openWord('one /pr', 7)).toBeUndefined();
});

test('a mention opens at the start of a word and may hold spaces', () => {
  expect(openWord('צבע את @קיר ל', 13)).toEqual({ kind: 'mention', from: 7, query: 'קיר ל' });
  expect(openWord('me@there', 8)).toBeUndefined();
  expect(openWord('@one\ntwo', 8)).toBeUndefined();
});

test('what is chosen takes the place of what was typed', () => {
  expect(withWord('צבע @קי בלבן', { kind: 'mention', from: 4, query: 'קי' }, 7, 'קיר לוגו')).toEqual({
    text: 'צבע @קיר לוגו בלבן',
    caret: 14,
  });
  expect(withWord('/pr', { kind: 'slash', from: 0, query: 'pr' }, 3, '/price')).toEqual({ text: '/price ', caret: 7 });
});

test('names that start with it come before names that hold it', () => {
  const items = [{ names: ['Photo wall'] }, { names: ['Wall', 'קיר'] }, { names: ['Stage'] }];
  expect(matching(items, 'wa')).toEqual([items[1], items[0]]);
});

test('a command is whole with its last letter, and a name of an element never is', () => {
  const commands = [{ names: ['שאלות', 'ask'] }, { names: ['שאלון', 'asking'] }];
  expect(isWhole({ kind: 'slash', from: 0, query: 'שאלות' }, commands)).toBe(true);
  expect(isWhole({ kind: 'slash', from: 0, query: 'שאל' }, commands)).toBe(false);
  expect(isWhole({ kind: 'mention', from: 0, query: 'ask' }, commands)).toBe(false);
});
