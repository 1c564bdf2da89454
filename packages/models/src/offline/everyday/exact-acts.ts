import type { Language } from '../request-text.ts';
import type { Act } from './acts.ts';
import { rowsFor } from './answer.ts';
import { clausesIn, namesIn, placed } from './exact-read.ts';
import { clauseWords, placeWords, quoted } from './exact-words.ts';
import type { Head, Sheet } from './sheets.ts';
import type { Filter } from './states.ts';

/** A change of the rows that fit, with every name of it in quotes. */
export type ExactAct = {
  readonly kind: 'set' | 'delete';
  readonly sheet: Sheet;
  readonly filters: readonly Filter[];
  readonly column?: Head;
  readonly value?: string | number;
};

/** The change as a request that is read back as just that; undefined where its rows cannot be said on single columns. */
export const exactActWords = (
  { kind, sheet, filters, column, value }: ExactAct,
  language: Language,
): string | undefined => {
  const clauses = filters.map((each) => each.clauses);
  if (clauses.includes(undefined) || clauses.length === 0) return undefined;
  const say = (en: string, he: string) => (language === 'he' ? he : en);
  const where = clauses
    .flatMap((each) => each ?? [])
    .map(clauseWords(language))
    .join(say(' and ', ' וגם '));
  const place = placeWords(sheet, language);
  if (kind === 'delete')
    return say(`Delete the rows in ${place} where ${where}`, `מחק את השורות בתוך ${place} שבהן ${where}`);
  if (!column || value === undefined || String(value) === '') return undefined;
  const [head, text] = [quoted(column.name), quoted(String(value))];
  return say(`Set ${head} to ${text} in ${place} where ${where}`, `קבע ${head} ל-${text} בתוך ${place} שבהן ${where}`);
};

const name = '«\\d+»';
const place = `(?<place>(?:sheet ${name} of |table \\d+ of |הגיליון ${name} של |טבלה \\d+ של )?${name})`;
const ways: readonly RegExp[] = [
  new RegExp(
    `^(?:Set|קבע) (?<head>${name}) (?:to |ל-)(?<value>${name}) (?:in|בתוך) ${place} (?:where|שבהן) (?<clauses>.+)$`,
    'u',
  ),
  new RegExp(`^(?:Delete the rows in|מחק את השורות בתוך) ${place} (?:where|שבהן) (?<clauses>.+)$`, 'u'),
];
const partsOf = (request: string) => {
  const { bare, nameOf } = namesIn(request);
  const parts = ways.map((each) => each.exec(bare)?.groups).find((each) => each !== undefined);
  return parts && { parts, nameOf };
};

export const isExactAct = (request: string): boolean => partsOf(request) !== undefined;
export const fileOfExactAct = (request: string): string | undefined => {
  const read = partsOf(request);
  return read?.nameOf(/«\d+»$/u.exec(read.parts.place ?? '')?.[0]);
};

/** Reads back what `exactActWords` says. */
export const readExactAct = (request: string, sheets: readonly Sheet[]): Act | undefined => {
  const read = partsOf(request);
  if (!read) return undefined;
  const { parts, nameOf } = read;
  const sheet = placed(parts.place ?? '', nameOf, sheets);
  const filters = sheet && clausesIn(parts.clauses ?? '', sheet, nameOf);
  if (!sheet || !filters) return undefined;
  const rows = rowsFor({ sheet, filters });
  const which = {
    en: filters.map(({ said }) => said.en).join(' and '),
    he: filters.map(({ said }) => said.he).join(' וגם '),
  };
  if (parts.head === undefined) return { kind: 'delete', sheet, rows, which };
  const column = sheet.heads.find(({ name: each }) => each === nameOf(parts.head));
  const text = nameOf(parts.value);
  if (!column || rows.length === 0 || (column.kind === 'number' && Number.isNaN(Number(text)))) return undefined;
  return {
    kind: 'set',
    sheet,
    rows,
    which,
    column,
    value: column.kind === 'number' ? Number(text) : text,
    ...(column.kind === 'day' && sheet.table.kind === 'xlsx' && /^\d{4}-\d\d-\d\d$/.test(text) ? { isDate: true } : {}),
  };
};
