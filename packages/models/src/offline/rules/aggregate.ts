import { asList, call, type Plan, type Sub } from '../plan.ts';
import {
  type Asked,
  columnOf,
  numberColumnOf,
  type OfflineRule,
  sqlName,
  stemOf,
  type Table,
  tableOf,
  targetOf,
} from '../rule.ts';
import { saveQuery } from './save-query.ts';
import { type Aggregate, aggregate, aggregateOf, number, pattern } from './words.ts';

const ask = "(?:(?:what(?:'s| is| are)|show(?: me)?|give me|calculate|compute|find|tell me|get)\\s)?";
const askHe = '(?:(?:מה|מהו|מהי|חשב|הצג|מצא)(?: את)? )?';

export const totalRule: OfflineRule = {
  id: 'total',
  grammar: {
    en: 'total | average | highest | lowest <column> [by <column>] in <file> [and save as <new file>]; how many rows are in <file>',
    he: 'סכום | ממוצע | מקסימום | מינימום של <עמודה> [לפי <עמודה>] ב<קובץ> [ושמור בשם <קובץ חדש>]; כמה שורות יש ב<קובץ>',
  },
  patterns: [
    pattern(
      `${ask}(?:the )?${aggregate}(?: of| for)?(?: the)?(?: column)? (?<col>.+?)(?: column)?(?: (?:by|per|for each|grouped by) (?<by>.+?))? (?:in|of|from) {S}`,
    ),
    pattern(`group {S} by (?<by>.+?),? (?:and |with )?(?:the )?${aggregate}(?: of)? (?<col>.+?)`),
    pattern(`${askHe}ה?${aggregate}(?: של)?(?: ה?עמודה| עמודת)? (?<col>.+?)(?: לפי (?<by>.+?))? {H}`),
  ],
  plan: (asked) => answerTotals(asked, aggregateOf(asked.part('agg') ?? '')),
};

export const countRule: OfflineRule = {
  id: 'count',
  grammar: { en: 'count rows [by <column>] in <file>', he: 'כמה שורות [לפי <עמודה>] יש ב<קובץ>' },
  patterns: [
    pattern(
      '(?:how many|count(?: the)?|number of) rows(?: (?:are there|are|there are))?(?: (?:by|per) (?<by>.+?))? (?:in|of|from) {S}',
    ),
    pattern('how many rows does {S} have'),
    pattern('כמה שורות(?: לפי (?<by>.+?))?(?: יש)? {H}'),
  ],
  plan: (asked) => answerTotals(asked, 'count'),
};

function* answerTotals(asked: Asked, kind: ReturnType<typeof aggregateOf> | 'count'): Plan {
  const table = yield* tableOf(asked);
  const { query, by, label } = totalsQuery(asked, table, kind);
  if (asked.target !== undefined) {
    const path = targetOf(asked, '', ['csv', 'xlsx']);
    const rows = yield* saveQuery(asked, table, query, path);
    return asked.say(`Saved ${rows} rows of ${label} to ${path}.`, `נשמרו ${rows} שורות של ${label} בקובץ ${path}.`);
  }
  const rows = yield* firstRows(table, query);
  if (by === undefined) {
    const [value] = rows[0] ?? [null];
    return kind === 'count'
      ? asked.say(`${table.path} has ${number(value)} rows.`, `בקובץ ${table.path} יש ${number(value)} שורות.`)
      : asked.say(`${opening(label)} in ${table.path}: ${number(value)}`, `${label} ב-${table.path}: ${number(value)}`);
  }
  const lines = rows.map(([group, value]) => `- ${number(group)}: ${number(value)}`);
  return [`${opening(label)} (${table.path}):`, ...lines].join('\n');
}

const named: Readonly<Record<Aggregate, readonly [string, string]>> = {
  sum: ['total', 'סכום'],
  avg: ['average', 'ממוצע'],
  max: ['highest', 'מקסימום'],
  min: ['lowest', 'מינימום'],
};
const opening = (label: string): string => label.charAt(0).toUpperCase() + label.slice(1);

/** `SELECT by, agg(col)` with an order of its own, so that the same file gives the same answer. */
export const totalsQuery = (asked: Asked, table: Table, kind: ReturnType<typeof aggregateOf> | 'count') => {
  const written = asked.part('by');
  const by = written === undefined ? undefined : columnOf(table, written).name;
  const column = kind === 'count' ? undefined : numberColumnOf(table, asked.part('col') ?? '').name;
  const value = column === undefined ? 'count(*)' : `${kind}(${sqlName(column)})`;
  const label =
    column === undefined ? asked.say('rows', 'שורות') : `${asked.say(...named[kind as Aggregate])} ${column}`;
  const heading = sqlName(column === undefined ? 'rows' : column);
  const query =
    by === undefined
      ? `SELECT ${value} AS v FROM data`
      : `SELECT ${sqlName(by)}, ${value} AS ${heading} FROM data GROUP BY 1 ORDER BY 1`;
  return { query, by, label: by === undefined ? label : `${label} ${asked.say('by', 'לפי')} ${by}` };
};

export function* firstRows(table: Table, query: string): Sub<readonly (readonly unknown[])[]> {
  const { path, sheet } = table;
  const result = yield* call('table_query', {
    path,
    query,
    window_rows: 200,
    window_offset: null,
    count_only: null,
    tables: null,
    sheet,
    range: null,
  });
  return asList(result.rows) as readonly (readonly unknown[])[];
}

export const defaultTarget = (table: Table, suffix: string): string => `${stemOf(table.path)}-${suffix}.csv`;
