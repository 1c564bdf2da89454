import type { Json, JsonObject } from '@atelier/kernel/core';
import { asList, call, refuse, type Sub } from '../plan.ts';
import type { Condition } from '../reading/conditions.ts';
import { isSaidIn } from '../reading/marks.ts';
import { type Asked, sqlName, type Table } from '../rule.ts';
import { asMeant } from '../table-view.ts';
import { fitting } from './answer-words.ts';
import { operationsAsTyped } from './as-typed.ts';
import { columnLetters } from './column-letters.ts';
import { deleteDocumentRows } from './document-tables.ts';
import { type Beside, besideInWords, besideOf } from './not-counted.ts';
import { questionMeant } from './question.ts';
import { whereOf } from './question-sql.ts';
import { isTextOrNumber, onlyRegion, type Region } from './sheet-region.ts';
import { conditionInWords, inRequest } from './word-question.ts';

/** The rows that words name by conditions alone, in the one table they can be of. */
export type RowsMeant = {
  readonly table: Table;
  readonly rows: readonly number[];
  /** Which rows they are, as an answer says it. */
  readonly which: string;
  /** What is near to that and was left aside. */
  readonly beside: readonly string[];
};

export const mostEdits = 10_000;

/** `way` makes a whole request of a condition: it is offered where two conditions may be meant. */
export function* rowsMeant(
  asked: Asked,
  words: string,
  way: (table: Table, condition: string) => string,
): Sub<RowsMeant> {
  const { table, question } = yield* questionMeant({ ...asked, rest: words });
  const { measures, by, where, order, columns } = question;
  const isRowsOnly =
    measures.length + by.length + order.length + columns.length === 0 &&
    where.length > 0 &&
    question.limit === undefined &&
    question.extreme === undefined &&
    question.distinct === undefined;
  if (!isRowsOnly)
    return refuse(
      `Say which rows of ${table.path} by a condition, as in "where … is …".`,
      `כתבו באילו שורות של ${table.path} מדובר, למשל "שבהן … היא …".`,
    );
  const fits = whereOf(where, table);
  const rows = (yield* everyRow(table, `SELECT __row FROM data_rows${fits} ORDER BY __row`)).map(([row]) =>
    Number(row),
  );
  if (rows.length === 0)
    return refuse(
      `None of the ${table.rowCount} rows in ${table.path} fits that.`,
      `אף אחת מ-${table.rowCount} השורות בקובץ ${table.path} אינה מתאימה.`,
    );
  const beside = yield* besideOf(table, question);
  for (const { condition, said } of beside) yield* onlyThose(asked, words, table, condition, said, way);
  return { table, rows, which: fitting(asked, question), beside: besideInWords(asked, beside) };
}

/** "The cancelled ones" may be those whose note only mentions it. What is changed is not guessed. */
function* onlyThose(
  asked: Asked,
  words: string,
  table: Table,
  { column, values }: Condition,
  said: Beside['said'],
  way: (table: Table, condition: string) => string,
): Sub<void> {
  const isFlag = table.view.flags.has(column);
  if (isFlag || isSaidIn(words, [column])) return;
  const [value = ''] = values;
  const [other = ''] = said[0] ?? [];
  const contains = (each: string): Condition => ({ column, operator: 'contains', values: [each] });
  const conditions: readonly Condition[] = [
    { column, operator: '=', values },
    ...(other.toLowerCase().includes(value.toLowerCase())
      ? [contains(value)]
      : [{ column, operator: '=' as const, values: [...values, ...said.map(([each]) => each)] }]),
  ];
  refuse(
    `${column} says "${value}", and also "${other}". Which rows do you mean?`,
    `בעמודה ${column} כתוב "${value}", וגם "${other}". לאילו שורות הכוונה?`,
    conditions.map((each) => way(table, conditionInWords(each, asked.language, inRequest))),
    table.path,
  );
}

/** All rows of a query, window by window. */
export function* everyRow(
  { path, sheet, range, rowCount, view }: Table,
  query: string,
): Sub<readonly (readonly Json[])[]> {
  if (rowCount > mostEdits)
    return refuse(
      `I change tables of up to ${mostEdits} rows; ${path} has ${rowCount}.`,
      `אני משנה טבלאות של עד ${mostEdits} שורות; ב-${path} יש ${rowCount}.`,
    );
  const found: (readonly Json[])[] = [];
  for (let offset = 0; offset < rowCount; offset += 1000) {
    const window = { window_rows: 1000, window_offset: offset, count_only: null, tables: null };
    const scoped = asMeant(view, query);
    const { rows } = yield* call('table_query', { path, query: scoped, ...window, sheet, range });
    const list = asList(rows).map(asList);
    found.push(...list);
    if (list.length < 1000) break;
  }
  return found;
}

/** A sheet whose rows can be changed by their place: one plain table, and nothing in the workbook that points into it. */
export function* plainRegion({ path, sheet }: Table): Sub<Region> {
  const region = yield* onlyRegion(path, sheet ?? '');
  return region.isPlain
    ? region
    : refuse(
        `${path} has formulas, notes or formats that belong to certain cells. Change it by hand, or save it as csv first.`,
        `בקובץ ${path} יש נוסחאות, הערות או עיצוב של תאים מסוימים. שנו אותו ידנית, או שמרו אותו תחילה כ-csv.`,
      );
}

/** Deletes rows of a csv or of a plain sheet, each by its place. */
export function* deleteRows(asked: Asked, table: Table, rows: readonly number[]): Sub<void> {
  const summary = asked.say(`${rows.length} rows deleted.`, `נמחקו ${rows.length} שורות.`);
  if (table.kind === 'docx') return yield* deleteDocumentRows(table, rows, summary);
  if (table.kind !== 'xlsx') {
    const op = { op: 'delete_rows', rows: rows.join(','), key: null, expect_count: rows.length };
    yield* callCsv(table, [op], summary);
    return;
  }
  const { headerRow } = yield* plainRegion(table);
  // From the bottom up, so that no row moves before its turn.
  const operations = rows
    .toReversed()
    .map((row) => ({ op: 'delete_rows', sheet: table.sheet, row: headerRow + row, count: 1 }));
  yield* callXlsx(table, operations, summary);
}

export type CellEdit = { readonly row: number; readonly value: string | number };

/** Writes one column's cells in the rows that are given. */
export function* setCells(asked: Asked, table: Table, column: string, cells: readonly CellEdit[]): Sub<void> {
  const summary = asked.say(
    `${cells.length} cells of ${column} changed.`,
    `${cells.length} תאים בעמודה ${column} השתנו.`,
  );
  if (table.kind !== 'xlsx') {
    yield* callCsv(
      table,
      [{ op: 'update_cells', cells: cells.map(({ row, value }) => ({ row, column, value })) }],
      summary,
    );
    return;
  }
  const { headerRow, left, headers, types } = yield* plainRegion(table);
  // A date written as text would look like one and be none.
  if (!isTextOrNumber(types[headers.indexOf(column)] ?? ''))
    return refuse(
      `${column} in ${table.path} holds dates or mixed values, and I write texts and numbers only. Change it by hand.`,
      `בעמודה ${column} בקובץ ${table.path} יש תאריכים או ערכים מעורבים, ואני כותב רק טקסט ומספרים. שנו אותה ידנית.`,
    );
  const letters = columnLetters(left + headers.indexOf(column));
  const written = cells.map(({ row, value }) => ({
    cell: `${letters}${headerRow + row}`,
    value,
    type: typeof value === 'number' ? 'number' : 'string',
    style: null,
  }));
  yield* callXlsx(table, [{ op: 'set_cells', sheet: table.sheet, cells: written }], summary);
}

/** Changes a csv; each new cell is written as its column is typed. */
export function* callCsv(table: Table, operations: readonly JsonObject[], summary: string): Sub<JsonObject> {
  return yield* call('csv_operations', {
    path: table.path,
    create_new: null,
    operations: yield* operationsAsTyped(table, operations),
    encoding: null,
    expected_version: table.version,
    summary,
  });
}

export function* callXlsx(
  { path, version }: Table,
  operations: readonly JsonObject[],
  summary: string,
): Sub<JsonObject> {
  return yield* call('xlsx_operations', {
    path,
    create_new: null,
    copy_from: null,
    operations,
    expected_version: version,
    summary,
  });
}

/** Every column of the rows, as one list for a query. */
export const allColumns = ({ columns }: Table): string => columns.map(({ name }) => sqlName(name)).join(', ');
