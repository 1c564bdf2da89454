import { refuse, type Sub } from '../plan.ts';
import { formsOf, type Held, valueCandidates } from '../reading/marks.ts';
import { monthsIn } from '../reading/months.ts';
import { type Reading, readQuestion } from '../reading/question.ts';
import {
  type Asked,
  isNumeric,
  notUnderstood,
  type OfflineRule,
  sheetNames,
  sourceOf,
  sqlName,
  sqlText,
  stemOf,
  type Table,
  tableOf,
} from '../rule.ts';
import { answerQuestion } from './answer.ts';
import { firstRows } from './first-rows.ts';

/** Everything that is asked of a table without changing it. It comes last: what no other rule reads may be a question. */
export const questionRule: OfflineRule = {
  id: 'question',
  grammar: {
    en: 'total | average | highest | lowest ‹column› [by ‹column›] in ‹file› [and save as ‹new file›]; count rows [by ‹column›] in ‹file›; show the rows of ‹file› where ‹column› is | is not | more than | less than | between | contains ‹value› [and save as ‹new file›]; sort ‹file› by ‹column› [descending]; top ‹number› rows by ‹column› in ‹file›',
    he: 'סכום | ממוצע | הגבוה ביותר | הנמוך ביותר של ‹עמודה› [לפי ‹עמודה›] ב‹קובץ› [ושמור בשם ‹קובץ חדש›]; כמה שורות [לפי ‹עמודה›] יש ב‹קובץ›; הצג את השורות ב‹קובץ› שבהן ‹עמודה› היא | אינה | יותר מ | פחות מ | בין | מכילה ‹ערך› [ושמור בשם ‹קובץ חדש›]; מיין את ‹קובץ› לפי ‹עמודה› [בסדר יורד]',
  },
  read: ({ rest }) => (rest === '' ? undefined : {}),
  *plan(asked) {
    if (!asked.source && !asked.missing && !isTableTalk(asked.rest)) return refuse(notUnderstood.en, notUnderstood.he);
    if (asked.source && !['table', 'xlsx'].includes(asked.source.kind))
      return refuse(notUnderstood.en, notUnderstood.he);
    const tables = yield* tablesMeant(asked);
    const readings: (readonly [Table, Reading])[] = [];
    for (const table of tables) readings.push([table, yield* readFor(asked, table)]);
    const understood = readings.flatMap(([table, reading]) =>
      'question' in reading ? [[table, reading.question] as const] : [],
    );
    const [only, other] = understood;
    if (only && other) return whichSheet(only[0].path, tables);
    if (!only) return unreadable(readings);
    return yield* answerQuestion(asked, ...only);
  },
};

const isTableTalk = (rest: string): boolean =>
  /(?<![\p{L}])(?:total|sum|average|sort|rows|how many|how much|filter|by|count|סכום|ממוצע|מיין|תמיין|שורות|כמה|לפי|סנן)(?![\p{L}])/iu.test(
    rest,
  );

/** The table of a csv or of the sheet that was named; else every sheet, for only one of them may fit the question. */
function* tablesMeant(asked: Asked): Sub<readonly Table[]> {
  const file = sourceOf(asked, ['table', 'xlsx']);
  if (file.kind !== 'xlsx' || asked.sheet !== undefined) return [yield* tableOf(asked)];
  const tables: Table[] = [];
  const sheets = yield* sheetNames(file.path);
  if (sheets.length > mostSheets) return whichSheet(file.path, []);
  for (const sheet of sheets) tables.push(yield* tableOf({ ...asked, source: file, sheet }));
  return tables;
}
const mostSheets = 20;

function* readFor(asked: Asked, table: Table): Sub<Reading> {
  const columns = table.columns.map((column) => ({ ...column, isNumber: isNumeric(column) }));
  const held = yield* heldValues(asked, table);
  const rowNames = [...stemOf(table.path).split(/[\s_-]+/), ...(table.sheet === null ? [] : [table.sheet])];
  const known = { columns, held, quoted: asked.quoted, rowNames };
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
  const candidates = [...new Set([...asked.quoted.map((each) => each.toLowerCase()), ...valueCandidates(words)])];
  const months = monthsIn(words);
  const texts = table.columns.filter((column) => !isNumeric(column));
  if (candidates.length + months.length === 0 || texts.length === 0) return [];
  const tests = (value: string) => [
    ...(candidates.length > 0 ? [`lower(${value}) IN (${candidates.map(sqlText).join(', ')})`] : []),
    ...months.map(({ at }) => `regexp_matches(${value}, '^[0-9]{4}-${at}$')`),
  ];
  const query = texts
    .map(({ name }) => {
      const value = `CAST(${sqlName(name)} AS VARCHAR)`;
      return `SELECT DISTINCT ${sqlText(name)} AS c, ${value} AS v FROM data WHERE ${tests(value).join(' OR ')}`;
    })
    .join(' UNION ALL ');
  const rows = yield* firstRows(table, `SELECT c, v FROM (${query}) ORDER BY 1, 2`);
  const held = rows.map(([column, value]) => ({ column: String(column), value: String(value) }));
  // A month is known by its name when the table has it in one year only.
  return held.map((each) => {
    const month = months.find(({ at }) => each.value.endsWith(`-${at}`) && /^\d{4}-\d\d$/.test(each.value));
    const years = held.filter(({ value }) => month && /^\d{4}-\d\d$/.test(value) && value.endsWith(`-${month.at}`));
    return month && years.length === 1 ? { ...each, alsoSaid: month.name } : each;
  });
}

const whichSheet = (path: string, tables: readonly Table[]): never => {
  const list = tables.map(({ sheet }) => sheet).join(', ');
  return refuse(
    `${path} has several sheets${list === '' ? '' : `: ${list}`}. Say "in sheet …".`,
    `בקובץ ${path} כמה גיליונות${list === '' ? '' : `: ${list}`}. הוסיפו "בגיליון …".`,
  );
};

const unreadable = (readings: readonly (readonly [Table, Reading])[]): never => {
  const [best] = readings.toSorted(([, a], [, b]) => unknownIn(a).length - unknownIn(b).length);
  if (!best) return refuse('There is no table in it.', 'אין בו טבלה.');
  const [table, reading] = best;
  const columns = table.columns.map(({ name }) => name).join(', ');
  const unknown = unknownIn(reading)
    .map((each) => each.replace(/@q\d+|@src|@out/g, '…'))
    .join(' ');
  if (unknown !== '') {
    return refuse(
      `I do not know what "${unknown}" means here. The columns of ${table.path} are ${columns}; a value can be put in quotes.`,
      `איני יודע מה פירוש "${unknown}" כאן. העמודות ב-${table.path} הן ${columns}; אפשר לכתוב ערך במירכאות.`,
    );
  }
  return refuse(
    `I could not read that as one question. Say it as: total ‹column› by ‹column›, or rows where ‹column› is ‹value›. The columns of ${table.path} are ${columns}.`,
    `לא הצלחתי לקרוא זאת כשאלה אחת. כתבו: סכום ‹עמודה› לפי ‹עמודה›, או שורות שבהן ‹עמודה› היא ‹ערך›. העמודות ב-${table.path} הן ${columns}.`,
  );
};

const unknownIn = (reading: Reading): readonly string[] => ('unread' in reading ? reading.unread.unknown : []);
