import type { Rect } from '../ref.ts';
import { Kind } from './cell-kind.ts';

export type SampleCell = { readonly kind: number; readonly style: number; readonly text: string | number };
/** Cells by column number. */
export type SampleRow = { readonly row: number; readonly cells: SampleCell[] };

/**
 * The first row of a block whose cells are all different texts, at least two (or one, in a block of one column), and
 * that the next row differs from in type or in style.
 */
export const findHeader = (sample: readonly SampleRow[], rect: Rect): number | null => {
  const rows = sample.filter(({ row }) => row >= rect.top && row <= rect.bottom);
  for (const [index, { row, cells }] of rows.entries()) {
    const texts = new Set<string | number>();
    let count = 0;
    let onlyTexts = true;
    for (let column = rect.left; column <= rect.right; column++) {
      const cell = cells[column];
      if (!cell) continue;
      count++;
      if (cell.kind !== Kind.string) onlyTexts = false;
      texts.add(cell.text);
    }
    if (!onlyTexts || texts.size !== count || count < (rect.left === rect.right ? 1 : 2)) continue;
    const next = rows[index + 1];
    if (next && next.row === row + 1 && differs(cells, next.cells, rect)) return row;
  }
  return null;
};

const differs = (header: readonly SampleCell[], below: readonly SampleCell[], rect: Rect): boolean => {
  for (let column = rect.left; column <= rect.right; column++) {
    const above = header[column];
    const under = below[column];
    if (above && under && (above.kind !== under.kind || above.style !== under.style)) return true;
  }
  return false;
};
