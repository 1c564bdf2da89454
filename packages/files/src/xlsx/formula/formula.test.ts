import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { movedRect, namesSheet, type Shift, shiftedFormula } from '../edit/shift/axis-shift.ts';
import { columnLetters, columnNumber, parseRect, rectRef } from '../ref.ts';
import { lexFormula } from './lexer.ts';
import { moveFormula, renameInFormula, tokensToFormula } from './rewrite.ts';
import { toDisplay, toStorage } from './storage.ts';

describe('reading formulas', () => {
  test.each([
    'SUM(A1:B2,$C$3)*2%',
    "'My Sheet'!A1+Other!$B:$C",
    'IF(A1="a ""quoted"" text", B1:B2, {1,2;3,4})',
    'Table1[[#Headers],[Name]]&Rates',
    '_xlfn.XLOOKUP(1,A:A,B:B)',
    'A1:INDEX(B:B,3)',
    '-2^2<>#N/A',
    'SUM(Jan:Mar!A1)+[1]Book!A1',
  ])('%s comes back as it was written', (formula) => {
    expect(tokensToFormula(lexFormula(formula) ?? [])).toBe(formula);
  });

  test('names that look like cells but lie outside the grid are names', () => {
    expect(lexFormula('TAX20240000+ABCD1')?.map(({ kind }) => kind)).toEqual(['name', 'mark', 'name']);
  });

  test('newer functions are stored under their prefix and shown without it', () => {
    expect(toStorage('XLOOKUP(A1,"XLOOKUP(",B1)+SORT(A1:A2)')).toBe(
      '_xlfn.XLOOKUP(A1,"XLOOKUP(",B1)+_xlfn._xlws.SORT(A1:A2)',
    );
    expect(toDisplay(toStorage('XLOOKUP(A1,B1,C1)'))).toBe('XLOOKUP(A1,B1,C1)');
  });
});

describe('moving references', () => {
  test('copying moves relative parts only, off the grid is an error', () => {
    expect(moveFormula('A1+$A1+A$1+$A$1+B:B+3:3', 2, 1)).toBe('B3+$A3+B$1+$A$1+C:C+5:5');
    expect(moveFormula('A1', -1, 0)).toBe('#REF!');
  });

  test('a renamed sheet is renamed in every spelling', () => {
    expect(renameInFormula("Old!A1+'Old'!B2+Older!C3", 'Old', 'My New')).toBe("'My New'!A1+'My New'!B2+Older!C3");
  });

  const shifted = (formula: string, shift: Partial<Shift>) =>
    shiftedFormula(formula, { axis: 'row', at: 3, count: 2, kind: 'insert', ...shift }, namesSheet('S', 'S'));
  test.each([
    ['A2+A3', {}, 'A2+A5'],
    ['SUM(A1:A5)', {}, 'SUM(A1:A7)'],
    ['S!$A$3+T!A3', {}, 'S!$A$5+T!A3'],
    ['A:A+3:4', {}, 'A:A+5:6'],
    ['A3+A4+A5', { kind: 'delete' as const }, '#REF!+#REF!+A3'],
    ['SUM(A2:A4)+SUM(A4:A9)', { kind: 'delete' as const }, 'SUM(A2:A2)+SUM(A3:A7)'],
    ['B1+C1+SUM(A1:D1)', { axis: 'column' as const }, 'B1+E1+SUM(A1:F1)'],
  ])('%s after %o is %s', (before, shift, after) => {
    expect(shifted(before, shift)).toBe(after);
  });

  test('inserting and deleting the same rows gives the formula back', () => {
    const corner = fc.record({ row: fc.integer({ min: 1, max: 50 }), column: fc.integer({ min: 1, max: 30 }) });
    fc.assert(
      fc.property(
        corner,
        corner,
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 5 }),
        (a, b, at, count) => {
          const rect = parseRect(`${columnLetters(a.column)}${a.row}:${columnLetters(b.column)}${b.row}`);
          if (!rect) throw new Error('no rectangle');
          const formula = `SUM(${columnLetters(rect.left)}${rect.top}:${columnLetters(rect.right)}${rect.bottom})`;
          const there = shifted(formula, { at, count });
          expect(shifted(there, { at, count, kind: 'delete' })).toBe(formula);
          const moved = movedRect({ axis: 'row', at, count, kind: 'insert' }, rect);
          expect(moved && movedRect({ axis: 'row', at, count, kind: 'delete' }, moved)).toEqual(rect);
        },
      ),
    );
  });
});

describe('references', () => {
  test('letters and numbers of columns are inverse', () => {
    for (let column = 1; column <= 16_384; column++) expect(columnNumber(columnLetters(column))).toBe(column);
    expect(columnNumber('XFE')).toBe(0);
  });

  test.each([
    ['B2', 'B2'],
    ['$C$3:a1', 'A1:C3'],
    ['A:D', 'A1:D1048576'],
    ['5:20', 'A5:XFD20'],
    ['A10:D', 'A10:D1048576'],
    ['A0', undefined],
    ['A', undefined],
    ['', undefined],
    ['XFE1', undefined],
  ])('%s is %s', (text, expected) => {
    const rect = parseRect(text);
    expect(rect && rectRef(rect)).toBe(expected);
  });
});
