import { createReadStream, createWriteStream } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Json } from '@atelier/kernel/core';
import { refusal } from '../tools/errors.ts';
import type { TableColumn as SheetColumn, TableValue } from '../xlsx/write/row-xml.ts';
import { literal, queryRefusal, quoted, rowsOf, within } from './duck.ts';
import { guardQuery } from './guard.ts';
import type { Session } from './session.ts';
import { typeOf } from './types.ts';
import { jsonValue } from './values.ts';

export const exportLimit = 30_000;

export type Selection = { readonly sql: string; readonly warnings: readonly string[] };

/** The whole table in source order, or a guarded query over it. */
export const selectionOf = async (session: Session, query: string | null): Promise<Selection> => {
  if (query === null) return { sql: 'SELECT * FROM data', warnings: [] };
  const { sql, isOrdered } = await guardQuery(session.duck, query, session.tables);
  return { sql, warnings: isOrdered ? [] : ['query_has_no_order_by'] };
};

export type Shape = {
  readonly columns: readonly string[];
  readonly types: readonly string[];
  readonly rowCount: number;
};

/** Columns and size of a selection, before anything is written. */
export const shapeOf = async (session: Session, { sql }: Selection): Promise<Shape> =>
  refusing(async () => {
    const { columns, types } = await rowsOf(session.duck, `SELECT * FROM (${sql}\n) AS q LIMIT 0`);
    const { rows } = await rowsOf(session.duck, `SELECT count(*) FROM (${sql}\n) AS q`);
    return { columns, types, rowCount: Number(rows[0]?.[0] ?? 0) };
  }, session);

export type CsvOptions = { readonly neutralize: boolean; readonly bom: boolean };

/** The engine writes the file itself: through JavaScript the same rows take nine times as long. */
export const exportCsv = async (
  session: Session,
  selection: Selection,
  shape: Shape,
  output: string,
  options: CsvOptions,
): Promise<readonly string[]> =>
  refusing(async () => {
    const { duck } = session;
    const dangerous = await countFormulaLike(session, selection, shape);
    const sql = options.neutralize && dangerous > 0 ? neutralized(selection, shape) : selection.sql;
    await within(duck, exportLimit, 'export', () =>
      duck.connection.run(
        `COPY (${sql}\n) TO ${literal(output)} (FORMAT csv, HEADER true, DELIMITER ',', QUOTE '"', ESCAPE '"')`,
      ),
    );
    if (options.bom) await addMark(output);
    return dangerous === 0
      ? []
      : [`${options.neutralize ? 'formula_like_cells_neutralized' : 'formula_like_cells'}:${dangerous}`];
  }, session);

const addMark = async (file: string): Promise<void> => {
  const marked = `${file}.marked`;
  await writeFile(marked, '\ufeff');
  await pipeline(createReadStream(file), createWriteStream(marked, { flags: 'a' }));
  await rename(marked, file);
};

/** Text a spreadsheet would run on opening, numbers excepted. */
const isFormulaLike = (column: string): string => `(${startsOddly(column)} AND TRY_CAST(${column} AS DOUBLE) IS NULL)`;
const startsOddly = (column: string): string => `ascii(${column}) IN (61, 43, 45, 64, 9, 13)`;

const textColumns = ({ columns, types }: Shape): readonly string[] =>
  columns.filter((_, at) => /^VARCHAR/.test(types[at] ?? ''));

/** Hardly any table has such cells, so a glance at first letters comes first: casting every text to a number costs nearly as much as the export itself. */
const countFormulaLike = async (session: Session, { sql }: Selection, shape: Shape): Promise<number> => {
  const texts = textColumns(shape);
  if (texts.length === 0) return 0;
  const suspects = `FROM (${sql}\n) AS q WHERE ${texts.map((name) => startsOddly(quoted(name))).join(' OR ')}`;
  const ask = async (counted: string): Promise<number> => {
    const { rows } = await within(session.duck, exportLimit, 'export', () =>
      rowsOf(session.duck, `SELECT ${counted} ${suspects}`),
    );
    return Number(rows[0]?.[0] ?? 0);
  };
  if ((await ask('count(*)')) === 0) return 0;
  return ask(texts.map((name) => `count(*) FILTER (${isFormulaLike(quoted(name))})`).join(' + '));
};

const neutralized = ({ sql }: Selection, shape: Shape): string => {
  const safe = textColumns(shape).map(
    (name) =>
      `CASE WHEN ${isFormulaLike(quoted(name))} THEN '''' || ${quoted(name)} ELSE ${quoted(name)} END AS ${quoted(name)}`,
  );
  return `SELECT * REPLACE (${safe.join(', ')}) FROM (${sql}\n) AS q`;
};

export const refusing = async <T>(work: () => Promise<T>, session: Session): Promise<T> => {
  try {
    return await work();
  } catch (cause) {
    throw queryRefusal(
      cause,
      session.facts.flatMap(({ columns }) => columns.map(({ name }) => name)),
    );
  }
};

const sheetRows = 1_048_575;
const sheetColumns = 16_384;

/** Refuses before anything is written; a sheet that is cut short would look complete. */
export const checkSheetSize = ({ columns, rowCount }: Shape): void => {
  if (rowCount > sheetRows) {
    throw refusal(
      'VALIDATION_FAILED',
      'limit_rows',
      `A sheet holds ${sheetRows} rows; the selection has ${rowCount}.`,
      { hint: 'Export csv, or filter first.' },
    );
  }
  if (columns.length > sheetColumns) {
    throw refusal(
      'VALIDATION_FAILED',
      'limit_cols',
      `A sheet holds ${sheetColumns} columns; the selection has ${columns.length}.`,
    );
  }
};

const sheetTypeOf = (engine: string): SheetColumn['type'] => {
  const type = typeOf(engine);
  if (type === 'integer' || type === 'float') return 'number';
  return type;
};

export const sheetColumnsOf = ({ columns, types }: Shape): readonly SheetColumn[] =>
  columns.map((name, at) => ({ name, type: sheetTypeOf(types[at] ?? '') }));

/** Rows for a sheet, in batches, without holding the table. Numbers a double cannot hold stay text. */
export async function* sheetRowsOf(
  session: Session,
  { sql }: Selection,
  shape: Shape,
): AsyncGenerator<readonly (readonly TableValue[])[]> {
  const result = await session.duck.connection.stream(sql);
  for await (const batch of result.yieldRowsJson()) {
    yield batch.map((row) => row.map((value, at) => cellValue((value ?? null) as Json, shape.types[at] ?? '')));
  }
}

const cellValue = (value: Json, type: string): TableValue => {
  const cell = jsonValue(value, type) ?? null;
  return typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : (cell as TableValue);
};
