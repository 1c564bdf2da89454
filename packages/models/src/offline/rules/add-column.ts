import type { Json, JsonObject } from '@atelier/kernel/core';
import { asList, asObject, call, refuse, type Sub } from '../plan.ts';
import { type Asked, findColumn, type OfflineRule, sqlName, type Table, tableOf } from '../rule.ts';
import { readExpression, type Token, writeExpression } from './expression.ts';
import { pattern } from './words.ts';

const add = '(?:add|append|insert|create)(?: a| an| the)?(?: new)? column(?: named| called)?';
const addHe = '(?:הוסף|הוסיפי|צור)(?: את)? ה?עמודה(?: חדשה)?(?: בשם)?';

export const addColumnRule: OfflineRule = {
  id: 'add-column',
  grammar: {
    en: 'add a column <name> = <calculation with columns> to <file>; add a column <name> with value "…" to <file>',
    he: 'הוסף עמודה <שם> = <חישוב עם עמודות> לקובץ <קובץ>; הוסף עמודה <שם> עם הערך "…" לקובץ <קובץ>',
  },
  patterns: [
    pattern(`${add} (?<name>.+?) (?:with(?: the)? value|set to|filled with) (?<value>{w}) (?:to|in) {S}`),
    pattern(`${add} (?<name>{q}|[^=@]+?)\\s?= ?(?<expr>[^@]+?) (?:to|in) {S}`),
    pattern(`${addHe} (?<name>.+?) עם ה?ערך (?<value>{w}) {H}`),
    pattern(`${addHe} (?<name>{q}|[^=@]+?)\\s?= ?(?<expr>[^@]+?) {H}`),
  ],
  *plan(asked) {
    const table = yield* tableOf(asked);
    const name = asked.part('name') ?? '';
    if (findColumn(table, name)) {
      return refuse(`${table.path} has a column ${name} already.`, `בקובץ ${table.path} כבר יש עמודה ${name}.`);
    }
    const written = asked.part('expr');
    const expression = written === undefined ? undefined : readExpression(written, table);
    if (table.kind === 'xlsx') yield* addToSheet(asked, table, name, expression);
    else yield* addToCsv(asked, table, name, expression);
    return asked.say(`Added the column ${name} to ${table.path}.`, `נוספה העמודה ${name} לקובץ ${table.path}.`);
  },
};

const mostRows = 10_000;

function* addToCsv(
  asked: Asked,
  table: Table,
  name: string,
  expression: readonly Token[] | undefined,
): Sub<JsonObject> {
  const values = expression === undefined ? null : yield* computed(table, expression);
  const op = { op: 'add_column', name, after: null, default: values === null ? constantOf(asked) : null, values };
  return yield* call('csv_operations', {
    path: table.path,
    create_new: null,
    operations: [op],
    encoding: null,
    expected_version: table.version,
    summary: asked.say(`Column ${name} added.`, `נוספה העמודה ${name}.`),
  });
}

const constantOf = (asked: Asked): Json => {
  const value = asked.part('value') ?? '';
  return /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
};

/** One value for each row, in the order of the rows. */
function* computed(table: Table, expression: readonly Token[]): Sub<readonly Json[]> {
  if (table.rowCount > mostRows) {
    return refuse(
      `I reckon up to ${mostRows} rows; ${table.path} has ${table.rowCount}.`,
      `אני מחשב עד ${mostRows} שורות; ב-${table.path} יש ${table.rowCount}.`,
    );
  }
  const query = `SELECT round(${writeExpression(expression, sqlName)}, 6) AS v FROM data_rows ORDER BY __row`;
  const values: Json[] = [];
  for (let offset = 0; offset < table.rowCount; offset += 1000) {
    const window = { window_rows: 1000, window_offset: offset, count_only: null, tables: null };
    const { rows } = yield* call('table_query', { path: table.path, query, ...window, sheet: null, range: null });
    values.push(...asList(rows).map((row) => asList(row)[0] ?? null));
  }
  return values;
}

function* addToSheet(
  asked: Asked,
  table: Table,
  name: string,
  expression: readonly Token[] | undefined,
): Sub<JsonObject> {
  const { path, sheet } = table;
  const region = yield* onlyRegion(path, sheet ?? '');
  const letters = columnLetters(region.left + region.headers.length);
  const [first, last] = [region.headerRow + 1, region.bottom];
  const letterOf = (column: string) => columnLetters(region.left + region.headers.indexOf(column));
  const rows = Array.from({ length: last - first + 1 }, () => [constantOf(asked)]);
  const fill = expression
    ? {
        op: 'fill_formula',
        sheet,
        range: `${letters}${first}:${letters}${last}`,
        formula: `=${writeExpression(expression, (column) => `${letterOf(column)}${first}`).replaceAll(' ', '')}`,
      }
    : { op: 'set_range', sheet, start: `${letters}${first}`, values: rows, style: null };
  const head = {
    op: 'set_cells',
    sheet,
    cells: [{ cell: `${letters}${region.headerRow}`, value: name, type: 'string', style: null }],
  };
  return yield* call('xlsx_operations', {
    path,
    create_new: null,
    copy_from: null,
    operations: [head, fill],
    expected_version: table.version,
    summary: asked.say(`Column ${name} added.`, `נוספה העמודה ${name}.`),
  });
}

type Region = {
  readonly left: number;
  readonly headerRow: number;
  readonly bottom: number;
  readonly headers: readonly string[];
};

/** The one table of a sheet, with a header and nothing to its right. */
function* onlyRegion(path: string, sheet: string): Sub<Region> {
  const map = yield* call('get_file_map', { path, part: sheet, detail: 'full' });
  const found = asList(map.sheets)
    .map(asObject)
    .find((each) => each.name === sheet);
  const regions = asList(found?.regions).map(asObject);
  const [only] = regions;
  const box = /^([A-Z]+)\d+:[A-Z]+(\d+)$/.exec(String(only?.range ?? ''));
  const headers = asList(only?.headers).map(String);
  if (regions.length !== 1 || !box || headers.length === 0 || typeof only?.header_row !== 'number') {
    return refuse(
      `The sheet ${sheet} is not one plain table with a header row.`,
      `הגיליון ${sheet} אינו טבלה אחת פשוטה עם שורת כותרת.`,
    );
  }
  return { left: columnNumber(box[1] ?? 'A'), headerRow: only.header_row, bottom: Number(box[2]), headers };
}

const columnNumber = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

const columnLetters = (index: number): string => {
  let letters = '';
  for (let left = index; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  return letters;
};
