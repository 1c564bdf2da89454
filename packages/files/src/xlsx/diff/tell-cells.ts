import type { Cell } from '../cells.ts';
import { toDisplay } from '../formula/storage.ts';
import { shownText } from '../read/shown-text.ts';
import type { Workbook } from '../workbook.ts';
import { type ChangedCell, refOf } from './changed-cells.ts';
import type { PlacedCell } from './compare-books.ts';
import type { Comparing } from './diff-sheet.ts';
import type { CellChange, CellFace, XlsxDiff } from './diff-types.ts';

export const faceOf = (book: Workbook, cell: Cell | undefined): CellFace | null =>
  cell
    ? {
        v: cell.value,
        t: cell.kind,
        f: cell.formula === null ? null : `=${toDisplay(cell.formula)}`,
        fmt: book.styles.formatCode(cell.style),
        shown: cell.pending ? '?' : shownText(book, cell),
        ...(cell.formula !== null && book.calculatesOnLoad ? { awaits_calculation: true as const } : {}),
      }
    : null;

/** What changed of a cell, as changes that can be accepted: its content, its format, or both. */
export const asChanges = (
  { before, after, stylesFollow }: Comparing,
  sheet: string,
  cell: ChangedCell,
  requires: readonly string[],
): CellChange[] => {
  const ref = refOf(cell);
  const faces = { sheet, ref, before: faceOf(before, cell.before), after: faceOf(after, cell.after), requires };
  return [
    ...(cell.content === 'value' || cell.content === 'formula'
      ? [{ id: `cell:${sheet}!${ref}`, kind: cell.content, ...faces }]
      : []),
    ...(cell.format && stylesFollow ? [{ id: `format:${sheet}!${ref}`, kind: 'format' as const, ...faces }] : []),
  ];
};

export const cellLabel = ({ sheet, ref, kind, before, after }: CellChange): string => {
  const words = (face: CellFace | null) => {
    const text = String(face?.f ?? face?.v ?? '');
    return text === '' ? 'empty' : text.length > 40 ? `${text.slice(0, 40)}…` : text;
  };
  return kind === 'format' ? `${sheet}!${ref}: format` : `${sheet}!${ref}: ${words(before)} → ${words(after)}`;
};

const MOST_RECALCULATED = 200;

/** Cells whose formula is the same and whose value followed from others, by sheet. */
export const recalculatedOf = (
  { before, after }: Comparing,
  cells: readonly PlacedCell[],
): XlsxDiff['recalculated'] => {
  const quiet = cells.filter(({ cell }) => cell.content === 'recalc' && !cell.format);
  return [...Map.groupBy(quiet, ({ sheet }) => sheet.name)].map(([sheet, own]) => ({
    sheet,
    count: own.length,
    first: own.slice(0, 20).map(({ cell }) => refOf(cell)),
    cells: own.slice(0, MOST_RECALCULATED).map(({ cell }) => ({
      ref: refOf(cell),
      before: faceOf(before, cell.before),
      after: faceOf(after, cell.after),
    })),
  }));
};
