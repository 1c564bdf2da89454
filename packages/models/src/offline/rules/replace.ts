import type { JsonObject } from '@atelier/kernel/core';
import { asList, asObject, call, refuse, type Sub } from '../plan.ts';
import { isPlainName, isVague } from '../reading/fields.ts';
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
} from '../rule.ts';
import { firstRows } from './first-rows.ts';
import { pattern } from './words.ts';

/** Every occurrence is meant, so words that say so are let go. */
const each =
  '(?:(?:all|every|each|any)(?: the| of the)? )?(?:(?:the )?(?:occurrences?|instances?|mentions?|appearances?|uses?) of )?(?:the )?(?:(?:company name|company|word|words|text|phrase|name|term|string|value|expression)s? )?';
const everywhere =
  '(?:[,\\s]+(?:everywhere|throughout|all over|all through|wherever (?:it|they|that) (?:appears?|occurs?|stands?|is (?:found|mentioned|used)|shows? up|comes? up)|every time(?: it (?:appears|occurs))?|each time|in (?:all|every)(?: of)?(?: the)? (?:places?|slides?|cells?|rows?|paragraphs?|sheets?|cases?)|on (?:all|every)(?: of)?(?: the)? (?:slides?|sheets?)|in the (?:whole|entire) (?:file|document|presentation|deck|workbook|table|thing)|across (?:the board|all (?:the )?(?:slides|sheets))|at every place|now|one by one|for all of them|all of them|every one of them|each one))*';
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

export const replaceRule: OfflineRule = {
  id: 'replace',
  ways: [
    {
      en: 'replace {value} with "New name" in column {text} in {csv}',
      he: 'החלף {value} ב-"שם חדש" בעמודה {text} בקובץ {csv}',
    },
    { en: 'replace "old words" with "new words" in {doc}', he: 'החלף "מילים ישנות" ב-"מילים חדשות" בקובץ {doc}' },
  ],
  read: byEdit(...said.map((each) => (rest: string) => plainly(each, withoutEverywhere(rest)))),
  *plan(asked) {
    const file = sourceOf(asked, ['docx', 'pptx', 'text', 'table', 'xlsx']);
    const [search, replace] = [asked.part('from') ?? '', asked.part('to') ?? ''];
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
        const op = { op: 'replace_text', search, replace, match_case: true, scope: 'all', allow_no_match: null };
        const whole = { create_new: null, copy_from: null, track_changes: null, operations: [op] };
        return summaryOf(asked, file.path, yield* call('docx_operations', { ...common, ...whole }));
      }
      case 'pptx': {
        const op = { op: 'replace_text', search, replace, match_case: true, allow_no_match: null, index: null };
        return summaryOf(
          asked,
          file.path,
          yield* call('pptx_operations', { ...common, create_new: null, copy_from: null, operations: [op] }),
        );
      }
      case 'text': {
        const edit = { op: 'replace', search, replace, occurrence: 'all', match_case: true };
        return summaryOf(asked, file.path, yield* call('edit_text_file', { ...common, edits: [edit], encoding: null }));
      }
      case 'table': {
        const cells = yield* csvCells(asked, search, replace, within);
        const op = { op: 'update_cells', cells };
        return summaryOf(
          asked,
          file.path,
          yield* call('csv_operations', { ...common, create_new: null, operations: [op], encoding: null }),
        );
      }
      default: {
        const operations = yield* sheetCells(asked, file.path, search, replace);
        return summaryOf(
          asked,
          file.path,
          yield* call('xlsx_operations', { ...common, create_new: null, copy_from: null, operations }),
        );
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
    .replace(/[\s,]+(?:everywhere|throughout)(?=[\s,]|$)/giu, ' ')
    .replace(
      /[\s,;–-]+(?:so |and )?(?:change|fix|update|correct|replace|swap|make) (?:it|that|this|them)(?: accordingly| for me)?$/iu,
      '',
    )
    .replace(/[\s,;–-]+(?:תחליף|תשנה|תעדכן|תקן|תתקן|שנה|עדכן)(?: את)?(?: זה| אותו| אותה)?\s*$/u, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Words without quotes must be plain ones: nothing in them may be meant as a place or a condition. */
const plainly = (pattern: RegExp, rest: string): Parts | undefined => {
  const parts = pattern.exec(rest)?.groups;
  if (!parts) return undefined;
  const { from = '', to = '' } = parts;
  // Where a Hebrew name ends and the other begins is sure only when one word can begin it.
  const words = `${from} ${to}`;
  const begins = rest.match(/ [בל]-?(?=\p{Script=Hebrew}{2})/gu)?.length ?? 0;
  if (/\p{Script=Hebrew}/u.test(words) && /\s/.test(to) && begins !== 1) return undefined;
  return isPlainName(from) && isPlainName(to) && !isVague(to) ? parts : undefined;
};

const nothing = (search: string): never => refuse(`"${search}" does not occur there.`, `"${search}" אינו מופיע שם.`);

const mostCells = 200;

/** Cells of text that hold the words. A number, a date or a header that holds them too is not passed over in silence. */
function* csvCells(
  asked: Asked,
  search: string,
  replace: string,
  within: string | undefined,
): Sub<readonly JsonObject[]> {
  const table = yield* tableOf(asked);
  const columns = within === undefined ? table.columns : [columnOf(table, within)];
  if (columns.some(({ name }) => name.includes(search))) return inHeader(search);
  for (const { name } of columns.filter(({ type }) => type !== 'string')) {
    const held = `SELECT __row FROM data_rows WHERE contains(CAST(${sqlName(name)} AS VARCHAR), ${sqlText(search)}) LIMIT 1`;
    const [found] = yield* firstRows(table, held);
    if (found) return unsafe(`${name}, ${asked.say('row', 'שורה')} ${Number(found[0])}`);
  }
  const cells: JsonObject[] = [];
  for (const { name } of columns.filter(({ type }) => type === 'string')) {
    const query = `SELECT __row, ${sqlName(name)} FROM data_rows WHERE contains(${sqlName(name)}, ${sqlText(search)}) ORDER BY __row`;
    for (const [row, value] of yield* firstRows(table, query)) {
      cells.push({ row: Number(row), column: name, value: String(value).replaceAll(search, replace) });
    }
  }
  if (cells.length === 0) return nothing(search);
  return cells.length < mostCells ? cells : tooMany();
}

const tooMany = (): never =>
  refuse(
    `More than ${mostCells} cells would change; that is more than I do at once.`,
    `ישתנו יותר מ-${mostCells} תאים; זה יותר ממה שאני עושה בבת אחת.`,
  );

function* sheetCells(asked: Asked, path: string, search: string, replace: string): Sub<readonly JsonObject[]> {
  const operations: JsonObject[] = [];
  const all = yield* sheetNames(path);
  for (const sheet of asked.sheet === undefined ? all : [chooseSheet(asked, path, all)]) {
    const cells = yield* cellsHolding(path, sheet, search);
    if (cells.length === 0) continue;
    operations.push({
      op: 'set_cells',
      sheet,
      cells: cells.map(({ cell, value }) => ({
        cell,
        value: value.replaceAll(search, replace),
        type: 'string',
        style: null,
      })),
    });
  }
  if (operations.length === 0) return nothing(search);
  return operations.flatMap(({ cells }) => asList(cells)).length < mostCells ? operations : tooMany();
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
        if (!value.includes(search)) continue;
        const cell = `${columns[at]}${row}`;
        if (!isPlainText(value)) return unsafe(cell);
        found.push({ cell, value });
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
