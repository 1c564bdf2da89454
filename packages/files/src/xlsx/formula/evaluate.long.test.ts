import { expect, test } from 'vitest';
import { hasSoffice } from '../../../fixtures/lib/soffice.ts';
import { compareWithSoffice, isSameValue } from '../../../fixtures/xlsx/against-soffice.ts';
import { compareBooks, differences, nestedBook } from '../../../fixtures/xlsx/compare-books.ts';
import { everydayBooks } from '../../../fixtures/xlsx/everyday-books.ts';
import { generateFormulas } from '../../../fixtures/xlsx/formula-generator.ts';

test.skipIf(!hasSoffice).each([1, 2, 3, 11, 12])(
  '8,000 formulas of seed %i store what LibreOffice calculates, or nothing',
  async (seed) => {
    const compared = await compareWithSoffice(generateFormulas(8_000, seed));
    expect(compared.filter((it) => it.here !== '' && !isSameValue(it))).toEqual([]);
  },
  300_000,
);

test.skipIf(!hasSoffice).each([2, 3, 4, 11, 12, 13, 14, 15])(
  '140 everyday workbooks and 4,500 nested formulas of seed %i store what LibreOffice calculates, or nothing',
  async (seed) => {
    const books = [...everydayBooks(140, seed), nestedBook(4_000, seed, false), nestedBook(500, seed + 100, true)];
    expect(differences(await compareBooks(books))).toEqual([]);
  },
  300_000,
);
