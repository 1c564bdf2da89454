import { type ListedFile, refuse, type Sub } from '../plan.ts';
import type { DateColumn } from '../reading/dates.ts';
import { isKnownWord } from '../reading/lexicon.ts';
import { formsOf, type Held, isSaidIn, valueCandidates } from '../reading/marks.ts';
import { isNumbering, isSerial } from '../reading/quantities.ts';
import { type Question, type Reading, readQuestion } from '../reading/question.ts';
import { nearestWords } from '../reading/spelling.ts';
import {
  type Asked,
  isNumeric,
  notUnderstood,
  type OfflineRule,
  sheetHeads,
  sheetNames,
  sourceOf,
  sqlName,
  sqlText,
  sqlValue,
  stemOf,
  type Table,
  tableOf,
  whichFile,
} from '../rule.ts';
import type { Flag } from '../table-view.ts';
import { answerQuestion } from './answer.ts';
import { firstRows } from './first-rows.ts';
import { placeOf, wordQuestion } from './word-question.ts';

/** Everything that is asked of a table. It comes last: what no other rule reads may be a question. */
export const questionRule: OfflineRule = {
  id: 'question',
  ways: [
    { en: 'total {number} by {text} in {file}', he: 'סה״כ {number} לפי {text} בקובץ {file}' },
    { en: 'show the rows of {file} where {text} is {value}', he: 'הצג את השורות בקובץ {file} שבהן {text} היא {value}' },
    { en: 'how many rows are in {file}?', he: 'כמה שורות יש בקובץ {file}?' },
    { en: 'average {number} in {file}', he: 'ממוצע {number} בקובץ {file}' },
    { en: 'median {number} in {file}', he: 'חציון {number} בקובץ {file}' },
    { en: 'highest {number} in {file}', he: 'הגבוה ביותר של {number} בקובץ {file}' },
    { en: 'lowest {number} in {file}', he: 'הנמוך ביותר של {number} בקובץ {file}' },
    { en: 'count rows by {text} in {file}', he: 'כמה שורות לפי {text} בקובץ {file}' },
    {
      en: 'what share of {number} is from {value} in {file}?',
      he: 'איזה אחוז מתוך {number} הוא {value} בקובץ {file}?',
    },
    { en: 'top 3 rows by {number} in {file}', he: 'הצג את 3 השורות הגבוהות ביותר לפי {number} בקובץ {file}' },
    {
      en: 'which {text} has the highest total {number} in {file}?',
      he: 'לאיזה {text} יש הכי הרבה {number} בקובץ {file}?',
    },
    {
      en: 'show the rows of {file} where {text} is not {value}',
      he: 'הצג את השורות בקובץ {file} שבהן {text} אינה {value}',
    },
    {
      en: 'show the rows of {file} where {number} more than {n}',
      he: 'הצג את השורות בקובץ {file} שבהן {number} יותר מ-{n}',
    },
    {
      en: 'show the rows of {file} where {text} is {value} and save as {new}',
      he: 'הצג את השורות בקובץ {file} שבהן {text} היא {value} ושמור בשם {new}',
    },
    { en: 'sort {file} by {number} descending', he: 'מיין את {file} לפי {number} בסדר יורד' },
  ],
  read: ({ rest }) => (rest === '' ? undefined : {}),
  *plan(asked) {
    if (asked.source && !['table', 'xlsx'].includes(asked.source.kind))
      return refuse(notUnderstood.en, notUnderstood.he);
    const { table, question } = yield* questionMeant(asked);
    return yield* answerQuestion(asked, table, question);
  },
};

export type Meant = { readonly table: Table; readonly question: Question };

/** The one table that the question can be of, and what it asks. */
export function* questionMeant(asked: Asked): Sub<Meant> {
  const tables = yield* tablesMeant(asked);
  const readings: (readonly [Table, Reading])[] = [];
  for (const table of tables) readings.push([table, yield* readFor(asked, table)]);
  const understood = readings.flatMap(([table, reading]) =>
    'question' in reading ? [{ table, question: reading.question }] : [],
  );
  // The table whose very rows are spoken of comes before one that only has a column of that name.
  const spokenOf = understood.filter(({ table }) => sharesName(asked, wholeRowNames(table)));
  const [only, other] = spokenOf.length === 1 ? spokenOf : understood;
  if (!only) return unreadable(asked, readings);
  return other
    ? whichTable(
        asked,
        understood.map(({ table }) => table),
      )
    : only;
}

/** The table that is named; else every table of the folder that shares a name with the request. */
function* tablesMeant(asked: Asked): Sub<readonly Table[]> {
  const isNamed = asked.source !== undefined || asked.missing !== undefined;
  const all = asked.files.filter(({ kind, is_opaque }) => (kind === 'table' || kind === 'xlsx') && !is_opaque);
  if (isNamed || all.length === 1) return yield* tablesOf(asked, sourceOf(asked, ['table', 'xlsx']));
  if (all.length === 0) return refuse(notUnderstood.en, notUnderstood.he);
  if (all.length > mostFiles) return whichFile(asked, all);
  const tables: Table[] = [];
  for (const file of all) tables.push(...(yield* tablesOf({ ...asked, sheet: undefined }, file)));
  const isShared = (table: Table) =>
    sharesName(asked, [...table.columns.map(({ name }) => name), ...rowNamesOf(table)]);
  const shared = tables.filter(isShared);
  return shared.length > 0 ? shared : tables.slice(0, mostUnnamed);
}
const mostFiles = 8;
const mostUnnamed = 4;
const mostSheets = 20;

function* tablesOf(asked: Asked, file: ListedFile): Sub<readonly Table[]> {
  if (file.kind !== 'xlsx' || asked.sheet !== undefined) return [yield* tableOf({ ...asked, source: file })];
  const tables: Table[] = [];
  const sheets = yield* sheetNames(file.path);
  if (sheets.length > mostSheets) return whichTable(asked, []);
  // Only sheets that share a name with the request are opened, where any does.
  const heads = yield* sheetHeads(file.path);
  const shared = sheets.filter((sheet) => sharesName(asked, [sheet, ...(heads.get(sheet) ?? [])]));
  for (const sheet of shared.length > 0 ? shared : sheets)
    tables.push(yield* tableOf({ ...asked, source: file, sheet }));
  return tables;
}

const sharesName = ({ rest }: Asked, names: readonly string[]): boolean => isSaidIn(rest, names);

/** What the rows are called: the file where it is one table, else the sheet. A year or a number beside it is no name. */
const wholeRowNames = ({ path, sheet, isOnlySheet }: Table): readonly string[] => [
  ...(sheet === null || isOnlySheet ? [stemOf(path).replace(/[\s_-]*\d+$/u, '')] : []),
  ...(sheet === null ? [] : [sheet]),
];

const rowNamesOf = ({ path, sheet }: Table): readonly string[] => [
  ...stemOf(path).split(/[\s_-]+/),
  ...(sheet === null ? [] : [sheet]),
];

/** "Event date" says that the rows are events; a due date says nothing of the kind. */
const datedNames = ({ columns }: Table): readonly string[] =>
  columns.flatMap(({ name }) => {
    const noun = /^(\p{Lu}?\p{Ll}{3,}) date$/u.exec(name)?.[1];
    return noun === undefined || isKnownWord(noun.toLowerCase()) || noNoun.test(noun) ? [] : [noun];
  });
const noNoun =
  /^(?:due|start|end|last|first|next|birth|expiry|expiration|issue|paid|created|updated|closing|opening|target|hire|entry|exit|join|value|posting|final|review|renewal)$/iu;

const flagged = (flag: Flag | undefined) => (flag === undefined ? {} : { flag });

/** Of a workbook with several sheets, a word of its name that is a word of some head speaks of that column. */
function* ownRowNames(table: Table): Sub<readonly string[]> {
  const names = [...rowNamesOf(table), ...datedNames(table)];
  if (table.sheet === null || table.isOnlySheet) return names;
  const heads = [...(yield* sheetHeads(table.path)).values()].flat();
  const words = new Set(heads.flatMap((head) => head.split(/[\s_-]+/)).flatMap(formsOf));
  return names.filter((name) => name === table.sheet || !words.has(name.toLowerCase()));
}

function* readFor(asked: Asked, table: Table): Sub<Reading> {
  const columns = table.columns.map((column, at) => ({
    ...column,
    isNumber: isNumeric(column),
    isNumbering: isNumbering(
      column.name,
      table.sample.map((row) => row[at]),
    ),
    isSerial: isSerial(
      column.name,
      table.sample.map((row) => row[at]),
    ),
    ...flagged(table.view.flags.get(column.name)),
  }));
  const held = yield* heldValues(asked, table);
  const dates = yield* dateColumns(asked, table);
  const rowNames = yield* ownRowNames(table);
  const known = { columns, held, quoted: asked.quoted, rowNames, dates };
  const reading = readQuestion(asked.rest, known);
  if (!('question' in reading)) return reading;
  // A remark that names something of this table may be part of the question.
  const named = new Set([...columns.map(({ name }) => name), ...held.map(({ value }) => value)].flatMap(formsOf));
  const isBeside = (word: string) => !named.has(word) || asked.rest.toLowerCase().includes(word.slice(0, -1));
  // … and so may one that speaks of order or of a limit.
  const isOrder = (aside: string) =>
    /(?<![\p{L}])(?:first|last|top|largest|biggest|smallest|highest|lowest|order|sort|only|except|ראשון|אחרון|הגבוה|הנמוך|רק)(?![\p{L}])/iu.test(
      aside,
    );
  if (asked.asides.some(isOrder)) return { unread: { unknown: asked.asides } };
  const isClear = asked.asides.every((aside) =>
    aside
      .toLowerCase()
      .split(/[^\p{L}\p{N}-]+/u)
      .every(isBeside),
  );
  return isClear ? reading : { unread: { unknown: asked.asides } };
}

/** Which words of the request stand in a column as its value, asked of the table at once. */
function* heldValues(asked: Asked, table: Table): Sub<readonly Held[]> {
  const words = [asked.rest, ...asked.asides].join(' , ');
  const candidates = [
    ...new Set([
      ...asked.quoted.flatMap((each) => [each.toLowerCase(), each.toLowerCase().replaceAll('"', '״')]),
      ...valueCandidates(words),
    ]),
  ];
  const texts = table.columns.filter((column) => !isNumeric(column));
  if (candidates.length === 0 || texts.length === 0) return [];
  if (candidates.length > mostCandidates)
    return refuse(
      'That is too long for me. Ask one thing in one or two sentences.',
      'זה ארוך מדי בשבילי. בקשו דבר אחד במשפט או שניים.',
    );
  const query = texts
    .map(({ name }) => {
      const value = `CAST(${sqlName(name)} AS VARCHAR)`;
      return `SELECT DISTINCT ${sqlText(name)} AS c, ${value} AS v FROM data WHERE lower(${value}) IN (${candidates.map(sqlText).join(', ')})`;
    })
    .join(' UNION ALL ');
  const rows = yield* firstRows(table, `SELECT c, v FROM (${query}) ORDER BY 1, 2`);
  return rows.map(([column, value]) => ({ column: String(column), value: String(value) }));
}
const mostCandidates = 3000;

/** The columns of dates, where the request speaks of a time. Every value must be written year first, or it is none. */
function* dateColumns({ rest }: Asked, table: Table): Sub<readonly DateColumn[]> {
  if (!speaksOfTime.test(rest)) return [];
  const years = table.columns.filter(
    (column) => isNumeric(column) && /^(?:year|שנה|שנת.*|.* year|year .*)$/iu.test(column.name),
  );
  const looksDated = (at: number) => table.sample.some((row) => /^\d{4}-\d\d/.test(String(row[at] ?? '')));
  const dated = table.columns.filter(
    (column, at) => !isNumeric(column) && (looksDated(at) || table.view.days.has(column.name)),
  );
  const found: DateColumn[] = years.map(({ name }) => ({ column: name, detail: 'year', years: [] }));
  for (const { name } of dated) {
    const text = `CAST(${sqlValue(table, name)} AS VARCHAR)`;
    const day = `regexp_matches(${text}, '^[0-9]{4}-[0-9]{2}-[0-9]{2}')`;
    const month = `regexp_matches(${text}, '^[0-9]{4}-[0-9]{2}$')`;
    const query = `SELECT substr(${text}, 1, 4) AS y, count(*) FILTER (${day}), count(*) FILTER (${month}), count(*) FROM data WHERE ${sqlName(name)} IS NOT NULL AND trim(${text}) <> '' GROUP BY 1 ORDER BY 1`;
    const rows = yield* firstRows(table, query);
    const isAll = (at: number) => rows.every((row) => row[at] === row[3]);
    if (rows.length === 0 || !(isAll(1) || isAll(2))) continue;
    found.push({ column: name, detail: isAll(1) ? 'day' : 'month', years: rows.map(([year]) => String(year)) });
  }
  return found;
}
const speaksOfTime =
  /(?<!\d)(?:19|20)\d\d(?!\d)|\d\.\d{1,2}\.\d|quarter|(?<![\p{L}])Q[1-4]|רבעון|(?<![\p{L}])[ובלמהש]{0,2}(?:january|february|march|april|May|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|ינואר|פברואר|מרץ|אפריל|מאי|יוני|יולי|אוגוסט|ספטמבר|אוקטובר|נובמבר|דצמבר)(?![\p{L}])/iu;

/** Two tables fit: the whole request for each, so that a single word can answer. */
const whichTable = ({ original, language }: Asked, tables: readonly Table[]): never => {
  const places = tables.map((table) => placeOf({ ...table, isOnlySheet: false }, language));
  const list = tables.map(({ path, sheet }) => (sheet === null ? path : `${path} (${sheet})`)).join(', ');
  const request = original.replace(/[\s.?!]+$/u, '');
  return refuse(
    list === '' ? 'Which sheet do you mean? Add "in sheet …".' : `Which table do you mean: ${list}?`,
    list === '' ? 'לאיזה גיליון הכוונה? הוסיפו "בגיליון …".' : `לאיזו טבלה הכוונה: ${list}?`,
    list === '' ? undefined : places.slice(0, 3).map((place) => `${request} ${place}`),
  );
};

const unreadable = (asked: Asked, readings: readonly (readonly [Table, Reading])[]): never => {
  const [best] = readings.toSorted(([, a], [, b]) => unknownIn(a).length - unknownIn(b).length);
  if (!best) return refuse('There is no table in it.', 'אין בו טבלה.');
  const [table, reading] = best;
  const { why, meanings = [], said = '' } = 'unread' in reading ? reading.unread : {};
  const columns = table.columns.map(({ name }) => name).join(', ');
  const ways = meanings.flatMap((each) => wordQuestion(each, table, asked.language) ?? []);
  if (why === 'ambiguous')
    return refuse(
      `I can read that in more than one way${ways.length > 1 ? '' : ': a word in it is also a name in the table. Put names in quotes'}.`,
      `אפשר לקרוא זאת ביותר מדרך אחת${ways.length > 1 ? '' : ': מילה בבקשה היא גם שם בטבלה. כתבו שמות במירכאות'}.`,
      ways.length > 1 ? ways : undefined,
      table.path,
    );
  if (why === 'year')
    return refuse(
      `Which year? ${table.path} has several years of ${said}.`,
      `באיזו שנה? בקובץ ${table.path} יש כמה שנים של ${said}.`,
      yearsOn(asked, said, reading),
    );
  const unknown = unknownIn(reading)
    .map((each) => each.replace(/@\w+/g, '…'))
    .join(' ');
  if (unknown !== '') {
    return refuse(
      `I don't know what "${unknown}" means in ${table.path}. Its columns are ${columns}.`,
      `איני יודע מה פירוש "${unknown}" בקובץ ${table.path}. העמודות בו: ${columns}.`,
      spelled(asked, unknownIn(reading), table),
      table.path,
    );
  }
  return refuse(
    `I can't read that as one question about ${table.path}. Its columns are ${columns}.`,
    `איני יכול לקרוא זאת כשאלה אחת על ${table.path}. העמודות בו: ${columns}.`,
    undefined,
    table.path,
  );
};

const yearsOn = ({ original }: Asked, said: string, reading: Reading): readonly string[] | undefined => {
  const years = 'unread' in reading ? (reading.unread.years ?? []) : [];
  const ways = years.slice(-3).map((year) => original.replace(said, `${said} ${year}`));
  return ways.length === 0 ? undefined : ways;
};

/** The request with a misspelt word as it is spelt in the table or in the rules; undefined where none is near. */
const spelled = ({ original }: Asked, unknown: readonly string[], table: Table): readonly string[] | undefined => {
  const [word, other] = unknown;
  if (word === undefined || other !== undefined) return undefined;
  const values = table.sample.flat().filter((value): value is string => typeof value === 'string');
  const near = nearestWords(word, [...table.columns.map(({ name }) => name), ...new Set(values)]);
  return near.length === 0 ? undefined : near.slice(0, 3).map((each) => original.replace(word, each));
};

const unknownIn = (reading: Reading): readonly string[] => ('unread' in reading ? reading.unread.unknown : []);
