import { type Plan, refuse, type Sub } from '../plan.ts';
import { isQuantityName } from '../reading/quantities.ts';
import type { Question } from '../reading/question.ts';
import { type Asked, isNumeric, sqlName, sqlValue, stemOf, type Table, targetOf } from '../rule.ts';
import {
  emptyOnes,
  fitting,
  labelOf,
  leftOutOf,
  opening,
  over,
  placesOf,
  rowsOf,
  sentenceOf,
  sortedBy,
} from './answer-words.ts';
import { firstRows, mostRowsShown } from './first-rows.ts';
import { besideInWords, besideOf } from './not-counted.ts';
import { type Calculation, headingOf, measureQuery, whereOf } from './question-sql.ts';
import { saveQuery } from './save-query.ts';
import { sortInPlace } from './sort-in-place.ts';
import { placeName, wordQuestion } from './word-question.ts';
import { number } from './words.ts';

/** Answers a question that was read whole, or writes its answer to a new file. The table stays as it is. */
export function* answerQuestion(asked: Asked, table: Table, question: Question): Plan {
  const ask: Ask = { asked, table, question, where: whereOf(question.where, table) };
  yield* oneCurrency(ask);
  yield* inOrder(ask);
  const answer = yield* answerPlainly(ask);
  const beside = besideInWords(asked, yield* besideOf(table, question));
  return [answer, ...beside, ...leftOutOf(asked, table, question)].join('\n');
}

/** Amounts in several currencies are not added up or compared: it asks for which, or for each. */
function* oneCurrency({ asked, table, question, where }: Ask): Sub<void> {
  const currency = table.columns.find(({ name }) => /^(?:currency|curr\.?|ccy|מטבע)$/iu.test(name))?.name;
  const { measures, by, order, extreme } = question;
  const columns = [...measures, ...order, ...(extreme ? [extreme] : [])].flatMap(({ column }) => column ?? []);
  const isOfMoney = table.columns.some(
    ({ name, type }) => columns.includes(name) && isNumeric({ name, type }) && !isQuantityName(name),
  );
  if (currency === undefined || !isOfMoney || by.includes(currency) || question.isSorting) return;
  const name = sqlName(currency);
  const found = yield* firstRows(
    table,
    `SELECT DISTINCT trim(CAST(${name} AS VARCHAR)) AS c FROM data${where} ORDER BY 1`,
  );
  const known = found.flatMap(([value]) => (value === null || value === '' ? [] : [String(value)]));
  const [first, second] = known;
  if (second === undefined) return;
  const ways = [
    { ...question, by: [...by, currency] },
    ...[first, second].map((value) => ({
      ...question,
      where: [...question.where, { column: currency, operator: '=' as const, values: [value ?? ''] }],
    })),
  ];
  const worded = ways.flatMap((each) => wordQuestion(each, table, asked.language) ?? []);
  refuse(
    `The amounts are in several currencies: ${known.join(', ')}. Which do you mean?`,
    `הסכומים הם בכמה מטבעות: ${known.join(', ')}. לאיזה הכוונה?`,
    worded.length > 0 ? worded : undefined,
    table.path,
  );
}

/** Days that were typed as text and can be read two ways are not put in order by their letters. */
function* inOrder({ table, question }: Ask): Sub<void> {
  const { order, extreme } = question;
  for (const { column } of [...order, ...(extreme ? [extreme] : [])]) {
    const at = table.columns.findIndex(({ name }) => name === column);
    const isText = table.columns[at]?.type === 'string' && !table.view.valueByColumn.has(column);
    if (!isText || !table.sample.some((row) => /^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}$/.test(String(row[at] ?? '').trim())))
      continue;
    refuse(
      `I can't tell the order of the dates in ${column}: they are typed as text, in more than one way or so that the day could be the month.`,
      `איני יכול לדעת את סדר התאריכים בעמודה ${column}: הם כתובים כטקסט, ביותר מדרך אחת או כך שהיום יכול להיות החודש.`,
      undefined,
      table.path,
    );
  }
}

function* answerPlainly(ask: Ask): Plan {
  const { measures, distinct } = ask.question;
  if (measures.length > 0) return yield* answerMeasures(ask);
  if (distinct !== undefined) return yield* answerDistinct(ask, distinct);
  return yield* answerRows(ask);
}

type Ask = Calculation & { readonly asked: Asked };

/** What a question comes to as rows of a sheet, headings first. */
export function* measureRows(table: Table, question: Question): Sub<readonly (readonly unknown[])[]> {
  const where = whereOf(question.where, table);
  const rows = yield* firstRows(table, measureQuery({ table, question, where }), true);
  return [[...question.by, ...question.measures.map((each) => headingOf(each, question.measures))], ...rows];
}

function* answerMeasures({ asked, table, question: grouped, where }: Ask): Plan {
  const question = (yield* isEachARow({ asked, table, question: grouped, where })) ? { ...grouped, by: [] } : grouped;
  const { measures, by } = question;
  const label = measures.map((measure) => labelOf(asked, measure)).join(', ');
  const whole = [label, ...(by.length > 0 ? [`${asked.say('by', 'לפי')} ${by.join(', ')}`] : [])].join(' ');
  if (asked.target !== undefined) {
    const path = targetOf(asked, '', ['csv', 'xlsx']);
    const rows = yield* saveQuery(asked, table, measureQuery({ table, question, where }), path, true);
    return asked.say(
      `Saved ${rows} rows of ${whole}${fitting(asked, question)} to ${path}.`,
      `נשמרו ${rows} שורות של ${whole}${fitting(asked, question)} בקובץ ${path}.`,
    );
  }
  yield* sameByRows({ asked, table, question, where });
  const rows = yield* firstRows(table, measureQuery({ table, question, where }, true), true);
  if (by.length === 0) {
    const [row = []] = rows;
    const count = Number(row.at(-1) ?? 0);
    if (count === 0) return noRow(asked, table, question);
    const lines = measures.map(
      (measure, at) =>
        sentenceOf(asked, table, question, measure, row[at], count) +
        emptyOnes(asked, table.view, measure, Number(row[measures.length + at] ?? 0)),
    );
    return [...lines, ...(yield* rowsBehind({ asked, table, question, where }))].join('\n');
  }
  if (rows.length === 0) return noRow(asked, table, question);
  const lines = rows.map((row) => {
    const names = row.slice(0, by.length).map(number).join(', ');
    const found = row.slice(by.length, -1).map((value, at) => {
      const measure = measures[at];
      const shown = measure?.kind === 'share' ? `${number(value)}%` : number(value);
      return measures.length === 1 || !measure ? shown : `${labelOf(asked, measure)} ${shown}`;
    });
    return `- ${names}: ${found.join(', ')}`;
  });
  const counted = rows.reduce((sum, row) => sum + Number(row.at(-1) ?? 0), 0);
  const most = question.limit === undefined ? '' : placesOf(asked, question, rows.length);
  if (rows.length >= mostRowsShown)
    return refuse(
      `That gives ${mostRowsShown} lines or more. Add "and save as …" to have all of them in a file.`,
      `זה נותן ${mostRowsShown} שורות או יותר. הוסיפו "ושמור בשם …" כדי לקבל את כולן בקובץ.`,
      undefined,
      table.path,
    );
  return [`${opening(whole)}${most} (${over(asked, table, question, counted)}):`, ...lines].join('\n');
}

/** "Average seats per booking", where every row is another booking, is the average of all rows. */
function* isEachARow({ table, question, where }: Ask): Sub<boolean> {
  const [column, other] = question.by;
  const isAverage =
    question.measures.length > 0 && question.measures.every(({ kind }) => kind === 'avg' || kind === 'median');
  if (column === undefined || other !== undefined || !isAverage || question.limit !== undefined) return false;
  const name = sqlName(column);
  const [row = []] = yield* firstRows(table, `SELECT count(*) AS n, count(DISTINCT ${name}) AS d FROM data${where}`);
  return Number(row[0]) > 1 && row[0] === row[1];
}

/** "The doctor with the most patients" counts patients or visits: where that names two doctors, it asks. */
function* sameByRows({ asked, table, question, where }: Ask): Sub<void> {
  const [measure, other] = question.measures;
  if (measure?.kind !== 'distinct' || other || question.limit === undefined || question.by.length !== 1) return;
  const rows: Question = { ...question, measures: [{ kind: 'count' }] };
  const first = (found: readonly (readonly unknown[])[]) => JSON.stringify(found.map(([name]) => name));
  const byValue = first(yield* firstRows(table, measureQuery({ table, question, where }), true));
  const byRow = first(yield* firstRows(table, measureQuery({ table, question: rows, where }), true));
  if (byValue === byRow) return;
  const plain = ({ limit: _limit, orderByMeasure: _order, ...each }: Question): Question => each;
  const ways = [rows, question].flatMap((each) => wordQuestion(plain(each), table, asked.language) ?? []);
  refuse(
    `That depends on what is counted: rows, or different ${measure.column}.`,
    `זה תלוי במה סופרים: שורות, או ערכים שונים של ${measure.column}.`,
    ways,
    table.path,
  );
}

/** Nothing fits. Of several conditions one may be meant otherwise, so each can be left away. */
const noRow = (asked: Asked, table: Table, question: Question): string => {
  const [en, he] = [
    `None of the ${table.rowCount} rows in ${placeName(table)} fits${fitting(asked, question)}.`,
    `אף אחת מ-${table.rowCount} השורות בקובץ ${placeName(table)} אינה מתאימה${fitting(asked, question)}.`,
  ];
  const { where } = question;
  const [only, other] = where;
  // "Which units are empty" of a table with a row for each unit: nothing in that column tells.
  if (only?.operator === 'empty' && !other && only.column === table.columns[0]?.name) {
    const blank = table.columns.filter((_, at) => at > 0 && table.sample.some((row) => (row[at] ?? '') === ''));
    const ways = blank.flatMap(
      ({ name }) => wordQuestion({ ...question, where: [{ ...only, column: name }] }, table, asked.language) ?? [],
    );
    if (ways.length > 0)
      return refuse(
        `Every row in ${placeName(table)} has its ${only.column}. I don't know which other column tells what is empty.`,
        `בכל שורה בקובץ ${placeName(table)} כתוב ${only.column}. לא ידוע לי איזו עמודה אחרת אומרת מה ריק.`,
        ways.slice(0, 3),
        table.path,
      );
  }
  if (where.length < 2) return asked.say(en, he);
  const fewer = where.map((left) => ({ ...question, where: where.filter((each) => each !== left) }));
  const ways = fewer.flatMap((each) => wordQuestion(each, table, asked.language) ?? []);
  return refuse(en, he, ways.length > 0 ? ways : undefined, table.path);
};

/** Where the highest or the lowest stands, when that is all that was asked. */
function* rowsBehind({ table, question, where }: Ask): Sub<readonly string[]> {
  const [measure, other] = question.measures;
  if (!measure?.column || other || (measure.kind !== 'max' && measure.kind !== 'min')) return [];
  const name = sqlValue(table, measure.column);
  const most = `${name} = (SELECT ${measure.kind}(${name}) FROM data${where})`;
  const query = `SELECT ${table.columns.map((each) => sqlName(each.name)).join(', ')} FROM data_rows${where === '' ? ' WHERE ' : `${where} AND `}${most} ORDER BY __row LIMIT 5`;
  const rows = yield* firstRows(table, query);
  return rows.map((row) => `- ${row.map(number).join(' | ')}`);
}

function* answerDistinct({ asked, table, where }: Ask, column: string): Plan {
  const name = sqlName(column);
  const query = `SELECT ${name}, count(*) AS n FROM data${where} GROUP BY 1 ORDER BY 1`;
  if (asked.target !== undefined) return yield* saved(asked, table, query);
  const rows = yield* firstRows(table, query, true);
  if (rows.length >= mostRowsShown)
    return refuse(
      `${column} has ${mostRowsShown} different values or more. Add "and save as …" to have all of them in a file.`,
      `בעמודה ${column} יש ${mostRowsShown} ערכים שונים או יותר. הוסיפו "ושמור בשם …" כדי לקבל את כולם בקובץ.`,
      undefined,
      table.path,
    );
  const heading = asked.say(
    `${column} in ${placeName(table)}, ${rows.length} different:`,
    `${column} ב-${placeName(table)}, ${rows.length} שונים:`,
  );
  return [heading, ...rows.map(([value, count]) => `- ${number(value)} (${number(count)})`)].join('\n');
}

function* saved(asked: Asked, table: Table, query: string): Plan {
  const path = targetOf(asked, '', ['csv', 'xlsx']);
  const rows = yield* saveQuery(asked, table, query, path);
  return asked.say(`Saved ${rows} rows to ${path}.`, `נשמרו ${rows} שורות בקובץ ${path}.`);
}

const mostLines = 50;

function* answerRows({ asked, table, question, where }: Ask): Plan {
  const { columns, order, limit, extreme } = question;
  const shown = columns.length > 0 ? columns : table.columns.map(({ name }) => name);
  const most =
    extreme &&
    `${sqlValue(table, extreme.column)} = (SELECT ${extreme.direction === 'DESC' ? 'max' : 'min'}(${sqlValue(table, extreme.column)}) FROM data${where})`;
  const fits = most ? `${where === '' ? ' WHERE ' : `${where} AND `}${most}` : where;
  // Rows that are equal keep the order they had.
  const keys = [
    ...order.map(({ column, direction }) => `${sqlValue(table, column)} ${direction} NULLS LAST`),
    '__row',
  ].join(', ');
  // Equal values share a place: "the top 3" must not drop one of two that are the same.
  const places =
    limit === undefined || order.length === 0
      ? ''
      : ` QUALIFY rank() OVER (ORDER BY ${keys.replace(/, __row$/, '')}) <= ${limit}`;
  const cut = limit === undefined || order.length > 0 ? '' : ` LIMIT ${limit}`;
  const query = `SELECT ${shown.map(sqlName).join(', ')} FROM data_rows${fits}${places} ORDER BY ${keys}${cut}`;
  const [counted] = yield* firstRows(
    table,
    `SELECT count(*) AS n FROM (SELECT __row FROM data_rows${fits}${places}${cut})`,
  );
  const count = Number(counted?.[0] ?? 0);
  const which = fitting(asked, question);
  if (count === 0) return noRow(asked, table, question);

  const isWhole = where === '' && limit === undefined && columns.length === 0 && !extreme;
  if (asked.target === undefined && question.isSorting && isWhole) {
    const sorted = yield* sortInPlace(asked, table, keys, sortedBy(asked, order));
    if (sorted !== undefined) return sorted;
  }
  if (asked.target !== undefined || (question.isSorting && isWhole)) {
    const ending = table.kind === 'xlsx' ? 'xlsx' : 'csv';
    const path = targetOf(asked, `${stemOf(table.path)}-${asked.say('sorted', 'ממוין')}.${ending}`, ['csv', 'xlsx']);
    const rows = yield* saveQuery(asked, table, query, path);
    return asked.say(
      `Saved ${rows} of ${table.rowCount} rows${which}${sortedBy(asked, order)} to ${path}. ${table.path} is as it was.`,
      `נשמרו ${rows} מתוך ${table.rowCount} שורות${which}${sortedBy(asked, order)} בקובץ ${path}. ${table.path} לא השתנה.`,
    );
  }
  const rows = yield* firstRows(table, query);
  const more =
    count > mostLines
      ? [
          asked.say(
            `… and ${count - mostLines} more. Add "and save as …" to have all of them.`,
            `… ועוד ${count - mostLines}. הוסיפו "ושמור בשם …" כדי לקבל את כולן.`,
          ),
        ]
      : [];
  return [
    `${rowsOf(asked, count, table)}${which}${sortedBy(asked, order)}:`,
    shown.join(' | '),
    ...rows.slice(0, mostLines).map((row) => `- ${row.map(number).join(' | ')}`),
    ...more,
  ].join('\n');
}
