import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { closeMarkdown } from './close-markdown.ts';
import Markdown from './markdown.tsx';
import { blocksOf } from './markdown-blocks.ts';

const drawn = (text: string): string => renderToStaticMarkup(createElement(Markdown, { text }));
const words = (html: string): string => html.replaceAll(/<[^>]+>/g, '').replaceAll('&#x27;', "'");
const prefixes = (text: string): readonly string[] =>
  Array.from({ length: text.length + 1 }, (_, at) => text.slice(0, at));

describe('half-open text', () => {
  test.each([
    ['the **bold', 'the **bold**'],
    ['the **bold*', 'the **bold**'],
    ['the **', 'the'],
    ['an *odd ', 'an *odd*'],
    ['a `code', 'a `code`'],
    ['a ``code ` with', 'a ``code ` with``'],
    ['a `', 'a'],
    ['**bold and `code', '**bold and `code`**'],
    ['see [the page](https://exa', 'see the page'],
    ['see [the pa', 'see the pa'],
    ['an image ![of a', 'an image of a'],
    ['gone ~~now', 'gone ~~now~~'],
    ['Total\n-', 'Total\n'],
    ['```csv\na,b', '```csv\na,b'],
    ['~~~\n```\nx', '~~~\n```\nx'],
  ])('%j becomes %j', (half, whole) => {
    expect(closeMarkdown(half)).toBe(whole);
  });

  test.each([
    'Plain words, 3 * 4 = 12 and snake_case_name.',
    '**Bold**, *slanted*, `code`, ~~gone~~ and [a link](https://example.com).',
    '- one\n- two\n\n1. first\n2. second',
    '```\n**not bold\n```\n',
    'a \\*star\\* and \\`tick',
    '[ ] a box and [x] another',
  ])('%j is whole and stays as it is', (whole) => {
    expect(closeMarkdown(whole)).toBe(whole);
  });

  test('whatever the cut, no sign of the grammar is ever seen among the words', () => {
    const text =
      'Sum of **Amount** is *about* `1,240`.\n\n- **North** ~~old~~ `x`\n- see [the sheet](https://example.com/a_b)\n\n__Done__ _well_.';
    for (const prefix of prefixes(text)) {
      expect(words(drawn(closeMarkdown(prefix))), JSON.stringify(prefix)).not.toMatch(/[*`~[\]]|__/);
    }
  });
});

describe('blocks', () => {
  test('are the text itself, whatever the cut', () => {
    const text = 'One.\n\nTwo\nlines.\n\n- a\n\n- b\n\n  more of b\n\nThree.\n\n```\n\ncode\n\n```\n\nFour.';
    for (const prefix of prefixes(text)) expect(blocksOf(prefix).join('')).toBe(prefix);
    expect(blocksOf(text)).toEqual([
      'One.\n\n',
      'Two\nlines.\n\n- a\n\n- b\n\n  more of b\n\n',
      'Three.\n\n',
      '```\n\ncode\n\n```\n\n',
      'Four.',
    ]);
  });

  test('look the same one by one as together', () => {
    const text = '# Head\n\nOne **two**.\n\n- a\n- b\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\nEnd.';
    const apart = words(blocksOf(text).map(drawn).join(''));
    expect(apart.replaceAll(/\s/g, '')).toBe(words(drawn(text)).replaceAll(/\s/g, ''));
  });
});
