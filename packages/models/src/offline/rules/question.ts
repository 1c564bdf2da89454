import { answerEveryday } from '../everyday/plan.ts';
import { type ListedFile, NotRead, OfflineRefusal, refuse, type Sub } from '../plan.ts';
import { isFunctionWord } from '../reading/glue.ts';
import { formsOf, isSaidIn } from '../reading/marks.ts';
import { isAmount, isNumbering } from '../reading/quantities.ts';
import type { Question, Reading } from '../reading/question.ts';
import { literal } from '../reading/quotes.ts';
import {
  type Asked,
  chooseSheet,
  isNumeric,
  notUnderstood,
  type OfflineRule,
  sheetHeads,
  sheetNames,
  sheetTables,
  sourceOf,
  stemOf,
  type Table,
  tableOf,
  whichFile,
} from '../rule.ts';
import { answerQuestion } from './answer.ts';
import { nearQuestions } from './near-questions.ts';
import { answerFromSection } from './section-meant.ts';
import { heldValues, readFor, rowNamesOf } from './table-vocabulary.ts';
import { placeName, placeOf, wordQuestion } from './word-question.ts';

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
  readsDays: true,
  read: ({ rest }) => (rest === '' ? undefined : {}),
  *plan(asked) {
    yield* refuseUncalculated(asked);
    try {
      if (asked.source && !['table', 'xlsx'].includes(asked.source.kind))
        return refuse(notUnderstood.en, notUnderstood.he);
      const { table, question } = yield* questionMeant(asked);
      // What is added up was not named: the tables of the folder are asked once more which of them it can be of.
      const isUnnamed = question.measures.some(
        ({ kind, column }) => kind === 'sum' && column !== undefined && !isSaidIn(asked.rest, [column]),
      );
      // Who has not paid is told by more than one column: what was cancelled is not owed.
      const isOwed = question.where.some(
        ({ operator, values }) => operator === '<>' && values.some((value) => /^(?:paid|שולם)$/iu.test(value)),
      );
      if (isOwed && !asked.source && asked.target === undefined && asked.quoted.length === 0) {
        const answer = yield* answerEveryday(asked);
        if (answer !== undefined) return answer;
      }
      if (isUnnamed && !asked.source && asked.target === undefined) {
        const answer = yield* answerEveryday(asked);
        if (answer !== undefined) return answer;
        if (question.measures.some(({ column }) => column !== undefined && !isAmount(column)))
          throw new OfflineRefusal(notUnderstood);
      }
      // "The most pupils per escort": a number for each of the other, and no group of rows.
      const isRatio = question.by.some((name) =>
        table.columns.some((column) => column.name === name && isNumeric(column) && isQuantityLike(column.name, table)),
      );
      if (
        isRatio &&
        /(?<![\p{L}])(?:per|for (?:each|every)|על כל)(?![\p{L}])/iu.test(asked.rest) &&
        asked.target === undefined
      ) {
        const answer = yield* answerEveryday(asked);
        if (answer !== undefined) return answer;
        throw new OfflineRefusal(notUnderstood);
      }
      // A share of the money is no share of the rows.
      if (
        question.measures.some(({ kind, column }) => kind === 'share' && column === undefined) &&
        ofMoney.test(asked.rest)
      )
        throw new OfflineRefusal(notUnderstood);
      if (question.isSorting && (asked.rest.match(sortedBy) ?? []).length > question.order.length)
        return refuse(
          `I can't tell every column to sort ${placeName(table)} by. Name them one after the other, as in "by A, B".`,
          `איני יודע לפי אילו עמודות למיין את ${placeName(table)}. כתבו אותן זו אחר זו, למשל "לפי א, ב".`,
          undefined,
          table.path,
        );
      return yield* answerQuestion(asked, table, question);
    } catch (refusal) {
      if (!(refusal instanceof OfflineRefusal)) throw refusal;
      const answer = refusal instanceof TwoTablesFit ? undefined : yield* answerEveryday(asked);
      return answer ?? (yield* answerFromSection(asked, refusal));
    }
  },
};

/**
 * A column of formulas that no program has calculated yet holds nothing to add up. Its name must not be read past: what
 * is left of the request may fit another sheet, and would be answered with its numbers.
 */
function* refuseUncalculated(asked: Asked): Sub<void> {
  for (const table of yield* booksMeant(asked)) {
    const name = table.columns.find(
      (column, at) =>
        !isNumeric(column) &&
        table.sample.length > 0 &&
        table.sample.every((row) => row[at] === null || row[at] === '') &&
        isReckoned(asked.rest, column.name),
    )?.name;
    if (name === undefined) continue;
    refuse(
      `${name} in ${placeName(table)} has no stored values. If it holds formulas, open the file in a spreadsheet program, save it there, and add it again.`,
      `בעמודה ${name} ב-${placeName(table)} אין ערכים שמורים. אם יש בה נוסחאות, פתחו את הקובץ בתוכנת גיליונות, שמרו אותו שם והוסיפו אותו שוב.`,
      undefined,
      table.path,
    );
  }
}

function* booksMeant(asked: Asked): Sub<readonly Table[]> {
  try {
    return (yield* tablesMeant(asked)).filter(({ kind }) => kind === 'xlsx');
  } catch (refusal) {
    // Which table is meant is asked below.
    if (refusal instanceof OfflineRefusal) return [];
    throw refusal;
  }
}

const reckoning =
  'sum|total|average|mean|median|highest|lowest|biggest|largest|smallest|maximum|minimum|max|min|add up|[הבלמ]?(?:סכום|סך|סה״כ|סה"כ|ממוצע|חציון)';
const isReckoned = (words: string, column: string): boolean =>
  new RegExp(`(?<![\\p{L}])(?:${reckoning})(?: (?:of|the|all|של|כל|ה))* ?ה?${literal(column)}(?![\\p{L}])`, 'iu').test(
    words,
  );

const ofMoney =
  /(?<![\p{L}])(?:money|income|sales|takings|turnover|revenue|spend(?:ing)?|costs?|earnings|[הבלמ]?(?:כסף|כספים|הכנסות|מכירות|הוצאות|עלויות|פדיון))(?![\p{L}])/iu;

/** A number that is counted, and no code or year that rows are grouped by. */
const isQuantityLike = (name: string, { columns, sample }: Table): boolean => {
  const at = columns.findIndex((each) => each.name === name);
  const values = sample.map((row) => row[at]);
  return (
    !isNumbering(name, values) &&
    !/(?:^|\s)(?:year|month|week|no|nr|number|code|id|floor|age|grade|class|level|שנה|חודש|קומה|כיתה|גיל|מספר)(?:$|\s|\.)/iu.test(
      name,
    )
  );
};

/** Each of these leads to a column: none of them may be passed over. */
const sortedBy = /(?<![\p{L}])(?:by|לפי)(?![\p{L}])/giu;

export type Meant = { readonly table: Table; readonly question: Question };

/** The one table that the question can be of, and what it asks. */
export function* questionMeant(asked: Asked): Sub<Meant> {
  const near = yield* tablesMeant(asked);
  const readings: (readonly [Table, Reading])[] = [];
  for (const table of near) readings.push([table, yield* readFor(asked, table)]);
  // What shares no name with the request may still hold what it speaks of.
  const others = readings.some(([, reading]) => 'question' in reading) ? [] : yield* otherTables(asked, near);
  for (const table of others) readings.push([table, yield* readFor(asked, table)]);
  const tables = [...near, ...others];
  const all = readings.flatMap(([table, reading]) =>
    'question' in reading ? [{ table, question: reading.question }] : [],
  );
  const holders = tables.length > 1 && all.length > 0 ? yield* holdersOf(asked, tables) : tables;
  const held = all.filter(({ table }) => holders.includes(table));
  if (all.length > 0 && held.length === 0)
    return yield* unreadable(
      asked,
      readings.filter(([table]) => holders.includes(table)),
    );
  // "Price" is the column of that name before it is a price per board.
  const exact = held.filter(({ question }) => measuredIn(question).every((name) => isSaidIn(asked.rest, [name])));
  const understood = exact.length === 1 && held.length > 1 ? exact : held;
  // The table whose very rows are spoken of comes before one that only has a column of that name.
  const spokenOf = understood.filter(({ table }) => sharesName(asked, wholeRowNames(table)));
  const [only, other] = spokenOf.length === 1 ? spokenOf : understood;
  if (!only) return yield* unreadable(asked, readings);
  return other
    ? whichTable(
        asked,
        understood.map(({ table }) => table),
      )
    : only;
}

const measuredIn = ({ measures, by, order, extreme }: Question): readonly string[] => [
  ...measures.flatMap(({ column }) => (column === undefined ? [] : [column])),
  ...by,
  ...order.map(({ column }) => column),
  ...(extreme ? [extreme.column] : []),
];

/**
 * The tables that pass over no word which is a value in another one: "which table" asks for the tables among the pieces,
 * and a sheet without pieces is not asked.
 */
function* holdersOf(asked: Asked, tables: readonly Table[]): Sub<readonly Table[]> {
  const words: ReadonlySet<string>[] = [];
  for (const table of tables) {
    const values = (yield* heldValues(asked, table)).map(({ value }) => value.toLowerCase());
    words.push(new Set(values.filter((value) => value.length > 2 && !isFunctionWord(value))));
  }
  const knows = (at: number, word: string) =>
    words[at]?.has(word) ||
    [...(tables[at]?.columns.map(({ name }) => name) ?? []), ...rowNamesOf(tables[at] as Table)].some((name) =>
      formsOf(name).includes(word),
    );
  return tables.filter((_table, at) => words.every((other) => [...other].every((word) => knows(at, word))));
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
/** The tables that were not looked at because others share a name with the request. */
function* otherTables(asked: Asked, looked: readonly Table[]): Sub<readonly Table[]> {
  const isNamed = asked.source !== undefined || asked.missing !== undefined;
  const files = asked.files.filter(({ kind, is_opaque }) => (kind === 'table' || kind === 'xlsx') && !is_opaque);
  if (isNamed || files.length > mostOtherFiles) return [];
  const isLooked = (table: Table) => looked.some(({ path, sheet }) => path === table.path && sheet === table.sheet);
  const found: Table[] = [];
  for (const file of files) {
    const sheets = file.kind === 'xlsx' ? yield* sheetNames(file.path) : [undefined];
    if (sheets.length > mostUnnamed) continue;
    for (const sheet of sheets) found.push(yield* tableOf({ ...asked, source: file, sheet }));
  }
  return found.filter((table) => !isLooked(table));
}
const mostOtherFiles = 4;
const mostFiles = 8;
const mostUnnamed = 4;
const mostSheets = 20;

function* tablesOf(asked: Asked, file: ListedFile): Sub<readonly Table[]> {
  if (file.kind !== 'xlsx') return [yield* tableOf({ ...asked, source: file })];
  const tables: Table[] = [];
  const all = yield* sheetNames(file.path);
  const sheets = asked.sheet === undefined ? all : [chooseSheet(asked, file.path, all)];
  if (sheets.length > mostSheets) return whichTable(asked, []);
  // Only sheets that share a name with the request are opened, where any does.
  const heads = yield* sheetHeads(file.path);
  const shared = sheets.filter((sheet) => sharesName(asked, [sheet, ...(heads.get(sheet) ?? [])]));
  for (const sheet of shared.length > 0 ? shared : sheets) {
    // A sheet may hold several tables; where the request names heads of some, those are meant.
    const found = yield* sheetTables(file.path, sheet);
    const named = found.length > 1 ? found.filter(({ heads }) => sharesName(asked, heads)) : found;
    for (const table of named.length > 0 ? named : found)
      tables.push(yield* tableOf({ ...asked, source: file, sheet }, table));
  }
  return tables;
}

const sharesName = ({ rest }: Asked, names: readonly string[]): boolean => isSaidIn(rest, names);

/** What the rows are called: the file where it is one table, else the sheet. A year or a number beside it is no name. */
const wholeRowNames = ({ path, sheet, isOnlySheet }: Table): readonly string[] => [
  ...(sheet === null || isOnlySheet ? [stemOf(path).replace(/[\s_-]*\d+$/u, '')] : []),
  ...(sheet === null ? [] : [sheet]),
];

/** Two tables answer it: only whoever asks knows which one is meant. */
class TwoTablesFit extends OfflineRefusal {}

/** Two tables fit: the whole request for each, so that a single word can answer. */
const whichTable = ({ original, language }: Asked, tables: readonly Table[]): never => {
  const places = tables.map((table) => placeOf({ ...table, isOnlySheet: false }, language));
  const list = tables.map(({ path, sheet }) => (sheet === null ? path : `${path} (${sheet})`)).join(', ');
  const request = original.replace(/[\s.?!]+$/u, '');
  throw new TwoTablesFit(
    {
      en: list === '' ? 'Which sheet do you mean? Add "in sheet …".' : `Which table do you mean: ${list}?`,
      he: list === '' ? 'לאיזה גיליון הכוונה? הוסיפו "בגיליון …".' : `לאיזו טבלה הכוונה: ${list}?`,
    },
    list === '' ? undefined : places.slice(0, 3).map((place) => `${request} ${place}`),
  );
};

/** Why no table answers, and the requests that come nearest. */
function* unreadable(asked: Asked, readings: readonly (readonly [Table, Reading])[]): Sub<never> {
  const short = (reading: Reading) => unknownIn(reading).length - (meaningsIn(reading).length > 0 ? 1 : 0);
  const ranked = readings.toSorted(([, a], [, b]) => short(a) - short(b));
  let [best] = ranked;
  if (!best) return refuse('There is no table in it.', 'אין בו טבלה.');
  // Of several that fall equally short, the one that has a request near to this one.
  let near: readonly string[] = [];
  for (const each of ranked.slice(0, mostNear)) {
    if (near.length > 0 || meaningsIn(best[1]).length > 0) break;
    near = yield* nearQuestions(asked, each[0], unknownIn(each[1]));
    if (near.length > 0) best = each;
  }
  const [table, reading] = best;
  const ways = near.length > 0 ? near : undefined;
  const [mixed] = [...table.view.mixed].filter(([name]) => isSaidIn(asked.rest, [name]));
  if (mixed)
    return refuse(
      `${mixed[0]} in ${placeName(table)} has amounts in several currencies (${mixed[1]}), so I can't calculate with it.`,
      `בעמודה ${mixed[0]} בקובץ ${placeName(table)} יש סכומים בכמה מטבעות (${mixed[1]}), ולכן איני יכול לחשב בה.`,
      undefined,
      table.path,
    );
  const { why, said = '' } = 'unread' in reading ? reading.unread : {};
  const meanings = meaningsIn(reading);
  const columns = table.columns.map(({ name }) => name).join(', ');
  const worded = meanings.flatMap((each) => wordQuestion(each, table, asked.language) ?? []);
  if (why === 'ambiguous')
    return refuse(
      `I can read that in more than one way${worded.length > 0 ? '' : ': a word in it is also a name in the table. Put names in quotes'}.`,
      `אפשר לקרוא זאת ביותר מדרך אחת${worded.length > 0 ? '' : ': מילה בבקשה היא גם שם בטבלה. כתבו שמות במירכאות'}.`,
      worded.length > 0 ? worded : ways,
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
  if (unknown !== '')
    throw new NotRead(
      {
        en: `I don't know what "${unknown}" means in ${placeName(table)}. Its columns are ${columns}.`,
        he: `איני יודע מה פירוש "${unknown}" בקובץ ${placeName(table)}. העמודות בו: ${columns}.`,
      },
      ways,
      table.path,
    );
  throw new NotRead(
    {
      en: `I can't read that as one question about ${placeName(table)}. Its columns are ${columns}.`,
      he: `איני יכול לקרוא זאת כשאלה אחת על ${placeName(table)}. העמודות בו: ${columns}.`,
    },
    ways,
    table.path,
  );
}

const mostNear = 4;

const yearsOn = ({ original }: Asked, said: string, reading: Reading): readonly string[] | undefined => {
  const years = 'unread' in reading ? (reading.unread.years ?? []) : [];
  const ways = years.slice(-3).map((year) => original.replace(said, `${said} ${year}`));
  return ways.length === 0 ? undefined : ways;
};

const meaningsIn = (reading: Reading): readonly Question[] =>
  'unread' in reading ? (reading.unread.meanings ?? []) : [];

const unknownIn = (reading: Reading): readonly string[] => ('unread' in reading ? reading.unread.unknown : []);
