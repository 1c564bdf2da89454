import { type Plan, refuse, type Sub } from '../plan.ts';
import type { Condition } from '../reading/conditions.ts';
import type { Measure, Order, Question } from '../reading/question.ts';
import { type Asked, type Column, isNumeric, sqlName, sqlText, stemOf, type Table, targetOf } from '../rule.ts';
import { firstRows } from './first-rows.ts';
import { saveQuery } from './save-query.ts';
import { sortInPlace } from './sort-in-place.ts';
import { number } from './words.ts';

/** Answers a question that was read whole, or writes its answer to a new file. The table stays as it is. */
export function* answerQuestion(asked: Asked, table: Table, question: Question): Plan {
  const ask: Ask = { asked, table, question, where: whereOf(question.where, table) };
  if (question.measures.length > 0) return yield* answerMeasures(ask);
  if (question.distinct !== undefined) return yield* answerDistinct(ask, question.distinct);
  return yield* answerRows(ask);
}

type Ask = {
  readonly asked: Asked;
  readonly table: Table;
  readonly question: Question;
  readonly where: string;
};

const measureQuery = ({ table, question, where }: Pick<Ask, 'table' | 'question' | 'where'>): string => {
  const { measures, by, limit, orderByMeasure } = question;
  const values = measures.map((measure) => `${measureSql(measure, table)} AS ${sqlName(headingOf(measure, measures))}`);
  const order = orderByMeasure
    ? `${by.length + 1} ${orderByMeasure} NULLS LAST, 1`
    : by.map((column, at) => orderedAs(question.order, column, at)).join(', ');
  return [
    `SELECT ${[...by.map(sqlName), ...values].join(', ')} FROM data${where}`,
    ...(by.length > 0 ? [`GROUP BY ${by.map((_each, at) => at + 1).join(', ')} ORDER BY ${order}`] : []),
    ...(limit === undefined ? [] : [`LIMIT ${limit}`]),
  ].join(' ');
};

/** What a question comes to as rows of a sheet, headings first. */
export function* measureRows(table: Table, question: Question): Sub<readonly (readonly unknown[])[]> {
  const where = whereOf(question.where, table);
  const rows = yield* firstRows(table, measureQuery({ table, question, where }));
  return [[...question.by, ...question.measures.map((each) => headingOf(each, question.measures))], ...rows];
}

function* answerMeasures({ asked, table, question, where }: Ask): Plan {
  const { measures, by } = question;
  const query = measureQuery({ table, question, where });
  const label = measures.map((measure) => labelOf(asked, measure)).join(', ');
  const whole = [label, ...(by.length > 0 ? [`${asked.say('by', 'לפי')} ${by.join(', ')}`] : [])].join(' ');
  if (asked.target !== undefined) {
    const path = targetOf(asked, '', ['csv', 'xlsx']);
    const rows = yield* saveQuery(asked, table, query, path);
    return asked.say(
      `Saved ${rows} rows of ${whole}${fitting(asked, question)} to ${path}.`,
      `נשמרו ${rows} שורות של ${whole}${fitting(asked, question)} בקובץ ${path}.`,
    );
  }
  const rows = yield* firstRows(table, query);
  if (by.length === 0) {
    const lines = measures.map((measure, at) => sentenceOf(asked, table, question, measure, rows[0]?.[at]));
    return [...lines, ...(yield* rowsBehind({ asked, table, question, where }))].join('\n');
  }
  const lines = rows.map((row) => {
    const names = row.slice(0, by.length).map(number).join(', ');
    const found = row.slice(by.length).map((value, at) => {
      const measure = measures[at];
      return measures.length === 1 || !measure ? number(value) : `${labelOf(asked, measure)} ${number(value)}`;
    });
    return `- ${names}: ${found.join(', ')}`;
  });
  return [`${opening(whole)}${fitting(asked, question)} (${table.path}):`, ...lines].join('\n');
}

/** Where the highest or the lowest stands, when that is all that was asked. */
function* rowsBehind({ table, question, where }: Ask): Sub<readonly string[]> {
  const [measure, other] = question.measures;
  if (!measure?.column || other || (measure.kind !== 'max' && measure.kind !== 'min')) return [];
  const name = sqlName(measure.column);
  const most = `${name} = (SELECT ${measure.kind}(${name}) FROM data${where})`;
  const query = `SELECT ${table.columns.map((each) => sqlName(each.name)).join(', ')} FROM data_rows${where === '' ? ' WHERE ' : `${where} AND `}${most} ORDER BY __row LIMIT 5`;
  const rows = yield* firstRows(table, query);
  return rows.map((row) => `- ${row.map(number).join(' | ')}`);
}

const orderedAs = (order: readonly Order[], column: string, at: number): string =>
  `${at + 1} ${order.find((each) => each.column === column)?.direction ?? 'ASC'}`;

const sentenceOf = (asked: Asked, { path }: Table, question: Question, measure: Measure, value: unknown): string => {
  const which = fitting(asked, question);
  if (measure.kind !== 'count')
    return `${opening(labelOf(asked, measure))}${which} ${asked.say('in', 'ב-')}${asked.say(' ', '')}${path}: ${number(value)}`;
  return which === ''
    ? asked.say(`${path} has ${number(value)} rows.`, `בקובץ ${path} יש ${number(value)} שורות.`)
    : `${rowsOf(asked, Number(value), path)}${which}.`;
};

function* answerDistinct({ asked, table, where }: Ask, column: string): Plan {
  const name = sqlName(column);
  const query = `SELECT ${name}, count(*) AS n FROM data${where} GROUP BY 1 ORDER BY 1`;
  if (asked.target !== undefined) return yield* saved(asked, table, query);
  const rows = yield* firstRows(table, query);
  const heading = asked.say(
    `${column} in ${table.path}, ${rows.length} different:`,
    `${column} ב-${table.path}, ${rows.length} שונים:`,
  );
  return [heading, ...rows.map(([value, count]) => `- ${number(value)} (${number(count)})`)].join('\n');
}

function* saved(asked: Asked, table: Table, query: string): Plan {
  const path = targetOf(asked, '', ['csv', 'xlsx']);
  const rows = yield* saveQuery(asked, table, query, path);
  return asked.say(`Saved ${rows} rows to ${path}.`, `נשמרו ${rows} שורות בקובץ ${path}.`);
}

const rowsOf = ({ say }: Asked, count: number, path: string): string =>
  count === 1
    ? say(`1 row of ${path}`, `שורה אחת מתוך ${path}`)
    : say(`${count} rows of ${path}`, `${count} שורות מתוך ${path}`);

const mostLines = 50;

function* answerRows({ asked, table, question, where }: Ask): Plan {
  const { columns, order, limit, extreme } = question;
  const shown = columns.length > 0 ? columns : table.columns.map(({ name }) => name);
  const most =
    extreme &&
    `${sqlName(extreme.column)} = (SELECT ${extreme.direction === 'DESC' ? 'max' : 'min'}(${sqlName(extreme.column)}) FROM data${where})`;
  const fits = most ? `${where === '' ? ' WHERE ' : `${where} AND `}${most}` : where;
  // Rows that are equal keep the order they had.
  const keys = [...order.map(({ column, direction }) => `${sqlName(column)} ${direction} NULLS LAST`), '__row'].join(
    ', ',
  );
  const query = `SELECT ${shown.map(sqlName).join(', ')} FROM data_rows${fits} ORDER BY ${keys}${limit === undefined ? '' : ` LIMIT ${limit}`}`;
  const [counted] = yield* firstRows(table, `SELECT count(*) AS n FROM data${fits}`);
  const count = Math.min(Number(counted?.[0] ?? 0), limit ?? Number.POSITIVE_INFINITY);
  const which = fitting(asked, question);
  if (count === 0)
    return asked.say(
      `No row of ${table.path} fits${which}; nothing was written.`,
      `אין שורה מתאימה ב-${table.path}${which}; דבר לא נכתב.`,
    );

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
    `${rowsOf(asked, count, table.path)}${which}${sortedBy(asked, order)}:`,
    shown.join(' | '),
    ...rows.slice(0, mostLines).map((row) => `- ${row.map(number).join(' | ')}`),
    ...more,
  ].join('\n');
}

const sortedBy = ({ say }: Asked, order: readonly Order[]): string =>
  order.length === 0
    ? ''
    : `, ${say('sorted by', 'ממוינות לפי')} ${order.map(({ column, direction }) => `${column}${direction === 'DESC' ? say(' (descending)', ' (יורד)') : ''}`).join(', ')}`;

const measureSql = ({ kind, column }: Measure, table: Table): string => {
  if (kind === 'count' || column === undefined) return 'count(*)';
  if (kind === 'distinct') return `count(DISTINCT ${sqlName(column)})`;
  const isWhole = table.columns.some((each) => each.name === column && each.type === 'integer');
  return isWhole && kind !== 'avg' ? `${kind}(${sqlName(column)})` : `round(${kind}(${sqlName(column)}), 6)`;
};

const named: Readonly<Record<Measure['kind'], readonly [string, string]>> = {
  sum: ['total', 'סכום'],
  avg: ['average', 'ממוצע'],
  max: ['highest', 'הגבוה ביותר:'],
  min: ['lowest', 'הנמוך ביותר:'],
  count: ['rows', 'שורות'],
  distinct: ['different', 'ערכים שונים:'],
};
const labelOf = ({ say }: Asked, { kind, column }: Measure): string =>
  column === undefined ? say(...named[kind]) : `${say(...named[kind])} ${column}`;
const opening = (label: string): string => label.charAt(0).toUpperCase() + label.slice(1);

/** The heading of a saved measure: the column it is of, as long as that names it alone. */
const headingOf = ({ kind, column }: Measure, all: readonly Measure[]): string => {
  if (column === undefined) return 'rows';
  return all.filter((each) => each.column === column).length > 1 ? `${kind} ${column}` : column;
};

/** The conditions in words, so that whoever reads the answer sees what it is of. */
const fitting = ({ say }: Asked, { where, extreme }: Question): string => {
  const words = where.map(({ column, operator, values }) => {
    const said = values.join(say(' or ', ' או '));
    switch (operator) {
      case '=':
        return `${column} = ${said}`;
      case 'empty':
        return say(`${column} is empty`, `${column} ריק`);
      case 'filled':
        return say(`${column} is not empty`, `${column} אינו ריק`);
      case 'contains':
        return say(`${column} contains ${said}`, `${column} מכיל ${said}`);
      default:
        return `${column} ${operator === '<>' ? '≠' : operator} ${said}`;
    }
  });
  if (extreme)
    words.push(
      say(
        `the ${extreme.direction === 'DESC' ? 'most' : 'least'} ${extreme.column}`,
        `${extreme.column} ${extreme.direction === 'DESC' ? 'הגבוה ביותר' : 'הנמוך ביותר'}`,
      ),
    );
  return words.length === 0 ? '' : say(` with ${words.join(' and ')}`, ` עם ${words.join(' וגם ')}`);
};

const whereOf = (conditions: readonly Condition[], table: Table): string =>
  conditions.length === 0 ? '' : ` WHERE ${conditions.map((each) => conditionOf(each, table)).join(' AND ')}`;

const conditionOf = ({ column: name, operator, values }: Condition, table: Table): string => {
  const column = table.columns.find((each) => each.name === name) as Column;
  const quoted = sqlName(name);
  const asText = `CAST(${quoted} AS VARCHAR)`;
  switch (operator) {
    case 'empty':
      return `(${quoted} IS NULL OR trim(${asText}) = '')`;
    case 'filled':
      return `(${quoted} IS NOT NULL AND trim(${asText}) <> '')`;
    case 'contains':
      return `contains(lower(${asText}), lower(${sqlText(values[0] ?? '')}))`;
    case '=':
    case '<>': {
      const isIn = operator === '=' ? 'IN' : 'NOT IN';
      if (isNumeric(column)) return `${quoted} ${isIn} (${values.map((each) => numberIn(column, each)).join(', ')})`;
      return `${asText} ${isIn} (${values.map(sqlText).join(', ')})`;
    }
    default: {
      const [value = ''] = values;
      if (isNumeric(column)) return `${quoted} ${operator} ${numberIn(column, value)}`;
      // Dates written year first stand in the order of their letters.
      if (/^\d{4}-\d\d/.test(value)) return `${asText} ${operator} ${sqlText(value)}`;
      return refuse(`${name} holds no numbers to compare.`, `בעמודה ${name} אין מספרים להשוואה.`);
    }
  }
};

const numberIn = (column: Column, value: string): string =>
  /^-?\d+(?:\.\d+)?$/.test(value)
    ? value
    : refuse(
        `${column.name} holds numbers, and "${value}" is none.`,
        `בעמודה ${column.name} יש מספרים, ו-"${value}" אינו מספר.`,
      );
