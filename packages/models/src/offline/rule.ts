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
import { type RequestText, unquote } from './request-text.ts';

/** One thing the offline model can do. Patterns match a request from its first word to its last, or not at all. */
export type OfflineRule = {
  readonly id: string;
  /** How to ask for it, printed when something else was asked. */
  readonly grammar: Bilingual;
  readonly patterns: readonly RegExp[];
  readonly plan: (asked: Asked) => Plan;
};

export type Asked = RequestText & {
  readonly files: readonly ListedFile[];
  /** A named part of the match, quotes taken off; undefined when it was not said. */
  readonly part: (name: string) => string | undefined;
  readonly say: (en: string, he: string) => string;
};

export const matchRule = (
  rules: readonly OfflineRule[],
  text: RequestText,
  files: readonly ListedFile[],
): { readonly rule: OfflineRule; readonly asked: Asked } | undefined => {
  for (const rule of rules) {
    for (const pattern of rule.patterns) {
      const match = pattern.exec(text.words);
      if (!match) continue;
      const part = (name: string) => {
        const found = match.groups?.[name];
        return found === undefined ? undefined : unquote(found, text.quoted);
      };
      return { rule, asked: { ...text, files, part, say: (en, he) => inLanguage(text.language, { en, he }) } };
    }
  }
  return undefined;
};

/** The file a request is about: the one it names, and no other. */
export const sourceOf = ({ source, files, target }: Asked, kinds?: readonly string[]): ListedFile => {
  if (!source) {
    const fitting = files.filter(({ kind }) => !kinds || kinds.includes(kind)).map(({ path }) => path);
    const list = fitting.slice(0, 20).join(', ');
    if (target) return refuse(`There is no file ${target}. There are: ${list}.`, `אין קובץ ${target}. יש: ${list}.`);
    return refuse(`Which file? Name it: ${list}.`, `איזה קובץ? ציינו את שמו: ${list}.`);
  }
  if (kinds && !kinds.includes(source.kind)) {
    const wanted = kinds.map((kind) => (kind === 'table' ? 'csv' : kind)).join(', ');
    return refuse(
      `${source.path} is not a file of this kind (${wanted}).`,
      `${source.path} אינו קובץ מהסוג הזה (${wanted}).`,
    );
  }
  return source;
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
  readonly isOnlySheet: boolean;
  readonly columns: readonly Column[];
  readonly rowCount: number;
};

/** The one table of a file: a csv, a workbook of one sheet, or the sheet that was named. */
export function* tableOf(asked: Asked): Sub<Table> {
  const { path, version, kind } = sourceOf(asked, ['table', 'xlsx']);
  const sheets = kind === 'xlsx' ? yield* sheetNames(path) : [];
  const sheet = kind === 'xlsx' ? chooseSheet(asked, path, sheets) : null;
  const map = yield* call('table_get_map', { path, sheet, range: null });
  return {
    path,
    version,
    kind,
    sheet,
    isOnlySheet: sheets.length <= 1,
    columns: asList(map.columns).map((each) => {
      const { name, inferred_type } = asObject(each);
      return { name: String(name), type: String(inferred_type) };
    }),
    rowCount: Number(map.row_count ?? 0),
  };
}

export function* sheetNames(path: string): Sub<readonly string[]> {
  const map = yield* call('get_file_map', { path, part: null, detail: 'compact' });
  return asList(map.sheets).map((each) => String(asObject(each).name));
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
  const bare = written.trim().toLowerCase();
  return table.columns.find(({ name }) => name.toLowerCase() === bare);
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

export const numberColumnOf = (table: Table, written: string): Column => {
  const column = columnOf(table, written);
  if (isNumeric(column)) return column;
  return refuse(
    `${column.name} is a column of ${column.type}, not of numbers.`,
    `העמודה ${column.name} אינה עמודת מספרים (${column.type}).`,
  );
};

export const sqlName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
