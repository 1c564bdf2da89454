import type { JsonObject } from '@atelier/kernel/core';
import { asList, asObject, call, type ListedFile, refuse, type Sub } from '../plan.ts';
import { isPlainName, isVague } from '../reading/fields.ts';
import { literal, unquote } from '../reading/quotes.ts';
import { nearestWords } from '../reading/spelling.ts';
import type { RequestText } from '../request-text.ts';
import {
  type Asked,
  byEdit,
  chooseSheet,
  columnOf,
  type OfflineRule,
  type Parts,
  sheetNames,
  sourceOf,
  sqlName,
  sqlText,
  tableOf,
  whichFile,
} from '../rule.ts';
import { firstRows } from './first-rows.ts';
import { swapWords } from './swap-words.ts';
import { pattern } from './words.ts';

/** Every occurrence is meant, so words that say so are let go. */
const each =
  '(?:(?:all|every|each|any)(?: the| of the)? )?(?:(?:the )?(?:occurrences?|instances?|mentions?|appearances?|uses?) of )?(?:the )?(?:(?:company name|company|word|words|text|phrase|name|term|string|value|expression)s? )?';
const everywhere =
  '(?:[,¶\\s]+(?:please )?(?:ev(?:e|er)?r?y?where|throughout|all over|all through|wherever (?:it|they|that) (?:appears?|occurs?|stands?|is (?:found|mentioned|used)|shows? up|comes? up)|every time(?: it (?:appears|occurs))?|each time|in (?:all|every)(?: of)?(?: the)? (?:places?|slides?|cells?|rows?|paragraphs?|sheets?|cases?)|on (?:all|every)(?: of)?(?: the)? (?:slides?|sheets?)|in the (?:whole|entire) (?:file|document|presentation|deck|workbook|table|thing)|across (?:the board|all (?:the )?(?:slides|sheets))|at every place|now|(?:and )?(?:please )?(?:replace|change|update|correct|fix) (?:it|that|this|them|those)|one by one|for all of them|all of them|every one of them|each one))*';
const operand = '@q\\d+|[^@]+?';
const verb =
  '(?:replace|change|swap|substitute|rename|switch|update|correct|turn|make|edit|modify|exchange|convert)(?: out)?';
const eachHe = '(?:את )?(?:כל )?(?:ה?מופעים? של |ה?הופעות? של )?(?:ה?(?:מילה|מילים|טקסט|ביטוי|שם|ערך|מונח) )?';
const verbHe =
  '(?:החלף|החליפי|החליפו|תחליף|תחליפי|תחליפו|להחליף|מחליפים|שנה|שני|תשנה|תשני|לשנות|המר|תמיר|תקן|תקני|לתקן)(?: לי)?';
const everywhereHe =
  '(?:[,\\s]+(?:בכל מקום|בכל המקומות|בכל הקובץ|בכל המסמך|בכל המצגת|בכל השקפים|בכל השקופיות|בכל השורות|בכל פעם|לאורך כל הקובץ|לאורך כל המסמך)(?: ש?(?:היא|הוא|זה|הם|הן) מופיע(?:ה|ים|ות)?| שבו (?:היא|הוא|זה) מופיע(?:ה)?)?)*';
/** Where it is said once or the other way round, the column has another name: a name may stand in a pattern once. */
const column = (name: string): string =>
  `(?: in (?:the )?(?:column (?<${name}>@q\\d+|[^@\\s]+)|(?<${name}2>@q\\d+|[^@\\s]+) column))?`;
const columnHe = (name: string): string => `(?: ב(?:עמודה|עמודת) (?<${name}>@q\\d+|[^@\\s]+))?`;

const said: readonly RegExp[] = [
  pattern(
    `${verb} ${each}(?<from>${operand})${column('col')}${everywhere} (?:with|by|to|for|into|as|→|->|=>) (?:the (?:word|text|name|phrase) )?(?<to>${operand})${column('at')}${everywhere}`,
  ),
  pattern(
    `(?:find|search for|look for|locate|look up) ${each}(?<from>${operand})${everywhere}[,\\s]+(?:and |then )*${verb}(?: (?:it|them|that|each|all|every one|all of them|those))*(?: out)?(?: with| by| to| for| into) (?:the (?:word|text|name) )?(?<to>${operand})${everywhere}`,
  ),
  pattern(
    `(?:use|put|write|say|have) (?:the (?:word|text|name) )?(?<to>${operand}) (?:instead of|in place of|rather than) ${each}(?<from>${operand})${everywhere}`,
  ),
  pattern(
    `(?:instead of|in place of) ${each}(?<from>${operand}),? (?:use|put|write|say|it should say) (?<to>${operand})${everywhere}`,
  ),
  pattern(
    `(?:wherever|everywhere|anywhere|every time|whenever)(?: it says| you see| there is| you find| that)? ${each}(?<from>@q\\d+)(?: (?:appears|occurs|is written|stands))?,? (?:please )?(?:put|write|use|make it|change it to|replace it with|it should (?:be|say)) (?<to>${operand})`,
  ),
  pattern(
    `(?:wherever|everywhere|anywhere|every time|whenever)(?: it| that| you)? (?:says?|see|reads?|find) ${each}(?<from>${operand}),? (?:it |that )?(?:should|must|has to|needs to|ought to)(?: now)? (?:say|read|be|become) (?<to>${operand})`,
  ),
  pattern(
    `(?:it says|it still says|where it says|there it says) ${each}(?<from>${operand})[,¶\\s]+(?:but )?(?:that|it|this|which) (?:should|must|has to|needs to|ought to) (?:be|say|read) (?<to>${operand})${everywhere}`,
  ),
  pattern(`we (?:now |will now )?call ${each}(?<from>@q\\d+|\\S+) (?<to>@q\\d+)(?: now)?[,¶\\s]*${everywhere}`),
  pattern(
    `${each}(?<from>${operand}) (?:should|must|needs to|has to|ought to)(?: now)? (?:be|become|say|read|be called|be changed to|be replaced (?:with|by)|be renamed(?: to)?)(?: now)? (?<to>${operand})${everywhere}`,
  ),
  pattern(
    `${verbHe} ${eachHe}(?<from>${operand})${columnHe('col')}${everywhereHe},? [בל]-?(?:מילה |טקסט |שם )?(?<to>@q\\d+|[^@\\s]+(?: [^@\\s]+){0,2})${columnHe('at')}${everywhereHe}`,
  ),
  pattern(
    `(?:להיות|צריך להיות|צריכה להיות|צריך לכתוב|יהיה|שיהיה|תכתוב|תכתבי|כתוב|כתבי|לכתוב|שים|תשים)(?: כתוב)? (?:את )?(?<to>${operand}) במקום ${eachHe}(?<from>${operand})${everywhereHe}`,
  ),
  pattern(
    `במקום ${eachHe}(?<from>${operand})${everywhereHe},? (?:כתוב|תכתוב|תכתבי|לכתוב|שים|תשים|תשימי|לשים|צריך להיות|יהיה כתוב|שיהיה)(?: כתוב)? (?:את )?(?<to>${operand})${everywhereHe}`,
  ),
];

/** "X is spelt wrong, it should be Y", "X and Y are the same person, make it Y". */
const mistaken: readonly RegExp[] = [
  pattern(
    `(?<from>${operand}) is (?:spelt|spelled|written|typed) (?:wrong|wrongly|incorrectly)(?: (?:somewhere|once|in (?:one|a) place|in places))?,? (?:and |it |this )?(?:should|must) be (?<to>${operand})(?: like (?:the rest|the others|everywhere else))?(?:[,\\s¶.]+(?:fix|correct)(?: (?:it|that|this))?)?(?:[,\\s¶]+(?:can|could|would|will) you(?: please)?(?: (?:fix|correct|change)(?: (?:that|it|this))?)?)?`,
  ),
  pattern(
    `(?:יש (?:מקומות|מקום|שורות|תאים) )?(?:ש|שבהם |שבו |בהם )?כתוב (?<from>${operand})[,\\s¶]+ו?(?:זה )?(?:צריך|צריכה|אמור|אמורה) להיות (?<to>${operand})(?:[,\\s¶]+(?:תתקני?|תקני?|לתקן|תשני?)(?: את זה)?)?`,
  ),
  pattern(
    `(?:(?:ש)?כתוב|רשום) (?:פעם אחת |במקום אחד |בטעות |לפעמים )?(?<from>${operand}) במקום (?<to>${operand})[,\\s¶.]+(?:תתקני?|תקני?|לתקן|תסדרי?)(?: את זה)?(?: ש?יהיה אחיד)?`,
  ),
  pattern(
    `(?<from>${operand}) and (?<same>${operand}) (?:is|are) the same(?: (?:guy|person|man|woman|one|client|customer|thing|company|place))?,? (?:so )?(?:please )?(?:make|call|write) (?:it|him|her|them|both)(?: all)? (?<to>${operand})${everywhere}`,
  ),
];

/** Of two names for one thing, the one that is not the new one is the old one. */
const oneOfTwo = (parts: Parts | undefined): Parts | undefined => {
  if (!parts || parts.same === undefined) return parts;
  const { from, same, to } = parts;
  if (same === to) return parts;
  return from === to ? { ...parts, from: same } : undefined;
};

export const replaceRule: OfflineRule = {
  id: 'replace',
  ways: [
    {
      en: 'replace {value} with "New name" in column {text} in {csv}',
      he: 'החלף {value} ב-"שם חדש" בעמודה {text} בקובץ {csv}',
    },
    { en: 'replace "old words" with "new words" in {doc}', he: 'החלף "מילים ישנות" ב-"מילים חדשות" בקובץ {doc}' },
  ],
  read: byEdit(
    ...mistaken.map((each) => (rest: string, { asides, quoted }: RequestText) => {
      // What is written there now was told beside what it should be.
      const told = asides.length === 1 && /^להיות /u.test(rest) ? `${asides[0]}, צריך ${rest}` : rest;
      return oneOfTwo(plainly(each, withoutEverywhere(told), quoted));
    }),
    ...said.map(
      (each) =>
        (rest: string, { quoted }: RequestText) =>
          plainly(each, withoutEverywhere(rest), quoted),
    ),
  ),
  *plan(asked) {
    const [search, replace] = [wordMeant(asked.part('from') ?? '', asked.part('to') ?? ''), asked.part('to') ?? ''];
    const file = asked.source ?? (yield* fileHolding(asked, search));
    const within = columnWithin(asked);
    if (within !== undefined && file.kind !== 'table') {
      return refuse(
        `I replace within one column in a csv; ${file.path} is none.`,
        `אני מחליף בתוך עמודה אחת בקובץ csv; ${file.path} אינו כזה.`,
      );
    }
    const common = { path: file.path, expected_version: file.version, summary: `"${search}" → "${replace}"` };
    switch (file.kind) {
      case 'docx': {
        yield* onlyWhole(file, search, replace);
        const op = { op: 'replace_text', search, replace, match_case: true, scope: 'all', allow_no_match: null };
        const whole = { create_new: null, copy_from: null, track_changes: null, operations: [op] };
        return summaryOf(asked, file.path, yield* call('docx_operations', { ...common, ...whole }));
      }
      case 'pptx': {
        yield* onlyWhole(file, search, replace);
        const op = { op: 'replace_text', search, replace, match_case: true, allow_no_match: null, index: null };
        return summaryOf(
          asked,
          file.path,
          yield* call('pptx_operations', { ...common, create_new: null, copy_from: null, operations: [op] }),
        );
      }
      case 'text': {
        yield* onlyWhole(file, search, replace);
        const edit = { op: 'replace', search, replace, occurrence: 'all', match_case: true };
        return summaryOf(asked, file.path, yield* call('edit_text_file', { ...common, edits: [edit], encoding: null }));
      }
      case 'table': {
        const { cells, inside } = yield* csvCells({ ...asked, source: file }, search, replace, within);
        const op = { op: 'update_cells', cells };
        const done = yield* call('csv_operations', { ...common, create_new: null, operations: [op], encoding: null });
        return summaryOf(asked, file.path, done) + leftAlone(asked, inside);
      }
      default: {
        const { operations, inside } = yield* sheetCells(asked, file.path, search, replace);
        const done = yield* call('xlsx_operations', { ...common, create_new: null, copy_from: null, operations });
        return summaryOf(asked, file.path, done) + leftAlone(asked, inside);
      }
    }
  },
};

const summaryOf = ({ say, part }: Asked, path: string, done: JsonObject): string =>
  say(`Done in ${path}: ${done.auto_summary}`, `הוחלף "${part('from')}" ב-"${part('to')}" בקובץ ${path}.`);

const columnWithin = ({ part }: Asked): string | undefined => part('col') ?? part('col2') ?? part('at') ?? part('at2');

/** All of them are meant anyway, wherever in the sentence that is said. */
const withoutEverywhere = (rest: string): string =>
  rest
    .replace(
      new RegExp(`^(?:everywhere|throughout|בכל מקום)[\\s,]+|${everywhereHe.replace(/\*$/, '+')}(?=[\\s,]|$)`, 'giu'),
      ' ',
    )
    .replace(/[\s,]+(?:everywhere|evrywhere|everywere|throughout)(?=[\s,]|$)/giu, ' ')
    .replace(
      /[\s,;–-]+(?:so |and )?(?:change|fix|update|correct|replace|swap|make) (?:it|that|this|them)(?: accordingly| for me)?$/iu,
      '',
    )
    .replace(/[\s,;–-]+(?:תחליף|תשנה|תעדכן|תקן|תתקן|שנה|עדכן)(?: את)?(?: זה| אותו| אותה)?\s*$/u, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Words without quotes must be plain ones: nothing in them may be meant as a place or a condition. */
const plainly = (pattern: RegExp, rest: string, quoted: readonly string[]): Parts | undefined => {
  const parts = pattern.exec(rest)?.groups;
  if (!parts) return undefined;
  const { from = '', to = '' } = parts;
  // Where a Hebrew name ends and the other begins is sure only when one word can begin it.
  const words = `${from} ${to}`;
  const begins = rest.match(/ [בל]-?(?=[\p{Script=Hebrew}\d]{2})/gu)?.length ?? 0;
  if (/\p{Script=Hebrew}/u.test(words) && /\s/.test(to) && begins !== 1) return undefined;
  return isPlainName(from) && isPlainName(to) && !isVague(to) && !isTold(from, unquote(to, quoted), rest)
    ? parts
    : undefined;
};

/**
 * "Change the deadline to 22 June" tells what is to be changed and does not say the words that stand there: a word would
 * be put in the place of a date.
 */
const isTold = (from: string, to: string, rest: string): boolean => {
  if (/^@q/.test(from)) return false;
  const isNumber = /\d/.test(to) && !/\d/.test(from);
  const isNamed = /(?<![\p{L}])(?:word|text|phrase|name|term|value|המילה|הטקסט|הביטוי|השם)(?![\p{L}])/iu.test(rest);
  const isDefinite = new RegExp(`(?<![\\p{L}])(?:the|our|my) ${literal(from)}(?![\\p{L}])`, 'iu').test(rest);
  return isNumber || (isDefinite && !isNamed && /^\p{Ll}/u.test(from) && /^\p{Lu}/u.test(to));
};

const nothing = (search: string, inside: readonly string[] = []): never => {
  const [longer] = inside;
  return longer === undefined
    ? refuse(`"${search}" does not occur there.`, `"${search}" אינו מופיע שם.`)
    : refuse(
        `"${search}" stands there only inside longer words, such as "${longer}". Say the whole word.`,
        `"${search}" מופיע שם רק בתוך מילים ארוכות יותר, כמו "${longer}". כתבו את המילה כולה.`,
      );
};

const leftAlone = ({ say }: Asked, inside: readonly string[]): string => {
  const list = [...new Set(inside)].slice(0, 3).join(', ');
  return list === '' ? '' : say(` Longer words are as they were: ${list}.`, ` מילים ארוכות יותר לא השתנו: ${list}.`);
};

/** The tools replace letters wherever they stand, so a text is looked at first: whole words alone may be meant. */
function* onlyWhole({ path }: ListedFile, search: string, replace: string): Sub<void> {
  const text = yield* textOf(path);
  const { count, inside } = swapWords(text, search, replace);
  const [longer] = inside;
  if (count === 0) nothing(search, inside);
  if (longer !== undefined)
    refuse(
      `"${search}" is also a part of longer words in ${path}, such as "${longer}". I would change those too. Put more of the sentence in quotes.`,
      `"${search}" הוא גם חלק ממילים ארוכות יותר בקובץ ${path}, כמו "${longer}", וגם הן היו משתנות. כתבו יותר מהמשפט במירכאות.`,
    );
  if (replace.includes(search) && text.includes(replace))
    refuse(
      `"${replace}" stands in ${path} already, and would be changed once more. Put more of the sentence in quotes.`,
      `"${replace}" כבר מופיע בקובץ ${path}, והיה משתנה שוב. כתבו יותר מהמשפט במירכאות.`,
    );
}

/** The whole text of a document, piece by piece. */
function* textOf(path: string): Sub<string> {
  const texts: string[] = [];
  let selectors: JsonObject = { sheet: null, range: null, view: null, ...noSelectors };
  for (let pieces = 0; pieces < mostPieces; pieces += 1) {
    const piece: JsonObject = yield* call('read_file', { path, ...selectors });
    texts.push(String(piece.text ?? ''));
    const next = asObject(asObject(piece.chunk_info).next);
    if (Object.keys(next).length === 0) break;
    selectors = { ...selectors, ...next };
  }
  return texts.join('\n');
}
const mostPieces = 50;

/** "Mrs Thomspon … should be Thompson": of several words, the one that is spelt nearly like the new one. */
const wordMeant = (from: string, to: string): string => {
  const words = from.split(/\s+/u);
  if (/\s/u.test(to) || words.length < 2 || from.includes(to)) return from;
  const [only, other] = nearestWords(to, words);
  return only !== undefined && other === undefined && only.toLowerCase() !== to.toLowerCase() ? only : from;
};

/** Where no file is named: the one that holds the words. */
function* fileHolding(asked: Asked, search: string): Sub<ListedFile> {
  const kinds = ['docx', 'pptx', 'text', 'table', 'xlsx'];
  const files = asked.files.filter(({ kind, is_opaque }) => kinds.includes(kind) && !is_opaque);
  if (asked.missing !== undefined || files.length < 2 || files.length > mostFiles) return sourceOf(asked, kinds);
  const holding: ListedFile[] = [];
  for (const file of files) {
    const sheets = file.kind === 'xlsx' ? yield* sheetNames(file.path) : [];
    let isHeld = false;
    for (const sheet of sheets) isHeld ||= (yield* cellsHolding(file.path, sheet, search)).length > 0;
    if (file.kind !== 'xlsx') isHeld = (yield* textOf(file.path)).includes(search);
    if (isHeld) holding.push(file);
  }
  const [only, other] = holding;
  if (only && !other) return only;
  return holding.length === 0 ? nothing(search) : whichFile(asked, holding);
}
const mostFiles = 6;

const mostCells = 200;

/** Cells of text that hold the words. A number, a date or a header that holds them too is not passed over in silence. */
function* csvCells(
  asked: Asked,
  search: string,
  replace: string,
  within: string | undefined,
): Sub<{ readonly cells: readonly JsonObject[]; readonly inside: readonly string[] }> {
  const table = yield* tableOf(asked);
  const columns = within === undefined ? table.columns : [columnOf(table, within)];
  if (columns.some(({ name }) => name.includes(search))) return inHeader(search);
  for (const { name } of columns.filter(({ type }) => type !== 'string')) {
    const held = `SELECT __row FROM data_rows WHERE contains(CAST(${sqlName(name)} AS VARCHAR), ${sqlText(search)}) LIMIT 1`;
    const [found] = yield* firstRows(table, held);
    if (found) return unsafe(`${name}, ${asked.say('row', 'שורה')} ${Number(found[0])}`);
  }
  const cells: JsonObject[] = [];
  const inside: string[] = [];
  for (const { name } of columns.filter(({ type }) => type === 'string')) {
    const query = `SELECT __row, ${sqlName(name)} FROM data_rows WHERE contains(${sqlName(name)}, ${sqlText(search)}) ORDER BY __row`;
    for (const [row, value] of yield* firstRows(table, query)) {
      const swapped = swapWords(String(value), search, replace);
      inside.push(...swapped.inside);
      if (swapped.count > 0) cells.push({ row: Number(row), column: name, value: swapped.text });
    }
  }
  if (cells.length === 0) return nothing(search, inside);
  return cells.length < mostCells ? { cells, inside } : tooMany();
}

const tooMany = (): never =>
  refuse(
    `More than ${mostCells} cells would change; that is more than I do at once.`,
    `ישתנו יותר מ-${mostCells} תאים; זה יותר ממה שאני עושה בבת אחת.`,
  );

function* sheetCells(
  asked: Asked,
  path: string,
  search: string,
  replace: string,
): Sub<{ readonly operations: readonly JsonObject[]; readonly inside: readonly string[] }> {
  const operations: JsonObject[] = [];
  const inside: string[] = [];
  const all = yield* sheetNames(path);
  for (const sheet of asked.sheet === undefined ? all : [chooseSheet(asked, path, all)]) {
    const cells: JsonObject[] = [];
    for (const { cell, value } of yield* cellsHolding(path, sheet, search)) {
      const swapped = swapWords(value, search, replace);
      inside.push(...swapped.inside);
      if (swapped.count === 0) continue;
      if (!isPlainText(value)) return unsafe(cell);
      cells.push({ cell, value: swapped.text, type: 'string', style: null });
    }
    if (cells.length > 0) operations.push({ op: 'set_cells', sheet, cells });
  }
  if (operations.length === 0) return nothing(search, inside);
  return operations.flatMap(({ cells }) => asList(cells)).length < mostCells ? { operations, inside } : tooMany();
}

type Holding = { readonly cell: string; readonly value: string };

/** Reads a sheet to its end: a line of column letters, then rows that begin with their number. */
function* cellsHolding(path: string, sheet: string, search: string): Sub<readonly Holding[]> {
  const found: Holding[] = [];
  let range: string | null = null;
  for (;;) {
    const piece: JsonObject = yield* call('read_file', { path, sheet, range, view: 'both', ...noSelectors });
    const [, letters = '', ...rows] = String(piece.text).split('\n');
    const columns = letters.split('\t').slice(1);
    for (const line of rows) {
      const [row, ...values] = line.split('\t');
      for (const [at, value] of values.entries()) {
        if (value.includes(search)) found.push({ cell: `${columns[at]}${row}`, value });
      }
    }
    const next = asObject(asObject(piece.chunk_info).next).range;
    if (typeof next !== 'string') return found;
    range = next;
  }
}

/** A number, a date, a formula, an escaped line break or a cut text cannot be put back as it was read. */
const isPlainText = (value: string): boolean =>
  /\p{L}/u.test(value) && !/^=|[\\…⏎]|^(?:TRUE|FALSE)$|^\d{4}-\d\d-\d\dT/i.test(value);

const noSelectors = { section: null, slide_index: null, pages: null, line_start: null, line_count: null };

const inHeader = (search: string): never =>
  refuse(
    `"${search}" stands in a column's header too; change it by hand, so that nothing that names the column breaks.`,
    `"${search}" מופיע גם בכותרת של עמודה; שנו אותו ידנית, כדי שלא יישבר מה שמפנה לעמודה.`,
  );

const unsafe = (cell: string): never =>
  refuse(
    `${cell} holds a formula, a number or a text of several lines; change that cell by hand.`,
    `בתא ${cell} יש נוסחה, מספר או טקסט מרובה שורות; שנו אותו ידנית.`,
  );
