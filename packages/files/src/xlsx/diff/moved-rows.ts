import { type Mark, movedTogether, type Place } from '../../office/moved-places.ts';
import { isFilled } from '../row-cells.ts';
import { walkSheet } from '../sheet-stream.ts';
import { type SheetInfo, sheetNamed, type Workbook } from '../workbook.ts';
import { type Comparing, columnMap, type SheetCompared, without } from './diff-sheet.ts';
import { type CellChange, LINES } from './diff-types.ts';
import type { LineUnit } from './line-moves.ts';
import { type CellNumbers, cellNumbersOf, keyOf, mix } from './sheet-lines.ts';

type Told = {
  /** The workbooks whose cells were compared; rows may have been moved in the earlier one already. */
  readonly comparing: Comparing;
  readonly compared: readonly SheetCompared[];
  readonly cells: readonly CellChange[];
  readonly units: readonly LineUnit[];
  /** The earlier workbook as it was, and how its lines were found again. */
  readonly original: Workbook;
  readonly aligned: readonly SheetCompared[];
};

/**
 * A row that went in one place and came in another moved, whatever the changes are made of: cells, lines, or all
 * lines at once. One of the two without the other would lose the row or double it, so each needs the other.
 */
export const boundByMoves = async (told: Told): Promise<ReadonlyMap<string, readonly string[]>> => {
  const bound = new Map<string, readonly string[]>();
  const numbers = { before: undefined, original: undefined, after: undefined } as Record<
    string,
    CellNumbers | undefined
  >;
  const numbersOf = async (side: string, book: Workbook): Promise<CellNumbers> => {
    numbers[side] ??= await cellNumbersOf(book);
    return numbers[side];
  };
  const idsByRow = rowIds(told.cells);
  for (const sheet of told.comparing.after.sheets) {
    const rows = idsByRow.get(sheet.name) ?? new Map<number, readonly string[]>();
    const lines = linesOf(told, sheet.name);
    if (rows.size + lines.length < 2) continue;
    const pair = told.compared.find((it) => it.pair.after === sheet);
    const aligned = told.aligned.find((it) => it.pair.after.name === sheet.name);
    const before = pair?.pair.before ?? sheetNamed(told.comparing.before, aligned?.pair.before.name ?? sheet.name);
    const original = sheetNamed(told.original, aligned?.pair.before.name ?? sheet.name);
    if (!before || !original) continue;
    const rowBefore = new Map(pair?.rows?.pairs.map(([a, b]) => [b, a]) ?? []);
    const sourceOf = (row: number) => (pair?.rows ? rowBefore.get(row) : row);
    const inserted = lines.filter(({ status }) => status === 'inserted');
    const deleted = lines.filter(({ status }) => status === 'deleted');
    const [is, was, gone] = [
      await marksOf(
        told.comparing.after,
        sheet,
        [...rows.keys(), ...inserted.map(({ row }) => row)],
        await numbersOf('after', told.comparing.after),
        without(aligned?.columns?.inserted ?? []),
      ),
      await marksOf(
        told.comparing.before,
        before,
        [...rows.keys()].flatMap((row) => sourceOf(row) ?? []),
        await numbersOf('before', told.comparing.before),
        columnMap(pair?.columns),
      ),
      await marksOf(
        told.original,
        original,
        deleted.map(({ row }) => row),
        deleted.length === 0 ? NONE : await numbersOf('original', told.original),
        columnMap(aligned?.columns),
      ),
    ];
    const places: Place[] = [
      ...[...rows].map(([row, ids]) => ({ ids, left: was.get(sourceOf(row) ?? 0), joined: is.get(row) })),
      ...inserted.map(({ row, id }) => ({ ids: [id], joined: is.get(row) })),
      ...deleted.map(({ row, id }) => ({ ids: [id], left: gone.get(row) })),
    ];
    for (const [id, others] of movedTogether(places)) bound.set(id, others);
  }
  return bound;
};

const NONE: CellNumbers = { content: () => 0, look: () => 0 };

const rowIds = (cells: readonly CellChange[]): ReadonlyMap<string, ReadonlyMap<number, readonly string[]>> => {
  const sheets = new Map<string, Map<number, string[]>>();
  for (const { id, sheet, ref } of cells) {
    const rows = sheets.get(sheet) ?? new Map<number, string[]>();
    sheets.set(sheet, rows);
    const row = Number(/\d+$/.exec(ref)?.[0]);
    const known = rows.get(row);
    if (known) known.push(id);
    else rows.set(row, [id]);
  }
  return sheets;
};

type RowLine = { readonly row: number; readonly status: 'inserted' | 'deleted'; readonly id: string };

/** Rows that came or went, each with the change that brings it. */
const linesOf = ({ units, aligned }: Told, sheet: string): RowLine[] => {
  const own = units.filter(({ moves }) => moves.axis === 'row' && moves.after === sheet);
  if (units.length > 0)
    return own.flatMap(({ id, status, from, to }) =>
      Array.from({ length: to - from + 1 }, (_, at) => ({ row: from + at, status, id })),
    );
  const rows = aligned.find(({ pair }) => pair.after.name === sheet)?.rows;
  return [
    ...(rows?.inserted ?? []).map((row) => ({ row, status: 'inserted' as const, id: LINES })),
    ...(rows?.deleted ?? []).map((row) => ({ row, status: 'deleted' as const, id: LINES })),
  ];
};

const marksOf = async (
  book: Workbook,
  sheet: SheetInfo,
  rows: readonly number[],
  numbers: CellNumbers,
  columnOf: (column: number) => number,
): Promise<ReadonlyMap<number, Mark>> => {
  const marks = new Map<number, Mark>();
  if (rows.length === 0) return marks;
  const wanted = new Set(rows);
  const last = rows.reduce((most, row) => Math.max(most, row), 0);
  await walkSheet(book.parts.chunks(sheet.part), {
    wants: (row) => (row > last ? 'stop' : wanted.has(row)),
    row: (cells) => {
      const contents: number[] = [];
      for (let index = 0; index < cells.count; index++) {
        const column = columnOf(cells.column[index] as number);
        if (column > 0 && isFilled(cells, index)) contents.push(mix(column, numbers.content(cells, index)));
      }
      const [first] = contents;
      if (first !== undefined) marks.set(cells.row, { key: keyOf(Int32Array.from(contents)), first });
    },
  });
  return marks;
};
