import { refuse, type Sub } from '../plan.ts';
import { isPlainName, isVague } from '../reading/fields.ts';
import { formsOf } from '../reading/marks.ts';
import {
  byEdit,
  columnOf,
  findColumn,
  isNumeric,
  type OfflineRule,
  sqlName,
  sqlText,
  sqlValue,
  type Table,
  tableOf,
} from '../rule.ts';
import { columnLetters } from './column-letters.ts';
import { firstRows } from './first-rows.ts';
import { callCsv, callXlsx, everyRow, plainRegion, rowsMeant, setCells } from './row-edits.ts';
import { inRequest, placeName, placeOf } from './word-question.ts';
import { number, pattern } from './words.ts';

const name = '@q\\d+|[^@]+?';

export const renameColumnRule: OfflineRule = {
  id: 'rename-column',
  ways: [
    { en: 'rename the column {text} to "New name" in {file}', he: 'שנה את שם העמודה {text} ל-"שם חדש" בקובץ {file}' },
  ],
  read: byEdit(
    ...[
      pattern(`rename (?:the )?(?:column|header|heading|field) (?<from>${name}) (?:to|as|into) (?<to>${name})`),
      pattern(`rename (?:the )?(?<from>${name}) (?:column|header|heading|field) (?:to|as|into) (?<to>${name})`),
      pattern(
        `change (?:the )?(?:name|header|heading|title) of (?:the )?(?:column )?(?<from>${name})(?: column)? (?:to|into) (?<to>${name})`,
      ),
      pattern(`call (?:the )?column (?<from>${name}) (?<to>@q\\d+|\\S+)(?: instead)?`),
      pattern(
        `(?:שנה|שני|תשנה|תשני|לשנות|החלף|תחליף) (?:את )?(?:ה?שם של |שם )ה?(?:עמודה|עמודת|הטור|כותרת) (?<from>${name}) ל-?(?<to>@q\\d+|\\S+(?: \\S+)?)`,
      ),
    ].map((way) => (rest: string) => {
      const parts = way.exec(rest)?.groups;
      // "On hand": a capital letter says that a small word belongs to the name.
      const to = (parts?.to ?? '').replace(/^\p{Lu}\p{Ll}* (?=\p{Ll}+$)/u, '');
      return parts && isPlainName(to) && !isVague(parts.to ?? '') ? parts : undefined;
    }),
  ),
  *plan(asked) {
    const table = yield* tableOf(asked);
    const { name: from } = columnOf(table, asked.part('from') ?? '');
    const to = asked.part('to') ?? '';
    if (findColumn(table, to))
      return refuse(`${table.path} has a column ${to} already.`, `בקובץ ${table.path} כבר יש עמודה ${to}.`);
    const summary = asked.say(`Column ${from} renamed to ${to}.`, `שם העמודה ${from} שונה ל-${to}.`);
    if (table.kind === 'xlsx') {
      const { left, headerRow, headers } = yield* plainRegion(table);
      const cell = `${columnLetters(left + headers.indexOf(from))}${headerRow}`;
      yield* callXlsx(
        table,
        [{ op: 'set_cells', sheet: table.sheet, cells: [{ cell, value: to, type: 'string', style: null }] }],
        summary,
      );
    } else yield* callCsv(table, [{ op: 'rename_column', from, to }], summary);
    return asked.say(
      `Renamed the column ${from} to ${to} in ${table.path}.`,
      `שם העמודה ${from} בקובץ ${table.path} שונה ל-${to}.`,
    );
  },
};

const nearest: Readonly<Record<string, number>> = {
  ten: 10,
  hundred: 100,
  thousand: 1000,
  עשרות: 10,
  מאות: 100,
  אלפים: 1000,
};
const digits: Readonly<Record<string, number>> = {
  no: 0,
  zero: 0,
  whole: 0,
  one: 1,
  two: 2,
  three: 3,
  אחת: 1,
  שתי: 2,
  שתיים: 2,
  שלוש: 3,
};

export const roundRule: OfflineRule = {
  id: 'round',
  ways: [{ en: 'round {number} to 1 decimal in {file}', he: 'עגל את {number} ל-1 ספרות בקובץ {file}' }],
  read: byEdit(
    pattern(
      `round (?:off )?(?:the )?(?:column )?(?<head>${name})(?: column)?(?: up or down)? (?:off )?to (?:the )?nearest (?<near>\\d+|ten|hundred|thousand|(?<whole>whole(?: number)?|integer))`,
    ),
    pattern(
      `round (?:off )?(?:the )?(?:column )?(?<head>${name})(?: column)? (?:off )?to (?<digits>\\d|no|zero|one|two|three|whole)(?: (?:decimals?|decimal places?|digits?|places?|numbers?))+`,
    ),
    pattern(
      `(?:עגל|עגלי|תעגל|תעגלי|לעגל) (?:את )?(?:ה?עמודה |עמודת )?(?<head>${name}) ל-?(?:(?<digits>\\d|אחת|שתי|שתיים|שלוש) (?:ספרות?|ספרה|מקומות)(?: (?:אחרי|לאחר) הנקודה(?: העשרונית)?| עשרוני(?:ת|ות|ים))?|(?<near>עשרות|מאות|אלפים)|(?<whole>מספרים שלמים|מספר שלם|שלמים))`,
    ),
  ),
  *plan(asked) {
    const table = yield* tableOf(asked);
    const column = columnOf(table, asked.part('head') ?? '');
    if (!isNumeric(column))
      return refuse(`${column.name} holds no numbers to round.`, `בעמודה ${column.name} אין מספרים לעיגול.`);
    const said = asked.part('near') ?? '';
    const step = asked.part('whole') === undefined ? (nearest[said] ?? Number(said || Number.NaN)) : 1;
    const places = digits[asked.part('digits') ?? ''] ?? Number(asked.part('digits') ?? 0);
    const value = `CAST(${sqlValue(table, column.name)} AS DECIMAL(30, 9))`;
    const rounded = Number.isNaN(step) ? `round(${value}, ${places})` : `round(${value} / ${step}) * ${step}`;
    if (step === 0 || places > 6) return refuse('I round to 0 to 6 decimals.', 'אני מעגל ל-0 עד 6 ספרות.');
    const rows = yield* everyRow(
      table,
      `SELECT __row, CAST(${rounded} AS DOUBLE) AS v FROM data_rows WHERE ${sqlName(column.name)} IS NOT NULL AND ${value} <> ${rounded} ORDER BY __row`,
    );
    if (rows.length === 0)
      return asked.say(
        `${column.name} in ${table.path} is rounded like that already. Nothing to change.`,
        `${column.name} בקובץ ${table.path} כבר מעוגלת כך. אין מה לשנות.`,
      );
    yield* setCells(
      asked,
      table,
      column.name,
      rows.map(([row, rounded]) => ({ row: Number(row), value: Number(rounded) })),
    );
    return asked.say(
      `Rounded ${column.name} in ${rows.length} of ${table.rowCount} rows in ${table.path}.`,
      `${column.name} עוגלה ב-${rows.length} מתוך ${table.rowCount} שורות בקובץ ${table.path}.`,
    );
  },
};

const verb = '(?:set|change|update|make|put|correct|fix)';
const verbHe = '(?:שנה|שני|תשנה|תשני|לשנות|עדכן|עדכני|תעדכן|תעדכני|לעדכן|קבע|תקבע)';
const shortName = '@q\\d+|[^@\\s]+(?: [^@\\s]+)?';

/** One column of the rows that fit a condition gets a value. */
export const setValueRule: OfflineRule = {
  id: 'set-value',
  ways: [
    {
      en: 'set {text} to "New value" where {text} is {value} in {file}',
      he: 'שנה את {text} ל-"ערך חדש" בשורות שבהן {text} היא {value} בקובץ {file}',
    },
  ],
  read: byEdit(
    pattern(
      `${verb} (?:the )?(?:column )?(?<head>${shortName}) (?:of|for|in|where) (?<rows>.+?) (?:to|=) (?<value>@q\\d+|[^@]+)`,
    ),
    pattern(
      `${verb} (?:the )?(?:column )?(?<head>${shortName}) (?:to|=) (?<value>@q\\d+|[^@\\s]+) (?:for|where|of|in) (?<rows>.+)`,
    ),
    pattern(
      `${verbHe} (?:את )?ה?(?<head>${shortName}) (?:של|ב?שורות שבהן|בשורה שבה|עבור) (?<rows>.+?) ל-?(?<value>@q\\d+|[^@\\s]+)`,
    ),
    pattern(
      `${verbHe} (?:את )?ה?(?<head>${shortName}) ל-?(?<value>@q\\d+|[^@\\s]+) (?:של|ב?שורות שבהן|בשורה שבה|עבור) (?<rows>.+)`,
    ),
    pattern(`(?:mark|flag) (?:the )?(?<rows>.+) as (?<mark>@q\\d+|[^@]+?)`),
    pattern(`(?:סמן|סמני|תסמן|תסמני|לסמן) (?:את )?(?<rows>.+) כ-?(?<mark>@q\\d+|[^@\\s]+)`),
  ),
  *plan(asked) {
    const { table, rows, which, beside } = yield* rowsMeant(asked, asked.raw('rows') ?? '', (table, condition) => {
      const [head, value] = [asked.part('head') ?? '', asked.part('mark') ?? asked.part('value') ?? ''];
      if (head === '')
        return asked.say(`Mark the rows where ${condition} as ${value}`, `סמן את השורות שבהן ${condition} כ-${value}`);
      return asked.say(
        `Set ${inRequest(head)} to "${value}" where ${condition} ${placeOf(table, 'en')}`,
        `שנה את ${inRequest(head)} ל-"${value}" בשורות שבהן ${condition} ${placeOf(table, 'he')}`,
      );
    });
    const mark = asked.part('mark');
    const marked = mark === undefined ? undefined : yield* markMeant(table, mark);
    const column = columnOf(table, marked?.column ?? asked.part('head') ?? '');
    const raw = marked?.value ?? asked.raw('value') ?? '';
    const said = marked?.value ?? asked.part('value') ?? '';
    if (!marked && (!isPlainName(raw) || isVague(raw)))
      return refuse('Put the new value in quotes.', 'כתבו את הערך החדש במירכאות.');
    const plain = said.replace(/,(?=\d{3}(?!\d))/g, '');
    if (isNumeric(column) && !/^-?\d+(?:\.\d+)?$/.test(plain))
      return refuse(
        `${column.name} holds numbers, and "${said}" isn't one.`,
        `בעמודה ${column.name} יש מספרים, ו-"${said}" אינו מספר.`,
      );
    // "Reserved" is written as the column writes it, unless it was said in quotes.
    const usual =
      isNumeric(column) || raw.startsWith('@q')
        ? undefined
        : (yield* firstRows(
            table,
            `SELECT v FROM (SELECT CAST(${sqlName(column.name)} AS VARCHAR) AS v FROM data) WHERE lower(v) = ${sqlText(said.toLowerCase())} GROUP BY v ORDER BY count(*) DESC, v LIMIT 1`,
          ))[0]?.[0];
    const value = isNumeric(column) ? Number(plain) : usual === undefined ? said : String(usual);
    if (rows.length > mostAtOnce)
      return refuse(
        `That fits ${rows.length} rows. I change up to ${mostAtOnce} at once.`,
        `זה מתאים ל-${rows.length} שורות. אני משנה עד ${mostAtOnce} בבת אחת.`,
      );
    yield* setCells(
      asked,
      table,
      column.name,
      rows.map((row) => ({ row, value })),
    );
    const done = asked.say(
      `Set ${column.name} to ${number(value)} in ${rows.length} of ${table.rowCount} rows in ${placeName(table)}${which}.`,
      `${column.name} נקבעה ל-${number(value)} ב-${rows.length} מתוך ${table.rowCount} שורות בקובץ ${placeName(table)}${which}.`,
    );
    return [done, ...beside].join('\n');
  },
};
const mostAtOnce = 200;

type Mark = { readonly column: string; readonly value: string };

/** "As paid": the one column that says so already, in its own spelling, or a column of yes and no by that name. */
function* markMeant(table: Table, said: string): Sub<Mark> {
  const forms = [...new Set(formsOf(said))];
  const texts = table.columns.filter((column) => !isNumeric(column)).map(({ name }) => name);
  const query = texts
    .map((name) => {
      const value = `CAST(${sqlName(name)} AS VARCHAR)`;
      return `SELECT DISTINCT ${sqlText(name)} AS c, ${value} AS v FROM data WHERE lower(${value}) IN (${forms.map(sqlText).join(', ')})`;
    })
    .join(' UNION ALL ');
  const held = texts.length === 0 ? [] : yield* firstRows(table, `SELECT c, v FROM (${query}) ORDER BY 1, 2`);
  const found: readonly Mark[] = [
    ...held.map(([column, value]) => ({ column: String(column), value: String(value) })),
    ...[...table.view.flags].flatMap(([column, { yes }]) =>
      formsOf(column).some((form) => forms.includes(form)) ? [{ column, value: yes[0] ?? '' }] : [],
    ),
  ];
  const [only, other] = found;
  if (only && !other) return only;
  const list = table.columns.map(({ name }) => name).join(', ');
  return refuse(
    `I don't know which column of ${table.path} should say "${said}". Its columns are ${list}.`,
    `איני יודע באיזו עמודה של ${table.path} לכתוב "${said}". העמודות בו: ${list}.`,
  );
}
