import { asList, call, type Sub } from './plan.ts';
import { isMoneyName, isQuantityName } from './reading/quantities.ts';

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
  /** How many rows sum up others, how many are blank, and the condition that tells both. */
  readonly totals: number;
  readonly blanks: number;
  readonly isLeftOut?: string;
  /** Columns in which one word is spelt with other capitals or with spaces around it. */
  readonly variants: ReadonlySet<string>;
  /** Columns whose amounts are in several currencies, with their signs. */
  readonly mixed: ReadonlyMap<string, string>;
  /** How many rows are exact copies of another one. */
  readonly copies: number;
  /** The rows below the heads, as SQL, where everything is text and the tools could not tell heads from rows. */
  readonly below?: string;
};

/** Where all is text, the first row is the heads, if it looks like them. */
export const headsInFirstRow = (first: readonly unknown[] | undefined): readonly string[] | undefined => {
  const heads = (first ?? []).map((each) => (typeof each === 'string' ? each.trim() : ''));
  const isHead = (head: string) => /^\p{L}[^\n]{0,39}$/u.test(head);
  return heads.length > 1 &&
    heads.every(isHead) &&
    new Set(heads.map((each) => each.toLowerCase())).size === heads.length
    ? heads
    : undefined;
};

/** The rows below such heads, under their names. */
export const belowHeads = (columns: readonly string[], heads: readonly string[]): string =>
  `SELECT __row, ${columns.map((name, at) => `${named(name)} AS ${named(heads[at] ?? name)}`).join(', ')} FROM data_rows WHERE __row > 1`;
/** The spellings of yes and of no, the usual one first, and what else some of its cells say. */
export type Flag = {
  readonly yes: readonly string[];
  readonly no: readonly string[];
  readonly others: readonly string[];
};

export const plainView: TableView = {
  valueByColumn: new Map(),
  numbers: new Set(),
  days: new Set(),
  flags: new Map(),
  totals: 0,
  blanks: 0,
  variants: new Set(),
  mixed: new Map(),
  copies: 0,
};

const mostColumns = 60;
/** What a query tells apart takes memory for each column, and the engine has little. */
const columnsPerQuery = 8;
const named = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const trimmed = (name: string): string => `trim(CAST(${named(name)} AS VARCHAR))`;

const sign = '[£$€₪]';
const numberWritten = `^-?${sign}? ?-?([0-9]{1,3}(,[0-9]{3})+|[0-9]+)(\\.[0-9]+)? ?${sign}?$`;
const numberEuropean = `^-?([0-9]{1,3}(\\.[0-9]{3})+|[0-9]+),[0-9]{1,2}$`;
const isoWritten = '^[0-9]{4}-[0-9]{2}-[0-9]{2}';
const dayWritten = '^[0-9]{1,2}[/.][0-9]{1,2}[/.][0-9]{4}$';
const totalAlone =
  '^((grand |sub-? ?)?totals?|sum|average|mean|סה["״]?כ|סך ה?כו?ל|סיכום|ממוצע)( [0-9]{4}| כללי| overall)?:?$';
/** "North total", "Total for May": with a name, where the other words of the row are missing. */
const totalNamed = '^(grand |sub-? ?)?totals?:? .+$|^.+ (grand |sub-? ?)?totals?:?$|^(סה["״]?כ|סך ה?כו?ל):? .+$';
/** What people write where a number is still missing. */
const missing = ['n/a', 'na', 'n.a.', '-', '–', '—', 'tbc', 'tbd', 'tba', '?', 'pending', 'unknown', 'לא ידוע', 'חסר'];
const yesWords = ['yes', 'כן', 'true', 'y'];
const noWords = ['no', 'לא', 'false', 'n'];

type Column = { readonly name: string; readonly type: string };
type Place = { readonly path: string; readonly sheet: string | null; readonly range: string | null };

/** Looks at all cells of the columns that hold text. */
export function* viewOf({ path, sheet, range }: Place, columns: readonly Column[], below?: string): Sub<TableView> {
  const isNumber = ({ type }: Column) => ['integer', 'float', 'number', 'decimal'].includes(type);
  const texts = columns.filter((column) => !isNumber(column)).map(({ name }) => name);
  const under = below === undefined ? {} : { below };
  if (texts.length === 0 || texts.length > mostColumns) return { ...plainView, ...under };
  const kinds = leftOutKinds(
    columns.map(({ name }) => name),
    texts.filter((name) => !dated.test(columns.find((each) => each.name === name)?.type ?? '')),
    columns.filter(isNumber).map(({ name }) => name),
  );
  // Each row is judged once, and not for every probe.
  const judged = `SELECT *, ${kinds.map((_each, at) => `__k${at}`).join(' OR ')} AS __left FROM (SELECT *, ${kinds.map((each, at) => `coalesce(${each}, false) AS __k${at}`).join(', ')} FROM ${below === undefined ? 'data' : `(${below})`})`;
  const probe = function* (probes: readonly string[]): Sub<readonly unknown[]> {
    const query = `SELECT ${probes.map((each, at) => `${each} AS p${at}`).join(', ')} FROM (${judged})`;
    const result = yield* call('table_query', {
      path,
      query,
      window_rows: 1,
      window_offset: null,
      count_only: null,
      tables: null,
      sheet,
      range,
    });
    return asList(asList(result.rows)[0]);
  };
  // Of a long table the engine cannot hold every row: a hash of each is all it needs to tell copies.
  const whole = `count(*) - count(DISTINCT hash(${columns.map(({ name }) => `coalesce(CAST(${named(name)} AS VARCHAR), '')`).join(', ')}, ''))`;
  const row: unknown[] = [];
  for (let from = 0; from < texts.length; from += columnsPerQuery) {
    const some = texts.slice(from, from + columnsPerQuery).flatMap((name) => probesOf(name, '__left'));
    const first = from === 0 ? [...kinds.map((_each, at) => `count(*) FILTER (__k${at})`), whole] : [];
    row.push(...(yield* probe([...first, ...some])));
  }
  const leftOut = row.slice(0, kinds.length).map(Number);
  const [blanks = 0, ...summing] = leftOut;
  const totals = summing.reduce((sum, each) => sum + each, 0);
  const [copies = 0, ...counts] = row.slice(kinds.length);
  const valueByColumn = new Map<string, string>();
  const numbers = new Set<string>();
  const days = new Set<string>();
  const flags = new Map<string, Flag>();
  const variants = new Set<string>();
  const mixed = new Map<string, string>();
  const saysMore: string[] = [];
  for (const [at, name] of texts.entries()) {
    const probed = counts.slice(at * probeCount, (at + 1) * probeCount);
    const [filled = 0, plain = 0, grouped = 0, padded = 0, european = 0, day = 0, dayFirst = 0, dayLast = 0] =
      probed.map(Number);
    const [yes, no, said, absent, spellings, words, signs, iso] = probed.slice(8);
    if (filled === 0) continue;
    if (Number(spellings) > Number(words)) variants.add(name);
    // Digits under a head that measures nothing may be what a thing is called.
    const isMeasured = isMoneyName(name) || isQuantityName(name);
    const isWritten = grouped > 0 || (Number(absent) > 0 && isMeasured);
    if (String(signs ?? '').length > 1) mixed.set(name, [...String(signs)].join(', '));
    else if (plain > 0 && plain + Number(absent) === filled && isWritten && padded === 0) {
      numbers.add(name);
      valueByColumn.set(name, `TRY_CAST(regexp_replace(${trimmed(name)}, '[£$€₪, ]', '', 'g') AS DOUBLE)`);
    } else if (european === filled && padded === 0) {
      numbers.add(name);
      valueByColumn.set(name, `num_eu(${trimmed(name)})`);
    } else if (day > 0 && day + Number(iso) === filled && dayFirst > 0 !== dayLast > 0) {
      days.add(name);
      const order = dayFirst > 0 ? '%d-%m-%Y' : '%m-%d-%Y';
      const parsed = `try_strptime(regexp_replace(${trimmed(name)}, '[/.]', '-', 'g'), '${order}')`;
      const written = `strftime(${parsed}, '%Y-%m-%d')`;
      // Dates of a sheet come year first; typed as text among them, they come as they were typed.
      valueByColumn.set(
        name,
        Number(iso) > 0
          ? `CASE WHEN regexp_matches(${trimmed(name)}, '${isoWritten}') THEN substr(${trimmed(name)}, 1, 10) ELSE ${written} END`
          : written,
      );
    } else {
      const flag = { yes: listed(yes), no: listed(no), others: [] };
      const isUsual = Number(said) >= 4 * (filled - Number(said));
      if (flag.yes.length === 0 || flag.no.length === 0 || !isUsual) continue;
      flags.set(name, flag);
      if (Number(said) < filled) saysMore.push(name);
    }
  }
  // What else a column says is asked only of those that say yes or no: a column of notes has more words than fit.
  const more = saysMore.length === 0 ? [] : yield* probe(saysMore.map((name) => othersOf(name, '__left')));
  for (const [at, name] of saysMore.entries()) {
    const [flag, others] = [flags.get(name), listed(more[at])];
    if (flag && others.length <= mostOthers) flags.set(name, { ...flag, others });
    else flags.delete(name);
  }
  const found = kinds.filter((_each, at) => (leftOut[at] ?? 0) > 0);
  return {
    ...under,
    valueByColumn,
    numbers,
    days,
    flags,
    totals,
    blanks,
    variants,
    mixed,
    // Blank rows are equal to each other, and nobody counts them.
    copies: Math.max(0, Number(copies) - Math.max(0, blanks - 1)),
    ...(found.length > 0 ? { isLeftOut: `coalesce(${found.join(' OR ')}, false)` } : {}),
  };
}
const dated = /^(?:date|timestamp|time)/i;

const probeCount = 16;
/** Beside yes and no a column may say one or two things more ("part"), where that is rare. */
const mostOthers = 2;
const between = '\u0001';
const listed = (found: unknown): readonly string[] =>
  typeof found === 'string' && found !== '' ? [...new Set(found.split(between))] : [];
const oneOf = (text: string, words: readonly string[]): string =>
  `lower(${text}) IN (${words.map((each) => `'${each}'`).join(', ')})`;
/** The usual one comes first: it is the one to write. */
const spellingsOf = (text: string, isLeftOut: string, condition: string): string => {
  const those = `FILTER (NOT ${isLeftOut} AND ${condition})`;
  return `concat_ws(chr(1), mode(${text}) ${those}, string_agg(DISTINCT ${text}, chr(1)) ${those})`;
};
const othersOf = (name: string, isLeftOut: string): string => {
  const text = trimmed(name);
  return spellingsOf(text, isLeftOut, `coalesce(${text}, '') <> '' AND NOT ${oneOf(text, [...yesWords, ...noWords])}`);
};

const probesOf = (name: string, isLeftOut: string): readonly string[] => {
  const text = trimmed(name);
  const count = (condition: string) =>
    `count(*) FILTER (NOT ${isLeftOut} AND coalesce(${text}, '') <> '' AND ${condition})`;
  // All of these begin with a digit, a minus or a currency: words are passed over before a pattern is tried on them.
  const starts = `left(${text}, 1) IN (${[...'0123456789-£$€₪'].map((each) => `'${each}'`).join(', ')})`;
  const among = (condition: string) => count(`CASE WHEN ${starts} THEN ${condition} END`);
  const fits = (pattern: string) => among(`regexp_matches(${text}, '${pattern}')`);
  const part = (at: number) =>
    `TRY_CAST(regexp_extract(${text}, '^([0-9]{1,2})[/.]([0-9]{1,2})[/.]', ${at}) AS INTEGER)`;
  const different = (expression: string) =>
    `count(DISTINCT hash(${expression})) FILTER (NOT ${isLeftOut} AND ${named(name)} IS NOT NULL)`;
  return [
    count('true'),
    fits(numberWritten),
    // Without a comma or a sign in any of them they are digits that somebody keeps as text.
    fits(`[,£$€₪]`),
    fits('^-?0[0-9]'),
    fits(numberEuropean),
    fits(dayWritten),
    // 31/01 is day first, 01/31 is month first; dots are always day first.
    among(`(${part(1)} > 12 OR regexp_matches(${text}, '^[0-9]{1,2}\\.'))`),
    among(`(${part(2)} > 12 AND NOT regexp_matches(${text}, '^[0-9]{1,2}\\.'))`),
    spellingsOf(text, isLeftOut, oneOf(text, yesWords)),
    spellingsOf(text, isLeftOut, oneOf(text, noWords)),
    count(oneOf(text, [...yesWords, ...noWords])),
    count(oneOf(text, missing)),
    different(`CAST(${named(name)} AS VARCHAR)`),
    different(`lower(${text})`),
    `string_agg(DISTINCT regexp_extract(${text}, '^-?(${sign}) ?-?[0-9]', 1), '') FILTER (NOT ${isLeftOut})`,
    fits(isoWritten),
  ];
};

/**
 * The conditions that tell rows that are no data: blank ones; those that say "Total" and nothing else in words, with a
 * name beside it where other columns of text are missing; and without any words, those whose number is the sum of the
 * others. No row fits two of them.
 */
const leftOutKinds = (
  all: readonly string[],
  texts: readonly string[],
  numbers: readonly string[],
): readonly string[] => {
  const isBlank = `(${all.map((name) => `coalesce(${trimmed(name)}, '') = ''`).join(' AND ')})`;
  if (texts.length === 0) return [isBlank];
  const words = texts.map((name) => {
    const text = `coalesce(${trimmed(name)}, '')`;
    return `CASE WHEN regexp_matches(${text}, '${numberWritten}|${numberEuropean}') THEN NULL ELSE nullif(${text}, '') END`;
  });
  const said = `lower(concat_ws(chr(1), ${words.join(', ')}))`;
  const isNamed = `NOT contains(${said}, chr(1)) AND regexp_matches(${said}, '${totalNamed}')`;
  const isTotal = `(regexp_matches(${said}, '${totalAlone}')${texts.length > 1 ? ` OR (${isNamed})` : ''})`;
  const isSum = numbers.map(
    (name) => `(${named(name)} <> 0 AND abs(2 * ${named(name)} - (SELECT sum(${named(name)}) FROM data)) < 0.005)`,
  );
  return [isBlank, isTotal, ...(isSum.length > 0 ? [`(${said} = '' AND (${isSum.join(' OR ')}))`] : [])];
};

/**
 * The same query over the rows that are data. Where rows are grouped or counted, words that differ in capitals or in
 * spaces alone are one. Names and texts in quotes are left alone.
 */
export const asMeant = ({ isLeftOut, variants, below }: TableView, query: string, isGrouped = false): string => {
  const merged = isGrouped
    ? [...variants].map((name) => {
        const text = trimmed(name);
        return `first_value(${text}) OVER (PARTITION BY lower(${text}) ORDER BY __row) AS ${named(name)}`;
      })
    : [];
  if (isLeftOut === undefined && merged.length === 0 && below === undefined) return query;
  const fits = isLeftOut === undefined ? '' : ` WHERE NOT ${isLeftOut}`;
  const columns = merged.length === 0 ? '*' : `* REPLACE (${merged.join(', ')})`;
  const from = (name: string) => {
    const rows = below === undefined ? (merged.length === 0 ? name : 'data_rows') : `(${below})`;
    return `FROM (SELECT ${columns} FROM ${rows}${fits}) AS ${name}`;
  };
  return query
    .split(/("(?:[^"]|"")*"|'(?:[^']|'')*')/)
    .map((part, at) =>
      at % 2 === 1 ? part : part.replace(/FROM (data(?:_rows)?)(?![\w])/g, (_all, name: string) => from(name)),
    )
    .join('');
};
