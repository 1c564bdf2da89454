import type { Sub } from '../plan.ts';
import type { Condition } from '../reading/conditions.ts';
import { formsOf } from '../reading/marks.ts';
import type { Question } from '../reading/question.ts';
import { literal } from '../reading/quotes.ts';
import { type Asked, isNumeric, sqlName, sqlText, type Table } from '../rule.ts';
import { firstRows } from './first-rows.ts';
import { whereOf } from './question-sql.ts';

/** What stands in the same column, is near to what was asked for, and was not taken for it. */
export type Beside = {
  readonly condition: Condition;
  readonly said: readonly (readonly [value: string, rows: number])[];
};

const mostNamed = 3;

/**
 * "Cancelled" is one value and "cancelled by phone" another; who has not paid may have said nothing yet. Both are left
 * aside by a condition, and whoever reads the answer must know it.
 */
export function* besideOf(table: Table, { where }: Pick<Question, 'where'>): Sub<readonly Beside[]> {
  const found: Beside[] = [];
  for (const condition of where) {
    const column = table.columns.find(({ name }) => name === condition.column);
    if (!column || isNumeric(column) || !['=', '<>'].includes(condition.operator)) continue;
    const text = `trim(CAST(${sqlName(column.name)} AS VARCHAR))`;
    const others = whereOf(
      where.filter((each) => each !== condition),
      table,
    );
    const near = `(coalesce(lower(${text}), '') NOT IN (${listed(condition.values)}) AND (${nearTo(table, condition, `coalesce(${text}, '')`)}))`;
    const query = `SELECT coalesce(${text}, '') AS v, count(*) AS n FROM data${others === '' ? ' WHERE' : `${others} AND`} ${near} GROUP BY 1 ORDER BY 2 DESC, 1`;
    const rows = yield* firstRows(table, query, true);
    if (rows.length > 0)
      found.push({ condition, said: rows.map(([value, count]) => [String(value), Number(count)] as const) });
  }
  return found;
}

const listed = (values: readonly string[]): string =>
  values.map((each) => sqlText(each.trim().toLowerCase())).join(', ');

const nearTo = ({ view }: Table, { column, values }: Condition, text: string): string => {
  const flag = view.flags.get(column);
  if (flag && values.every((each) => [...flag.yes, ...flag.no].includes(each)))
    return `${text} IN (${['', ...flag.others].map(sqlText).join(', ')})`;
  return values
    .flatMap((value) => [
      `regexp_matches(lower(${text}), ${sqlText(`(^|[^\\p{L}\\p{N}])${literal(value.trim().toLowerCase())}($|[^\\p{L}\\p{N}])`)})`,
      `lower(${text}) IN (${formsOf(value).map(sqlText).join(', ')})`,
      ...spelledAlike(value, text),
    ])
    .join(' OR ');
};

/** "Canceled" beside "Cancelled": one letter more, less or other. Of short words and of numbers many are that near. */
const spelledAlike = (value: string, text: string): readonly string[] =>
  /^\p{L}[\p{L} '-]{4,}$/u.test(value.trim())
    ? [
        `(damerau_levenshtein(lower(${text}), ${sqlText(value.trim().toLowerCase())}) = 1 AND NOT regexp_matches(${text}, '[0-9]'))`,
      ]
    : [];

/** The same in words, a line for each column. */
export const besideInWords = ({ say }: Asked, found: readonly Beside[]): readonly string[] =>
  found.map(({ condition: { column, operator }, said }) => {
    const named = said
      .slice(0, mostNamed)
      .map(([value, count]) => `${value === '' ? say('nothing', 'ריק') : `"${value}"`} (${count})`)
      .join(', ');
    const more =
      said.length > mostNamed ? say(` and ${said.length - mostNamed} more`, ` ועוד ${said.length - mostNamed}`) : '';
    return operator === '='
      ? say(
          `${column} also says ${named}${more}: those rows are not counted.`,
          `בעמודה ${column} כתוב גם ${named}${more}: שורות אלה לא נכללו.`,
        )
      : say(
          `${column} also says ${named}${more}: those rows are counted.`,
          `בעמודה ${column} כתוב גם ${named}${more}: שורות אלה נכללו.`,
        );
  });
