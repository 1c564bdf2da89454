import { expect, test } from 'vitest';
import { printable } from './printable.ts';

const latin = (char: string): boolean => /[\u0020-\u007e\u05d0-\u05ea₪]/.test(char);

test.each([
  ['יריד האוכל 2027 🍷', 'יריד האוכל 2027'],
  ['🎉 השקה 👩‍👩‍👧‍👦 גדולה 👍🏽!', ' השקה גדולה!'],
  ['הצעה 🇮🇱 לישראל', 'הצעה לישראל'],
  ['a → b', 'a > b'],
  ['עד ☃︎', 'עד'],
  ['漢', '?'],
])('%j is printed as %j', (text, printed) => {
  expect(printable(text, latin)).toBe(printed);
});
