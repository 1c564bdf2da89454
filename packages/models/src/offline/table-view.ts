import { asList, call, type Sub } from './plan.ts';

/**
 * How the cells of a table are meant, where that is not how they are stored: numbers written 1,240.00, days written
 * 04/03/2025, columns that say yes or no, and rows that only sum up the others.
 */
export type TableView = {
  /** What a column is calculated, compared and ordered by, as SQL. Absent: the column itself. */
  readonly valueByColumn: ReadonlyMap<string, string>;
  readonly numbers: ReadonlySet<string>;
  readonly days: ReadonlySet<string>;
  /** The words a column of yes and no is filled with. */
  readonly flags: ReadonlyMap<string, Flag>;
  /** How many rows sum up others, and the condition that tells them. */
  readonly totals: number;
  readonly isTotal?: string;
};
export type Flag = { readonly yes: string; readonly no: string };

export const plainView: TableView = {
  valueByColumn: new Map(),
  numbers: new Set(),
  days: new Set(),
  flags: new Map(),
  totals: 0,
};

const mostColumns = 60;
const named = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const trimmed = (name: string): string => `trim(CAST(${named(name)} AS VARCHAR))`;

const sign = '[£$€₪]';
const numberWritten = `^-?${sign}? ?-?([0-9]{1,3}(,[0-9]{3})+|[0-9]+)(\\.[0-9]+)? ?${sign}?$`;
const numberEuropean = `^-?([0-9]{1,3}(\\.[0-9]{3})+|[0-9]+),[0-9]{1,2}$`;
const dayWritten = '^[0-9]{1,2}[/.][0-9]{1,2}[/.][0-9]{4}$';
const totalWritten =
  '^((grand |sub-? ?)?totals?|sum|average|mean|סה["״]?כ|סך ה?כו?ל|סיכום|ממוצע)( [0-9]{4}| כללי| overall)?:?$';
const yesWords = ['yes', 'כן', 'true', 'y'];
const noWords = ['no', 'לא', 'false', 'n'];

/** Looks at all cells of the columns that hold text, in one query. */
export function* viewOf(
  { path, sheet }: { readonly path: string; readonly sheet: string | null },
  texts: readonly string[],
): Sub<TableView> {
  if (texts.length === 0 || texts.length > mostColumns) return plainView;
  const isTotal = totalSql(texts);
  const query = `SELECT ${[`count(*) FILTER (${isTotal})`, ...texts.flatMap((name) => probesOf(name, isTotal))].map((each, at) => `${each} AS p${at}`).join(', ')} FROM data`;
  const result = yield* call('table_query', {
    path,
    query,
    window_rows: 1,
    window_offset: null,
    count_only: null,
    tables: null,
    sheet,
    range: null,
  });
  const [totals = 0, ...counts] = asList(asList(result.rows)[0]);
  const valueByColumn = new Map<string, string>();
  const numbers = new Set<string>();
  const days = new Set<string>();
  const flags = new Map<string, Flag>();
  for (const [at, name] of texts.entries()) {
    const found = counts.slice(at * probeCount, (at + 1) * probeCount);
    const [filled = 0, plain = 0, grouped = 0, padded = 0, european = 0, day = 0, dayFirst = 0, dayLast = 0] =
      found.map(Number);
    const [yes, no, said] = found.slice(8);
    if (filled === 0) continue;
    if (plain === filled && grouped > 0 && padded === 0) {
      numbers.add(name);
      valueByColumn.set(name, `TRY_CAST(regexp_replace(${trimmed(name)}, '[£$€₪, ]', '', 'g') AS DOUBLE)`);
    } else if (european === filled && padded === 0) {
      numbers.add(name);
      valueByColumn.set(name, `num_eu(${trimmed(name)})`);
    } else if (day === filled && dayFirst > 0 !== dayLast > 0) {
      days.add(name);
      const order = dayFirst > 0 ? '%d-%m-%Y' : '%m-%d-%Y';
      const parsed = `try_strptime(regexp_replace(${trimmed(name)}, '[/.]', '-', 'g'), '${order}')`;
      valueByColumn.set(name, `strftime(${parsed}, '%Y-%m-%d')`);
    } else if (Number(said) === filled && typeof yes === 'string' && typeof no === 'string') {
      flags.set(name, { yes, no });
    }
  }
  return { valueByColumn, numbers, days, flags, totals: Number(totals), ...(Number(totals) > 0 ? { isTotal } : {}) };
}

const probeCount = 11;
const probesOf = (name: string, isTotal: string): readonly string[] => {
  const text = trimmed(name);
  const count = (condition: string) =>
    `count(*) FILTER (NOT ${isTotal} AND coalesce(${text}, '') <> '' AND ${condition})`;
  const fits = (pattern: string) => count(`regexp_matches(${text}, '${pattern}')`);
  const part = (at: number) =>
    `TRY_CAST(regexp_extract(${text}, '^([0-9]{1,2})[/.]([0-9]{1,2})[/.]', ${at}) AS INTEGER)`;
  const oneOf = (words: readonly string[]) => `lower(${text}) IN (${words.map((each) => `'${each}'`).join(', ')})`;
  return [
    count('true'),
    fits(numberWritten),
    // Without a comma or a sign in any of them they are digits that somebody keeps as text.
    fits(`[,£$€₪]`),
    fits('^-?0[0-9]'),
    fits(numberEuropean),
    fits(dayWritten),
    // 31/01 is day first, 01/31 is month first; dots are always day first.
    count(`(${part(1)} > 12 OR regexp_matches(${text}, '^[0-9]{1,2}\\.'))`),
    count(`(${part(2)} > 12 AND NOT regexp_matches(${text}, '^[0-9]{1,2}\\.'))`),
    `min(CASE WHEN ${oneOf(yesWords)} THEN ${text} END)`,
    `min(CASE WHEN ${oneOf(noWords)} THEN ${text} END)`,
    count(oneOf([...yesWords, ...noWords])),
  ];
};

/** A row that says "Total" and nothing else in words. */
const totalSql = (texts: readonly string[]): string => {
  const words = texts.map((name) => {
    const text = `coalesce(${trimmed(name)}, '')`;
    return `CASE WHEN regexp_matches(${text}, '${numberWritten}|${numberEuropean}') THEN '' ELSE ${text} END`;
  });
  return `coalesce(regexp_matches(lower(concat_ws('', ${words.join(', ')})), '${totalWritten}'), false)`;
};

/** The same query over the rows that do not sum up others. Names and texts in quotes are left alone. */
export const withoutTotals = ({ isTotal }: TableView, query: string): string =>
  isTotal === undefined
    ? query
    : query
        .split(/("(?:[^"]|"")*"|'(?:[^']|'')*')/)
        .map((part, at) =>
          at % 2 === 1
            ? part
            : part.replace(
                /FROM (data(?:_rows)?)(?![\w])/g,
                (_all, name: string) => `FROM (SELECT * FROM ${name} WHERE NOT ${isTotal}) AS ${name}`,
              ),
        )
        .join('');
