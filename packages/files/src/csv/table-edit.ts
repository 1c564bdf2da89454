import type { z } from 'zod';
import { parseRanges } from '../tools/budget.ts';
import type { csvOperations } from '../tools/definitions/text.ts';
import { refusal } from '../tools/errors.ts';
import { columnNames } from './columns.ts';
import type { CsvFile } from './csv-file.ts';

export type CsvOp = z.infer<typeof csvOperations.params>['operations'][number];
type Of<Op extends CsvOp['op']> = Extract<CsvOp, { op: Op }>;
type Scalar = string | number | boolean | null;
type KeyCell = { readonly column: string; readonly value: Scalar };

/** A data row: the record it came from (null when new) and its raw cells, once anything in it was touched. */
export type Row = { readonly record: number | null; cells: Buffer[] | null };
export type Table = { header: string[]; headerCells: Buffer[] | null; rows: Row[]; readonly file: CsvFile };

export const tableOf = (file: CsvFile): Table => {
  const { dialect } = file;
  return {
    file,
    header: columnNames(dialect.header, dialect.width).map(({ name }) => name),
    headerCells: null,
    rows: Array.from({ length: file.rowCount }, (_, at) => ({ record: at + file.firstRow, cells: null })),
  };
};

export const applyCsvOp = (table: Table, op: CsvOp, op_index: number): void => {
  switch (op.op) {
    case 'append_rows':
      appendRows(table, op, op_index);
      break;
    case 'update_cells':
      for (const { row, column, value } of op.cells)
        setCell(table, rowAt(table, row, op_index), column, value, op_index);
      break;
    case 'update_where':
      updateWhere(table, op, op_index);
      break;
    case 'delete_rows':
      deleteRows(table, op, op_index);
      break;
    case 'add_column':
      addColumn(table, op, op_index);
      break;
    case 'rename_column':
      renameColumn(table, op, op_index);
      break;
    case 'delete_column': {
      const at = columnAt(table, op.name, op_index);
      reshape(table, (cells) => cells.toSpliced(at, 1), op_index);
      break;
    }
    case 'reorder_columns':
      reorderColumns(table, op, op_index);
      break;
    case 'reorder_rows':
      reorderRows(table, op, op_index);
      break;
  }
};

const bad = (op_index: number, message: string) => refusal('VALIDATION_FAILED', 'bad_op', message, { op_index });
export const scalarToText = (value: Scalar): string => (value === null ? '' : String(value));
const cell = (table: Table, value: Scalar, op_index: number): Buffer =>
  table.file.encode(scalarToText(value), op_index);

const columnAt = (table: Table, name: string, op_index: number): number => {
  const exact = table.header.indexOf(name);
  const at = exact === -1 ? table.header.findIndex((each) => each.toLowerCase() === name.toLowerCase()) : exact;
  if (at !== -1) return at;
  throw refusal('VALIDATION_FAILED', 'unknown_column', `There is no column "${name}".`, {
    op_index,
    candidates: table.header.slice(0, 50),
  });
};

const rowAt = (table: Table, row: number, op_index: number): Row => {
  const found = table.rows[row - 1];
  if (found) return found;
  throw refusal('VALIDATION_FAILED', 'index_out_of_range', `Row ${row} is outside 1-${table.rows.length}.`, {
    op_index,
  });
};

export const cellsOf = (table: Table, row: Row): readonly Buffer[] =>
  row.cells ?? (row.record === null ? [] : table.file.rawFields(row.record));

const setCell = (table: Table, row: Row, column: string, value: Scalar, op_index: number): void => {
  const at = columnAt(table, column, op_index);
  const cells = [...cellsOf(table, row)];
  while (cells.length <= at) cells.push(Buffer.alloc(0));
  const raw = cells[at];
  const text = scalarToText(value);
  // Setting what is there already must not change its quoting.
  if (raw && table.file.decode(raw) === text) return;
  cells[at] = cell(table, value, op_index);
  row.cells = cells;
};

const appendRows = (table: Table, { rows, records }: Of<'append_rows'>, op_index: number): void => {
  if ((rows === null) === (records === null)) throw bad(op_index, 'append_rows takes either rows or records.');
  if (table.header.length === 0) beginHeader(table, rows?.[0] ?? records?.[0]?.map(({ column }) => column), op_index);
  const isFresh = table.file.records.count === 0 && table.rows.length === 0 && rows !== null;
  const body = isFresh && table.headerCells !== null && sameAsHeader(table, rows?.[0]) ? rows?.slice(1) : rows;
  for (const values of body ?? []) {
    if (values.length > table.header.length)
      throw bad(op_index, `A row has ${values.length} cells, the header ${table.header.length}.`);
    const padded = table.header.map((_, at) => cell(table, values[at] ?? null, op_index));
    table.rows.push({ record: null, cells: padded });
  }
  for (const record of records ?? []) {
    const cells = table.header.map(() => Buffer.alloc(0));
    for (const { column, value } of record)
      cells[columnAt(table, column, op_index)] = Buffer.from(cell(table, value, op_index));
    table.rows.push({ record: null, cells });
  }
};

/** The first rows given to a new file begin with its header. */
const beginHeader = (table: Table, names: readonly Scalar[] | undefined, op_index: number): void => {
  if (!names || names.length === 0) throw bad(op_index, 'A new file needs a header: give it in the first row.');
  table.header = columnNames(names.map(scalarToText), names.length).map(({ name }) => name);
  table.headerCells = names.map((name) => cell(table, name, op_index));
};

const sameAsHeader = (table: Table, row: readonly Scalar[] | undefined): boolean =>
  row !== undefined &&
  row.length === table.header.length &&
  row.every((value, at) => scalarToText(value) === table.header[at]);

const matcher = (table: Table, key: readonly KeyCell[], op_index: number): ((row: Row) => boolean) => {
  const wanted = key.map(({ column, value }) => ({ at: columnAt(table, column, op_index), value }));
  return (row) => {
    const cells = cellsOf(table, row);
    return wanted.every(({ at, value }) => {
      const raw = cells[at];
      const text = raw ? table.file.decode(raw) : '';
      return (
        text === scalarToText(value) || (typeof value === 'number' && text.trim() !== '' && Number(text) === value)
      );
    });
  };
};

const expectCount = (found: number, expected: number | null, op_index: number): void => {
  if (expected !== null && found !== expected) {
    throw refusal('CONFLICT_STALE_STATE', 'expect', `${found} rows match, not ${expected}.`, { op_index });
  }
  if (found === 0 && expected === null)
    throw refusal('VALIDATION_FAILED', 'no_match', 'No row matches the key.', { op_index });
};

const updateWhere = (table: Table, { key, set, expect_count }: Of<'update_where'>, op_index: number): void => {
  const hits = table.rows.filter(matcher(table, key, op_index));
  expectCount(hits.length, expect_count, op_index);
  for (const row of hits) for (const { column, value } of set) setCell(table, row, column, value, op_index);
};

const deleteRows = (table: Table, { rows, key, expect_count }: Of<'delete_rows'>, op_index: number): void => {
  if ((rows === null) === (key === null)) throw bad(op_index, 'delete_rows takes either rows or key.');
  const isDoomed = key === null ? rowTest(table, rows ?? '', op_index) : matcher(table, key, op_index);
  const kept = table.rows.filter((row, at) => !isDoomed(row, at));
  expectCount(table.rows.length - kept.length, expect_count, op_index);
  table.rows = kept;
};

const rowTest = (table: Table, rows: string, op_index: number): ((row: Row, at: number) => boolean) => {
  const ranges = parseRanges(rows, table.rows.length);
  if (!ranges) throw bad(op_index, `"${rows}" are no rows; write 3, 5-9 or 2,4-6.`);
  for (const [, to] of ranges) rowAt(table, to, op_index);
  return (_, at) => ranges.some(([from, to]) => at + 1 >= from && at + 1 <= to);
};

const addColumn = (
  table: Table,
  { name, after, default: fallback, values }: Of<'add_column'>,
  op_index: number,
): void => {
  if (table.header.some((each) => each.toLowerCase() === name.toLowerCase()))
    throw bad(op_index, `There is a column "${name}" already.`);
  if (values && values.length > table.rows.length)
    throw bad(op_index, `${values.length} values for ${table.rows.length} rows.`);
  const at = after === null ? table.header.length : columnAt(table, after, op_index) + 1;
  const width = table.header.length;
  reshape(
    table,
    (cells, row) => {
      const padded = cells.concat(Array.from({ length: Math.max(0, width - cells.length) }, () => Buffer.alloc(0)));
      const value = row === null ? name : (values?.[row] ?? fallback);
      return padded.toSpliced(at, 0, cell(table, value, op_index));
    },
    op_index,
  );
};

const renameColumn = (table: Table, { from, to }: Of<'rename_column'>, op_index: number): void => {
  const at = columnAt(table, from, op_index);
  if (table.header.some((each, other) => other !== at && each.toLowerCase() === to.toLowerCase()))
    throw bad(op_index, `There is a column "${to}" already.`);
  requireHeader(table, op_index);
  table.headerCells = headerCellsOf(table, op_index).with(at, cell(table, to, op_index));
  table.header = table.header.with(at, to);
};

const reorderColumns = (table: Table, { order }: Of<'reorder_columns'>, op_index: number): void => {
  const places = order.map((name) => columnAt(table, name, op_index));
  if (new Set(places).size !== table.header.length || places.length !== table.header.length) {
    throw bad(op_index, 'order must name every column once.');
  }
  reshape(table, (cells) => places.map((at) => cells[at] ?? Buffer.alloc(0)), op_index);
};

const reorderRows = (table: Table, { order }: Of<'reorder_rows'>, op_index: number): void => {
  const moved = order.map((row) => rowAt(table, row, op_index));
  if (moved.length !== table.rows.length || new Set(order).size !== order.length) {
    throw bad(op_index, `order must name each of the ${table.rows.length} rows once.`);
  }
  table.rows = moved;
};

const requireHeader = (table: Table, op_index: number): void => {
  if (!table.file.dialect.has_header) throw bad(op_index, 'The file has no header row.');
};

const headerCellsOf = (table: Table, op_index: number): Buffer[] => {
  if (table.headerCells) return table.headerCells;
  return table.file.firstRow === 1
    ? [...table.file.rawFields(0)]
    : table.header.map((name) => cell(table, name, op_index));
};

/** Changes the cells of every record, header included; `row` is null for the header. */
const reshape = (table: Table, change: (cells: Buffer[], row: number | null) => Buffer[], op_index: number): void => {
  const header = change(headerCellsOf(table, op_index), null);
  table.header = columnNames(
    header.map((raw) => table.file.decode(raw)),
    header.length,
  ).map(({ name }) => name);
  if (table.file.dialect.has_header) table.headerCells = header;
  for (const [at, row] of table.rows.entries()) row.cells = change([...cellsOf(table, row)], at);
};
