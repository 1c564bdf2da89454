import { refuse, type Sub } from '../plan.ts';
import { narrowing } from '../reading/clauses.ts';
import type { Condition } from '../reading/conditions.ts';
import type { DateColumn } from '../reading/dates.ts';
import { isKnownWord } from '../reading/lexicon.ts';
import { formsOf, type Held, valueCandidates } from '../reading/marks.ts';
import { isNumbering, isSerial } from '../reading/quantities.ts';
import { type Question, type Reading, readQuestion } from '../reading/question.ts';
import { type Asked, isNumeric, sheetHeads, sqlName, sqlText, sqlValue, stemOf, type Table } from '../rule.ts';
import type { Flag } from '../table-view.ts';
import { firstRows, mostRowsShown } from './first-rows.ts';

/** The words that may stand for the rows of a table: of its file and its sheet. */
export const rowNamesOf = ({ path, sheet }: Table): readonly string[] => [
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

/** What the request asks of one table. */
export function* readFor(asked: Asked, table: Table): Sub<Reading> {
  const ranges = yield* rangesOf(asked, table);
  const columns = table.columns.map((column, at) => ({
    ...column,
    // Days that were typed are days.
    type: table.view.days.has(column.name) ? 'date' : column.type,
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
    ...(ranges.has(column.name) ? { range: ranges.get(column.name) as readonly [number, number] } : {}),
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
  // … and so may one that narrows, or that speaks of order or of a limit.
  const isOrder =
    /(?<![\p{L}])(?:first|last|top|largest|biggest|smallest|highest|lowest|order|sort|ראשון|אחרון|הגבוה|הנמוך)(?![\p{L}])/iu;
  if (asked.asides.some((aside) => isOrder.test(aside) || narrowing.test(aside)))
    return { unread: { unknown: asked.asides } };
  const isClear = asked.asides.every((aside) =>
    aside
      .toLowerCase()
      .split(/[^\p{L}\p{N}-]+/u)
      .every(isBeside),
  );
  return isClear ? yield* withSpellings(reading, table) : { unread: { unknown: asked.asides } };
}

/** "No-show" beside "no show", "Café" beside "Cafe": what differs by marks and spaces alone is one value. */
function* withSpellings(reading: { readonly question: Question }, table: Table): Sub<Reading> {
  const { where } = reading.question;
  const spelt: Condition[] = [];
  for (const condition of where) {
    const column = table.columns.find(({ name }) => name === condition.column);
    const isWords = condition.values.some((value) => /\p{L}/u.test(value));
    const isOfValues = condition.operator === '=' || condition.operator === '<>';
    if (
      !column ||
      isNumeric(column) ||
      !isOfValues ||
      !isWords ||
      table.document ||
      table.view.flags.has(column.name)
    ) {
      spelt.push(condition);
      continue;
    }
    const value = `trim(CAST(${sqlName(column.name)} AS VARCHAR))`;
    const letters = (text: string) => `regexp_replace(strip_accents(lower(${text})), '[^\\p{L}\\p{N}]', '', 'g')`;
    const rows = yield* firstRows(
      table,
      `SELECT DISTINCT ${value} AS v FROM data WHERE length(${value}) > 3 AND ${letters(value)} IN (${condition.values.map((each) => letters(sqlText(each))).join(', ')}) ORDER BY 1`,
    );
    const more = rows.map(([each]) => String(each));
    const known = new Set(condition.values.map((each) => each.trim().toLowerCase()));
    spelt.push({
      ...condition,
      values: [...condition.values, ...more.filter((each) => !known.has(each.trim().toLowerCase()))],
    });
  }
  return { ...reading, question: { ...reading.question, where: spelt } };
}

/** The smallest and the largest number of every column, where the request has a number to compare. */
function* rangesOf({ rest }: Asked, table: Table): Sub<ReadonlyMap<string, readonly [number, number]>> {
  const numeric = table.columns.filter(isNumeric);
  if (!/\d/.test(rest) || numeric.length < 2) return new Map();
  const ends = numeric.flatMap(({ name }) => [`min(${sqlValue(table, name)})`, `max(${sqlValue(table, name)})`]);
  const [row = []] = yield* firstRows(
    table,
    `SELECT ${ends.map((each, at) => `${each} AS e${at}`).join(', ')} FROM data`,
  );
  return new Map(
    numeric.flatMap(({ name }, at) => {
      const [low, high] = [row[at * 2], row[at * 2 + 1]];
      return typeof low === 'number' && typeof high === 'number' ? [[name, [low, high]] as const] : [];
    }),
  );
}

/** Which words of the request stand in a column as its value, asked of the table at once. */
export function* heldValues(asked: Pick<Asked, 'rest' | 'asides' | 'quoted'>, table: Table): Sub<readonly Held[]> {
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
  if (table.document) {
    const wanted = new Set(candidates);
    const held = table.document.rows.flatMap(({ cells }) =>
      texts.map(({ name }) => ({
        column: name,
        value: cells[table.columns.findIndex((each) => each.name === name)] ?? '',
      })),
    );
    const known = new Map(held.map((each) => [`${each.column}\n${each.value}`, each]));
    return [...known.values()].filter(({ value }) => wanted.has(value.toLowerCase()));
  }
  const query = texts
    .map(({ name }) => {
      const value = `trim(CAST(${sqlName(name)} AS VARCHAR))`;
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
    const monthsQuery = `SELECT DISTINCT substr(${text}, 1, 7) AS m FROM data WHERE ${sqlName(name)} IS NOT NULL AND trim(${text}) <> '' ORDER BY 1`;
    const months = rows.length > 1 ? yield* firstRows(table, monthsQuery) : [];
    found.push({
      column: name,
      detail: isAll(1) ? 'day' : 'month',
      years: rows.map(([year]) => String(year)),
      // Cut off, they would call a month the only one that is not.
      months: months.length < mostRowsShown ? months.map(([month]) => String(month)) : [],
    });
  }
  return found;
}
const speaksOfTime =
  /(?<!\d)(?:19|20)\d\d(?!\d)|\d\.\d{1,2}\.\d|quarter|(?<![\p{L}])Q[1-4]|רבעון|(?<![\p{L}])[ובלמהש]{0,2}(?:january|february|march|april|May|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|ינואר|פברואר|מרץ|אפריל|מאי|יוני|יולי|אוגוסט|ספטמבר|אוקטובר|נובמבר|דצמבר)(?![\p{L}])/iu;
