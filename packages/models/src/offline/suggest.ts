import { asList, asObject, type Bilingual, inLanguage, type ListedFile, OfflineRefusal, type Sub } from './plan.ts';
import { meaningOf } from './reading/lexicon.ts';
import { isMoneyName, isNumbering, isQuantityName, isRateName } from './reading/quantities.ts';
import type { Language } from './request-text.ts';
import { isNumeric, type OfflineRule, stemOf, type Table } from './rule.ts';
import { inRequest } from './rules/word-question.ts';
import { plainView } from './table-view.ts';

/** Names of the folder that can fill a way to ask; what is not there is left out with every way that needs it. */
export type Names = Readonly<Partial<Record<string, string>>>;

export const helpRequest: Bilingual = { en: 'What can you do?', he: 'מה אפשר לבקש?' };

/** The ways to ask that this folder has names for, as complete requests. */
export const examplesOf = (rules: readonly OfflineRule[], names: Names, language: Language): readonly string[] =>
  rules.flatMap(({ ways }) =>
    ways.flatMap((way) => {
      const filled = inLanguage(language, way).replace(/\{(\w+)\}/g, (all, slot: string) => names[slot] ?? all);
      return /\{\w+\}/.test(filled) ? [] : [filled.charAt(0).toUpperCase() + filled.slice(1)];
    }),
  );

/** The few that share most words with what was asked; where nothing is shared, the first ones. */
export const nearest = (examples: readonly string[], request: string, most = 3): readonly string[] => {
  const words = new Set(wordsOf(request));
  const score = (example: string) => wordsOf(example).filter((word) => words.has(word)).length;
  return examples
    .map((example, at) => ({ example, at, shared: score(example) }))
    .toSorted((a, b) => b.shared - a.shared || a.at - b.at)
    .slice(0, most)
    .map(({ example }) => example);
};

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}.]+/u)
    .filter((word) => word.length > 1 && meaningOf(word)?.tag !== ' ');

/** The names of one table and of the other files, for the slots of the ways. */
export const namesOf = (files: readonly ListedFile[], table: Table | undefined, language: Language): Names => {
  const first = (kind: string) => files.find((file) => file.kind === kind)?.path;
  const names: Record<string, string | undefined> = {
    book: first('xlsx'),
    doc: first('docx'),
    deck: first('pptx'),
    text_file: first('text'),
    any: table?.path ?? files[0]?.path,
  };
  if (table) {
    const columns = table.columns.map((column, at) => ({ ...column, values: table.sample.map((row) => row[at]) }));
    const numbers = columns.filter((column) => isNumeric(column) && !isNumbering(column.name, column.values));
    const number =
      numbers.find(({ name }) => isMoneyName(name) && !isRateName(name)) ??
      numbers.find(({ name }) => isMoneyName(name)) ??
      numbers.find(({ name }) => isQuantityName(name)) ??
      numbers[0];
    const texts = columns.filter((column) => !isNumeric(column) && column.values.some((value) => isSayable(value)));
    const repeats = (values: readonly unknown[]) => new Set(values).size < values.length;
    const text = texts.find(({ values }) => repeats(values)) ?? texts[0];
    const value = text?.values.find(isSayable);
    const middle = number?.values.filter((each) => typeof each === 'number').toSorted((a, b) => Number(a) - Number(b));
    Object.assign(names, {
      file: sheetSaid(table, language),
      csv: table.kind === 'table' ? table.path : undefined,
      sheet_book: table.kind === 'xlsx' && table.isOnlySheet ? table.path : undefined,
      number: number && inRequest(number.name),
      text: text && inRequest(text.name),
      value: value === undefined ? undefined : inRequest(String(value)),
      n: middle === undefined || middle.length === 0 ? undefined : String(middle[Math.floor(middle.length / 2)]),
      new: `${stemOf(table.path)}-2.csv`,
    });
  }
  return Object.fromEntries(Object.entries(names).filter(([, name]) => name !== undefined)) as Names;
};

/** A sheet of several is said with its file. */
const sheetSaid = ({ path, sheet, isOnlySheet }: Table, language: Language): string => {
  if (sheet === null || isOnlySheet) return path;
  if (language === 'he') return `${path} בגיליון ${/\s/u.test(sheet) ? `"${sheet}"` : inRequest(sheet)}`;
  return `sheet ${inRequest(sheet)} of ${path}`;
};

const isSayable = (value: unknown): boolean =>
  typeof value === 'string' &&
  value.trim() !== '' &&
  !/^\d{4}-\d\d/.test(value) &&
  value.length <= 30 &&
  !/["\n]/.test(value);

/** Looks at one table of the folder, the one that is meant or the first, to make requests from its own names. */
export function* lookForNames(
  files: readonly ListedFile[],
  meant: ListedFile | undefined,
  language: Language,
): Sub<Names> {
  const isTable = ({ kind }: ListedFile) => kind === 'table' || kind === 'xlsx';
  const file = meant && isTable(meant) ? meant : (files.find(({ kind }) => kind === 'table') ?? files.find(isTable));
  if (!file) return namesOf(files, undefined, language);
  const { path, version, kind } = file;
  const book = kind === 'xlsx' ? yield { name: 'get_file_map', input: { path, part: null, detail: 'compact' } } : {};
  const sheets = asList(book.sheets).map((each) => String(asObject(each).name));
  const sheet = kind === 'xlsx' ? (sheets[0] ?? null) : null;
  const map = yield { name: 'table_get_map', input: { path, sheet, range: null } };
  if (map.ok === false) return namesOf(files, undefined, language);
  const columns = asList(map.columns).map((each) => {
    const { name, inferred_type } = asObject(each);
    return { name: String(name), type: String(inferred_type) };
  });
  const isOnlySheet = sheets.length <= 1;
  const sample = asList(map.sample).map(asList);
  return namesOf(
    files,
    { path, version, kind, sheet, range: null, hidden: 0, isOnlySheet, columns, rowCount: 0, view: plainView, sample },
    language,
  );
}

const rank = ({ id }: OfflineRule): number => (id === 'question' ? 0 : 1);

/** A refusal with ways on: its own, or requests made from the names of the folder. */
export function* withWaysOn(
  refusal: OfflineRefusal,
  rules: readonly OfflineRule[],
  {
    files,
    meant,
    request,
    language,
  }: { files: readonly ListedFile[]; meant: ListedFile | undefined; request: string; language: Language },
): Sub<OfflineRefusal> {
  if (refusal.suggestions !== undefined) return refusal;
  const file = files.find(({ path }) => path === refusal.about) ?? meant;
  const names = yield* lookForNames(files, file, language);
  // Questions first: where nothing is near, they are what most people came for.
  const offered = rules.toSorted((a, b) => rank(a) - rank(b)).filter(({ id }) => !['help', 'list'].includes(id));
  return new OfflineRefusal(refusal.sentence, nearest(examplesOf(offered, names, language), request));
}
