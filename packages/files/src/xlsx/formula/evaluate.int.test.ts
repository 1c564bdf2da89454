import { expect, test } from 'vitest';
import { hasSoffice } from '../../../fixtures/lib/soffice.ts';
import { compareWithSoffice, isSameValue } from '../../../fixtures/xlsx/against-soffice.ts';
import { makeBook } from '../../../fixtures/xlsx/book.ts';
import { edited, storedValue } from '../../../fixtures/xlsx/calculated.ts';
import { compareBooks, differences, nestedBook } from '../../../fixtures/xlsx/compare-books.ts';
import { everydayBooks } from '../../../fixtures/xlsx/everyday-books.ts';
import { generateFormulas } from '../../../fixtures/xlsx/formula-generator.ts';

test.skipIf(!hasSoffice)(
  '[FL-72] 2,000 formulas store what LibreOffice calculates, or nothing (soffice not found on PATH: not run)',
  async () => {
    const formulas = generateFormulas(2_000, 7);
    expect(formulas).toHaveLength(2_000);
    const compared = await compareWithSoffice(formulas);
    const stored = compared.filter(({ here }) => here !== '');
    expect(stored.filter((it) => !isSameValue(it))).toEqual([]);
    // Nearly all of them: an evaluator that gives up proves nothing.
    expect(stored.length).toBeGreaterThan(1_900);
    const book = makeBook({
      sheets: [
        {
          name: 'S',
          cells: { A1: 1, B1: { f: 'ROMAN(A1)', v: 'I' }, C1: { f: 'B1&"!"', v: 'I!' }, D1: { f: 'A1*10', v: 10 } },
        },
      ],
    });
    const bytes = await edited(book, { op: 'set_cells', sheet: 'S', cells: [{ cell: 'A1', value: 2 }] });
    expect(['B1', 'C1', 'D1'].map((cell) => storedValue(bytes, 'S', cell))).toEqual([null, null, '20']);
  },
  60_000,
);

test.skipIf(!hasSoffice)(
  '[FL-72] 28 everyday workbooks and 1,500 nested formulas, changed and changed again, store what LibreOffice calculates, or nothing (soffice not found on PATH: not run)',
  async () => {
    const compared = await compareBooks([
      ...everydayBooks(28, 1),
      nestedBook(1_500, 5, false),
      nestedBook(300, 6, true),
    ]);
    expect(differences(compared)).toEqual([]);
    const stored = compared.filter(({ here }) => here !== '').length;
    expect([compared.length > 2_800, stored / compared.length > 0.85]).toEqual([true, true]);
  },
  120_000,
);
