import type { ReviewItem } from '@atelier/contracts';
import type { JsonObject } from '@atelier/kernel/core';
import { type CsvFile, openCsv } from '../../csv/csv-file.ts';
import type { TextFile } from '../../text/text-file.ts';
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
  const pieces = piecesOf(recordUnits(before, extension), recordUnits(after, extension));
  const [oldGrid, newGrid] = [gridOf(old), gridOf(made)];
  const columns = pairColumns(oldGrid, newGrid);
  const { rows } = await compareGrids(oldGrid, newGrid, columns, options.key);
  const owner = ownersOf(pieces);
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
  return {
    kind: 'csv',
    items: [...columnItems(columns.report, header), ...records],
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
