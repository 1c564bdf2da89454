import { refusal } from '../../tools/errors.ts';
import { type Cell, settleCells } from '../cells.ts';
import { moveFormula } from '../formula/rewrite.ts';
import { cellRef, contains, parseRect } from '../ref.ts';
import type { Workbook } from '../workbook.ts';
import { type Comparing, columnMap, type Follow, type RowPair, type SheetCompared } from './diff-sheet.ts';
import { byRow, readRows } from './sheet-rows.ts';

/** One changed cell with both of its faces; `before` is told as if rows and columns had moved already. */
export type ChangedCell = {
  readonly row: number;
  readonly column: number;
  readonly before: Cell | undefined;
  readonly after: Cell | undefined;
  readonly content: 'value' | 'formula' | 'recalc' | null;
  readonly format: boolean;
};

/** Rows that are held at a time on either side. */
const BATCH = 20_000;
/** Beyond this a comparison cell by cell tells nobody anything, and would not fit. */
const MOST_SUSPECTS = 400_000;
const MOST_CHANGED = 250_000;

/** Compares the cells of the rows that may differ. */
export const changedCells = async (
  comparing: Comparing,
  compared: SheetCompared,
  follow: Follow,
): Promise<readonly ChangedCell[]> => {
  const { suspects, pair, kept } = compared;
  if (suspects.length > MOST_SUSPECTS) tooMany();
  const out: ChangedCell[] = [];
  const filled = new Set<string>();
  const compare = comparer(comparing, compared, follow, out, filled);
  if (kept) {
    const [before, after] = await Promise.all([
      settleCells(comparing.before, pair.before, kept.before),
      settleCells(comparing.after, pair.after, kept.after),
    ]);
    compare(suspects, byRow(before), byRow(after));
  } else
    for (let at = 0; at < suspects.length; at += BATCH) {
      const batch = suspects.slice(at, at + BATCH);
      const [before, after] = await Promise.all([
        readRows(comparing.before, pair.before, new Set(batch.map(([row]) => row))),
        readRows(comparing.after, pair.after, new Set(batch.map(([, row]) => row))),
      ]);
      compare(batch, before, after);
    }
  const arrays = [...filled].flatMap((ref) => parseRect(ref) ?? []);
  // What an array fills follows from its formula; its cells are no changes of their own.
  const told = out.map((cell) =>
    cell.content === 'value' && arrays.some((rect) => contains(rect, cell.row, cell.column))
      ? { ...cell, content: 'recalc' as const }
      : cell,
  );
  return told.toSorted((a, b) => a.row - b.row || a.column - b.column);
};

const tooMany = (): never => {
  throw refusal('LIMIT_FILE_SIZE', 'too_large', 'Too many cells differ to compare the sheets cell by cell.', {
    hint: 'Take the file as a whole, or compare the tables as csv.',
  });
};

type Rows = ReadonlyMap<number, readonly Cell[]>;

const comparer =
  (comparing: Comparing, { pair, columns }: SheetCompared, follow: Follow, out: ChangedCell[], filled: Set<string>) =>
  (pairs: readonly RowPair[], before: Rows, after: Rows): void => {
    const columnOf = columnMap(columns);
    const added = new Set(columns?.inserted ?? []);
    for (const [oldRow, newRow] of pairs) {
      const old = new Map<number, Cell>();
      for (const cell of before.get(oldRow) ?? []) old.set(columnOf(cell.column), cell);
      old.delete(0);
      const made = new Map((after.get(newRow) ?? []).map((cell) => [cell.column, cell]));
      for (const { fills } of after.get(newRow) ?? []) if (fills) filled.add(fills);
      for (const column of new Set([...old.keys(), ...made.keys()])) {
        // What stands in a new column came with it.
        if (added.has(column)) continue;
        const is = made.get(column);
        const was = followed(old.get(column), pair.before.name, follow, newRow - oldRow, column, is);
        const content = contentChange(was, is);
        const format = styleOf(comparing.before, was) !== styleOf(comparing.after, is);
        if (content === null && !format) continue;
        out.push({ row: newRow, column, before: was, after: is, content, format });
        if (out.length > MOST_CHANGED) tooMany();
      }
    }
  };

const followed = (
  cell: Cell | undefined,
  home: string,
  follow: Follow,
  rows: number,
  column: number,
  after: Cell | undefined,
): Cell | undefined => {
  if (!cell || cell.formula === null) return cell;
  const shifted = follow(cell.formula, home);
  if (after?.formula === cell.formula || after?.formula === shifted) return { ...cell, formula: after.formula };
  const moved = moveFormula(cell.formula, rows, column - cell.column);
  return { ...cell, formula: after?.formula === moved ? moved : shifted };
};

const contentChange = (before: Cell | undefined, after: Cell | undefined): ChangedCell['content'] => {
  const [f, g] = [before?.formula ?? null, after?.formula ?? null];
  if (f !== g) return 'formula';
  const same =
    (before?.value ?? null) === (after?.value ?? null) && (before?.kind ?? 'blank') === (after?.kind ?? 'blank');
  if (same && (before?.pending ?? false) === (after?.pending ?? false)) return null;
  return f === null ? 'value' : 'recalc';
};

const styleOf = ({ styles }: Workbook, cell: Cell | undefined): string => styles.facts(cell?.style ?? 0);

export const refOf = ({ row, column }: { readonly row: number; readonly column: number }): string =>
  cellRef(row, column);
