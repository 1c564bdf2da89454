import { type CellSpec, makeBook } from '../../packages/files/fixtures/xlsx/book.ts';

/** A workbook of so many rows of five columns. */
export const workbook = (rows: number): Uint8Array => {
  const cells: Record<string, CellSpec> = { A1: 'Id', B1: 'Amount', C1: 'City', D1: 'Day', E1: 'Note' };
  for (let row = 2; row <= rows + 1; row += 1) {
    cells[`A${row}`] = row;
    cells[`B${row}`] = (row * 7_919) % 1_003;
    cells[`C${row}`] = `City ${row % 7}`;
    cells[`D${row}`] = `2026-01-${10 + (row % 18)}`;
    cells[`E${row}`] = `note ${row}`;
  }
  return makeBook({ sheets: [{ name: 'Data', cells }] });
};
