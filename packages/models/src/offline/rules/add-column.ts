import type { Json } from '@atelier/kernel/core';
import { asList, call, refuse, type Sub } from '../plan.ts';
import { isPlainName, isVague } from '../reading/fields.ts';
import { isSaidIn } from '../reading/marks.ts';
import {
  type Asked,
  byEdit,
  findColumn,
  type OfflineRule,
  type Parts,
  sqlValue,
  type Table,
  tableOf,
} from '../rule.ts';
import { tablesWithin } from './all-tables.ts';
import { howTyped, withComma } from './as-typed.ts';
import { columnLetters } from './column-letters.ts';
import { readExpression, type Token, writeExpression } from './expression.ts';
import { firstRows } from './first-rows.ts';
import { everyRow } from './row-edits.ts';
import { onlyRegion } from './sheet-region.ts';
import { rowNamesOf } from './table-vocabulary.ts';
import { placeName } from './word-question.ts';
import { add, addHe, article, fresh, pattern } from './words.ts';

const called =
  '(?:,? ?(?:called|named|titled|headed|labelled|labeled|entitled|by the name(?: of)?|with the (?:name|header|heading|title)|whose name is|the name is|name it|call it|header|name)(?: is| should be)?:?|,)';
const calledHe = '(?:,? ?(?:בשם|שנקראת|שכותרתה|ששמה|עם הכותרת|עם השם|שתיקרא|כותרת|שם):?|,)';
const values =
  '(?:with(?: the| a)?(?: constant| default| fixed| same)? value(?: of)?|with the text|with the word|set to|filled with|holding|containing|contains|that (?:contains|says|holds|has)|which (?:contains|says|holds|has)|saying|reading|with|put|and (?:put|write|fill in|set it to|fill it with|fill)|where (?:it|every row|each row|all rows) (?:says|say|is|holds|has|contains?)|default|value)';
const valuesHe =
  '(?:עם הערך|עם הטקסט|עם המילה|ערך|שהערך בה הוא|שבה כתוב|שבה יהיה כתוב|ובכל שורה|עם|וכתוב|ותכתוב|ושים|ותשים|ובה|שיהיה בה)';
const inEach =
  '(?: (?:in|for|on|to|into) (?:every|each|all)(?: of)?(?: the)? (?:rows?|lines?|records?|cells?|entry|entries|ones?)| everywhere| all the way down| throughout)';
const inEachHe = '(?: ב?כל ה?(?:שורות|שורה|רשומות)| לכל ה?(?:שורות|שורה)| לכולם)';
const reckoned =
  "(?:=|:|equals?|equal to|(?:that |which |and |it )?(?:should|will|must|shall) (?:be|hold|show|contain|equal)|that (?:is|equals|shows|gives|has|holds|contains)|which (?:is|equals|shows|gives|has|holds)|(?:that|which)(?= (?:multiplies|divides|adds|subtracts))|that's|calculated (?:as|by|from)|computed (?:as|by|from)|worked out as|as|being|holding|showing|containing|with the formula|with|with the (?:calculation|result of|product of|sum of)|multiplying|, ?)";
const reckonedHe =
  '(?:=|:|שווה ל-?|ששווה ל-?|בגובה|בשיעור(?: של)?|בסך|שהיא|שהוא|שתהיה|שיהיה|שצריכה להיות|שתציג את|שמציגה את|והיא תהיה|שתחשב את|שבה יהיה|שתכיל|ובה ה|שתכיל את|שמכילה את|שמחשבת את|המחשבת את|לפי החישוב|לפי הנוסחה|עם|ובה|, ?)';
const name = '@q\\d+|[^@=:,]+?';
const words = '(?:[^@]|@q\\d+)+?';
const leaveEmpty =
  '(?:,? ?(?:and )?(?:leave|keep|leaving|left) (?:it|them|the cells|all (?:the )?cells)? ?(?:empty|blank)(?: for now)?)?';
const end = '(?:,? ?(?:at the (?:very )?end|on the right|as the last column|after the last column|בסוף))?';
const head = `${add}${article}${fresh}column${end}`;
const headHe = `${addHe}(?:את ה|ה)?(?:עמודה|עמודת|טור)(?: חדשה| חדש| נוספת| נוסף| ריקה| אחת| בסוף)*${end}`;

export const addColumnRule: OfflineRule = {
  id: 'add-column',
  ways: [
    { en: 'add a column Double = {number} * 2 to {file}', he: 'הוסף עמודה כפול = {number} * 2 לקובץ {file}' },
    { en: 'add a column Tax = 18% of {number} to {file}', he: 'הוסף עמודה מס = 18% מתוך {number} לקובץ {file}' },
    { en: 'add a column Checked with value "no" to {file}', he: 'הוסף עמודה נבדק עם הערך "לא" לקובץ {file}' },
    { en: 'add an empty column named Remarks to {file}', he: 'הוסף עמודה ריקה בשם הערות לקובץ {file}' },
  ],
  read: byEdit(
    ...[
      `${head}${called}? ?(?<name>${name})${end},? ${values} (?<value>@q\\d+|[^@\\s]+)${inEach}?`,
      `${add}${article}${fresh}(?<name>@q\\d+|[^@=:,\\s]+) column${end},? ${values} (?<value>@q\\d+|[^@\\s]+)${inEach}?`,
      `${head}${called}? ?(?<name>${name})${end}${leaveEmpty}`,
      `${head}${called}? ?(?<name>${name})${end},? ?${reckoned} ?(?<expr>${words})`,
      `${add}${article}${fresh}(?<name>@q\\d+|[^@=:,\\s]+) column${end},? ?${reckoned} ?(?<expr>${words})`,
      `${add}${article}${fresh}(?<name>@q\\d+|[^@=:,\\s]+) column${end}${leaveEmpty}`,
      `${headHe}${calledHe}? ?(?<name>${name})${end},? ${valuesHe} (?<value>@q\\d+|[^@\\s]+)${inEachHe}?`,
      `${headHe}${calledHe}? ?(?<name>${name})${end},? ?${reckonedHe} ?(?<expr>${words})`,
      `${headHe}${calledHe}? ?(?<name>${name})${end}`,
    ].map((source) => {
      const whole = pattern(source);
      return (said: string) => {
        const { rest, place } = withoutPlace(said);
        const found = whole.exec(rest)?.groups;
        const parts = found && place !== undefined ? { ...found, place } : found;
        return parts && isPlainName(parts.name ?? '') && !isVague(parts.name ?? '') && /column|עמוד|טור/iu.test(rest)
          ? orReckoned(parts, rest)
          : undefined;
      };
    }),
  ),
  *plan(asked) {
    const table = yield* tableMeant(asked);
    const name = asked.part('name') ?? '';
    if (findColumn(table, name)) {
      return refuse(`${table.path} has a column ${name} already.`, `בקובץ ${table.path} כבר יש עמודה ${name}.`);
    }
    const { written, digits } = roundingOf(asked.raw('expr'));
    const isEmpty = written === undefined && asked.part('value') === undefined;
    if (isEmpty && !/empty|blank|ריק/iu.test(asked.rest) && !/@q|called|named|בשם/iu.test(asked.rest)) {
      return refuse(
        `What should the column ${name} hold? Say "= …", "with value …" or "an empty column named …".`,
        `מה יהיה בעמודה ${name}? כתבו "= …", "עם הערך …" או "עמודה ריקה בשם …".`,
      );
    }
    const expression =
      written === undefined ? undefined : { tokens: readExpression(written, table, asked.quoted, name), digits };
    const blanks =
      table.kind === 'xlsx'
        ? yield* addToSheet(asked, table, name, expression)
        : yield* addToCsv(asked, table, name, expression);
    const done = asked.say(
      `Added the column ${name} to ${placeName(table)}.${blanks > 0 ? ` In ${blanks === 1 ? '1 row' : `${blanks} rows`} it is empty: a value is missing there, or it would divide by zero.` : ''}`,
      `נוספה העמודה ${name} לקובץ ${placeName(table)}.${blanks > 0 ? ` ${blanks === 1 ? 'בשורה אחת' : `ב-${blanks} שורות`} היא ריקה: חסר שם ערך, או שיש חלוקה באפס.` : ''}`,
    );
    const totals =
      table.view.totals > 0 && !isEmpty
        ? asked.say(' The rows that hold totals are left empty.', ' שורות הסיכום נשארו ריקות.')
        : '';
    return done + totals;
  },
};

/** "To the budget": the table that is called so, said between the name and what the column holds. */
const withoutPlace = (said: string): { readonly rest: string; readonly place?: string } => {
  const found =
    /^(?<head>[^=]*?(?<![\p{L}])column(?![\p{L}])[^=]*?) (?:to|in|into) (?:the |our |my )(?<place>[\p{L}\p{N}_ -]{3,40}?)(?: (?:table|list|file))?(?<tail>(?:,? (?:that|which|with|called|named|equal|as|=).*|: .*|, .*)?)$/iu.exec(
      said,
    )?.groups;
  return found?.place === undefined || /(?<![\p{L}])(?:rows?|cells?|end|right|column)(?![\p{L}])/iu.test(found.place)
    ? { rest: said }
    : { rest: `${found.head}${found.tail ?? ''}`, place: found.place };
};

/** The table whose file or sheet is called so; where no place is said, the one that is asked about. */
function* tableMeant(asked: Asked): Sub<Table> {
  const place = asked.raw('place');
  if (place === undefined || asked.source) return yield* tableOf(asked);
  const all = (yield* tablesWithin(asked)).filter(({ kind }) => kind !== 'docx');
  const [only, other] = all.filter((table) => isSaidIn(place, rowNamesOf(table)));
  if (only && !other) return only;
  return refuse(
    `Which table is "${place}": ${all.map(placeName).join(', ')}?`,
    `איזו טבלה היא "${place}": ${all.map(placeName).join(', ')}?`,
  );
}

/** "With 10% of the salary" is a calculation: only a quoted text or one that stands in every row is a value. */
const orReckoned = (parts: Parts, rest: string): Parts | undefined => {
  const { value } = parts;
  if (value === undefined || /^@q/.test(value)) return parts;
  const isSaid = /value|ערך|every|each|all|default|says?|saying|text|word|כתוב|כל ה?שור|filled|set to/iu.test(rest);
  return isSaid && isPlainName(value) ? parts : undefined;
};

const mostRows = 10_000;

function* addToCsv(asked: Asked, table: Table, name: string, expression: Reckoned | undefined): Sub<number> {
  const own = yield* rowsOwn(table);
  const all = expression === undefined ? undefined : yield* computed(table, expression);
  const count = table.rowCount + table.view.totals + table.view.blanks;
  const constants =
    own && constantOf(asked) !== '' ? Array.from({ length: count }, () => constantOf(asked)) : undefined;
  // Beside "8,50" stands "20,50": whoever opens the file reads both in the same way.
  const { commas } = all === undefined ? { commas: new Map<string, number | undefined>() } : yield* howTyped(table);
  const written = (value: Json): Json =>
    commas.size > 0 ? withComma(value, Math.max(...[...commas.values()].map((each) => each ?? 0))) : value;
  const values = (all?.map(written) ?? constants)?.map((value, at) => (own && !own.has(at + 1) ? null : value)) ?? null;
  const op = { op: 'add_column', name, after: null, default: values === null ? constantOf(asked) : null, values };
  yield* call('csv_operations', {
    path: table.path,
    create_new: null,
    operations: [op],
    encoding: null,
    expected_version: table.version,
    summary: asked.say(`Column ${name} added.`, `נוספה העמודה ${name}.`),
  });
  return (all ?? []).filter((value, at) => value === null && (!own || own.has(at + 1))).length;
}

/** The rows that are data, where others sum them up; undefined where all of them are. */
function* rowsOwn(table: Table): Sub<ReadonlySet<number> | undefined> {
  if (table.view.totals === 0) return undefined;
  const rows = yield* everyRow(table, 'SELECT __row FROM data_rows ORDER BY __row');
  return new Set(rows.map(([row]) => Number(row)));
}

/** A calculation, and to how many digits it is rounded when that was said. */
type Reckoned = { readonly tokens: readonly Token[]; readonly digits: number | undefined };

const digitWords: Readonly<Record<string, number>> = {
  whole: 0,
  integer: 0,
  one: 1,
  two: 2,
  three: 3,
  אחת: 1,
  שתי: 2,
  שלוש: 3,
};
const rounded =
  /,?\s*(?:and |then )?(?:rounded(?: off)?|round(?: it| off)?)? ?(?:to|with) (?:the nearest |a )?(?<digits>\d|one|two|three|whole|integer)(?: (?:decimals?|decimal places?|digits?|places?|numbers?))*$|,?\s*(?:מעוגל(?:ת)?|בעיגול|לעגל) ל-?(?<count>\d|שתי|אחת|שלוש)? ?(?:ספרות?|ספרה|מקומות)?(?: (?:אחרי|לאחר) הנקודה(?: העשרונית)?| עשרוני(?:ת|ות|ים))?$/iu;

const roundingOf = (
  written: string | undefined,
): { readonly written: string | undefined; readonly digits: number | undefined } => {
  const found = written === undefined ? undefined : rounded.exec(written);
  const said = found?.groups?.digits ?? found?.groups?.count;
  if (!written || !found || said === undefined) return { written, digits: undefined };
  return { written: written.slice(0, found.index), digits: digitWords[said.toLowerCase()] ?? Number(said) };
};

const constantOf = (asked: Asked): Json => {
  const value = asked.part('value') ?? '';
  return /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
};

/** One value for each row, in the order of the rows. */
function* computed(table: Table, { tokens, digits = 6 }: Reckoned): Sub<readonly Json[]> {
  if (table.rowCount > mostRows) {
    return refuse(
      `I calculate up to ${mostRows} rows; ${table.path} has ${table.rowCount}.`,
      `אני מחשב עד ${mostRows} שורות; ב-${table.path} יש ${table.rowCount}.`,
    );
  }
  const needed = neededIn({ tokens });
  const columns = [...new Set(tokens.flatMap((token) => (token.kind === 'column' ? [token.name] : [])))];
  const operand = (name: string) =>
    needed.includes(name) || columns.length === 1 ? sqlValue(table, name) : `coalesce(${sqlValue(table, name)}, 0)`;
  const figure = `round(${writeExpression(tokens, operand)}, ${digits})`;
  const none = columns.map((name) => `${sqlValue(table, name)} IS NULL`).join(' AND ');
  const query = `SELECT ${none === '' ? figure : `CASE WHEN ${none} THEN NULL ELSE ${figure} END`} AS v FROM data_rows ORDER BY __row`;
  const values: Json[] = [];
  for (let offset = 0; offset < table.rowCount + table.view.totals + table.view.blanks; offset += 1000) {
    const window = { window_rows: 1000, window_offset: offset, count_only: null, tables: null };
    const { rows } = yield* call('table_query', { path: table.path, query, ...window, sheet: null, range: null });
    values.push(...asList(rows).map((row) => asList(row)[0] ?? null));
  }
  return values;
}

function* addToSheet(asked: Asked, table: Table, name: string, expression: Reckoned | undefined): Sub<number> {
  const { path, sheet } = table;
  const region = yield* onlyRegion(path, sheet ?? '');
  const letters = columnLetters(region.left + region.headers.length);
  const [first, last] = [region.headerRow + 1, region.bottom];
  // A cell that says "tbc" would make an error of every sum it stands in.
  const isUnsure = (expression?.tokens ?? []).some(
    (token) => token.kind === 'column' && (region.types[region.headers.indexOf(token.name)] ?? '') !== 'number',
  );
  const letterOf = (column: string) => columnLetters(region.left + region.headers.indexOf(column));
  const own = yield* rowsOwn(table);
  const missing = expression ? yield* rowsMissing(table, expression) : 0;
  const isOwn = (row: number) => !own || own.has(row - region.headerRow);
  const fills = Array.from({ length: last - first + 1 }, (_, at) => first + at).flatMap((from) => {
    // Each run of rows between those that hold totals is filled at once.
    if (!isOwn(from) || (from > first && isOwn(from - 1))) return [];
    let to = from;
    while (to < last && isOwn(to + 1)) to += 1;
    const rows = Array.from({ length: to - from + 1 }, () => [constantOf(asked)]);
    return [
      expression
        ? {
            op: 'fill_formula',
            sheet,
            range: `${letters}${from}:${letters}${to}`,
            formula: formulaOf(expression, (column) => `${letterOf(column)}${from}`, {
              isUnsure,
              isMissing: missing > 0,
            }),
          }
        : { op: 'set_range', sheet, start: `${letters}${from}`, values: rows, style: null },
    ];
  });
  const head = {
    op: 'set_cells',
    sheet,
    cells: [{ cell: `${letters}${region.headerRow}`, value: name, type: 'string', style: null }],
  };
  yield* call('xlsx_operations', {
    path,
    create_new: null,
    copy_from: null,
    operations: [head, ...fills],
    expected_version: table.version,
    summary: asked.say(`Column ${name} added.`, `נוספה העמודה ${name}.`),
  });
  return missing;
}

/**
 * The columns without whose value nothing can be calculated. In a sum what is missing counts as nothing, and so does what
 * is taken off; what something is taken off or divided by must be there.
 */
const neededIn = ({ tokens }: Pick<Reckoned, 'tokens'>): readonly string[] => {
  const columnsOf = (some: readonly Token[]) => some.flatMap((token) => (token.kind === 'column' ? [token.name] : []));
  const isSign = (token: Token | undefined, ...signs: readonly string[]) =>
    token?.kind === 'sign' && signs.includes(token.text);
  if (tokens.some((token) => isSign(token, '(', ')'))) return [...new Set(columnsOf(tokens))];
  const terms: { readonly isTaken: boolean; readonly tokens: Token[] }[] = [{ isTaken: false, tokens: [] }];
  for (const token of tokens)
    if (isSign(token, '+', '-')) terms.push({ isTaken: isSign(token, '-'), tokens: [] });
    else terms.at(-1)?.tokens.push(token);
  const isSum = terms.filter(({ isTaken }) => !isTaken).length > 1;
  return [
    ...new Set(
      terms.flatMap(({ isTaken, tokens: own }) =>
        (isTaken || isSum) && !own.some((token) => isSign(token, '/')) ? [] : columnsOf(own),
      ),
    ),
  ];
};

/** How many rows lack a value that the calculation needs. */
function* rowsMissing(table: Table, expression: Reckoned): Sub<number> {
  const needed = neededIn(expression);
  if (needed.length === 0) return 0;
  const empty = needed.map((name) => `${sqlValue(table, name)} IS NULL`).join(' OR ');
  const kept = table.view.isLeftOut === undefined ? '' : ` AND NOT ${table.view.isLeftOut}`;
  const [row] = yield* firstRows(table, `SELECT count(*) AS n FROM data WHERE (${empty})${kept}`);
  return Number(row?.[0] ?? 0);
}

type Gaps = { readonly isUnsure: boolean; readonly isMissing: boolean };
const formulaOf = (reckoned: Reckoned, cell: (column: string) => string, { isUnsure, isMissing }: Gaps): string => {
  const { tokens, digits } = reckoned;
  const plain = writeExpression(tokens, cell).replaceAll(' ', '');
  const empty = neededIn(reckoned).map((name) => `${cell(name)}=""`);
  const condition = empty.length > 1 ? `OR(${empty.join(',')})` : empty[0];
  const figure = digits === undefined ? plain : `ROUND(${plain},${digits})`;
  const rounded = isMissing && condition !== undefined ? `IF(${condition},"",${figure})` : figure;
  return isUnsure ? `=IFERROR(${rounded},"")` : `=${rounded}`;
};
