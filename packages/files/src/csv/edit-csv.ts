import { readFile, writeFile } from 'node:fs/promises';
import { extensionOf } from '../detect/formats.ts';
import { convertText, emptyText, openTextAs } from '../text/text-file.ts';
import { refusal } from '../tools/errors.ts';
import type { EditAnswer, EditRequest } from '../tools/kind-handler.ts';
import { type CsvFile, openCsv, strayQuotes } from './csv-file.ts';
import { applyCsvOp, type CsvOp, cellsOf, type Row, type Table, tableOf } from './table-edit.ts';
import { tableBytes } from './write.ts';

/** `csv_operations`: the batch applies whole or not at all. */
export const editCsv = async (request: EditRequest): Promise<EditAnswer> => {
  if ((request.args.operations as readonly unknown[]).length === 0 && typeof request.args.read_as !== 'string')
    throw refusal('VALIDATION_FAILED', 'bad_op', 'There is nothing to do: give at least one operation.');
  const text = request.source ? openTextAs(await readFile(request.source.file), request.args.read_as) : emptyText();
  const file = openCsv(
    request.args.encoding === 'utf-8' || request.args.read_as ? convertText(text, 'utf-8') : text,
    extensionOf(request.path),
  );
  const table = tableOf(file);
  const before = table.header;
  const ops = request.args.operations as readonly CsvOp[];
  for (const [op_index, op] of ops.entries()) applyCsvOp(table, op, op_index);
  const bytes = tableBytes(table);
  const isUnchanged = request.source !== null && bytes.equals(text.bytes);
  if (!isUnchanged) await writeFile(request.output, bytes, { flush: true });
  const effect = isUnchanged ? noEffect : effectOf(file, table, before);
  return {
    ...effect,
    action: isUnchanged ? 'unchanged' : request.source ? 'modified' : 'created',
    ops_applied: ops.length,
    warnings: [...(text.encoding.guessed ? [`encoding_guessed:${text.encoding.encoding}`] : []), ...strayQuotes(file)],
  };
};

type Effect = Pick<EditAnswer, 'changes' | 'focus_hint' | 'auto_summary'>;
const noEffect: Effect = { changes: {}, focus_hint: null, auto_summary: 'Nothing changed.' };

const effectOf = (file: CsvFile, table: Table, headerBefore: readonly string[]): Effect => {
  const rows_added = table.rows.filter(({ record }) => record === null).length;
  const rows_deleted = file.rowCount - (table.rows.length - rows_added);
  const columns = columnEffect(headerBefore, table.header);
  const hasNewShape = columns.added.length + columns.removed.length > 0 || columns.reordered;
  const touched = hasNewShape ? [] : table.rows.flatMap((row, at) => changedCells(table, row, at));
  const rows = new Set(touched.map(({ row }) => row)).size;
  const summary = [
    touched.length > 0 ? `${plural(touched.length, 'cell')} changed in ${plural(rows, 'row')}` : '',
    rows_added > 0 ? `${plural(rows_added, 'row')} added` : '',
    rows_deleted > 0 ? `${plural(rows_deleted, 'row')} deleted` : '',
    columns.added.length > 0 ? `column ${named(columns.added)} added` : '',
    columns.removed.length > 0 ? `column ${named(columns.removed)} removed` : '',
    columns.reordered ? 'columns reordered' : '',
    hasMovedRows(table) ? 'rows reordered' : '',
  ].filter((each) => each !== '');
  return {
    changes: {
      rows_added,
      rows_deleted,
      cells_changed: touched.length,
      columns_added: [...columns.added],
      columns_removed: [...columns.removed],
    },
    focus_hint: focusOf(table, touched, columns.added[0], rows_deleted > 0),
    auto_summary: `${summary.join('; ')}.`,
  };
};

const hasMovedRows = ({ rows }: Table): boolean => {
  const records = rows.flatMap(({ record }) => (record === null ? [] : [record]));
  return records.some((record, at) => at > 0 && record < (records[at - 1] ?? 0));
};

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
const named = (names: readonly string[]): string => names.slice(0, 5).join(', ') + (names.length > 5 ? ', …' : '');

const columnEffect = (before: readonly string[], after: readonly string[]) => {
  const added = after.filter((name) => !before.includes(name));
  const removed = before.filter((name) => !after.includes(name));
  const kept = before.filter((name) => after.includes(name));
  return {
    added,
    removed,
    reordered: after.filter((name) => before.includes(name)).some((name, at) => kept[at] !== name),
  };
};

type Touched = { readonly row: number; readonly column: string };

const changedCells = (table: Table, row: Row, at: number): readonly Touched[] => {
  if (row.record === null || row.cells === null) return [];
  const before = table.file.rawFields(row.record);
  return cellsOf(table, row).flatMap((raw, column) => {
    const old = before[column];
    return old && table.file.decode(old) === table.file.decode(raw)
      ? []
      : [{ row: at + 1, column: table.header[column] ?? '' }];
  });
};

const focusOf = (table: Table, touched: readonly Touched[], column: string | undefined, deleted: boolean) => {
  const [first] = touched;
  if (first) return { row_start: first.row, column: first.column };
  if (column !== undefined) return { row_start: 1, column };
  const added = table.rows.findIndex(({ record }) => record === null);
  if (added !== -1) return { row_start: added + 1 };
  if (!deleted) return { row_start: 1 };
  const gap = table.rows.findIndex(({ record }, at) => record !== at + table.file.firstRow);
  return { row_start: Math.max(1, gap === -1 ? table.rows.length : gap + 1) };
};
