import { asList, call, refuse, type Sub } from '../plan.ts';
import { type Asked, sqlName, type Table } from '../rule.ts';
import { asMeant } from '../table-view.ts';
import { columnLetters } from './column-letters.ts';
import { hasFormulaText } from './plain-cells.ts';
import { cellsIn, cellsOfRow, placeOnSheet } from './sheet-place.ts';
import { isTextOrNumber, onlyRegion, type Region } from './sheet-region.ts';

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
  // A row that sums up the others belongs below them: it stays there, or the rows go to a new file.
  if (table.view.isLeftOut !== undefined && (table.kind !== 'xlsx' || table.view.blanks > 0)) return undefined;
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
  const sorted = isFew
    ? yield* allRows(table, asMeant(table.view, `SELECT __row, ${names} FROM data_rows ORDER BY ${keys}`))
    : [];
  const values = sorted.map((row) => row.slice(1));
  // The rows are those right below the heads; what sums them up stands under them and is left there.
  const isOnTop = sorted.length === table.rowCount && sorted.every(([row]) => Number(row) <= table.rowCount);
  const own = yield* formulasOfTheRow(table, region);
  const isMovable = own.size > 0 || (yield* canMove(table, region));
  if (!isMovable || !isOnTop || !isFew || hasFormulaText(values)) {
    if (/same (?:file|workbook|sheet)|in place|th(?:at|is) way|באותו קובץ/iu.test(asked.rest)) {
      return refuse(
        `I cannot sort ${table.path} in its own file: it is long, or it has formulas, notes or kinds of cells that would not come out as they are. Say "and save as …" to have the sorted rows in a new file.`,
        `לא ניתן למיין את ${table.path} בתוך עצמו: הוא ארוך, או שיש בו נוסחאות, הערות או תאים מסוגים שלא יישמרו כפי שהם. כתבו "ושמור בשם …" כדי לקבל את השורות הממוינות בקובץ חדש.`,
      );
    }
    return false;
  }
  const start = `${columnLetters(region.left)}${region.headerRow + 1}`;
  const dates = region.types.flatMap((type, at) => (isTextOrNumber(type) || own.has(at) ? [] : [at]));
  yield* call('xlsx_operations', {
    path: table.path,
    create_new: null,
    copy_from: null,
    operations: [
      {
        op: 'set_range',
        sheet: table.sheet,
        start,
        values: values.map((row) => row.map((cell, at) => (dates.includes(at) || own.has(at) ? null : cell))),
        style: null,
      },
      // What is calculated from its own row is calculated there again.
      ...[...own].map(([at, formula]) => ({
        op: 'fill_formula',
        sheet: table.sheet,
        range: `${columnLetters(region.left + at)}${region.headerRow + 1}:${columnLetters(region.left + at)}${region.headerRow + values.length}`,
        formula,
      })),
      // A date that is written as a text would look like one and be none.
      ...dates.map((at) => ({
        op: 'set_cells',
        sheet: table.sheet,
        cells: values.flatMap((row, below) =>
          row[at] === null || row[at] === undefined
            ? []
            : [
                {
                  cell: `${columnLetters(region.left + at)}${region.headerRow + 1 + below}`,
                  value: String(row[at]).slice(0, 10),
                  type: 'date',
                  style: null,
                },
              ],
        ),
      })),
    ],
    expected_version: table.version,
    summary: asked.say('Rows sorted.', 'השורות מוינו.'),
  });
  return true;
}

const noFormulas: ReadonlyMap<number, string> = new Map();

/**
 * Columns that are calculated in each row from that row alone, with the formula of the first one. Empty where any other
 * formula of the workbook could speak of a row by its place.
 */
function* formulasOfTheRow(table: Table, region: Region): Sub<ReadonlyMap<number, string>> {
  if (region.formulas === 0 || !region.isPlainButFormulas || table.view.isLeftOut !== undefined) return noFormulas;
  if (table.rowCount > mostInSheet || region.headers.length !== table.columns.length) return noFormulas;
  const [left, right] = [columnLetters(region.left), columnLetters(region.left + region.headers.length - 1)];
  const first = region.headerRow + 1;
  const held = yield* cellsIn(table, `${left}${first}:${right}${region.bottom}`);
  const found = new Map<number, string>();
  let count = 0;
  for (const at of region.headers.keys()) {
    const cells = Array.from(
      { length: table.rowCount },
      (_, on) => held.get(first + on)?.get(columnLetters(region.left + at)) ?? '',
    );
    const formulas = cells.flatMap((cell, on) =>
      cell.startsWith('=') ? [byRow(cell.split(' ⇒')[0] ?? '', first + on)] : [],
    );
    if (formulas.length === 0) continue;
    const [formula] = formulas;
    if (formula === undefined || formulas.length !== cells.length || formulas.some((each) => each !== formula))
      return noFormulas;
    found.set(at, formula.replaceAll('{row}', String(first)));
    count += formulas.length;
  }
  const areOthersKnown = region.types.every(
    (type, at) =>
      found.has(at) || isTextOrNumber(type) || (type === 'date' && table.sample.every((row) => isWholeDay(row[at]))),
  );
  return count === region.formulas && areOthersKnown ? found : noFormulas;
}

/** A formula with its own row left open; undefined where it speaks of another cell. */
const byRow = (formula: string, row: number): string | undefined => {
  const bare = formula.replace(/"[^"]*"/gu, '""');
  if (/[!:$[\]]/u.test(bare)) return undefined;
  const rows = [...bare.matchAll(/(?<![\p{L}\d_.])[A-Z]{1,3}(\d+)(?![\d(\p{L}])/gu)].map(([, at]) => Number(at));
  return rows.every((at) => at === row)
    ? formula.replace(/(?<![\p{L}\d_."])([A-Z]{1,3})\d+(?![\d(\p{L}])/gu, '$1{row}')
    : undefined;
};

/** Texts, numbers and whole days alone; and no formula but in the rows that sum up the others. */
function* canMove(table: Table, region: Region): Sub<boolean> {
  const areKnown = region.types.every(
    (type, at) => isTextOrNumber(type) || (type === 'date' && table.sample.every((row) => isWholeDay(row[at]))),
  );
  if (!areKnown || region.types.length !== table.columns.length) return false;
  if (region.isPlain) return table.view.isLeftOut === undefined || table.view.totals > 0;
  if (!region.isPlainButFormulas || table.view.totals !== 1) return false;
  const place = yield* placeOnSheet(table);
  const below = yield* cellsOfRow(table, place, place.base + table.rowCount + 1);
  const inTotal = [...below.values()].filter((cell) => cell.startsWith('=')).length;
  return inTotal === region.formulas;
}
const isWholeDay = (cell: unknown): boolean =>
  cell === null || cell === '' || /^\d{4}-\d\d-\d\d(?:[T ]00:00(?::00)?.*)?$/.test(String(cell));

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
