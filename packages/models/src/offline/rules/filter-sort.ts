import { refuse } from '../plan.ts';
import { unquote } from '../request-text.ts';
import {
  type Asked,
  columnOf,
  isNumeric,
  type OfflineRule,
  sqlName,
  sqlText,
  type Table,
  tableOf,
  targetOf,
} from '../rule.ts';
import { defaultTarget, firstRows } from './aggregate.ts';
import { saveQuery } from './save-query.ts';
import { number, pattern } from './words.ts';

const verb = '(?:keep only|keep|filter|show(?: me)?|list|find|give me|get)(?: only)?';

export const filterRule: OfflineRule = {
  id: 'filter',
  grammar: {
    en: 'show | keep the rows of <file> where <column> is | > | < | at least | at most | contains <value> [and save as <new file>]',
    he: 'סנן את <קובץ>: <עמודה> היא | גדול מ | קטן מ | מכיל <ערך> [ושמור בשם <קובץ חדש>]',
  },
  patterns: [
    pattern(
      `${verb}(?: the)?(?: rows)?(?: of| in| from)? {S}(?::| where| to| for)(?: rows where| the rows where)? (?<cond>.+)`,
    ),
    pattern(`${verb}(?: the)? rows where (?<cond>.+?) (?:in|of|from) {S}`),
    pattern('(?:סנן|סנני|הצג|השאר)(?: רק)?(?: את)?(?: ה?שורות)? {H}(?::| שבהן| כאשר| לפי) (?<cond>.+)'),
  ],
  *plan(asked) {
    const table = yield* tableOf(asked);
    const where = conditionOf(asked, table);
    const query = `SELECT ${table.columns.map(({ name }) => sqlName(name)).join(', ')} FROM data_rows WHERE ${where} ORDER BY __row`;
    const [counted] = yield* firstRows(table, `SELECT count(*) AS n FROM data WHERE ${where}`);
    const count = Number(counted?.[0] ?? 0);
    if (count === 0) return noneFits(asked, where);
    if (asked.target === undefined) {
      const rows = yield* firstRows(table, query);
      const lines = rows.slice(0, 50).map((row) => `- ${row.map(number).join(' | ')}`);
      return [
        asked.say(`${count} rows fit:`, `${count} שורות מתאימות:`),
        table.columns.map(({ name }) => name).join(' | '),
        ...lines,
      ].join('\n');
    }
    const path = targetOf(asked, '', ['csv', 'xlsx']);
    const rows = yield* saveQuery(asked, table, query, path);
    return asked.say(
      `Saved ${rows} of ${table.rowCount} rows to ${path}.`,
      `נשמרו ${rows} מתוך ${table.rowCount} שורות בקובץ ${path}.`,
    );
  },
};

/** A number, or a value in quotes, is meant to the letter. Of other words nobody knows whether all were the value. */
const noneFits = (asked: Asked, where: string): string => {
  if (/@q\d/.test(asked.words) || !where.includes('AS VARCHAR)'))
    return asked.say('No row fits; nothing was written.', 'אין שורה מתאימה; דבר לא נכתב.');
  return refuse(
    'No row fits the condition as I read it. Write the value in quotes, as in: where Region is "North".',
    'אין שורה שמתאימה לתנאי כפי שקראתי אותו. כתבו את הערך במירכאות, כמו: עיר היא "חיפה".',
  );
};

export const sortRule: OfflineRule = {
  id: 'sort',
  grammar: {
    en: 'sort <file> by <column> [descending] [and save as <new file>]',
    he: 'מיין את <קובץ> לפי <עמודה> [בסדר יורד] [ושמור בשם <קובץ חדש>]',
  },
  patterns: [
    pattern('(?:sort|order) {S} by (?<col>.+?)(?:,? (?:in )?(?<dir>asc|desc|ascending|descending)(?: order)?)?'),
    pattern('(?:מיין|מייני|סדר) {H} לפי (?<col>.+?)(?: (?:ב?סדר )?(?<dir>יורד|עולה))?'),
  ],
  *plan(asked) {
    const table = yield* tableOf(asked);
    const column = columnOf(table, asked.part('col') ?? '');
    const direction = /^desc|יורד/i.test(asked.part('dir') ?? '') ? 'DESC' : 'ASC';
    const path = targetOf(asked, defaultTarget(table, asked.say('sorted', 'ממוין')), ['csv', 'xlsx']);
    const names = table.columns.map(({ name }) => sqlName(name)).join(', ');
    // Rows that are equal keep the order they had.
    const query = `SELECT ${names} FROM data_rows ORDER BY ${sqlName(column.name)} ${direction} NULLS LAST, __row`;
    const rows = yield* saveQuery(asked, table, query, path);
    return asked.say(
      `Saved ${rows} rows, sorted by ${column.name}, to ${path}. ${table.path} is as it was.`,
      `נשמרו ${rows} שורות, ממוינות לפי ${column.name}, בקובץ ${path}. ${table.path} לא השתנה.`,
    );
  },
};

const comparisons: readonly (readonly [string, string])[] = [
  ['is not|does not equal|!=|<>|אינו|אינה', '<>'],
  ['is at least|at least|>=|לפחות', '>='],
  ['is at most|at most|<=|לכל היותר', '<='],
  ['is greater than|is more than|is above|is over|greater than|more than|above|over|>|גדול מ-?|גדולה מ-?|מעל', '>'],
  ['is less than|is below|is under|less than|below|under|<|קטן מ-?|קטנה מ-?|מתחת ל-?', '<'],
  ['contains|מכיל|מכילה', 'contains'],
  ['is|equals|equal to|=|הוא|היא|שווה ל-?', '='],
];

const conditionOf = (asked: Asked, table: Table): string => {
  const whole = asked.part('cond') ?? '';
  return whole
    .split(/ and | וגם /iu)
    .map((each) => oneCondition(asked, table, each.trim()))
    .join(' AND ');
};

const oneCondition = (asked: Asked, table: Table, written: string): string => {
  for (const [words, operator] of comparisons) {
    const match = new RegExp(
      `^(?<col>.+?)\\s*(?<=[\\s\\p{L}\\p{N}])(?:${words})\\s*(?<val>@q\\d+|[^<>=@]+)$`,
      'iu',
    ).exec(written);
    const named = match?.groups?.col;
    const column =
      named === undefined
        ? undefined
        : table.columns.find(({ name }) => name.toLowerCase() === unquote(named, asked.quoted).toLowerCase());
    if (!column || match?.groups?.val === undefined) continue;
    const value = match.groups.val;
    // "North or South" is two conditions, and reading it as one name would find nothing and say so.
    if (/ (?:or|but|except|unless|או|אבל|חוץ) /iu.test(` ${value} `)) break;
    return comparison(column, operator, unquote(value, asked.quoted));
  }
  const list = table.columns.map(({ name }) => name).join(', ');
  return refuse(
    `I could not read the condition "${unquote(written, asked.quoted)}". Say it as: <column> is | > | < | contains <value>. Columns: ${list}.`,
    `לא הצלחתי לקרוא את התנאי "${unquote(written, asked.quoted)}". כתבו: <עמודה> היא | גדול מ | קטן מ | מכיל <ערך>. עמודות: ${list}.`,
  );
};

const comparison = (column: Parameters<typeof isNumeric>[0], operator: string, value: string): string => {
  const name = sqlName(column.name);
  if (operator === 'contains') return `contains(lower(CAST(${name} AS VARCHAR)), lower(${sqlText(value)}))`;
  const plain = value.replaceAll(',', '');
  if (isNumeric(column)) {
    if (!/^-?\d+(?:\.\d+)?$/.test(plain)) {
      return refuse(
        `${column.name} holds numbers, and "${value}" is none.`,
        `בעמודה ${column.name} יש מספרים, ו-"${value}" אינו מספר.`,
      );
    }
    return `${name} ${operator} ${plain}`;
  }
  if (operator !== '=' && operator !== '<>') {
    return refuse(`${column.name} holds no numbers to compare.`, `בעמודה ${column.name} אין מספרים להשוואה.`);
  }
  return `CAST(${name} AS VARCHAR) ${operator} ${sqlText(value)}`;
};
