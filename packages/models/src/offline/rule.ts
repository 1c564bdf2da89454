import {
  asList,
  asObject,
  type Bilingual,
  call,
  inLanguage,
  type ListedFile,
  type Plan,
  refuse,
  type Sub,
} from './plan.ts';
import { areHarmless } from './reading/clauses.ts';
import { isSaidIn, shortForms } from './reading/marks.ts';
import { plainName, unquote } from './reading/quotes.ts';
import type { RequestText } from './request-text.ts';
import { type SheetTable, tablesOnSheet } from './sheet-tables.ts';
import { belowHeads, headsInFirstRow, type TableView, viewOf } from './table-view.ts';

/** The named parts of a request that a rule has read. */
export type Parts = Readonly<Record<string, string | undefined>>;

/** One thing the offline model can do. A rule reads a request from its first word to its last, or not at all. */
export type OfflineRule = {
  readonly id: string;
  /**
   * Ways to ask for it, each a complete request with names of the files left open: `{file}` a table, `{number}` and
   * `{text}` its columns, `{value}` a value of that column. They are printed, offered and tested as they stand.
   */
  readonly ways: readonly Bilingual[];
  readonly read: (text: RequestText) => Parts | undefined;
  readonly plan: (asked: Asked) => Plan;
  /** It reads "tomorrow" as a day of a row. To other rules it is a reason not to do it now. */
  readonly readsDays?: true;
};

/** Thrown by a plan that finds the request is not for its rule after all: the next rule is tried. */
export class NotForThisRule extends Error {}

/** Reads by patterns over the whole of what is asked; the named groups are the parts. */
export const byPatterns =
  (...patterns: readonly RegExp[]) =>
  ({ words }: Pick<RequestText, 'words'>): Parts | undefined => {
    for (const pattern of patterns) {
      const match = pattern.exec(words);
      if (match) return match.groups ?? {};
    }
    return undefined;
  };

type Reader = RegExp | ((rest: string, text: RequestText) => Parts | undefined);

/** The same over what is to be done with the file. A remark beside it must not narrow what is changed. */
export const byEdit =
  (...readers: readonly Reader[]) =>
  (text: RequestText): Parts | undefined => {
    if (!areHarmless(text.asides, text.words)) return undefined;
    for (const reader of readers) {
      const parts = reader instanceof RegExp ? byPatterns(reader)({ words: text.rest }) : reader(text.rest, text);
      if (parts) return parts;
    }
    return undefined;
  };

/** The same where only a new file is made: nothing that is there can suffer from a remark. */
export const byCopy =
  (...readers: readonly Reader[]) =>
  (text: RequestText): Parts | undefined =>
    byEdit(...readers)({ ...text, asides: [] });

export type Asked = RequestText & {
  readonly files: readonly ListedFile[];
  /** A named part of what was read, quotes taken off; undefined when it was not said. */
  readonly part: (name: string) => string | undefined;
  /** The same with its quotes still marked. */
  readonly raw: (name: string) => string | undefined;
  readonly say: (en: string, he: string) => string;
};

export const notUnderstood: Bilingual = {
  en: "I can't do that.",
  he: 'את זה איני יודע לעשות.',
};

export const matchRule = (
  rules: readonly OfflineRule[],
  text: RequestText,
  files: readonly ListedFile[],
): { readonly rule: OfflineRule; readonly asked: Asked } | undefined => {
  for (const rule of rules) {
    const parts = rule.read(text);
    if (!parts || !isAsWritten(parts, text.original)) continue;
    const part = (name: string) => {
      const found = parts[name];
      if (found === undefined) return undefined;
      const said = unquote(found, text.quoted);
      // A Hebrew abbreviation keeps the mark it was written with.
      const written = said.replaceAll('"', '״');
      return text.original.includes(said) || !text.original.includes(written) ? said : written;
    };
    const raw = (name: string) => parts[name];
    return { rule, asked: { ...text, files, part, raw, say: (en, he) => inLanguage(text.language, { en, he }) } };
  }
  return undefined;
};

/** What is to be written stands in the request in one piece: a file taken out of its middle would join two others. */
const isAsWritten = (parts: Parts, original: string): boolean => {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  const whole = plain(original);
  return writtenParts.every((name) => {
    const said = parts[name];
    return said === undefined || /@/.test(said) || whole.includes(plain(said));
  });
};
const writtenParts = ['to', 'from', 'name', 'value'];

/** The file a request is about: the one it names, or the only one there is. */
export const sourceOf = (asked: Asked, kinds?: readonly string[]): ListedFile => {
  const { source: named, files, missing } = asked;
  const fitting = files.filter(({ kind }) => !kinds || kinds.includes(kind));
  const list = fitting
    .slice(0, 20)
    .map(({ path }) => path)
    .join(', ');
  if (missing) return refuse(`There is no file ${missing}. There are: ${list}.`, `אין קובץ ${missing}. יש: ${list}.`);
  const [only, other] = fitting;
  const source = named ?? (other ? undefined : only);
  if (!source) return whichFile(asked, fitting);
  if (kinds && !kinds.includes(source.kind)) {
    const wanted = kinds.map((kind) => (kind === 'table' ? 'csv' : kind)).join(', ');
    return refuse(
      `${source.path} is not a file of this kind (${wanted}).`,
      `${source.path} אינו קובץ מהסוג הזה (${wanted}).`,
    );
  }
  return source;
};

/** A question back. Each way on is the whole request again, so a single word can answer it. */
export const whichFile = ({ original, language }: Asked, files: readonly ListedFile[]): never => {
  if (files.length === 0)
    return refuse('There is no file for that. Add one first.', 'אין קובץ מתאים. הוסיפו קובץ תחילה.', []);
  const names = files.slice(0, 20).map(({ path }) => path);
  const list = names.join(', ');
  const request = original.replace(/[\s.?!]+$/u, '');
  const whole = names
    .slice(0, 3)
    .map((path) => (language === 'he' ? `${request} בקובץ ${path}` : `${request} in ${path}`));
  return refuse(`Which file do you mean: ${list}?`, `לאיזה קובץ הכוונה: ${list}?`, whole);
};

/** A name for a new file: the one asked for, or one made from the source. An existing file is never written over. */
export const targetOf = ({ target, files }: Asked, fallback: string, extensions: readonly string[]): string => {
  const path = target ?? fallback;
  if (!extensions.some((extension) => path.toLowerCase().endsWith(`.${extension}`))) {
    const list = extensions.join(', ');
    return refuse(`${path} must end in .${list}.`, `השם ${path} צריך להסתיים ב-.${list}.`);
  }
  if (files.some((file) => file.path.toLowerCase() === path.toLowerCase())) {
    return refuse(
      `${path} exists already, and I write over nothing. Say "save as" with another name.`,
      `הקובץ ${path} כבר קיים ואינני כותב על קובץ קיים. בקשו "שמור בשם" עם שם אחר.`,
    );
  }
  return path;
};

export const stemOf = (path: string): string => path.replace(/\.[^.]+$/, '');

export type Column = { readonly name: string; readonly type: string };
export type Table = {
  readonly path: string;
  readonly version: string;
  readonly kind: string;
  readonly sheet: string | null;
  /** Where the table stands on a sheet that holds more than it. */
  readonly range: string | null;
  readonly isOnlySheet: boolean;
  /** How many of its rows are hidden on the sheet. */
  readonly hidden: number;
  readonly columns: readonly Column[];
  /** How many rows there are, without those that sum up others. */
  readonly rowCount: number;
  readonly view: TableView;
  /** Of a table in a document: which one it is, the heading it stands under, and its rows without the heads. */
  readonly document?: {
    readonly table: number;
    readonly heading: string;
    readonly rows: readonly { readonly at: number; readonly cells: readonly string[] }[];
  };
  /** Its first rows. */
  readonly sample: readonly (readonly unknown[])[];
};

/** The one table of a file: a csv, a workbook of one sheet, or the sheet that was named. */
export function* tableOf(asked: Asked, wanted?: SheetTable): Sub<Table> {
  const { path, version, kind } = (yield* sourceMeant(asked)) ?? sourceOf(asked, ['table', 'xlsx']);
  const sheets = kind === 'xlsx' ? yield* sheetNames(path) : [];
  const meant = kind === 'xlsx' && asked.sheet === undefined ? yield* sheetMeant(asked, path, sheets) : asked.sheet;
  const sheet = kind === 'xlsx' ? chooseSheet({ sheet: meant }, path, sheets) : null;
  const { range, hidden } = wanted ?? (sheet === null ? noSheet : yield* largestOn(path, sheet));
  const map = yield* call('table_get_map', { path, sheet, range });
  const stored = asList(map.columns).map((each) => {
    const { name, inferred_type } = asObject(each);
    return { name: String(name), type: String(inferred_type) };
  });
  const sample = asList(map.sample).map(asList);
  const heads = map.has_header === false && sheet !== null ? headsInFirstRow(sample[0]) : undefined;
  const columns = stored.map((column, at) => ({ ...column, name: heads?.[at] ?? column.name }));
  const below =
    heads &&
    belowHeads(
      stored.map(({ name }) => name),
      heads,
    );
  const view = yield* viewOf({ path, sheet, range }, columns, below);
  return {
    path,
    version,
    kind,
    sheet,
    range,
    hidden,
    isOnlySheet: sheets.length <= 1,
    columns: columns.map((column) => (view.numbers.has(column.name) ? { ...column, type: 'float' } : column)),
    rowCount: Number(map.row_count ?? 0) - view.totals - view.blanks - (heads ? 1 : 0),
    view,
    sample: heads ? sample.slice(1) : sample,
  };
}

const noSheet: SheetTable = { range: null, heads: [], hidden: 0 };

function* largestOn(path: string, sheet: string): Sub<SheetTable> {
  const [largest = noSheet] = yield* sheetTables(path, sheet);
  return largest;
}

/** The tables of one sheet, the largest first. */
export function* sheetTables(path: string, sheet: string): Sub<readonly SheetTable[]> {
  const map = yield* call('get_file_map', { path, part: null, detail: 'compact' });
  const found = asList(map.sheets)
    .map(asObject)
    .find(({ name }) => name === sheet);
  return found ? tablesOnSheet(found) : [];
}

/** Where no file is named: the one table of several that has a column of a name in the request. */
function* sourceMeant({ source, missing, rest, files }: Asked): Sub<ListedFile | undefined> {
  const tables = files.filter(({ kind, is_opaque }) => ['table', 'xlsx'].includes(kind) && !is_opaque);
  if (source || missing !== undefined || tables.length < 2 || tables.length > mostTables) return undefined;
  const fitting: ListedFile[] = [];
  for (const file of tables) {
    const { path, kind } = file;
    const map = kind === 'table' ? yield* call('table_get_map', { path, sheet: null, range: null }) : undefined;
    const heads = map
      ? asList(map.columns).map((each) => String(asObject(each).name))
      : [...(yield* sheetHeads(path)).values()].flat();
    if (isSaidIn(rest, heads)) fitting.push(file);
  }
  const [only, other] = fitting;
  return other ? undefined : only;
}
const mostTables = 8;

/** The one sheet of several that has a column of a name in the request. */
function* sheetMeant({ rest }: Asked, path: string, sheets: readonly string[]): Sub<string | undefined> {
  if (sheets.length < 2) return undefined;
  const heads = yield* sheetHeads(path);
  const [only, other] = sheets.filter((sheet) => isSaidIn(rest, heads.get(sheet) ?? []));
  return other === undefined ? only : undefined;
}

export function* sheetNames(path: string): Sub<readonly string[]> {
  const map = yield* call('get_file_map', { path, part: null, detail: 'compact' });
  return asList(map.sheets).map((each) => String(asObject(each).name));
}

/** The heads of every sheet, from the same look at the file. */
export function* sheetHeads(path: string): Sub<ReadonlyMap<string, readonly string[]>> {
  const map = yield* call('get_file_map', { path, part: null, detail: 'compact' });
  return new Map(
    asList(map.sheets).map((each) => {
      const { name, regions } = asObject(each);
      return [String(name), asList(regions).flatMap((region) => asList(asObject(region).headers).map(String))];
    }),
  );
}

export const chooseSheet = ({ sheet }: Pick<Asked, 'sheet'>, path: string, sheets: readonly string[]): string => {
  const list = sheets.join(', ');
  const only = sheets.length === 1 ? sheets[0] : undefined;
  if (sheet === undefined) {
    return (
      only ??
      refuse(
        `${path} has several sheets: ${list}. Say "in sheet …".`,
        `בקובץ ${path} כמה גיליונות: ${list}. הוסיפו "בגיליון …".`,
      )
    );
  }
  const found = sheets.find((each) => each.toLowerCase() === sheet.toLowerCase());
  return (
    found ??
    refuse(`${path} has no sheet ${sheet}; it has ${list}.`, `בקובץ ${path} אין גיליון ${sheet}; יש בו ${list}.`)
  );
};

export const findColumn = (table: Pick<Table, 'columns' | 'path'>, written: string): Column | undefined => {
  const said = plainName(written);
  const exact = table.columns.find(({ name }) => plainName(name) === said);
  if (exact) return exact;
  const [only, other] = table.columns.filter(({ name }) => shortForms(name).includes(said));
  return other === undefined ? only : undefined;
};

export const columnOf = (table: Table, written: string): Column => {
  const list = table.columns.map(({ name }) => name).join(', ');
  return (
    findColumn(table, written) ??
    refuse(
      `${table.path} has no column ${written}; it has ${list}.`,
      `בקובץ ${table.path} אין עמודה ${written}; יש בו ${list}.`,
    )
  );
};

export const isNumeric = ({ type }: Column): boolean =>
  type === 'integer' || type === 'float' || type === 'number' || type === 'decimal';

export const sqlName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
/** What a column is calculated, compared and ordered by. */
export const sqlValue = ({ view }: Pick<Table, 'view'>, name: string): string =>
  view.valueByColumn.get(name) ?? sqlName(name);
export const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
