import type { JsonObject } from '@atelier/kernel/core';
import { type Bilingual, call, OfflineRefusal, refuse, type Sub } from '../plan.ts';
import { type Asked, sqlName, stemOf } from '../rule.ts';
import { onlyPlainCells } from '../rules/plain-cells.ts';
import { deleteRows } from '../rules/row-edits.ts';
import { saveQuery } from '../rules/save-query.ts';
import { placeName } from '../rules/word-question.ts';
import { addsWords } from '../rules/words.ts';
import { writeCells } from '../rules/write-cells.ts';
import { copiesIn, rowsFor } from './answer.ts';
import type { Ask } from './ask.ts';
import { wordsOf } from './clauses.ts';
import { itemsOf, lexiconOf } from './items.ts';
import { readOf } from './read.ts';
import { type Head, plain, type Sheet } from './sheets.ts';

/** A change that speaks of rows the way a question does, or of those of the turn before. */
export type Act = {
  readonly kind: 'save' | 'delete' | 'set';
  readonly sheet: Sheet;
  /** Places in the sheet, in the order that is wanted. */
  readonly rows: readonly number[];
  readonly which: Bilingual;
  readonly isBook?: boolean;
  /** The name of the new file, where one was said. */
  readonly saveAs?: string;
  readonly column?: Head;
  readonly value?: string | number;
  readonly isDate?: boolean;
};

const polite =
  '(?:(?:please|pls|plz|can you|could you|would you|will you|can i|could i|i want you to|id like you to|ok|okay|right|now|and|so|then|also|just|great|thanks|thank you|hi|hello|hey|good|yes|next)[\\s,.!-]+)*';
const tail = '(?:[\\s,]+(?:please|pls|thanks|thank you|for me|for us|too|as well|now))*[\\s.!?]*';
const those =
  '(?:those|these|them|that|it|this|those ones|these ones|that one|that list|this list|the list|the result|the results|those rows|these rows|that lot|all of them|all of those|all of these|both of them|both)';
const newFile =
  '(?:an? |its own |their own |a (?:new|separate) )?(?:(?:new|separate|own|extra|fresh|different|another|little|single) )*(?<kind>csv file|csv|excel file|excel sheet|excel|xlsx file|xlsx|spreadsheet|workbook|file|list)(?: of (?:its|their) own)?';
const purpose =
  '(?: (?:so (?:that )?(?:i|we|they|he|she)|for (?!each)|to (?:send|give|pass|chase|print|keep|show|work|share|use|go|call|ring|bring|take|check)|that i can|i can|which i) ?[^,]*)?';
const saves: readonly RegExp[] = [
  new RegExp(
    `^${polite}(?:put|save|export|copy|extract|pull|write|get|move|store|dump|stick|split)(?: out)? (?<rows>.+?) (?:out )?(?:in|into|to|as|onto|on) ${newFile}${purpose}${tail}$`,
    'iu',
  ),
  new RegExp(
    `^${polite}(?:make|create|do|give|prepare|build|generate|get|need|want|have|i need|i want|id like|i would like|i d like)(?: me| us| i)? ${newFile} (?:of|with|for|containing|listing|from|that has|showing)(?: just| only)? (?<rows>.+?)${purpose}${tail}$`,
    'iu',
  ),
];
const deletes = new RegExp(
  `^${polite}(?:delete|remove|take|get rid of|drop|clear|throw|kick|cut|strip|scrap|erase|chuck)(?: out)? (?<rows>.+?)(?: (?:out|off|away))?(?: (?:of|from) (?<place>(?:it|there|the (?:list|file|sheet|table|spreadsheet))|(?:the |my |our )?[\\p{L}]+(?: (?:list|file|sheet|table))?))?${tail}$`,
  'iu',
);
const copy =
  /^(?:the )?(?:second|duplicate|double|extra|copy|repeat(?:ed)?|other|spare|surplus)s?(?: (?:one|row|entry|copy|line|order|record))?$|^one(?: of (?:them|those|the two))?$|^(?:the )?(?:duplicate|double)s?$/iu;
const sets: readonly RegExp[] = [
  new RegExp(
    `^${polite}(?:put|stick|pop) (?<value>.+?) (?:on|against|down for|in for|down on|next to|as the \\p{L}+ (?:on|for)) (?<rows>${those})${tail}$`,
    'iu',
  ),
  new RegExp(
    `^${polite}(?:set|mark|change|make|flag|switch|move|update|put|turn) (?<rows>${those}) (?:down )?(?:as|to|into|=) (?<value>.+?)${tail}$`,
    'iu',
  ),
  new RegExp(`^${polite}(?:assign|give|hand|allocate) (?<rows>${those}) to (?<value>.+?)${tail}$`, 'iu'),
  new RegExp(
    `^${polite}(?:set|change|update|make|put) (?:the )?(?<head>[\\p{L} ()$£€.%/-]+?) (?:to|=|as|into) (?<value>[^,]+?) (?:for|on|of|in|where) (?<rows>.+?)${tail}$`,
    'iu',
  ),
  new RegExp(`^${polite}(?:mark|flag|set) (?<rows>.+?) (?:down )?(?:as|to) (?<value>[^,]+?)${tail}$`, 'iu'),
];
const hebrewTail = '(?:[\\s,]+(?:בבקשה|תודה|לי|לנו|כדי ש?.+|בשביל .+))*[\\s.!?]*';
const hebrewThose =
  '(?:אותם|אותן|אותו|אותה|את אלה|את אלו|את זה|את הרשימה|את כולם|את כולן|את הרשימה הזאת|את השורות האלה)';
const savesHe: readonly RegExp[] = [
  new RegExp(
    `^(?:(?:ו?עכשיו|בבקשה|אפשר|תוכלי?|אוקיי|טוב)[\\s,]+)*(?:תוציאי?|להוציא|הוציאי?|תשמרי?|לשמור|שמרי?|תשי(?:ם|מי)|לשים|שי(?:ם|מי)|תעבירי?|להעביר|תעתיקי?|להעתיק|תכניסי?|תעשי?|תכי(?:ן|ני)|להכין)(?: לי| לנו)?(?: (?<first>.+?))? (?:ל|ב)(?:קובץ|גיליון|טבלת|רשימה) ?(?<kind>אקסל|csv)?(?: ?(?:חדש|נפרד|חדשה|נפרדת|משלהם|משלו))+(?: (?:עם |של |את )?(?<rows>.+?))?${hebrewTail}$`,
    'u',
  ),
  new RegExp(
    `^(?:(?:ו?עכשיו|בבקשה|אפשר|תוכלי?|אוקיי|טוב|אני (?:צריכה?|רוצה))[\\s,]+)*(?:תעשי?|תכי(?:ן|ני)|להכין|תיצרי?|ליצור|ת(?:ן|ני)|תן)?(?: לי| לנו)? ?קובץ ?(?<kind>אקסל|csv)?(?: ?(?:חדש|נפרד))* (?:עם|של|שיהיו בו|שיהיה בו)(?: רק)? (?:את )?(?<rows>.+?)${hebrewTail}$`,
    'u',
  ),
];
const deletesHe = new RegExp(
  `^(?:(?:ו?עכשיו|בבקשה|אפשר|תוכלי?|אוקיי|טוב|אז)[\\s,]+)*ו?(?:תמחקי?|מחקי?|למחוק|תורידי?|להוריד|הורידי?|תסירי?|להסיר|הסירי?|תוציאי?|להוציא) (?<rows>(?:את |מ).+?)${hebrewTail}$`,
  'u',
);
const setsHe: readonly RegExp[] = [
  new RegExp(
    `^(?:(?:ו?עכשיו|בבקשה|אוקיי|טוב|אז)[\\s,]+)*ו?(?:תסמ(?:ן|ני)|סמ(?:ן|ני)|לסמן|תגדירי?|תעדכ(?:ן|ני)|תש(?:ן|ני)) (?<rows>${hebrewThose}) (?:כ|ל|בתור )-?(?<value>.+?)${hebrewTail}$`,
    'u',
  ),
  new RegExp(
    `^(?:(?:ו?עכשיו|בבקשה|אוקיי|טוב|אז)[\\s,]+)*ו?(?:תשי(?:ם|מי)|שי(?:ם|מי)|לשים|תשב(?:ץ|צי)|תרש(?:ם|מי)) (?:את )?(?<value>.+?) (?:על|ב|ל|אצל) ?(?:כולם|כולן|אותם|אותן|אלה|שניהם|שתיהן|כל אלה)${hebrewTail}$`,
    'u',
  ),
];
const isThose = (words: string): boolean =>
  new RegExp(`^(?:(?:all|just|only) )?(?:${those}|${hebrewThose})$`, 'iu').test(words.trim());

/** Reads a change of rows; undefined where it is none, or where it could be of two tables. */
export const readAct = (
  request: string,
  before: Ask | undefined,
  sheets: readonly Sheet[],
  today: string,
): Act | undefined => {
  const text = request
    .trim()
    .replace(/[’‘]/gu, "'")
    .replace(/(\p{L})'(\p{L})/gu, '$1$2')
    .replace(/(?<=\d),(?=\d{3})/gu, '');
  const isHebrew = /\p{Script=Hebrew}/u.test(text);
  const save = (isHebrew ? savesHe : saves).map((each) => each.exec(text)?.groups).find((each) => each !== undefined);
  if (save) {
    const rows = save.rows ?? save.first;
    const found = rowsMeant(rows === undefined || rows === '' ? 'those' : rows, before, sheets, today, true);
    const kind = save.kind ?? '';
    return (
      found && {
        kind: 'save',
        ...found,
        ...(/excel|xlsx|spreadsheet|workbook|אקסל/iu.test(kind)
          ? { isBook: true }
          : /csv/iu.test(kind)
            ? { isBook: false }
            : {}),
      }
    );
  }
  const gone = (isHebrew ? deletesHe : deletes).exec(text)?.groups;
  if (gone?.rows !== undefined) {
    const rows = gone.rows.trim().replace(/^את (?!אל)/u, '');
    if (before?.measure === 'twice' && (copy.test(rows) || /כפיל|כפול|שני/u.test(rows) || isThose(rows)))
      return copiesAct(before, rows);
    if (copy.test(rows)) return undefined;
    const found = rowsMeant(rows, before, sheets, today, false, gone.place);
    return found && { kind: 'delete', ...found };
  }
  for (const pattern of isHebrew ? setsHe : sets) {
    const parts = pattern.exec(text)?.groups;
    if (!parts?.value) continue;
    const found = rowsMeant(parts.rows ?? 'those', before, sheets, today, false);
    const target = found && targetIn(found.sheet, parts.head, parts.value);
    if (found && target) return { kind: 'set', ...found, ...target };
  }
  return undefined;
};

const nothingSaid: Bilingual = { en: '', he: '' };
const inWords = ({ filters }: Ask): Bilingual => ({
  en: filters.map(({ said }) => said.en).join(' and '),
  he: filters.map(({ said }) => said.he).join(' וגם '),
});

const copiesAct = (before: Ask, said: string): Act | undefined => {
  const copies = copiesIn(before.sheet, rowsFor(before));
  const isAll = /s$|s (?:rows|entries)|them|those|כפילויות|כפולים|כפולות/iu.test(said);
  if (copies.length === 0 || (copies.length > 1 && !isAll)) return undefined;
  // "Them" after two that are the same may be both.
  if (/^(?:them|those|it|both|all of them)$/iu.test(said)) return undefined;
  return { kind: 'delete', sheet: before.sheet, rows: copies.map(([, at]) => at), which: nothingSaid };
};

type Found = Pick<Act, 'sheet' | 'rows' | 'which'>;

/** The rows that words speak of: those of the turn before, or as a question would find them. */
const rowsMeant = (
  said: string,
  before: Ask | undefined,
  sheets: readonly Sheet[],
  today: string,
  isCopy: boolean,
  place?: string,
): Found | undefined => {
  const words = said.trim();
  if (isThose(words)) {
    if (!before || before.by.length > 0 || before.spans.length > 1 || before.measure === 'twice') return undefined;
    const rows = before.top ? topRows(before) : rowsFor(before);
    if (rows.length === 0 || (before.filters.length === 0 && !before.top && !isCopy)) return undefined;
    return { sheet: before.sheet, rows, which: inWords(before) };
  }
  const phrase =
    place === undefined || /^(?:it|there|the (?:list|file|sheet|table|spreadsheet))$/iu.test(place)
      ? words
      : `${words} in ${place}`;
  const read = sheets.flatMap((sheet) => {
    const reading = readOf(`show ${phrase}`, sheet, sheets, today);
    if (!('ask' in reading)) return [];
    const { ask } = reading;
    const isRows =
      ask.narrower === undefined &&
      ask.measure === 'rows' &&
      ask.by.length === 0 &&
      !ask.top &&
      ask.spans.length === 0 &&
      !ask.isCounted;
    const named = ask.wanted.filter((head) => !(ask.order?.head === head));
    return isRows && ask.filters.length > 0 && named.length === 0
      ? [{ ask, score: reading.score + (sheet.table === before?.sheet.table ? 1 : 0) }]
      : [];
  });
  const [best, next] = read.toSorted((a, b) => b.score - a.score);
  if (!best || (next && next.score === best.score)) return undefined;
  // What is changed is not guessed: another spelling of a name, or cells that say nothing, are a question.
  if (!isCopy && best.ask.filters.some(({ notes = [] }) => notes.length > 0)) return undefined;
  const rows = rowsFor(best.ask);
  return rows.length === 0 ? undefined : { sheet: best.ask.sheet, rows, which: inWords(best.ask) };
};

const topRows = (ask: Ask): readonly number[] => {
  const [amount] = ask.amounts;
  if (!amount || !ask.top) return [];
  const { isLeast, count } = ask.top;
  const rows = rowsFor(ask).filter((at) => amount.of(ask.sheet.rows[at] ?? []) !== null);
  return rows
    .toSorted(
      (a, b) =>
        ((amount.of(ask.sheet.rows[b] ?? []) ?? 0) - (amount.of(ask.sheet.rows[a] ?? []) ?? 0)) * (isLeast ? -1 : 1),
    )
    .slice(0, count);
};

/** Which column should say it, and how that column writes it. */
const targetIn = (
  sheet: Sheet,
  head: string | undefined,
  said: string,
): { readonly column: Head; readonly value: string | number } | undefined => {
  const value = said.trim().replace(/^["'“”]+|["'“”]+$/gu, '');
  const named = head === undefined ? undefined : headNamed(sheet, head);
  if (head !== undefined && !named) return undefined;
  const among = named ? [named] : sheet.heads;
  const held = among.flatMap((each) => {
    if (each.kind !== 'text') return [];
    const exact = each.texts.get(plain(value));
    if (exact) return [{ column: each, value: usualOf(each, plain(value)) }];
    const parts = named ? [] : [...each.texts].filter(([text]) => text.split(' ').includes(plain(value)));
    const [part, other] = parts;
    return part && !other ? [{ column: each, value: part[1].written }] : [];
  });
  const flag = among.find((each) => each.flag);
  const [only, ...others] = held;
  if (only && others.length === 0) return only;
  if (only) {
    const people = held.filter(({ column }) =>
      /assign|owner|lead|responsible|driver|teacher|status|אחראי|סטטוס/iu.test(column.name),
    );
    return people.length === 1 ? people[0] : undefined;
  }
  if (named && flag === named && named.flag) {
    if (/^(?:y|yes|true|כן)$/iu.test(value)) return { column: named, value: named.flag.yes[0] ?? value };
    if (/^(?:n|no|false|לא)$/iu.test(value)) return { column: named, value: named.flag.no[0] ?? value };
  }
  if (named?.kind === 'number' && /^-?\d+(?:\.\d+)?$/.test(value)) return { column: named, value: Number(value) };
  // "Finished last year" of a column that says Finished: a word more than it knows.
  if (
    named &&
    addsWords(
      value,
      [...named.texts.values()].map(({ written }) => written),
    )
  )
    return undefined;
  return named?.kind === 'text' && value.split(/\s+/u).length <= 4 ? { column: named, value } : undefined;
};

const usualOf = (head: Head, text: string): string => head.texts.get(text)?.written ?? text;

const headNamed = (sheet: Sheet, said: string): Head | undefined => {
  const { clauses } = wordsOf(said, '2000-01-01');
  const items = itemsOf(clauses.flat(), lexiconOf(sheet, [sheet])).filter(({ is }) => is !== 'skip');
  const [only, other] = items;
  if (!only || other) return undefined;
  const heads = only.is === 'column' ? only.heads : only.is === 'value' ? only.heads : [];
  return heads.length === 1 ? heads[0] : undefined;
};

/** Carries it out, and says what was done. */
export function* carryOut(asked: Asked, act: Act): Sub<string> {
  const { sheet, rows, which } = act;
  const { table } = sheet;
  const place = placeName(table);
  const ids = rows.map((at) => sheet.rowIds[at] ?? 0);
  const fitting = which.en === '' ? '' : asked.say(` where ${which.en}`, ` שבהן ${which.he}`);
  switch (act.kind) {
    case 'save': {
      const path = act.saveAs ?? freeName(asked, act);
      if (asked.files.some((file) => file.path.toLowerCase() === path.toLowerCase()))
        return refuse(
          `There is a file ${path} already, and I write over none. Say another name.`,
          `כבר יש קובץ ${path}, ואיני כותב על קובץ קיים. כתבו שם אחר.`,
        );
      if (sheet.document)
        yield* saveCells(path, [
          sheet.heads.map(({ name }) => name),
          ...rows.map((at) => (sheet.shown[at] ?? []).map((cell) => String(cell ?? ''))),
        ]);
      else {
        const order = `CASE __row ${ids.map((id, at) => `WHEN ${id} THEN ${at}`).join(' ')} END`;
        const columns = table.columns.map(({ name }) => sqlName(name)).join(', ');
        yield* saveQuery(
          asked,
          table,
          `SELECT ${columns} FROM data_rows WHERE __row IN (${ids.join(', ')}) ORDER BY ${order}`,
          path,
        );
      }
      return asked.say(
        `Saved ${rows.length} of ${sheet.rows.length} rows of ${place}${fitting} to ${path}.${act.saveAs === undefined ? ` ${table.path} is as it was.` : ''}`,
        `נשמרו ${rows.length} מתוך ${sheet.rows.length} שורות של ${place}${fitting} בקובץ ${path}.${act.saveAs === undefined ? ` ${table.path} לא השתנה.` : ''}`,
      );
    }
    case 'delete': {
      if (rows.length === sheet.rows.length)
        return refuse(
          `That fits all ${rows.length} rows of ${place}. I don't empty a table.`,
          `זה מתאים לכל ${rows.length} השורות של ${place}. איני מרוקן טבלה.`,
        );
      const sorted = ids.toSorted((a, b) => a - b);
      if (sheet.document)
        yield* callDocx(
          asked,
          sheet,
          sorted
            .toReversed()
            .map((row) => ({ op: 'delete_table_rows', table: sheet.document?.table ?? 0, from: row, to: row })),
        );
      else yield* deleteRows(asked, table, sorted);
      return [
        asked.say(
          `Deleted ${rows.length} of ${sheet.rows.length} rows in ${place}${fitting}:`,
          `נמחקו ${rows.length} מתוך ${sheet.rows.length} שורות בקובץ ${place}${fitting}:`,
        ),
        ...rows.slice(0, 10).map(
          (at) =>
            `- ${(sheet.shown[at] ?? [])
              .slice(0, 4)
              .map((cell) => String(cell ?? '–'))
              .join(' | ')}`,
        ),
      ].join('\n');
    }
    default: {
      const { column, value } = act;
      if (!column || value === undefined) throw new OfflineRefusal({ en: 'Nothing to set.', he: 'אין מה לקבוע.' });
      const changed = rows.filter((at) => String(sheet.shown[at]?.[column.at] ?? '') !== String(value));
      if (changed.length === 0)
        return refuse(
          `${place} says so already. Nothing to change.`,
          `בקובץ ${place} כבר כתוב כך. אין מה לשנות.`,
          [],
          table.path,
        );
      if (sheet.document)
        yield* callDocx(asked, sheet, [
          {
            op: 'set_table_cells',
            table: sheet.document.table,
            cells: changed.map((at) => ({
              row: sheet.rowIds[at] ?? 0,
              col: column.at,
              text: String(value),
              runs: null,
            })),
          },
        ]);
      else
        yield* writeCells(
          asked,
          table,
          changed.map((at) => ({
            row: sheet.rowIds[at] ?? 0,
            column: column.name,
            value,
            ...(act.isDate ? { isDate: true } : {}),
          })),
        );
      return [
        asked.say(
          `${value === '' ? `Cleared ${column.name}` : `Set ${column.name} to ${value}`} in ${changed.length} of ${sheet.rows.length} rows of ${place}${fitting}:`,
          `${value === '' ? `${column.name} רוקנה` : `${column.name} נקבעה ל-${value}`} ב-${changed.length} מתוך ${sheet.rows.length} שורות של ${place}${fitting}:`,
        ),
        ...changed.slice(0, 12).map(
          (at) =>
            `- ${(sheet.shown[at] ?? [])
              .slice(0, 3)
              .map((cell) => String(cell ?? '–'))
              .join(' | ')}: ${asked.say('was', 'היה')} ${sheet.shown[at]?.[column.at] ?? '–'}`,
        ),
      ].join('\n');
    }
  }
}

const freeName = (asked: Asked, { sheet, which, isBook }: Act): string => {
  const { path, kind } = sheet.table;
  const ending = (isBook ?? kind === 'xlsx') ? 'xlsx' : 'csv';
  const words =
    asked
      .say(which.en, which.he)
      .replace(/\b(?:is|not|and|or|than|of|in|the)\b/giu, ' ')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const stem = `${stemOf(path)}-${words.slice(-2).join('-').toLowerCase() || asked.say('selection', 'רשימה')}`.replace(
    /-+$/u,
    '',
  );
  const names = [`${stem}.${ending}`, ...Array.from({ length: 9 }, (_, at) => `${stem}-${at + 2}.${ending}`)];
  return (
    names.find((name) => !asked.files.some((file) => file.path.toLowerCase() === name.toLowerCase())) ??
    `${stem}-10.${ending}`
  );
};

/** Rows of texts as a new csv or workbook. */
export function* saveCells(path: string, rows: readonly (readonly string[])[]): Sub<void> {
  const [header = [], ...body] = rows;
  if (/\.csv$/iu.test(path)) {
    yield* callNew(
      'csv_operations',
      path,
      [
        ...header.map((name) => ({ op: 'add_column', name, after: null, default: null, values: null })),
        ...(body.length > 0 ? [{ op: 'append_rows', rows: body.map((row) => [...row]), records: null }] : []),
      ],
      { encoding: null },
    );
    return;
  }
  const operations = [
    { op: 'set_range', sheet: 'Sheet1', start: 'A1', values: onlyPlainCells(rows.map((row) => [...row])), style: null },
  ];
  yield* callNew(
    'xlsx_operations',
    path,
    [{ op: 'ensure_sheet', sheet: 'Sheet1', position: null }, ...operations] as JsonObject[],
    { copy_from: null },
  );
}

function* callNew(tool: string, path: string, operations: readonly JsonObject[], more: JsonObject): Sub<JsonObject> {
  return yield* call(tool, { path, create_new: true, ...more, operations, expected_version: null, summary: null });
}

export function* callDocx(asked: Asked, sheet: Sheet, operations: readonly JsonObject[]): Sub<JsonObject> {
  return yield* call('docx_operations', {
    path: sheet.table.path,
    create_new: null,
    copy_from: null,
    track_changes: null,
    operations,
    expected_version: sheet.table.version,
    summary: asked.say('Table changed.', 'הטבלה שונתה.'),
  });
}

/** The act as a request that stands alone: a later phase of a turn knows nothing of the turns before. */
export const actInWords = (act: Act): string | undefined => {
  const { sheet, rows, kind, column, value, isBook } = act;
  const { path, sheet: tab, kind: fileKind } = sheet.table;
  if ([path, tab ?? '', column?.name ?? '', String(value ?? '')].some((each) => each.includes('"'))) return undefined;
  const place = `${sheet.document ? `table ${sheet.document.table} of ` : tab === null ? '' : `sheet "${tab}" of `}"${path}"`;
  const said = `row${rows.length === 1 ? '' : 's'} ${rows.map((at) => sheet.rowIds[at]).join(', ')} of ${place}`;
  if (kind === 'delete') return `Delete ${said}`;
  if (kind === 'set')
    return column && value !== undefined ? `Set "${column.name}" to "${value}" in ${said}` : undefined;
  return `Save ${said} as ${(isBook ?? fileKind === 'xlsx') ? 'an xlsx' : 'a csv'}`;
};
