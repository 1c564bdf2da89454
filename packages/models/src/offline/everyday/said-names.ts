import { type ListedFile, OfflineRefusal } from '../plan.ts';
import { wordsOf } from './clauses.ts';
import { type Item, itemsOf, lexiconOf } from './items.ts';
import { namesOfHead } from './naming.ts';
import { type Head, plain, type Sheet } from './sheets.ts';

/** The one table that words call by its name; every other word of them must be small. */
export const tableCalled = (
  said: string,
  sheets: readonly Sheet[],
  files: readonly ListedFile[] = [],
): Sheet | undefined => {
  const file = files.find(({ path }) => said.toLowerCase().includes(path.toLowerCase()));
  const within = file ? sheets.filter(({ table }) => table.path === file.path) : sheets;
  const words = file ? said.toLowerCase().replace(file.path.toLowerCase(), ' ') : said;
  const found = within.flatMap((sheet) => {
    const { clauses } = wordsOf(words, '2000-01-01');
    const lexicon = lexiconOf(sheet, sheets);
    // "The customer list" of a sheet of customers, whose first column is called so too.
    const items = itemsOf(clauses.flat(), lexicon).map((item): Item => {
      const weight = item.is === 'column' ? lexicon.tables.get(item.word) : undefined;
      return weight === undefined ? item : { is: 'table', word: item.word, weight };
    });
    const tables = items.filter(({ is }) => is === 'table');
    const isWhole = items.every(({ is, word }) => ['table', 'skip', 'rows'].includes(is) || isTableNoun.test(word));
    const weight = tables.reduce((sum, item) => sum + (item.is === 'table' ? item.weight : 0), 0);
    return isWhole && (tables.length > 0 || file) ? [{ sheet, weight }] : [];
  });
  const [best, next] = found.toSorted((a, b) => b.weight - a.weight);
  if (!best) return undefined;
  if (!next || next.weight < best.weight) return best.sheet;
  // Of two sheets of one workbook that are called by its name alone, the first is the one.
  return undefined;
};
export const isTableNoun =
  /^(?:table|list|sheet|file|data|tab|document|minutes|letter|terms|report|everything|all|whole|טבלה|טבלת|רשימה|רשימת|גיליון|קובץ|הטבלה|הרשימה|הגיליון|הקובץ)$/iu;

/** A table as a change by its place names it. */
export const placeSaidBy = ({ table, document }: Sheet): string =>
  `${document ? `table ${document.table} of ` : table.sheet === null ? '' : `sheet "${table.sheet}" of `}"${table.path}"`;

export const placeSaid = ({ table }: Sheet): string =>
  table.sheet === null || table.isOnlySheet ? table.path : `${table.path} sheet "${table.sheet}"`;

export const quoted = (text: string): string => `"${text.replace(/^["'“”]+|["'“”]+$/gu, '')}"`;

/** Two tables have such a row and such a column: whoever asks picks one. */
export class SeveralPlaces extends OfflineRefusal {
  constructor(ways: readonly string[], isOfColumns = false) {
    super(
      isOfColumns
        ? {
            en: 'That can be said of more than one column. Which one do you mean?',
            he: 'אפשר לומר זאת על יותר מעמודה אחת. לאיזו הכוונה?',
          }
        : {
            en: 'That can be said of more than one table. Which one do you mean?',
            he: 'אפשר לומר זאת על יותר מטבלה אחת. לאיזו הכוונה?',
          },
      ways.slice(0, 3),
    );
  }
}

/** The one row that words name: every word of them is of its name. */
export const rowCalled = (said: string, sheet: Sheet, sheets: readonly Sheet[]): number | undefined => {
  const words = said
    .trim()
    .replace(/^(?:the|our|my) /iu, '')
    .replace(/^(?:order|ticket|task|job|item|row|line|invoice|number|contract|the) (?=\S*\d)/iu, '');
  const exact = sheet.rows.flatMap((_row, at) =>
    sheet.heads.some((head) => head.at < 3 && plain(String(sheet.shown[at]?.[head.at] ?? '')) === plain(words))
      ? [at]
      : [],
  );
  if (exact.length === 1) return exact[0];
  if (exact.length > 1) return undefined;
  const { clauses } = wordsOf(words, '2000-01-01');
  const items = itemsOf(clauses.flat(), lexiconOf(sheet, sheets));
  const values = items.filter(({ is }) => is === 'value');
  if (
    values.length === 0 ||
    items.some((item) => !['value', 'skip', 'table', 'rows', 'and'].includes(item.is) && !isNounOfRows(item))
  )
    return undefined;
  const rows = sheet.rows.flatMap((row, at) =>
    values.every(
      (item) =>
        item.is === 'value' &&
        item.spoken.some(({ head, texts, isNote }) => !isNote && texts.includes(plain(String(row[head.at] ?? '')))),
    )
      ? [at]
      : [],
  );
  return rows.length === 1 ? rows[0] : undefined;
};

/** "The labels action" of a table whose rows are actions. */
const isNounOfRows = (item: Item): boolean =>
  item.is === 'column' && item.heads.every(({ at, kind }) => at < 2 && kind === 'text');

export const headCalled = (
  said: string,
  sheet: Sheet,
): { readonly head: Head; readonly value?: undefined } | undefined => {
  const word = plain(said.replace(/^(?:the|its|their|new|current) /iu, ''));
  const whole = sheet.heads.filter((head) => plain(head.name) === word);
  const names = whole.length > 0 ? whole : sheet.heads.filter((head) => namesOfHead(head).whole.includes(word));
  const parts = names.length > 0 ? names : sheet.heads.filter((head) => namesOfHead(head).parts.includes(word));
  const [only, other] = parts;
  return only && !other ? { head: only } : undefined;
};

/** The column that knows such a value: a status that is written so, or somebody's name. */
export const columnSaying = (
  value: string,
  sheet: Sheet,
): { readonly head: Head; readonly value?: string } | undefined => {
  const word = plain(value);
  const same: Readonly<Record<string, readonly string[]>> = {
    done: ['done', 'finished', 'completed', 'complete', 'closed'],
    finished: ['finished', 'done', 'completed', 'complete', 'closed'],
    complete: ['complete', 'completed', 'done', 'finished', 'closed'],
    completed: ['completed', 'complete', 'done', 'finished', 'closed'],
    closed: ['closed', 'done', 'completed'],
    paid: ['paid'],
    cancelled: ['cancelled', 'canceled'],
    בוצע: ['בוצע'],
    בוצעה: ['בוצע', 'בוצעה'],
    הושלמה: ['הושלם', 'הושלמה'],
    הושלם: ['הושלם'],
    שילמה: ['שולם', 'שילמה'],
    שילם: ['שולם', 'שילם'],
    שולמה: ['שולם'],
    טופלה: ['טופל', 'בוצע'],
    אושרה: ['אושר', 'מאושר'],
  };
  for (const form of same[word] ?? [word]) {
    const found = sheet.heads.flatMap((head) => {
      const held = head.kind === 'text' ? head.texts.get(form) : undefined;
      return held ? [{ head, value: held.written }] : [];
    });
    const [only, other] = found;
    if (only && !other) return only;
    if (only) return undefined;
  }
  return undefined;
};
