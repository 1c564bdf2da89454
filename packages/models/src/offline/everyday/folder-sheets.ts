import { asList, call, type ListedFile, OfflineRefusal, type Sub, today, together } from '../plan.ts';
import { type Asked, sheetNames, sqlName, sqlValue, tableOf } from '../rule.ts';
import { asMeant } from '../table-view.ts';
import { documentSheets } from './documents.ts';
import { cellOf, type Sheet, sheetFrom } from './sheets.ts';

const mostRows = 1000;
const mostCells = 20_000;
const mostSheets = 8;

/** All tables of the folder that are small enough, or those of the file that is named. */
export function* sheetsOf(asked: Asked): Sub<readonly Sheet[]> {
  const files = asked.files.filter(
    ({ kind, is_opaque, path }) =>
      ['table', 'xlsx', 'docx'].includes(kind) &&
      !is_opaque &&
      (asked.source === undefined || asked.source.path === path),
  );
  const day = yield* today();
  // Tables of documents come last: where the room is short, they are left out first.
  const looks = files
    .toSorted((a, b) => Number(a.kind === 'docx') - Number(b.kind === 'docx'))
    .map((file) => sheetsIn(asked, file, day));
  return (yield* together(looks)).flat().slice(0, mostSheets);
}

function* sheetsIn(asked: Asked, file: ListedFile, day: string): Sub<readonly Sheet[]> {
  if (file.kind === 'docx') return yield* documentSheets(file, day);
  const names = file.kind === 'xlsx' ? yield* sheetNames(file.path) : [undefined];
  const wanted = names.filter(
    (sheet) => asked.sheet === undefined || sheet?.toLowerCase() === asked.sheet.toLowerCase(),
  );
  const read = yield* together(wanted.slice(0, mostSheets).map((sheet) => sheetOf(asked, file, sheet, day)));
  return read.flatMap((sheet) => sheet ?? []);
}

function* sheetOf(asked: Asked, source: ListedFile, sheet: string | undefined, day: string): Sub<Sheet | undefined> {
  try {
    const table = yield* tableOf({ ...asked, source, sheet, missing: undefined });
    const { columns, rowCount } = table;
    if (columns.length === 0 || rowCount > mostRows || rowCount * columns.length > mostCells) return undefined;
    const meant = columns.filter(({ name }) => table.view.valueByColumn.has(name));
    const picked = [
      '__row',
      ...columns.map(({ name }) => sqlName(name)),
      ...meant.map(({ name }, at) => `${sqlValue(table, name)} AS __m${at}`),
    ];
    const { rows } = yield* call('table_query', {
      path: table.path,
      query: asMeant(table.view, `SELECT ${picked.join(', ')} FROM data_rows ORDER BY __row`),
      window_rows: mostRows,
      window_offset: null,
      count_only: null,
      tables: null,
      sheet: table.sheet,
      range: table.range,
    });
    const rowIds = asList(rows).map((row) => Number(asList(row)[0]));
    const all = asList(rows).map((row) => asList(row).slice(1).map(cellOf));
    const shown = all.map((row) => row.slice(0, columns.length));
    const values = all.map((row) =>
      columns.map((column, at) => {
        const other = meant.indexOf(column);
        return other < 0 ? (row[at] ?? null) : (row[columns.length + other] ?? null);
      }),
    );
    return sheetFrom(table, values, shown, { rowIds }, day);
  } catch (refusal) {
    // A sheet that cannot be read as a table answers nothing.
    if (refusal instanceof OfflineRefusal) return undefined;
    throw refusal;
  }
}
