import type { Cell } from '../cells.ts';
import { namesSheet, type Shift, shiftedFormula } from '../edit/shift/axis-shift.ts';
import { moveFormula } from '../formula/rewrite.ts';
import { cellRef } from '../ref.ts';
import type { SheetInfo, Workbook } from '../workbook.ts';
import { type Alignment, alignRows, costs } from './align-rows.ts';
import { keyedRows, type RowSums, readRows, sumRows } from './sheet-rows.ts';

/** One changed cell with both of its faces; `before` is told as if the rows had moved already. */
export type ChangedCell = {
  readonly row: number;
  readonly column: number;
  readonly before: Cell | undefined;
  readonly after: Cell | undefined;
  readonly content: 'value' | 'formula' | 'recalc' | null;
  readonly format: boolean;
};

export type SheetPair = {
  readonly before: SheetInfo;
  readonly after: SheetInfo;
};

export type SheetCompared = {
  readonly pair: SheetPair;
  readonly frames: readonly [RowSums['frame'], RowSums['frame']];
  readonly alignment: Alignment | undefined;
  readonly shifts: readonly Shift[];
};

/** Beyond this many rows a sheet is only aligned when many of its rows differ in place. */
const ALWAYS_ALIGNED = 20_000;
const SUSPICIOUS = 200;

export type Comparing = {
  readonly before: Workbook;
  readonly after: Workbook;
  /** Equal bytes mean equal cells: shared strings and style records are the same on both sides. */
  readonly rowsComparable: boolean;
  /** Style records that were there keep their numbers; otherwise a format cannot be taken over alone. */
  readonly stylesFollow: boolean;
};

/** Finds which rows are the same rows. Nothing is aligned when no row is new, gone or elsewhere. */
export const compareSheet = async (
  comparing: Comparing,
  pair: SheetPair,
): Promise<SheetCompared & { readonly suspects: readonly (readonly [number, number])[] }> => {
  // Both sides inflate at the same time.
  const [old, made] = await Promise.all([sumRows(comparing.before, pair.before), sumRows(comparing.after, pair.after)]);
  const differing: number[] = [];
  for (const [row, sum] of old.sums) if (!comparing.rowsComparable || made.sums.get(row) !== sum) differing.push(row);
  for (const row of made.sums.keys()) if (!old.sums.has(row)) differing.push(row);
  differing.sort((a, b) => a - b);
  const rowCount = Math.max(old.sums.size, made.sums.size);
  const inPlace = differing.map((row) => [row, row] as const);
  const frames = [old.frame, made.frame] as const;
  const plain = { pair, frames, alignment: undefined, shifts: [], suspects: inPlace };
  if (differing.length === 0 || (rowCount > ALWAYS_ALIGNED && differing.length < SUSPICIOUS)) return plain;
  const last = Math.max(old.frame.lastRow, made.frame.lastRow);
  const wanted = new Set(differing);
  // Rows before the first and after the last difference are themselves; only what lies between is aligned.
  const from = differing[0] ?? 1;
  const inside = (row: number) => row >= from;
  const before = keyedRows(await readRows(comparing.before, pair.before, inside, last));
  const after = keyedRows(await readRows(comparing.after, pair.after, inside, last));
  const alignment = alignRows(before, after, from);
  const shifts = shiftsOf(alignment);
  // Rows that were only filled, emptied or changed where they stand are changes of cells.
  if (!alignment.pairs.some(([a, b]) => a !== b)) return plain;
  // Moved rows must explain the difference clearly better, or a few changed cells could look like a move.
  const cost = costs(before, after, alignment);
  if (cost.aligned * 2 >= cost.inPlace) return plain;
  const suspects = alignment.pairs.filter(([a, b]) => a !== b || wanted.has(a));
  return { pair, frames, alignment, shifts, suspects };
};

/** The insertions and deletions that turn one numbering of rows into the other, from the bottom up. */
const shiftsOf = ({ inserted, deleted, moved }: Alignment): Shift[] => {
  if (moved.length > 0) return [];
  const shifts: Shift[] = [];
  for (const { from, to } of runs(deleted).reverse())
    shifts.push({ axis: 'row', at: from, count: to - from + 1, kind: 'delete' });
  for (const { from, to } of runs(inserted))
    shifts.push({ axis: 'row', at: from, count: to - from + 1, kind: 'insert' });
  return shifts;
};

export const runs = (rows: readonly number[]): { from: number; to: number }[] => {
  const out: { from: number; to: number }[] = [];
  for (const row of rows.toSorted((a, b) => a - b)) {
    const last = out.at(-1);
    if (last && last.to + 1 === row) last.to = row;
    else out.push({ from: row, to: row });
  }
  return out;
};

/** Formulas of the earlier file as they read once rows have moved. */
export type Follow = (formula: string, home: string) => string;

export const followShifts = (compared: readonly SheetCompared[]): Follow => {
  const moving = compared.filter(({ shifts }) => shifts.length > 0);
  if (moving.length === 0) return (formula) => formula;
  return (formula, home) =>
    moving.reduce(
      (text, { pair, shifts }) =>
        shifts.reduce(
          (it, shift) =>
            shiftedFormula(it, shift, namesSheet(pair.before.name, home === pair.before.name ? home : null)),
          text,
        ),
      formula,
    );
};

/** Compares the cells of the rows that may differ. */
export const changedCells = async (
  comparing: Comparing,
  { pair, suspects }: SheetCompared & { readonly suspects: readonly (readonly [number, number])[] },
  follow: Follow,
): Promise<readonly ChangedCell[]> => {
  const oldRows = new Set(suspects.map(([row]) => row));
  const newRows = new Set(suspects.map(([, row]) => row));
  const most = (rows: ReadonlySet<number>) => [...rows].reduce((a, b) => Math.max(a, b), 0);
  const [before, after] = await Promise.all([
    readRows(comparing.before, pair.before, (row) => oldRows.has(row), most(oldRows)),
    readRows(comparing.after, pair.after, (row) => newRows.has(row), most(newRows)),
  ]);
  const out: ChangedCell[] = [];
  for (const [oldRow, newRow] of suspects) {
    const old = new Map((before.get(oldRow) ?? []).map((cell) => [cell.column, cell]));
    const made = new Map((after.get(newRow) ?? []).map((cell) => [cell.column, cell]));
    for (const column of new Set([...old.keys(), ...made.keys()])) {
      const was = followed(old.get(column), pair, follow, newRow - oldRow, made.get(column));
      const is = made.get(column);
      const content = contentChange(was, is);
      const format = styleOf(comparing.before, was) !== styleOf(comparing.after, is);
      if (content !== null || format) out.push({ row: newRow, column, before: was, after: is, content, format });
    }
  }
  return out.toSorted((a, b) => a.row - b.row || a.column - b.column);
};

const followed = (
  cell: Cell | undefined,
  pair: SheetPair,
  follow: Follow,
  rows: number,
  after: Cell | undefined,
): Cell | undefined => {
  if (!cell || cell.formula === null) return cell;
  const shifted = follow(cell.formula, pair.before.name);
  if (after?.formula === cell.formula || after?.formula === shifted) return { ...cell, formula: after.formula };
  const moved = moveFormula(cell.formula, rows, 0);
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
