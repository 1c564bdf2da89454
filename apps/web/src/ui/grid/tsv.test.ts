import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTsv, writeTsv } from './tsv.ts';

test.each([
  [
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a\tb\nc\td',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['"two\nlines"\t"a ""quote"""\r\n', [['two\nlines', 'a "quote"']]],
  ['5" pipe\tצה"ל\r\n', [['5" pipe', 'צה"ל']]],
  ['"half open\tb', [['"half open', 'b']]],
  ['"quoted" word\tb', [['"quoted" word', 'b']]],
  ['\t\r\n', [['', '']]],
  ['', [['']]],
  ['a\r\n\r\nb\r\n', [['a'], [''], ['b']]],
])('%j is read as a spreadsheet means it', (text, rows) => {
  expect(parseTsv(text)).toEqual(rows);
});

test('whatever is copied is pasted as it was', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'ש', '"', '\t', '\n', ' ', '1') });
  const width = fc.integer({ min: 1, max: 4 });
  fc.assert(
    fc.property(
      width.chain((columns) =>
        fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 5 }),
      ),
      (rows) => {
        // One empty cell and nothing at all are the same text.
        expect(parseTsv(`${writeTsv(rows)}\r\n`)).toEqual(rows);
      },
    ),
  );
});
