import { expect, test } from 'vitest';
import { type Mentionable, mentionsIn, openMention, withMention } from './mentions.ts';

const file = (text: string): Mentionable => ({ id: text, text, kind: 'file' });

test('an @ at the start of a word opens a mention; one inside a word does not', () => {
  expect(openMention('sum @da', 7)).toEqual({ from: 4, query: 'da' });
  expect(openMention('@', 1)).toEqual({ from: 0, query: '' });
  expect(openMention('me@home', 7)).toBeUndefined();
  expect(openMention('@a\nb', 4)).toBeUndefined();
  expect(openMention('@my pl', 6, [file('my plan.docx')])).toEqual({ from: 0, query: 'my pl' });
  expect(openMention('@a.csv and', 10, [file('a.csv')])).toBeUndefined();
  expect(openMention('@"my plan.docx" ', 16, [file('my plan.docx')])).toBeUndefined();
});

test('choosing puts the name in, quoted where it has spaces, and the caret behind it', () => {
  const open = { from: 4, query: 'da' };
  expect(withMention('sum @da now', open, 7, file('data.csv'))).toEqual({ text: 'sum @data.csv now', caret: 14 });
  expect(withMention('@x', { from: 0, query: 'x' }, 2, file('my plan.docx'))).toEqual({
    text: '@"my plan.docx" ',
    caret: 16,
  });
});

test('mentions of a text are found in their order, and a longer name is not taken for a shorter one', () => {
  const known = [file('a.csv'), file('b.csv'), file('b')];
  expect(mentionsIn('compare @b.csv with @a.csv.', known).map(({ text }) => text)).toEqual(['b.csv', 'a.csv']);
});
