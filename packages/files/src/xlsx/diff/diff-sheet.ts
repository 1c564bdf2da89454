import { movedIndex, namesSheet, type Shift, shiftedFormula } from '../edit/shift/axis-shift.ts';
import type { Corner } from '../formula/lexer.ts';
import { rewriteReferences } from '../formula/rewrite.ts';
import type { RowCells } from '../row-cells.ts';
import type { SheetInfo, Workbook } from '../workbook.ts';
import { type Alignment, alignLines, costAligned, costInPlace, type Line } from './align-lines.ts';
import { type Lockstep, readTogether } from './lockstep.ts';
import { type CellNumbers, cellNumbersOf, columnLines, readLines, rowLines, type SheetLines } from './sheet-lines.ts';
import { sumRows } from './sheet-rows.ts';

export type SheetPair = { readonly before: SheetInfo; readonly after: SheetInfo };
export type RowPair = readonly [number, number];

export type SheetCompared = {
  readonly pair: SheetPair;
  readonly frames: Lockstep['frames'];
  readonly rows: Alignment | undefined;
  readonly columns: Alignment | undefined;
  readonly shifts: readonly Shift[];
  /** Pairs of rows in which cells may differ. */
  readonly suspects: readonly RowPair[];
  readonly kept: Lockstep['kept'];
  /** Rows whose height, style or outline differs. */
  readonly settings: number;
};

export type Comparing = {
  readonly before: Workbook;
  readonly after: Workbook;
  /** Equal bytes mean equal cells: shared strings and style records are the same on both sides. */
  readonly rowsComparable: boolean;
  /** Style records that were there keep their numbers; otherwise a format cannot be taken over alone. */
  readonly stylesFollow: boolean;
};

/** Beyond this many rows a sheet is only aligned when many of its rows differ in place. */
const ALWAYS_ALIGNED = 20_000;
const SUSPICIOUS = 200;

/** Finds which rows and columns are the same ones. Nothing is aligned when none is new, gone or elsewhere. */
export const compareSheet = async (
  comparing: Comparing,
  pair: SheetPair,
  options: { readonly inPlace: boolean },
): Promise<SheetCompared> => {
  const { before, after } = comparing;
  const numbers = comparing.rowsComparable ? undefined : await bothNumbers(comparing);
  const same = numbers && ((a: RowCells, b: RowCells) => sameRow(a, numbers[0], b, numbers[1]));
  const read = await readTogether({ book: before, sheet: pair.before }, { book: after, sheet: pair.after }, same);
  const disordered = read.frames.some(({ disorder }) => disorder);
  const { differing, kept } = disordered ? await bySums(comparing, pair) : read;
  const plain: SheetCompared = {
    pair,
    frames: read.frames,
    rows: undefined,
    columns: undefined,
    shifts: [],
    suspects: differing.map((row) => [row, row]),
    kept,
    settings: read.settings,
  };
  const last = Math.max(...read.frames.map(({ lastRow }) => lastRow));
  const isFew = last > ALWAYS_ALIGNED && differing.length < SUSPICIOUS;
  if (options.inPlace || disordered || differing.length === 0 || isFew) return plain;
  // Rows before the first difference are themselves.
  const from = differing[0] ?? 1;
  const [oldNumbers, newNumbers] = numbers ?? (await bothNumbers(comparing));
  const [old, made] = await Promise.all([
    readLines(before, pair.before, from, oldNumbers),
    readLines(after, pair.after, from, newNumbers),
  ]);
  const found = bestAlignment(old, made, from);
  if (!found) return plain;
  return { ...plain, ...found, kept: undefined, suspects: suspectsOf(old, made, found, from) };
};

const bothNumbers = ({ before, after }: Comparing): Promise<[CellNumbers, CellNumbers]> =>
  Promise.all([cellNumbersOf(before), cellNumbersOf(after)]);

/** Whether two rows of different bytes say the same: one program numbers texts and styles otherwise than another. */
const sameRow = (a: RowCells, x: CellNumbers, b: RowCells, y: CellNumbers): boolean => {
  if (a.count !== b.count) return false;
  for (let index = 0; index < a.count; index++) {
    if (a.column[index] !== b.column[index]) return false;
    if (x.look(a.style[index] as number) !== y.look(b.style[index] as number)) return false;
    if ((a.formulaStart[index] as number) >= 0 || (b.formulaStart[index] as number) >= 0) return false;
    if (x.content(a, index) !== y.content(b, index)) return false;
  }
  return true;
};

/** Rows out of order cannot be read side by side; of a repeated row the last one counts. */
const bySums = async ({ before, after }: Comparing, pair: SheetPair) => {
  const [old, made] = await Promise.all([sumRows(before, pair.before), sumRows(after, pair.after)]);
  const differing = [...new Set([...old.keys(), ...made.keys()])].filter((row) => old.get(row) !== made.get(row));
  return { differing: differing.toSorted((a, b) => a - b), kept: undefined };
};

type Found = Pick<SheetCompared, 'rows' | 'columns' | 'shifts'>;

/** Lines that moved must explain the difference clearly better, or a few changed cells could look like a move. */
const bestAlignment = (old: SheetLines, made: SheetLines, from: number): Found | undefined => {
  const before = rowLines(old);
  const after = rowLines(made);
  const inPlace = costInPlace(before, after);
  const rows = useful(alignLines(before, after, from));
  const rowCost = rows ? costAligned(before, after, rows) : inPlace;
  const columns = useful(alignLines(columnLines(old), columnLines(made), 1));
  if (columns) {
    const mapped = rowLines(old, columnMap(columns));
    const kept = rowLines(made, without(columns.inserted));
    const inner = useful(alignLines(mapped, kept, from));
    const still = costInPlace(mapped, kept);
    const innerCost = inner ? costAligned(mapped, kept, inner) : still;
    const withRows = inner && innerCost * 2 < still;
    const cost = (withRows ? innerCost : still) + columns.inserted.length + columns.deleted.length;
    if (cost * 2 < Math.min(inPlace, rowCost)) return found(withRows ? inner : undefined, columns);
  }
  return rows && rowCost * 2 < inPlace ? found(rows, undefined) : undefined;
};

/** Lines that were only filled, emptied or changed where they stand are changes of cells. */
const useful = (alignment: Alignment): Alignment | undefined =>
  alignment.pairs.some(([a, b]) => a !== b) ? alignment : undefined;

const found = (rows: Alignment | undefined, columns: Alignment | undefined): Found => {
  const moves = (rows?.moved.length ?? 0) + (columns?.moved.length ?? 0) > 0;
  return { rows, columns, shifts: moves ? [] : [...shiftsOf(rows, 'row'), ...shiftsOf(columns, 'column')] };
};

/** The insertions and deletions that turn one numbering into the other, from the end backwards. */
const shiftsOf = (alignment: Alignment | undefined, axis: Shift['axis']): Shift[] => {
  if (!alignment) return [];
  const shift = (kind: Shift['kind']) => (run: { from: number; to: number }) => ({
    axis,
    at: run.from,
    count: run.to - run.from + 1,
    kind,
  });
  return [...runs(alignment.deleted).reverse().map(shift('delete')), ...runs(alignment.inserted).map(shift('insert'))];
};

export const runs = (numbers: readonly number[]): { from: number; to: number }[] => {
  const out: { from: number; to: number }[] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = out.at(-1);
    if (last && last.to + 1 === number) last.to = number;
    else out.push({ from: number, to: number });
  }
  return out;
};

/** Where a column of the earlier sheet stands in the later one; 0 when it is gone. */
export const columnMap = (columns: Alignment | undefined): ((column: number) => number) => {
  if (!columns) return (column) => column;
  const known = new Map<number, number>(columns.pairs);
  const shifts = shiftsOf(columns, 'column');
  const blank = (column: number) =>
    shifts.reduce<number>((at, shift) => (at === 0 ? 0 : (movedIndex(shift, at) ?? 0)), column);
  return (column) => known.get(column) ?? blank(column);
};

/** Columns that are new stand nowhere in the earlier numbering. */
export const without =
  (inserted: readonly number[]) =>
  (column: number): number =>
    inserted.includes(column) ? 0 : column;

/** Pairs whose cells are not known to be equal already. */
const suspectsOf = (old: SheetLines, made: SheetLines, { rows, columns }: Found, from: number): RowPair[] => {
  const lines = (list: readonly Line[]) => new Map(list.map((it) => [it.at, it.key]));
  const before = lines(rowLines(old, columnMap(columns)));
  const after = lines(rowLines(made, without(columns?.inserted ?? [])));
  const oldRows = new Map(old.rows.map((it) => [it.row, it]));
  const newRows = new Map(made.rows.map((it) => [it.row, it]));
  const pairs: readonly RowPair[] =
    rows?.pairs ?? [...new Set([...oldRows.keys(), ...newRows.keys()])].map((row): RowPair => [row, row]);
  return pairs.filter(([a, b]) => {
    if (b < from) return false;
    const [was, is] = [oldRows.get(a), newRows.get(b)];
    if (was?.hasFormula || is?.hasFormula || before.get(a) !== after.get(b)) return true;
    return columns ? (was?.look ?? 0) !== 0 || (is?.look ?? 0) !== 0 : was?.look !== is?.look;
  });
};

/** Formulas of the earlier file as they read once rows and columns have moved. */
export type Follow = (formula: string, home: string) => string;

export const followShifts = (compared: readonly SheetCompared[]): Follow => {
  const moving = compared.filter(({ rows, columns }) => rows || columns);
  if (moving.length === 0) return (formula) => formula;
  return (formula, home) =>
    moving.reduce((text, each) => {
      const isHere = namesSheet(each.pair.before.name, home === each.pair.before.name ? home : null);
      return each.shifts.length > 0
        ? each.shifts.reduce((it, shift) => shiftedFormula(it, shift, isHere), text)
        : followedLines(text, each, isHere);
    }, formula);
};

/** A formula whose references go where their lines went, as a program does that moves rows and columns. */
const followedLines = (
  formula: string,
  { rows, columns }: SheetCompared,
  isHere: (prefix: string) => boolean,
): string => {
  const [rowOf, columnOf] = [new Map(rows?.pairs), new Map(columns?.pairs)];
  const placed = (corner: Corner): Corner => ({
    ...corner,
    row: rowOf.get(corner.row) ?? corner.row,
    column: columnOf.get(corner.column) ?? corner.column,
  });
  return rewriteReferences(formula, (token) =>
    isHere(token.prefix)
      ? { ...token, from: placed(token.from), ...(token.to ? { to: placed(token.to) } : {}) }
      : token,
  );
};
