import { expect, test } from 'vitest';
import { type PlacedCharacter, readingOrder } from './reading-order.ts';

/** Characters from left to right as a page shows them, ten wide each, beginning at `from`; spaces are left out. */
const shown = (text: string, from = 0): readonly PlacedCharacter[] =>
  [...text].flatMap((each, at) =>
    each === ' ' ? [] : [{ text: each, left: from + at * 10, right: from + at * 10 + 10 }],
  );
const turned = (text: string): string => [...text].toReversed().join('');
const read = (line: string): string => readingOrder([shown(line)])[0] ?? '';

test('Hebrew is turned, and words and numbers of other letters within it are not', () => {
  expect(read(`${turned('של החברה')} Q3 2024 ${turned('דוח רבעון')}`)).toBe('דוח רבעון Q3 2024 של החברה');
  expect(read(`${turned('אתמול')} dana@example.com ${turned('נשלח אל')}`)).toBe('נשלח אל dana@example.com אתמול');
  expect(read(`10:30 ${turned('בשעה')}`)).toBe('בשעה 10:30');
  expect(read(`2024 - 2023 ${turned('השנים')}`)).toBe('השנים 2023 - 2024');
  expect(read(`₪1,250.50 ${turned('המחיר')}`)).toBe('המחיר ₪1,250.50');
});

test('brackets open before they close, whether a file names their shape or their meaning', () => {
  const words = (open: string, close: string) => `${close}${turned('יום רביעי')}${open} ${turned('פגישה')}`;
  expect(read(words('(', ')'))).toBe('פגישה (יום רביעי)');
  expect(read(words(')', '('))).toBe('פגישה (יום רביעי)');
  expect(read(words('(', '('))).toBe('פגישה (יום רביעי)');
  // A word in brackets is not one run with the number before them.
  expect(read(`${turned('של')} )beta( 2.1 ${turned('גרסה')}`)).toBe('גרסה 2.1 (beta) של');
});

test('Hebrew within a line that is read from the left is turned in its place', () => {
  expect(read(`Total for ${turned('חברת אלון')} is 45%`)).toBe('Total for חברת אלון is 45%');
});

test('a line that begins in one kind of letters and ends in the other is read from the side it is set to', () => {
  const sure = shown(turned('שורה רגילה של ממש'), 200);
  const line = `Atelier ${turned('של')}`;
  const right = shown(line, 200 + ('שורה רגילה של ממש'.length - line.length) * 10);
  expect(readingOrder([sure, right])[1]).toBe('של Atelier');
  expect(readingOrder([sure, shown(line, 0)])[1]).toBe('Atelier של');
});

test('marks stay with their letters, and a line without Hebrew is as it was', () => {
  const marks = [
    { text: 'ם', left: 0, right: 10 },
    { text: 'ש', left: 10, right: 20 },
    { text: '\u05c1', left: 12, right: 12 },
  ];
  expect(readingOrder([marks])).toEqual(['ש\u05c1ם']);
  expect(
    readingOrder([
      [
        { text: 'b', left: 20, right: 30 },
        { text: 'a', left: 0, right: 10 },
      ],
    ]),
  ).toEqual(['ba']);
});
