import { asList, call, refuse, type Sub } from '../plan.ts';
import { type Asked, sqlName, type Table } from '../rule.ts';
import { columnLetters } from './column-letters.ts';
import { hasFormulaText } from './plain-cells.ts';
import { onlyRegion } from './sheet-region.ts';

const mostRows = 10_000;
/** The map knows what kinds of cells a column holds down to here; below it a number among texts would go unseen. */
const mostInSheet = 500;

/** Puts the rows of a table in order in their own file; undefined where they have to go to a new one. */
export function* sortInPlace(asked: Asked, table: Table, keys: string, by: string): Sub<string | undefined> {
  if (table.rowCount > mostRows) {
    return refuse(
      `I sort up to ${mostRows} rows in their file; ${table.path} has ${table.rowCount}. Add "and save as …" to have them in a new one.`,
      `אני ממיין עד ${mostRows} שורות בתוך הקובץ; ב-${table.path} יש ${table.rowCount}. הוסיפו "ושמור בשם …" כדי לקבל קובץ חדש.`,
    );
  }
  // A row that sums up the others belongs below them, wherever they go.
  if (table.view.isLeftOut !== undefined) return undefined;
  const isDone = table.kind === 'xlsx' ? yield* sortSheet(asked, table, keys) : yield* sortCsv(asked, table, keys);
  if (!isDone) return undefined;
  return asked.say(
    `Put the ${table.rowCount} rows of ${table.path} in order${by}.`,
    `${table.rowCount} השורות של ${table.path} סודרו${by}.`,
  );
}

/** Each row keeps its very bytes. */
function* sortCsv(asked: Asked, table: Table, keys: string): Sub<boolean> {
  const rows = yield* allRows(table, `SELECT __row FROM data_rows ORDER BY ${keys}`);
  yield* call('csv_operations', {
    path: table.path,
    create_new: null,
    operations: [{ op: 'reorder_rows', order: rows.map(([row]) => Number(row)) }],
    encoding: null,
    expected_version: table.version,
    summary: asked.say('Rows sorted.', 'השורות מוינו.'),
  });
  return true;
}

/** Values move and formats stay, so it is done only where no formula, note or rule belongs to a certain row. */
function* sortSheet(asked: Asked, table: Table, keys: string): Sub<boolean> {
  const region = yield* onlyRegion(table.path, table.sheet ?? '');
  const names = table.columns.map(({ name }) => sqlName(name)).join(', ');
  const isFew = table.rowCount <= mostInSheet;
  const values = isFew ? yield* allRows(table, `SELECT ${names} FROM data_rows ORDER BY ${keys}`) : [];
  if (!region.isMovable || !isFew || hasFormulaText(values)) {
    if (/same (?:file|workbook|sheet)|in place|th(?:at|is) way|באותו קובץ/iu.test(asked.rest)) {
      return refuse(
        `I cannot sort ${table.path} in its own file: it is long, or it has formulas, notes or kinds of cells that would not come out as they are. Say "and save as …" to have the sorted rows in a new file.`,
        `לא ניתן למיין את ${table.path} בתוך עצמו: הוא ארוך, או שיש בו נוסחאות, הערות או תאים מסוגים שלא יישמרו כפי שהם. כתבו "ושמור בשם …" כדי לקבל את השורות הממוינות בקובץ חדש.`,
      );
    }
    return false;
  }
  const start = `${columnLetters(region.left)}${region.headerRow + 1}`;
  yield* call('xlsx_operations', {
    path: table.path,
    create_new: null,
    copy_from: null,
    operations: [{ op: 'set_range', sheet: table.sheet, start, values: values.map((row) => [...row]), style: null }],
    expected_version: table.version,
    summary: asked.say('Rows sorted.', 'השורות מוינו.'),
  });
  return true;
}

function* allRows({ path, sheet, range, rowCount }: Table, query: string): Sub<readonly (readonly JsonValue[])[]> {
  const found: (readonly JsonValue[])[] = [];
  for (let offset = 0; offset < rowCount; offset += 1000) {
    const window = { window_rows: 1000, window_offset: offset, count_only: null, tables: null };
    const { rows } = yield* call('table_query', { path, query, ...window, sheet, range });
    found.push(...asList(rows).map(asList));
  }
  return found;
}
type JsonValue = ReturnType<typeof asList>[number];
