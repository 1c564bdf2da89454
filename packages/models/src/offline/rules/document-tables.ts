import { call, type ListedFile, refuse, type Sub } from '../plan.ts';
import { isNumbering } from '../reading/quantities.ts';
import { readAmount } from '../reading/said-values.ts';
import type { Asked, Column, Table } from '../rule.ts';
import { headsInFirstRow, plainView } from '../table-view.ts';
import { type Block, blocksOf } from './document-facts/document-blocks.ts';

/** The tables of a document that have heads in their first row and as many cells in every other one. */
export function* documentTables(file: ListedFile): Sub<readonly Table[]> {
  const blocks = yield* blocksOf(file.path);
  const byTable = Map.groupBy(
    blocks.filter(({ row }) => row !== undefined),
    ({ row }) => row?.table ?? -1,
  );
  const found = [...byTable].flatMap(([at, rows]) => tableOfRows(file, at, rows) ?? []);
  return found.map((table) => ({ ...table, isOnlySheet: found.length === 1 }));
}

const tableOfRows = (file: ListedFile, table: number, blocks: readonly Block[]): Table | undefined => {
  const [first, ...body] = blocks.map(({ row }) => ({
    at: row?.row ?? 0,
    cells: (row?.cells ?? []).map((cell) => cell.trim()),
  }));
  const heads = headsInFirstRow(first?.cells);
  if (!first || !heads || body.length < 2 || body.some(({ cells }) => cells.length !== heads.length)) return undefined;
  return {
    path: file.path,
    version: file.version,
    kind: 'docx',
    sheet: null,
    range: null,
    isOnlySheet: true,
    hidden: 0,
    columns: heads.map(
      (name, at): Column => ({
        name,
        type: typeOf(
          name,
          body.map(({ cells }) => cells[at] ?? ''),
        ),
      }),
    ),
    rowCount: body.length,
    view: plainView,
    sample: body.slice(0, 5).map(({ cells }) => cells),
    document: { table, heading: blocks[0]?.heading ?? '', rows: body },
  };
};

/** Numbers where every cell that says anything is one; what only numbers the rows is their name. */
const typeOf = (name: string, cells: readonly string[]): string => {
  const filled = cells.filter((cell) => cell !== '');
  const isNumber = filled.length > 0 && filled.every((cell) => readAmount(cell) !== undefined);
  return isNumber && !isNumbering(name, filled.map(Number)) ? 'float' : 'string';
};

export type DocumentCell = { readonly row: number; readonly column: string; readonly value: string | number };

/** Writes cells of a table in a document. */
export function* writeDocumentCells(asked: Asked, table: Table, cells: readonly DocumentCell[]): Sub<void> {
  const summary = asked.say(`${cells.length} cells changed.`, `${cells.length} תאים השתנו.`);
  const written = cells.map(({ row, column, value }) => ({
    row,
    col: table.columns.findIndex(({ name }) => name === column),
    text: String(value),
    runs: null,
  }));
  yield* changeDocument(table, [{ op: 'set_table_cells', table: placeIn(table), cells: written }], summary);
}

/** Puts a row below those of a table in a document. */
export function* addDocumentRow(
  table: Table,
  cells: readonly { readonly column: string; readonly value: string | number }[],
  summary: string,
): Sub<void> {
  const row = table.columns.map(({ name }) => String(cells.find(({ column }) => column === name)?.value ?? ''));
  const last = table.document?.rows.at(-1)?.at ?? 0;
  yield* changeDocument(
    table,
    [{ op: 'insert_table_rows', table: placeIn(table), at: last + 1, rows: [row] }],
    summary,
  );
}

/** Takes rows out of a table in a document, from the bottom up. */
export function* deleteDocumentRows(table: Table, rows: readonly number[], summary: string): Sub<void> {
  const operations = rows
    .toSorted((a, b) => b - a)
    .map((row) => ({ op: 'delete_table_rows', table: placeIn(table), from: row, to: row }));
  yield* changeDocument(table, operations, summary);
}

const placeIn = ({ document, path }: Table): number =>
  document?.table ?? refuse(`${path} has no such table.`, `בקובץ ${path} אין טבלה כזו.`);

function* changeDocument(
  { path, version }: Table,
  operations: readonly { readonly op: string; readonly [name: string]: unknown }[],
  summary: string,
): Sub<void> {
  yield* call('docx_operations', {
    path,
    create_new: null,
    copy_from: null,
    track_changes: null,
    operations: operations as never,
    expected_version: version,
    summary,
  });
}
