import type { JsonObject } from '@atelier/kernel/core';
import { OfflineRefusal, refuse, type Sub, today } from '../../plan.ts';
import { withDays } from '../../reading/day-words.ts';
import { formsOf, isSaidIn } from '../../reading/marks.ts';
import { translationsOf } from '../../reading/translations.ts';
import { type Asked, NotForThisRule, type OfflineRule, type Parts, type Table } from '../../rule.ts';
import { tablesWithin } from '../all-tables.ts';
import { columnLetters } from '../column-letters.ts';
import { addDocumentRow } from '../document-tables.ts';
import { callCsv, callXlsx } from '../row-edits.ts';
import { allRows, type NamedRow } from '../set-row/named-rows.ts';
import { cellsOfRow, placeOnSheet, type SheetPlace } from '../sheet-place.ts';
import { heldValues, rowNamesOf } from '../table-vocabulary.ts';
import { placeName, placeOf } from '../word-question.ts';
import { type Atom, readAtoms } from './atoms.ts';
import { type ColumnFacts, factsOf } from './column-facts.ts';
import { emptyOf, type Placed, type Placing, placeAtoms } from './place-atoms.ts';

const verb =
  '(?:please )?(?:(?:can|could) you (?:please )?)?(?:add|insert|enter|append|log|record|register|put in|create|book in)';
const verbHe =
  '(?:הוסף|הוסיפי|הוסיפו|תוסיף|תוסיפי|תוסיפו|להוסיף|הכנס|הכניסי|תכניס|תכניסי|להכניס|רשום|רשמי|תרשום|תרשמי|לרשום)';
const row = 'row|line|entry|record|one|item';
/** "Add a visit: …", "new booking: …", "יש לנו תלמידה חדשה: …". What stands before the colon says of what it is one. */
const ways: readonly RegExp[] = [
  new RegExp(
    `^(?!\\p{Script=Hebrew})(?:${verb}|we (?:have|got)(?: got)?|there(?: is|'s)|i have)? ?(?:an? |another |one more |the )?(?:new )?(?<thing>[\\p{L} '-]{2,40}?(?: (?:no\\.? )?\\p{L}{0,5}[-/]?\\d+)?)(?: (?:to|in|into|for) (?<place>[^:,]{2,80}?))?(?: with)?(?:\\s?:|\\s[-–—]) ?(?<values>.+)$`,
    'isu',
  ),
  new RegExp(
    `^(?=\\p{Script=Hebrew})(?:${verbHe}|יש(?: לנו| לי)?)? ?(?:את )?(?:עוד )?(?<thing>[\\p{L} '"״-]{2,40}?(?: \\d+)?)(?: [לב](?<place>[^:,]{2,80}?))?(?:\\s?:|\\s[-–—]) ?(?<values>.+)$`,
    'su',
  ),
  new RegExp(`^${verb} (?:an? |another |one )(?:new )?(?<thing>${row}|\\p{L}+) with (?<values>.+)$`, 'isu'),
];
/** "Add a contract C-16, Tidewater Drains, …": nothing stands between the thing and its values. */
const bare = new RegExp(
  `^${verb} (?:an? |another |one more |the )?(?:new )?(?<thing>\\p{L}+(?: \\p{L}+)?) (?<values>\\p{L}{0,5}[-/]?\\d\\S*[, ] ?[^:]+,[^:]+)$`,
  'isu',
);
/** "Task LP-145: …": the number of the thing is its first value. */
const withCode = ({ thing = '', place, values }: Parts): Parts => {
  const code = /^(?<thing>.*\p{L}) (?:no\.? |number |nr\.? )?(?<code>[\p{L}]{0,5}[-/]?\d+)$/u.exec(thing)?.groups;
  return code ? { thing: code.thing, place, list: values, code: code.code } : { thing, place, list: values };
};
const noRow =
  /(?<![\p{L}])(?:columns?|sheets?|tabs?|slides?|sections?|paragraph|bullet|heading|price table|fee table|formula|file|עמוד\p{L}*|גיליו\p{L}*|שקופית|שקף|סעיף|פסקה)(?![\p{L}])/iu;
/** In Hebrew what is to be made may stand behind its place. */
const noRowHe = /(?<![\p{L}])(?:ה?עמודה|עמודת|ה?שקופית|ה?שקף|ה?סעיף|ה?פסקה)(?![\p{L}])/u;
/** A table of a document is no list of rows. */
const noPlace = /(?<![\p{L}])(?:letter|terms|document|(?:price|fee) table|מכתב|במכתב|מסמך|טבלת ה?מחירים)(?![\p{L}])/iu;
const adds = new RegExp(
  `^${verb}(?![\\p{L}])|^${verbHe}(?![\\p{L}])|(?<![\\p{L}])(?:new|חדשה?|נוספת?)(?![\\p{L}])`,
  'iu',
);
/** A row that is there already is another rule's. */
const changes = /^(?:update|correct|change|set|mark|replace|rename|delete|עדכן|תקן|שנה|סמן|החלף|מחק)(?![\p{L}])/iu;
/** "… please add her": said again behind the values. */
const tail = new RegExp(
  `[,.;\\s]+(?:(?:can|could) you |please )*(?:add|enter|put)(?: (?:it|them|her|him|that|this))(?: in| to the (?:list|sheet|table))?(?: please)?[.!]*$|[,.;\\s]+(?:בבקשה )?${verbHe}(?: (?:אותה|אותו|אותם|את זה))?(?: בבקשה)?[.!]*$|[\\s,.]+(?:please|thanks|thank you|thx|pls|בבקשה|תודה)[.!]*$`,
  'iu',
);

const read = (original: string): Parts | undefined => {
  let words = original
    .trim()
    .replace(/^(?:hi|hello|hey|ok|okay|please|pls|היי|שלום|בבקשה)[\s,!]+/iu, '')
    .replace(/^([^:,]{2,40}?) (?:please|pls|בבקשה)(?= [^:,]+:|\s?:)/iu, '$1');
  while (tail.test(words)) words = words.replace(tail, '').trim();
  if (changes.test(words)) return undefined;
  for (const way of ways) {
    const parts = way.exec(words)?.groups;
    const head = parts?.values === undefined ? '' : words.slice(0, words.length - parts.values.length);
    if (
      !parts ||
      noRow.test(parts.thing ?? '') ||
      noRowHe.test(head) ||
      noPlace.test(parts.place ?? '') ||
      !(adds.test(head) || adds.test(original.slice(-40)))
    )
      continue;
    // One value alone names nothing, unless it says its column.
    if (/[,;:]|\d|\s\p{L}+\s/u.test(parts.values ?? '')) return withCode(parts);
  }
  const listed = bare.exec(words)?.groups;
  return listed && !noRow.test(`${listed.thing} ${listed.values?.slice(0, 24)}`)
    ? { ...withCode(listed), bare: 'yes' }
    : undefined;
};

export const addRowRule: OfflineRule = {
  id: 'add-row',
  ways: [{ en: 'add a row to {file}: {text}: {value}', he: 'הוסף שורה לקובץ {file}: {text}: {value}' }],
  readsDays: true,
  read: ({ original }) => read(original),
  *plan(asked) {
    const day = yield* today();
    // "New donation today: …" says when, not what.
    const when = / (?:for )?(today|tomorrow|yesterday)$/iu.exec(asked.raw('thing') ?? '');
    const thing = (asked.raw('thing') ?? '').slice(0, when?.index);
    const list = withDays(`${when ? `${when[1]}, ` : ''}${asked.raw('list') ?? ''}`, day);
    const tables = yield* tablesFor(asked, thing);
    const tried: Tried[] = [];
    if (asked.raw('bare') !== undefined && !tables.every((table) => isSaidIn(thing, namesOf(table))))
      throw new NotForThisRule();
    for (const table of tables) tried.push(yield* tryTable(table, thing, list, asked.raw('code')));
    const whole = tried.filter(({ open, placed }) => open.length === 0 && placed.length > (tables.length > 1 ? 1 : 0));
    const [only, other] = whole.length > 0 ? whole : tried.toSorted((a, b) => b.placed.length - a.placed.length);
    if (!only) return refuse('There is no table to add a row to.', 'אין טבלה להוסיף לה שורה.', []);
    if (whole.length > 1 && other)
      return refuse(
        `Which table do you mean: ${whole.map(({ table }) => placeName(table)).join(', ')}?`,
        `לאיזו טבלה הכוונה: ${whole.map(({ table }) => placeName(table)).join(', ')}?`,
        whole.slice(0, 3).map(({ table, placed }) => inWords(asked, table, placed)),
      );
    if (only.open.length > 0 || only.placed.length === 0) return askForColumn(asked, only);
    const [unknown] = unexplained(asked, only.table, thing, only.isKindPlaced);
    const isNoun = unknown?.toLowerCase() === thing.toLowerCase() && only.placed.length > 2;
    if (unknown !== undefined && !isNoun)
      return refuse(
        `I don't know what "${unknown}" means in ${placeName(only.table)}.`,
        `איני יודע מה פירוש "${unknown}" בקובץ ${placeName(only.table)}.`,
        [inWords(asked, only.table, only.placed)],
        only.table.path,
      );
    return yield* writeRow(asked, only);
  },
};

/** Words before the values that are neither of this table nor for rows at all. */
const unexplained = (asked: Asked, table: Table, thing: string, isKindPlaced: boolean): readonly string[] => {
  const place = asked.raw('place') ?? '';
  const known = new Set(
    [...namesOf(table), ...table.columns.map(({ name }) => name), table.path, ...(table.sheet?.split(/\s+/u) ?? [])]
      .flatMap((name) => [name, ...name.split(/[\s_.-]+/u)])
      .flatMap((name) => [...formsOf(name), ...translationsOf(name.toLowerCase())]),
  );
  const said = `${isKindPlaced ? '' : thing} ${place}`.toLowerCase().replaceAll(table.path.toLowerCase(), ' ');
  return said
    .split(/[^\p{L}\p{N}'״]+/u)
    .filter((word) => word !== '' && !rowWords.test(word))
    .filter((word) => !known.has(word) && !known.has(word.replace(/^[הלבו]{1,2}(?=\p{L}{2})/u, '')));
};
const rowWords =
  /^(?:rows?|lines?|entry|entries|records?|items?|one|new|another|an?|the|our|my|of|list|sheet|table|tab|in|to|[לב]?(?:ה?שורה|ה?רשומה|ה?חדשה?|נוספת?|עוד|ה?רשימה|רשימת|ה?גיליון|ה?קובץ|ה?טבלה|טבלת|של))$/iu;

type Tried = Placing & {
  readonly table: Table;
  readonly place: SheetPlace | undefined;
  readonly facts: readonly ColumnFacts[];
  readonly lastRow: number;
  /** What the row is called is one of its values: "a new dog". */
  readonly isKindPlaced: boolean;
};

/** The tables whose rows are such things; where no name says so, all of them. */
function* tablesFor(asked: Asked, thing: string): Sub<readonly Table[]> {
  const all = yield* tablesWithin(asked);
  const where = `${thing} ${asked.raw('place') ?? ''}`;
  const byName = all.filter((table) => isSaidIn(where, namesOf(table)));
  const byHead = all.filter((table) =>
    isSaidIn(
      thing,
      table.columns.slice(0, 4).map(({ name }) => name),
    ),
  );
  return byName.length > 0 ? byName : byHead.length > 0 ? byHead : all;
}

/** What the rows may be called; those of a table in a document also by the heading above them. */
const namesOf = (table: Table): readonly string[] => [
  ...rowNamesOf(table),
  ...(table.document
    ? [table.document.heading, ...table.document.heading.split(/\s+/u).filter((word) => word.length > 3)]
    : []),
];

export const leadsOf = (facts: readonly ColumnFacts[]): ReadonlyMap<string, string> => {
  const one = (pattern: RegExp) => {
    const found = facts.filter(({ name, isDay }) => isDay && pattern.test(name));
    return found.length === 1 ? found[0]?.name : undefined;
  };
  const start = one(/start|join|from|since|התחל|הצטרפ|כניסה/iu);
  const born = one(/birth|born|dob|לידה/iu);
  return new Map([
    ...(start === undefined
      ? []
      : ['starts', 'starting', 'start', 'joined', 'from', 'מתחיל', 'מתחילה', 'התחיל', 'התחילה'].map(
          (word) => [word, start] as const,
        )),
    ...(born === undefined ? [] : ['born', 'birthday', 'נולד', 'נולדה'].map((word) => [word, born] as const)),
  ]);
};

function* tryTable(table: Table, thing: string, list: string, code: string | undefined): Sub<Tried> {
  const place = table.kind === 'xlsx' ? yield* placeOnSheet(table) : undefined;
  const { facts, lastRow } = yield* factsOf(table, place);
  const held = yield* heldValues({ rest: `${thing} , ${list}`, asides: [], quoted: [] }, table);
  const columns = table.columns.map(({ name }) => name);
  const known = {
    columns,
    held,
    leads: leadsOf(facts),
    values: new Map(facts.map(({ name, values }) => [name, values])),
  };
  // "A new dog": what it is may be a value of the table too.
  const kind = thing.replace(/^(?:new|חדשה?)\s|\s(?:חדשה?)$/giu, '').trim();
  const isRowName = isSaidIn(kind, [...rowNamesOf(table), ...columns]);
  const own = isRowName ? [] : readAtoms(kind, known).filter(({ kind: each }) => each === 'value');
  const codes = codeColumns(yield* allRows(table), columns);
  const numbered = code === undefined ? [] : [codeAtom(code, codes, facts)];
  const atoms = [...own, ...numbered, ...readAtoms(list, known).map((atom) => ofCode(atom, codes))];
  const hint = kind.toLowerCase();
  const words = facts.flatMap(({ words }) => words).find((word) => formsOf(word).includes(hint) || word === hint);
  const { placed, open } = placeAtoms(atoms, facts, words);
  const rows = yield* allRows(table);
  const whole = placed.map((each) => ({ ...each, value: withHeadWord(each, rows) }));
  return { table, place, facts, lastRow, isKindPlaced: own.length > 0, placed: whole, open };
}

/** Columns whose cells are all letters of one kind with a number behind them: T-2301. */
const codeColumns = (rows: readonly NamedRow[], columns: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    columns.flatMap((column) => {
      const kinds = rows.map(({ cells }) =>
        /^(\p{L}{1,5}[-/ ]?)\d+$/u.exec(cells.get(column) ?? '')?.[1]?.toLowerCase(),
      );
      const [kind] = kinds;
      return kind !== undefined && kinds.length > 2 && kinds.every((each) => each === kind)
        ? [[kind, column] as const]
        : [];
    }),
  );

/** A text that is such a number goes where such numbers stand. */
const ofCode = (atom: Atom, codes: ReadonlyMap<string, string>): Atom => {
  const kind = /^(\p{L}{1,5}[-/ ]?)\d+$/u.exec(atom.said)?.[1]?.toLowerCase();
  const column = kind === undefined || atom.kind !== 'text' ? undefined : codes.get(kind);
  return column === undefined ? atom : { kind: 'named', said: atom.said, columns: [column] };
};

/** "An action item 16": the column that numbers the rows, where there is one. */
const codeAtom = (code: string, codes: ReadonlyMap<string, string>, facts: readonly ColumnFacts[]): Atom => {
  const read = ofCode({ kind: 'text', said: code }, codes);
  const [only, other] = facts.filter(({ isNumbering, next }) => isNumbering && /^\d+$/u.test(String(next)));
  return read.kind === 'text' && only && !other && /^\d+$/u.test(code)
    ? { kind: 'named', said: code, columns: [only.name] }
    : read;
};

/** "8" where every cell of the column Sprint says "Sprint …". */
const withHeadWord = ({ column, value }: Placed, rows: readonly NamedRow[]): string | number => {
  const filled = rows.map(({ cells }) => cells.get(column) ?? '').filter((cell) => cell !== '');
  const lead = `${column} `;
  const isLed = filled.length > 2 && filled.every((cell) => cell.toLowerCase().startsWith(lead.toLowerCase()));
  return isLed && !String(value).toLowerCase().startsWith(lead.toLowerCase())
    ? `${filled[0]?.slice(0, lead.length) ?? ''}${value}`
    : value;
};

/** The whole row as a request that says every column. */
const inWords = ({ say }: Asked, table: Table, placed: readonly Pick<Placed, 'column' | 'value'>[]): string => {
  const cells = placed.map(({ column, value }) => `${column}: ${value}`).join('; ');
  return say(
    `Add a row ${placeOf(table, 'en').replace(/^in /u, 'to ')}: ${cells}`,
    `הוסף שורה ${placeOf(table, 'he').replace(/^ב/u, 'ל')}: ${cells}`,
  );
};

const askForColumn = (asked: Asked, { table, placed, open }: Tried): never => {
  const [first] = open;
  const said = first?.atom.said ?? '';
  const sure = placed.map(({ column, value }) => `${column}: ${value}`).join(', ');
  const ways =
    open.length === 1 && placed.length > 0
      ? (first?.columns ?? []).slice(0, 3).map((column) => inWords(asked, table, [...placed, { column, value: said }]))
      : [];
  const names = table.columns.map(({ name }) => name).join(', ');
  throw new OfflineRefusal(
    {
      en: `I don't know which column of ${placeName(table)} "${open.map(({ atom }) => atom.said).join('", "')}" belongs to.${sure === '' ? '' : ` The rest is clear: ${sure}.`} Its columns are ${names}.`,
      he: `איני יודע לאיזו עמודה של ${placeName(table)} שייך "${open.map(({ atom }) => atom.said).join('", "')}".${sure === '' ? '' : ` השאר ברור: ${sure}.`} העמודות: ${names}.`,
    },
    ways.length > 0 ? ways : undefined,
    table.path,
  );
};

function* writeRow(asked: Asked, { table, place, facts, lastRow, placed }: Tried): Sub<string> {
  const numbered = facts.flatMap(({ name, next }): readonly Placed[] =>
    next === undefined || placed.some(({ column }) => column === name) ? [] : [{ column: name, said: '', value: next }],
  );
  const cells = [...numbered, ...placed];
  const filled = new Set([
    ...cells.map(({ column }) => column),
    ...facts.filter(({ isFormula }) => isFormula).map(({ name }) => name),
  ]);
  const summary = asked.say('A row added.', 'נוספה שורה.');
  if (table.kind === 'docx') yield* addDocumentRow(table, cells, summary);
  else if (place) yield* writeToSheet(table, place, facts, lastRow, cells, summary);
  else yield* writeToCsv(table, lastRow, cells, summary);
  const lines = table.columns.flatMap(({ name }) => {
    const cell = cells.find(({ column }) => column === name);
    if (!cell)
      return facts.some((fact) => fact.name === name && fact.isFormula)
        ? [`- ${name}: ${asked.say('calculated as in the row above', 'מחושב כמו בשורה שמעל')}`]
        : [];
    return [`- ${name}: ${cell.value}${cell.said === '' ? asked.say(' (the next number)', ' (המספר הבא)') : ''}`];
  });
  const empty = emptyOf(table, filled);
  const [unknown] = unexplained(asked, table, asked.raw('thing') ?? '', false);
  const noun = unknown === undefined ? '' : ` (${unknown})`;
  return [
    asked.say(`Added a row${noun} to ${placeName(table)}:`, `נוספה שורה${noun} לקובץ ${placeName(table)}:`),
    ...lines,
    ...(empty.length === 0 ? [] : [asked.say(`Left empty: ${empty.join(', ')}.`, `נשארו ריקות: ${empty.join(', ')}.`)]),
  ].join('\n');
}

function* writeToCsv(table: Table, lastRow: number, cells: readonly Placed[], summary: string): Sub<void> {
  const record = cells.map(({ column, value }) => ({ column, value }));
  const count = table.rowCount + table.view.totals + table.view.blanks;
  const order = [
    ...Array.from({ length: lastRow }, (_, at) => at + 1),
    count + 1,
    ...Array.from({ length: count - lastRow }, (_, at) => lastRow + at + 1),
  ];
  yield* callCsv(
    table,
    [
      { op: 'append_rows', rows: null, records: [record] },
      // A row that sums up the others stays below them.
      ...(lastRow < count ? [{ op: 'reorder_rows', order }] : []),
    ],
    summary,
  );
}

function* writeToSheet(
  table: Table,
  place: SheetPlace,
  facts: readonly ColumnFacts[],
  lastRow: number,
  cells: readonly Placed[],
  summary: string,
): Sub<void> {
  const { sheet } = table;
  const [above, at] = [place.base + lastRow, place.base + lastRow + 1];
  if (place.isExcelTable)
    return refuse(
      `${placeName(table)} is an Excel table, and I can't make one longer. Add the row by hand.`,
      `${placeName(table)} היא טבלת Excel ואיני יכול להאריך אותה. הוסיפו את השורה ידנית.`,
    );
  const isInserted = place.lastUsed > above;
  const totals: JsonObject[] = [];
  if (isInserted && place.bottom > above) {
    for (const [letters, value] of yield* cellsOfRow(table, place, at)) {
      const sum = /^=SUM\(([A-Z]+)(\d+):\1(\d+)\)(?: ⇒.*)?$/u.exec(value);
      if (sum && Number(sum[3]) === above)
        totals.push({
          cell: `${letters}${at + 1}`,
          value: `=SUM(${sum[1]}${sum[2]}:${sum[1]}${at})`,
          type: 'formula',
          style: null,
        });
      else if (value.startsWith('='))
        return refuse(
          `Below the rows of ${placeName(table)} stands the formula ${value.split(' ⇒')[0]}, which would not count a new row. Add it by hand.`,
          `מתחת לשורות של ${placeName(table)} יש נוסחה ${value.split(' ⇒')[0]} שלא תכלול שורה חדשה. הוסיפו אותה ידנית.`,
        );
    }
  }
  const [left, right] = [columnLetters(place.left), columnLetters(place.right)];
  const look = {
    op: 'copy_range',
    sheet,
    range: `${left}${above}:${right}${above}`,
    to_sheet: null,
    to: `${left}${at}`,
    what: 'formats',
  };
  const formulas = facts
    .filter(({ isFormula }) => isFormula)
    .map(({ name }) => ({
      op: 'copy_range',
      sheet,
      range: `${place.letterOf(name)}${above}:${place.letterOf(name)}${above}`,
      to_sheet: null,
      to: `${place.letterOf(name)}${at}`,
      what: 'all',
    }));
  const written = cells.map(({ column, value, isDate }) => ({
    cell: `${place.letterOf(column)}${at}`,
    value,
    type: isDate ? 'date' : typeof value === 'number' ? 'number' : 'string',
    style: null,
  }));
  yield* callXlsx(
    table,
    [
      ...(isInserted ? [{ op: 'insert_rows', sheet, row: at, count: 1 }] : []),
      look,
      ...formulas,
      { op: 'set_cells', sheet, cells: [...written, ...totals] },
    ],
    summary,
  );
}
