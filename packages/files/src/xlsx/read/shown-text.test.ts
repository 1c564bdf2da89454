import { expect, test } from 'vitest';
import { makeBook, SHEET } from '../../../fixtures/xlsx/book.ts';
import { xlsxGrid } from '../grid/xlsx-grid.ts';

const codes = [
  ['#,##0.00', 1234.5, '1,234.50'],
  ['"€" #,##0.00', -1234.567, '-€ 1,234.57'],
  ['#,##0 ;(#,##0)', -42, '(42)'],
  ['#,##0.00;[Red](#,##0.00)', -1.005, '(1.01)'],
  ['[$₪-40D] #,##0', 12_000, '₪ 12,000'],
  ['0.0%', 0.256, '25.6%'],
  ['dd/mm/yyyy', 45_000, '15/03/2023'],
  ['mmm yyyy', 45_000, 'Mar 2023'],
  ['[h]:mm', 1.5, '36:00'],
  ['# ?/?', 2.5, '2 1/2'],
  ['0.00E+00', 12_345, '1.23E+04'],
  ['General', 0.1, '0.1'],
  ['0.00;-0.00;"-"', 0, '-'],
] as const;

test('numbers look as their formats say: currency, dates, negatives, percentages', async () => {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const styles = `<styleSheet xmlns="${SHEET}"><numFmts count="${codes.length}">${codes.map(([code], index) => `<numFmt numFmtId="${200 + index}" formatCode="${escaped(code)}"/>`).join('')}</numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellXfs count="${codes.length}">${codes.map((_, index) => `<xf numFmtId="${200 + index}"/>`).join('')}</cellXfs></styleSheet>`;
  const book = makeBook({
    styles,
    sheets: [
      {
        name: 'S',
        cells: Object.fromEntries(codes.map(([, value], index) => [`A${index + 1}`, { v: value, s: index }])),
      },
    ],
  });
  const grid = await xlsxGrid(book, {});
  if (!grid.ok) throw new Error(grid.error.message);
  expect(grid.value.cells.map(([cell], index) => [codes[index]?.[0], cell?.display])).toEqual(
    codes.map(([code, , shown]) => [code, shown]),
  );
});
