import { refuse } from '../plan.ts';
import type { Condition } from '../reading/conditions.ts';
import type { Measure, Order, Question } from '../reading/question.ts';
import { type Column, isNumeric, sqlName, sqlText, sqlValue, type Table } from '../rule.ts';

/** A question and the rows it is of, as a query needs them. */
export type Calculation = { readonly table: Table; readonly question: Question; readonly where: string };

/** With `counts`, the last columns say over how many rows each line and the whole are. */
export const measureQuery = ({ table, question, where }: Calculation, counts = false): string => {
  const { measures, by, limit, orderByMeasure } = question;
  const values = measures.map(
    (measure) => `${measureSql(measure, table, where, by.length > 0)} AS ${sqlName(headingOf(measure, measures))}`,
  );
  const order = orderByMeasure
    ? `${by.length + 1} ${orderByMeasure} NULLS LAST, 1`
    : by.map((column, at) => orderedAs(question.order, column, at)).join(', ');
  const [first] = measures;
  // Equal values share a place: "the top 3" must not drop one of two that are the same.
  const places =
    limit === undefined || !first
      ? ''
      : ` QUALIFY rank() OVER (ORDER BY ${measureSql(first, table, where, true)} ${orderByMeasure ?? 'DESC'} NULLS LAST) <= ${limit}`;
  const isShare = measures.some(({ kind }) => kind === 'share') && by.length === 0;
  return [
    `SELECT ${[...by.map(sqlName), ...values, ...(counts ? [...(by.length > 0 ? [] : measures.map((each, at) => emptySql(table, each, at))), 'count(*) AS __n'] : [])].join(', ')} FROM data${isShare ? '' : where}`,
    ...(by.length > 0 ? [`GROUP BY ${by.map((_each, at) => at + 1).join(', ')}${places} ORDER BY ${order}`] : []),
  ].join(' ');
};

const orderedAs = (order: readonly Order[], column: string, at: number): string =>
  `${at + 1} ${order.find((each) => each.column === column)?.direction ?? 'ASC'}`;

/** Cells without a value take no part in a sum or an average; the answer says how many. */
const emptySql = (table: Table, { kind, column }: Measure, at: number): string =>
  `${column === undefined || kind === 'share' ? '0' : `count(*) - count(${sqlValue(table, column)})`} AS __e${at}`;

const measureSql = ({ kind, column }: Measure, table: Table, where: string, isGrouped: boolean): string => {
  if (kind === 'share') return shareSql(column && sqlValue(table, column), where, isGrouped);
  if (kind === 'count' || column === undefined) return 'count(*)';
  if (kind === 'distinct') return `count(DISTINCT nullif(trim(CAST(${sqlName(column)} AS VARCHAR)), ''))`;
  const isWhole = table.columns.some((each) => each.name === column && each.type === 'integer');
  const isExact = isWhole && kind !== 'avg' && kind !== 'median';
  const value = sqlValue(table, column);
  return isExact ? `${kind}(${value})` : `round(${kind}(${value}), 6)`;
};

/** The part of the whole in per cent, to one digit: of the rows that fit, or of each group. */
const shareSql = (column: string | undefined, where: string, isGrouped: boolean): string => {
  const of = (filter: string) => (column === undefined ? `count(*)${filter}` : `sum(${column})${filter}`);
  const whole = isGrouped ? `(SELECT ${of('')} FROM data)` : of('');
  const part = of(isGrouped ? '' : ` FILTER (${where.trim()})`);
  return `round(100.0 * ${part} / nullif(${whole}, 0), 1)`;
};

/** The heading of a saved measure: the column it is of, as long as that names it alone. */
export const headingOf = ({ kind, column }: Measure, all: readonly Measure[]): string => {
  if (column === undefined) return 'rows';
  return all.filter((each) => each.column === column).length > 1 ? `${kind} ${column}` : column;
};

export const whereOf = (conditions: readonly Condition[], table: Table): string =>
  conditions.length === 0 ? '' : ` WHERE ${conditions.map((each) => conditionOf(each, table)).join(' AND ')}`;

const conditionOf = ({ column: name, operator, values }: Condition, table: Table): string => {
  const column = table.columns.find((each) => each.name === name) as Column;
  const quoted = sqlValue(table, name);
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
      const found = isNumeric(column)
        ? `${quoted} IN (${values.map((each) => numberIn(column, each)).join(', ')})`
        : `lower(trim(${asText})) IN (${values.map((each) => sqlText(each.toLowerCase())).join(', ')})`;
      // A row without a value is not one with that value.
      return operator === '=' ? found : `(${quoted} IS NULL OR NOT ${found})`;
    }
    case 'within': {
      const [from = '', to = ''] = values;
      const moment = isNumeric(column) ? quoted : asText;
      const end = (value: string) => (isNumeric(column) ? numberIn(column, value) : sqlText(value));
      const ends = [
        ...(from === '' ? [] : [`${moment} >= ${end(from)}`]),
        ...(to === '' ? [] : [`${moment} < ${end(to)}`]),
      ];
      return `(${ends.join(' AND ')})`;
    }
    default: {
      const [value = ''] = values;
      if (isNumeric(column)) return `${quoted} ${operator} ${numberIn(column, value)}`;
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
