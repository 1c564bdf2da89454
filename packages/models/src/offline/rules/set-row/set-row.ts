import { OfflineRefusal, refuse, type Sub } from '../../plan.ts';
import { areHarmless } from '../../reading/clauses.ts';
import { isMoneyName } from '../../reading/quantities.ts';
import { unquote } from '../../reading/quotes.ts';
import { isPhone } from '../../reading/said-values.ts';
import type { RequestText } from '../../request-text.ts';
import { type Asked, isNumeric, type OfflineRule, type Parts, type Table } from '../../rule.ts';
import { leadsOf } from '../add-row/add-row.ts';
import { type Atom, columnWords, readAtoms } from '../add-row/atoms.ts';
import { type ColumnFacts, factsOf } from '../add-row/column-facts.ts';
import { type Placed, placeAtoms } from '../add-row/place-atoms.ts';
import { tablesWithin } from '../all-tables.ts';
import { type RowsMeant, rowsMeant } from '../row-edits.ts';
import { placeOnSheet } from '../sheet-place.ts';
import { heldValues } from '../table-vocabulary.ts';
import { inRequest, placeName, placeOf } from '../word-question.ts';
import { addsWords, pattern } from '../words.ts';
import { writeCells } from '../write-cells.ts';
import { allRows, keyOf, keysOf, type NamedRow, nameWords, rowsNamed } from './named-rows.ts';

const verb = '(?:set|change|update|correct|fix|edit|make)';
const update =
  '(?:update|mark|change|put|note|record|correct|set|enter|fix)(?: (?:it|that|this|him|her|them|so|the (?:list|sheet|table|file|record)))*(?: (?:as paid|down|in|to paid|accordingly|in the (?:list|sheet|table|file)))*';
const updateHe =
  '(?:תעדכן|תעדכני|תעדכנו|עדכן|עדכני|לעדכן|תסמן|תסמני|לסמן|תרשום|תרשמי|לרשום|תתקן|תתקני|תשנה|תשני)(?: (?:את זה|אותו|אותה|אותם|בקובץ|ברשימה|בטבלה|כשולם|שם|לי))*';
const paid = '(?:has |have |had |finally |now |just )*paid';

/** Each says the row by a name and what it should say; `head` is a column, `list` one value or several. */
const ways: readonly RegExp[] = [
  pattern(`${verb} (?<rows>[^@]+?)(?:'s|’s|s') (?<head>[^@]+?) (?:to|=|into|as) (?<value>@q\\d+|[^@]+)`),
  pattern(
    `(?<rows>[^@]+?)(?:'s|’s|s') (?:new )?(?<head>[^@]+?) (?:is now|should be|must be|needs to be|has changed to|changed to|is) (?<value>@q\\d+|[^@]+?)[,;.\\s¶–-]+(?:so |and )*(?:please |pls )*${update}`,
  ),
  pattern(
    `(?<rows>[^@]+?)(?:'s|’s|s') (?<head>[^@]+?) (?:is now|should be|must be|needs to be|has changed to|changed to) (?<value>@q\\d+|[^@]+)`,
  ),
  pattern(
    `(?:set|put|move|switch) (?<rows>(?!(?:the |a )?\\p{L}+ (?:of|for|where|in) )[^@]+?) (?:to|as|down as) (?<list>@q\\d+|[^@]+)`,
  ),
  pattern(`(?<rows>[^@]+?) (?<list>${paid}(?: [^@]+?)?)[,;.\\s¶–-]+(?:so |and )*(?:please |pls |can you )*${update}`),
  pattern(
    `(?<rows>[^@]+?) (?:is now|has been|was|is|got|has) (?<list>[^@]+?)[,;.\\s¶–-]+(?:so |and )*(?:please |pls |can you )*${update}`,
  ),
  pattern(`(?<rows>[^@]+?) (?<list>(?:שילם|שילמה|שילמו)(?: [^@]+?)?)[,;.\\s¶–-]+(?:בבקשה )?${updateHe}`),
  pattern(`(?<rows>[^@]+?) (?:הוא |היא |עכשיו )+(?<list>[^@]+?)[,;.\\s¶–-]+(?:בבקשה )?${updateHe}`),
  pattern(
    `(?!(?:who|which|what|has|have|did|does|is|are|was|how|when|if|show|list|count|total|sum|average|everyone|everybody|nobody|all|change|set|mark|add|delete|remove)\\s)(?<rows>[^@?]+?) (?<list>(?:has|have|has just|have just|has now|have now|just|has finally) paid(?: [^@?]+)?)`,
  ),
  pattern(
    `(?<rows>(?:[^@]+? )?\\p{L}{3,}?)(?:'s|’s|s'|s) (?:new )?(?<head>\\p{L}+(?: \\p{L}+)?) is (?<value>[^@?,]+?),? (?:and )?(?:it'?s|its|it is|that'?s|thats|it was)(?: still)? (?:missing|wrong|blank|empty|not (?:there|in|on)(?: [^@?]*)?)`,
  ),
  pattern('put (?<list>[^@]+?) (?:on|against|down for|next to) (?<rows>[^@]+)'),
  pattern(
    '(?<more>\\d+) (?:more |new )?(?<rows>[^@]+?) (?:have |has |had )?(?:just )?(?:come in|came in|arrived|been delivered|turned up)[,.;\\s¶–-]+(?:so |and )*(?:please )?add (?:them|it|that|those)(?: on)? to (?:the |our )?(?<head>[^@]+?)(?: number| column| count| figure| total)?',
  ),
  pattern('add (?<more>\\d+) to (?:the )?(?<head>[^@]+?)(?: number| column| count| figure)? (?:of|for) (?<rows>[^@]+)'),
];
/** The whole of it, as the ways on say it: every row that fits gets the values. */
const canonical: readonly RegExp[] = [
  pattern('(?:update|correct) the rows? where (?<where>[^@].*?): (?<list>.+)'),
  pattern('(?:עדכן|תקן) את השור(?:ה|ות) שבה(?:ן)? (?<where>.+?): (?<list>.+)'),
];

const read = (text: RequestText): Parts | undefined => {
  const whole = canonical.map((each) => each.exec(text.rest)?.groups).find((parts) => parts);
  if (whole) return whole;
  // Names that are written in two ways are another rule's.
  if (/(?<![\p{L}])(?:spelt|spelled|misspelt)(?![\p{L}])/iu.test(text.rest)) return undefined;
  // "Tom Reed has paid, please mark him as paid": what was told is what is asked.
  const told =
    text.asides.length === 1 &&
    /^(?:mark|update|change|set|put|note) (?:him|her|it|them|that|this)(?![\p{L}])/iu.test(text.rest);
  if (!told && !areHarmless(text.asides, text.words)) return undefined;
  const words = told ? `${text.asides[0]?.replace(/[.,;]+$/u, '')}, ${text.rest}` : text.rest;
  const parts = ways.map((each) => each.exec(words)?.groups).find((found) => found);
  return parts &&
    nameWords(parts.rows ?? '').length > 0 &&
    !/(?<![\p{L}])(?:all|every|each|column|כל|עמוד\p{L}*)(?![\p{L}])/iu.test(parts.rows ?? '')
    ? parts
    : undefined;
};

/** One row that is called by its name gets new values. */
export const setRowRule: OfflineRule = {
  id: 'set-row',
  ways: [
    {
      en: 'update the row where {text} is {value}: {text}: "New value" in {file}',
      he: 'עדכן את השורה שבה {text} היא {value}: {text}: "ערך חדש" בקובץ {file}',
    },
  ],
  read,
  *plan(asked) {
    if (asked.raw('where') !== undefined) return yield* setWhere(asked);
    if (isRunOn(asked.raw('value') ?? '')) return refuse('Put the new value in quotes.', 'כתבו את הערך החדש במירכאות.');
    const said = asked.part('rows') ?? '';
    const found: Found[] = [];
    let isNamed = false;
    let open: readonly string[] = [];
    for (const table of yield* tablesWithin(asked)) {
      const candidates = yield* candidatesIn(asked, table, said);
      isNamed ||= candidates.rows.length > 0;
      if (candidates.rows.length === 0) continue;
      if (asked.part('more') !== undefined) {
        const [column] = columnsCalled(table, asked.part('head') ?? '');
        for (const row of candidates.rows) {
          const placed = column === undefined ? undefined : increased(asked, table, row, column);
          if (placed) found.push({ table, facts: [], row, placed: [placed] });
        }
        continue;
      }
      const { facts, placed, left } = yield* valuesFor(asked, table, candidates.list);
      if (left.length > 0 || placed.length === 0) open = left;
      else for (const row of candidates.rows) found.push({ table, facts, row, placed });
    }
    if (!isNamed) return refuse(`No row says "${said}".`, `אין שורה שכתוב בה "${said}".`);
    // "Put Sunil on the Ord one": the one of them that has nobody yet.
    const blank = found.filter(({ row, placed }) => placed.every(({ column }) => (row.cells.get(column) ?? '') === ''));
    const [only, other] = /^put /iu.test(asked.rest) && blank.length === 1 ? blank : found;
    if (!only)
      return refuse(
        `I found "${said}", but I don't know which column should say "${open.join('", "') || (asked.part('value') ?? asked.part('list') ?? '')}".`,
        `מצאתי את "${said}", אך איני יודע באיזו עמודה לכתוב "${open.join('", "') || (asked.part('value') ?? asked.part('list') ?? '')}".`,
      );
    if (other) return yield* whichRow(asked, said, found);
    return yield* setOne(asked, only);
  },
};

/** More than a name: another wish may be in it. */
const isRunOn = (value: string): boolean =>
  !/^@q/.test(value) &&
  (value.split(/\s+/u).length > 4 || /[,;]|(?<![\p{L}])(?:and|or|but|then|also|וגם|או|אבל)(?![\p{L}])/iu.test(value));

type Found = {
  readonly table: Table;
  readonly facts: readonly ColumnFacts[];
  readonly row: NamedRow;
  readonly placed: readonly Placed[];
};

/** What a cell comes to when so many are added. */
const increased = (asked: Asked, table: Table, { cells }: NamedRow, column: string): Placed | undefined => {
  const old = cells.get(column) ?? '';
  const isNumber =
    table.columns.some((each) => each.name === column && isNumeric(each)) && /^-?\d+(?:\.\d+)?$/.test(old);
  const value = Number(old) + Number(asked.part('more'));
  return isNumber ? { column, said: '', value: table.kind === 'xlsx' ? value : String(value) } : undefined;
};

/** "Paid his 596": a number beside what was paid may be the name of the row. */
function* candidatesIn(
  asked: Asked,
  table: Table,
  said: string,
): Sub<{ readonly rows: readonly NamedRow[]; readonly list: string }> {
  const list = (asked.part('list') ?? '')
    .replace(/^(?:(?:has|have|had|finally|now|just)\s)+(?=paid)/iu, '')
    .replace(/(?<![\p{L}])(?:his|her|their|its|the|that)\s/giu, '');
  const number = /(?<![\p{L}\p{N}.,£$€₪])(\d{2,})(?!\p{N}|[.,]\d|%|\s?(?:pounds|dollars|euros|shekels|nis))/iu.exec(
    list,
  )?.[1];
  if (number !== undefined) {
    const rows = yield* rowsNamed(table, `${said} ${number}`);
    if (rows.length > 0)
      return { rows, list: list.replace(/(?:for |on |order |invoice |number )*(?<!\d)\d{2,}(?!\d)/iu, ' ').trim() };
  }
  return { rows: yield* rowsNamed(table, said), list };
}

/** What the row should say, each value in its column and as that column writes it. */
function* valuesFor(asked: Asked, table: Table, list: string) {
  const place = table.kind === 'xlsx' ? yield* placeOnSheet(table) : undefined;
  const { facts } = yield* factsOf(table, place);
  const [head, value] = [asked.part('head'), asked.part('value')];
  const isColumn = head !== undefined && columnsCalled(table, head).length > 0;
  // "Her number is 01434 603377": a word that is no column leaves it to what the value is.
  const isPlain = head !== undefined && !isColumn && value !== undefined && (isPhone(value) || /@/.test(value));
  const said =
    head === undefined ? list : isPlain ? (value ?? '') : `${columnsCalled(table, head)[0] ?? head}: ${value ?? ''}`;
  const held = yield* heldValues({ rest: said.replaceAll(':', ' , '), asides: [], quoted: [] }, table);
  const known = { columns: table.columns.map(({ name }) => name), held, leads: leadsOf(facts) };
  const atoms: readonly Atom[] = readAtoms(said, known).filter(
    ({ kind, said: each }) => !(kind === 'text' && /^now$/iu.test(each)),
  );
  const sure = atoms.filter((atom) => ['named', 'value', 'state', 'phone', 'email'].includes(atom.kind));
  const { placed: all, open } = placeAtoms(sure, facts);
  const isQuoted = /^@q/.test(asked.raw('value') ?? '');
  const isLonger = ({ column, value: each }: Placed) =>
    !isQuoted && addsWords(String(each), facts.find(({ name }) => name === column)?.values ?? []);
  const placed = all.filter((each) => !isLonger(each));
  const left = [
    ...all.filter(isLonger).map(({ said: each }) => each),
    ...[...atoms.filter((atom) => !sure.includes(atom)), ...open.map(({ atom }) => atom)].map((atom) => atom.said),
  ];
  const spelled = placed.map((each) => {
    const same = held.find(
      ({ column, value: own }) => column === each.column && own.toLowerCase() === String(each.value).toLowerCase(),
    );
    return same ? { ...each, value: same.value } : each;
  });
  return { facts, placed: spelled, left };
}

/** The columns that a word may stand for; none or several are no column. */
const columnsCalled = (table: Table, head: string): readonly string[] => {
  const said = head.toLowerCase().trim();
  const exact = table.columns.filter(({ name }) => name.toLowerCase() === said);
  const meant = exact.length > 0 ? exact : table.columns.filter(({ name }) => columnWords(name).includes(said));
  return meant.length === 1 ? meant.map(({ name }) => name) : [];
};

function* setOne(asked: Asked, { table, facts, row, placed }: Found): Sub<string> {
  const all = [...placed, ...paidWith(table, facts, row, placed)];
  const changed = all.filter(({ column, value }) => (row.cells.get(column) ?? '') !== String(value));
  const [key, name] = yield* keyOf(table, row);
  const who = `${key} ${name}`;
  if (changed.length === 0)
    return refuse(
      `The row of ${who} in ${placeName(table)} says so already. Nothing to change.`,
      `בשורה של ${who} בקובץ ${placeName(table)} כבר כתוב כך. אין מה לשנות.`,
      [],
      table.path,
    );
  yield* writeCells(
    asked,
    table,
    changed.map(({ column, value, isDate }) => ({ row: row.row, column, value, ...(isDate ? { isDate } : {}) })),
  );
  const lines = changed.map(({ column, value }) => {
    const old = row.cells.get(column) ?? '';
    return `- ${column}: ${value} ${old === '' ? asked.say('(was empty)', '(היה ריק)') : asked.say(`(was ${old})`, `(היה ${old})`)}`;
  });
  return [
    asked.say(
      `Changed the row where ${key} is ${name} in ${placeName(table)}:`,
      `השורה שבה ${key} היא ${name} בקובץ ${placeName(table)} עודכנה:`,
    ),
    ...lines,
  ].join('\n');
}

/** Who paid has paid the total: where a column says how much was paid, it says so too. */
const paidWith = (
  table: Table,
  facts: readonly ColumnFacts[],
  { cells }: NamedRow,
  placed: readonly Placed[],
): readonly Placed[] => {
  const isPaid = placed.some(({ column, value }) => facts.some((fact) => fact.name === column && fact.paid === value));
  const sums = table.columns.filter((column) => isNumeric(column) && isPaidSum.test(column.name));
  const totals = table.columns.filter(
    (column) => isNumeric(column) && /^(?:total|amount|amt|sum|סכום|סה״כ)\.?$/iu.test(column.name),
  );
  const [sum, total] = [sums[0]?.name, totals[0]?.name];
  if (!isPaid || sums.length !== 1 || totals.length !== 1 || sum === undefined || total === undefined) return [];
  const due = cells.get(total) ?? '';
  if (due === '' || Number.isNaN(Number(due)) || !isMoneyName(total) || placed.some(({ column }) => column === sum))
    return [];
  return [{ column: sum, said: '', value: table.kind === 'xlsx' ? Number(due) : String(Number(due)) }];
};
const isPaidSum = /^(?:amount paid|paid amount|paid|payed|received|שולם|סכום ששולם)$/iu;

/** Several rows are called so: each is offered by what tells it from the others. */
function* whichRow(asked: Asked, said: string, found: readonly Found[]): Sub<never> {
  const ways: string[] = [];
  for (const { table, row, placed } of found.slice(0, 3)) {
    const keys = yield* keysOf(table, row);
    if (keys.length === 0) continue;
    const where = (is: string, and: string) =>
      keys.map(([name, value]) => `${inRequest(name)} ${is} ${inRequest(value)}`).join(and);
    const cells = placed.map((each) => `${each.column}: ${each.value}`).join('; ');
    ways.push(
      asked.say(
        `Update the row where ${where('is', ' and ')} ${placeOf(table, 'en')}: ${cells}`,
        `עדכן את השורה שבה ${where('היא', ' וגם ')} ${placeOf(table, 'he')}: ${cells}`,
      ),
    );
  }
  throw new OfflineRefusal(
    {
      en: `${found.length} rows say "${said}". Which one do you mean?`,
      he: `ב-${found.length} שורות כתוב "${said}". לאיזו מהן הכוונה?`,
    },
    ways,
    found[0]?.table.path,
  );
}

/** The rows of a table in a document for which every "… is …" holds. */
function* rowsOfDocument(asked: Asked): Sub<RowsMeant> {
  const said = (asked.raw('where') ?? '').replace(/@src/gu, ' ').replace(/(?:^|\s)(?:in|בקובץ)\s*$/u, '');
  const pairs = said
    .split(/ (?:and|וגם) /u)
    .map((each) => each.split(/ (?:is|היא) /u).map((part) => unquote(part, asked.quoted).trim()));
  const found: RowsMeant[] = [];
  for (const table of yield* tablesWithin(asked)) {
    if (!pairs.every(([name]) => table.columns.some((each) => each.name === name))) continue;
    const fitting = (yield* allRows(table)).filter(({ cells }) =>
      pairs.every(([name = '', value]) => cells.get(name) === value),
    );
    const which = pairs
      .map(([name, value]) => `${name} ${asked.say('is', 'היא')} ${value}`)
      .join(asked.say(' and ', ' וגם '));
    if (fitting.length > 0)
      found.push({
        table,
        rows: fitting.map(({ row }) => row),
        which: asked.say(` where ${which}`, ` שבהן ${which}`),
        beside: [],
      });
  }
  const [only, other] = found;
  return only && !other
    ? only
    : refuse(
        `Say which row of ${asked.source?.path} by what it says, as in "where … is …".`,
        `כתבו באיזו שורה של ${asked.source?.path} מדובר, למשל "שבה … היא …".`,
      );
}

const rowsWhere = (asked: Asked): Sub<RowsMeant> =>
  rowsMeant(asked, `rows where ${asked.raw('where') ?? ''}`, (_table, condition) =>
    asked.say(
      `Update the row where ${condition}: ${asked.part('list')}`,
      `עדכן את השורה שבה ${condition}: ${asked.part('list')}`,
    ),
  );

function* setWhere(asked: Asked): Sub<string> {
  const meant = asked.source?.kind === 'docx' ? yield* rowsOfDocument(asked) : yield* rowsWhere(asked);
  const { table, rows, which } = meant;
  const { placed, left } = yield* valuesFor(asked, table, asked.part('list') ?? '');
  if (left.length > 0 || placed.length === 0)
    return refuse(
      `I don't know which column of ${placeName(table)} should say "${left.join('", "')}".`,
      `איני יודע באיזו עמודה של ${placeName(table)} לכתוב "${left.join('", "')}".`,
      undefined,
      table.path,
    );
  yield* writeCells(
    asked,
    table,
    rows.flatMap((row) =>
      placed.map(({ column, value, isDate }) => ({ row, column, value, ...(isDate ? { isDate } : {}) })),
    ),
  );
  const cells = placed.map(({ column, value }) => `${column}: ${value}`).join(', ');
  return asked.say(
    `Changed ${rows.length} of ${table.rowCount} rows in ${placeName(table)}${which}: ${cells}.`,
    `עודכנו ${rows.length} מתוך ${table.rowCount} שורות בקובץ ${placeName(table)}${which}: ${cells}.`,
  );
}
