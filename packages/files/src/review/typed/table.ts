import type { ReviewItem } from '@atelier/contracts';
import type { JsonObject } from '@atelier/kernel/core';
import { type CsvFile, openCsv } from '../../csv/csv-file.ts';
import type { TextFile } from '../../text/text-file.ts';
import { movesOf, together } from '../moved-records.ts';
import { pairColumns } from '../table-columns.ts';
import { compareGrids, gridOf } from '../table-diff.ts';
import { type Piece, piecesOf, recordUnits } from '../unit-changes.ts';
import type { Built } from './built.ts';
import { columnItems } from './long-table.ts';
import { textFacts } from './text.ts';

/** Columns that came, went or were renamed, then rows with every value that differs. */
export const buildTable = async (
  before: TextFile,
  after: TextFile,
  extension: string,
  options: JsonObject,
): Promise<Built> => {
  const [old, made] = [openCsv(before, extension), openCsv(after, extension)];
  const [oldUnits, newUnits] = [recordUnits(before, extension), recordUnits(after, extension)];
  const found = piecesOf(oldUnits, newUnits);
  const [oldGrid, newGrid] = [gridOf(old), gridOf(made)];
  const columns = pairColumns(oldGrid, newGrid);
  const { rows } = await compareGrids(oldGrid, newGrid, columns, options.key);
  const owner = ownersOf(found);
  const header = headerChanges(owner, old, made);
  const records = rows.map((row, at): ReviewItem => {
    const changes = [
      ...owner.old(row.before === null ? null : row.before + old.firstRow),
      ...owner.made(row.after === null ? null : row.after + made.firstRow),
    ];
    return {
      what: 'record',
      id: `row:${row.before ?? ''}:${row.after ?? ''}:${at}`,
      group: 'rows',
      place: { at: 'row', row: row.after ?? row.before ?? 0, key: row.key ? [...row.key] : null },
      status: row.status,
      changes: [...new Set(changes)],
      cells: row.cells.map((cell) => ({ ...cell })),
    };
  });
  const told = new Set(rows.flatMap(({ after: row }) => row ?? []));
  const moves = movesOf(found, oldUnits, newUnits);
  const moved = moves.flatMap(({ from, to }): ReviewItem[] => {
    const [rowBefore, row] = [from - old.firstRow, to - made.firstRow];
    if (rowBefore < 1 || row < 1 || told.has(row)) return [];
    const values = newGrid.rows[row - 1] ?? [];
    return [
      {
        what: 'record',
        id: `moved:${rowBefore}:${row}`,
        group: 'rows',
        place: { at: 'row', row, key: null },
        status: 'moved',
        rowBefore,
        changes: [...new Set([...owner.old(from), ...owner.made(to)])],
        cells: newGrid.header.map((column, at) => ({ column, before: values[at] ?? '', after: values[at] ?? '' })),
      },
    ];
  });
  const placeOf = new Map(found.map(({ id }, at) => [id, at]));
  // A row that moved and changed holds the pieces of both its places together, too.
  const bound = rows.flatMap(({ before: from, after: to }) => {
    const [left] = owner.old(from === null ? null : from + old.firstRow);
    const [joined] = owner.made(to === null ? null : to + made.firstRow);
    return left === undefined || joined === undefined || left === joined
      ? []
      : [{ left: placeOf.get(left) ?? 0, joined: placeOf.get(joined) ?? 0 }];
  });
  const pieces = together(found, [...moves, ...bound]);
  return {
    kind: 'csv',
    items: [...columnItems(columns.report, header), ...records, ...moved],
    groups: new Map([
      ['columns', 'Columns'],
      ['rows', 'Rows'],
    ]),
    changes: pieces,
    also: textFacts(before, after),
    isDivisible: true,
  };
};

/** Which piece a record belongs to; unit 0 is what stands before the first record. */
const ownersOf = (pieces: readonly Piece[]) => {
  const [old, made] = [new Map<number, string>(), new Map<number, string>()];
  for (const { id, oldFrom, oldTo, newFrom, newTo } of pieces) {
    for (let unit = oldFrom; unit < oldTo; unit++) old.set(unit, id);
    for (let unit = newFrom; unit < newTo; unit++) made.set(unit, id);
  }
  const find = (map: ReadonlyMap<number, string>) => (unit: number | null) => {
    const id = unit === null ? undefined : map.get(unit);
    return id === undefined ? [] : [id];
  };
  return { old: find(old), made: find(made) };
};

/** A header line is the record before the first row. */
const headerChanges = (owner: ReturnType<typeof ownersOf>, before: CsvFile, after: CsvFile): string[] => [
  ...new Set([...owner.old(before.firstRow), ...owner.made(after.firstRow)]),
];
