import { expect, test } from 'vitest';
import { hasSoffice } from '../../../fixtures/lib/soffice.ts';
import { compareWithSoffice, isSameValue } from '../../../fixtures/xlsx/against-soffice.ts';
import { generateFormulas } from '../../../fixtures/xlsx/formula-generator.ts';

test.skipIf(!hasSoffice).each([1, 2, 3])(
  '8,000 formulas of seed %i store what LibreOffice calculates, or nothing',
  async (seed) => {
    const compared = await compareWithSoffice(generateFormulas(8_000, seed));
    expect(compared.filter((it) => it.here !== '' && !isSameValue(it))).toEqual([]);
  },
  300_000,
);
