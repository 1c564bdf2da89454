import { earlierRequests, type ListedFile, listFiles, OfflineRefusal, type Sub, today } from '../plan.ts';
import { type RequestText, readRequest } from '../request-text.ts';
import type { Asked } from '../rule.ts';
import { wordsOf } from './clauses.ts';
import { sheetsOf } from './folder-sheets.ts';
import { itemsOf, lexiconOf } from './items.ts';
import { correctedRow } from './last-row.ts';
import { linkedEdit } from './linked-edits.ts';
import { movedOut } from './moved-out.ts';
import { withoutRemark } from './remark-goes.ts';
import { filled, moved, paidNow, withCells } from './said-changes.ts';
import { renamed, withColumn } from './said-columns.ts';
import { isTableNoun, placeSaid, quoted, SeveralPlaces, tableCalled } from './said-names.ts';
import { withRow } from './said-rows.ts';
import { respelled } from './said-spelling.ts';
import type { Sheet } from './sheets.ts';
import { mainDay } from './states.ts';
import { withoutTypos } from './typos.ts';
import { changedValues } from './value-changes.ts';

/**
 * What people say in many ways, said in the one way that a rule reads from its first word to its last. Undefined where
 * a word has no use, or where two tables could be meant.
 */
export function* rewritten(request: string): Sub<string | undefined> {
  try {
    const files = yield* listFiles();
    const text = readRequest(request, files);
    const sheets = yield* sheetsOf(nothingAsked(text, files));
    const day = yield* today();
    const words = request
      .trim()
      .replace(/[’‘]/gu, "'")
      .replace(polite, '')
      .replace(/[\s.!]+$/u, '')
      .trim();
    return (
      correctedRow(words, yield* earlierRequests(), sheets, day) ??
      movedOut(words, sheets, day) ??
      converted(words, sheets, files) ??
      moved(words, sheets) ??
      withoutTypos(words, sheets, (word) => tableCalled(word, sheets) !== undefined) ??
      respelled(words, sheets) ??
      sortedBy(words, sheets) ??
      renamed(words, sheets) ??
      paidNow(words, sheets, day) ??
      filled(words, sheets) ??
      withColumn(words, sheets) ??
      withRow(words, sheets, day) ??
      changedValues(words, sheets) ??
      withCells(words, sheets, day) ??
      withoutRemark(words, sheets, (main) => withCells(main, sheets, day) ?? linkedEdit(main, sheets, day)) ??
      linkedEdit(words, sheets, day)
    );
  } catch (refusal) {
    if (refusal instanceof OfflineRefusal && !(refusal instanceof SeveralPlaces)) return undefined;
    throw refusal;
  }
}

export const nothingAsked = (text: RequestText, files: readonly ListedFile[]): Asked => ({
  ...text,
  source: undefined,
  sheet: undefined,
  rest: '',
  files,
  part: () => undefined,
  raw: () => undefined,
  say: (en, he) => (text.language === 'he' ? he : en),
});

const polite =
  /^(?:(?:hi|hello|hey|ok|okay|right|so|and|also|now|then|please|pls|plz|can you|could you|would you|can i|could i|i'd like you to|i want you to|good|thanks|היי|שלום|אוקיי|טוב|בבקשה|ו?עכשיו|אפשר|תוכלי?|אז)[\s,!.]+)+/iu;

const formats: readonly (readonly [RegExp, string])[] = [
  [/^(?:excel|xlsx|xls|spreadsheet|workbook|אקסל)/iu, 'xlsx'],
  [/^csv/iu, 'csv'],
  [/^(?:word|docx|doc|וורד)/iu, 'docx'],
];
const format = '(?<format>excel|xlsx|xls|spreadsheet|workbook|csv|word|docx|אקסל|וורד)';
const why =
  '(?:[\\s,]+(?:too|as well|please|also|instead|again|(?:so|for|to|because|in case|which|that) .+|בבקשה|גם|(?:בשביל|כדי|עבור|ל) ?.+))*';
const conversions: readonly RegExp[] = [
  new RegExp(
    `^(?:have|get|give me|give us|make me|make|i need|we need|need|i want|want|i'd like|send me|save|export|convert|turn|put|download|do|can i have|let me have|change|create)(?: me| us)? (?<what>.+?) (?:as|in|into|to)(?: an?| the)? ${format}(?: file| sheet| format| document| version| spreadsheet)*${why}$`,
    'iu',
  ),
  new RegExp(
    `^(?:have|get|give me|make me|make|i need|need|i want|want|create)(?: me| us)? an? ${format}(?: file| sheet| version| copy)* (?:of|from|with) (?<what>.+?)${why}$`,
    'iu',
  ),
  new RegExp(
    `^(?:אני צריכה?|צריכה?|ת(?:ן|ני) לי|תוציאי?(?: לי)?|תמירי?(?: לי)?|המרי?|להמיר|תשמרי?(?: לי)?|אני רוצה|תעשי?(?: לי)?|תייצאי?(?: לי)?) (?:את )?(?<what>.+?) [בכל]-?(?:קובץ )?${format}${why}$`,
    'u',
  ),
];
const converted = (words: string, sheets: readonly Sheet[], files: readonly ListedFile[]): string | undefined => {
  const parts = conversions.map((each) => each.exec(words)?.groups).find((each) => each !== undefined);
  if (!parts?.what) return undefined;
  const sheet = tableCalled(parts.what, sheets, files) ?? documentCalled(parts.what, sheets);
  const wanted = formats.find(([each]) => each.test(parts.format ?? ''))?.[1];
  if (!sheet || !wanted) return undefined;
  if (sheet.table.kind === 'docx') return `convert ${sheet.table.path} to ${wanted}`;
  return `convert ${placeSaid(sheet)} to ${wanted}`;
};

/** "The minutes table": the only table of the only document, where the words say no more. */
const documentCalled = (said: string, sheets: readonly Sheet[]): Sheet | undefined => {
  const inDocuments = sheets.filter(({ document }) => document !== undefined);
  const isSaid =
    /^(?:the |my |our )?(?:table (?:in|from|of) (?:the )?)?(?:minutes|letter|terms|document|word file|word document|report|notes|protocol|פרוטוקול|מכתב|מסמך)(?: table| list| prices?)?$/iu.test(
      said.trim(),
    );
  return isSaid && inDocuments.length === 1 ? inDocuments[0] : undefined;
};

const sorts =
  /^(?:sort|order|arrange|put|rank|re-?order|תמיי(?:ן|ני)|מיי(?:ן|ני)|למיין|תסדרי?|סדרי?|לסדר) (?:לי )?(?<rest>.+)$/iu;
/** "Sort the expenses from new to old": the table, and the column that tells it. */
const sortedBy = (words: string, sheets: readonly Sheet[]): string | undefined => {
  const rest = sorts.exec(words)?.groups?.rest;
  if (rest === undefined) return undefined;
  // "מהסכום הגדול לקטן": the column stands within the words of the order.
  const said = rest
    .replace(/^את /u, '')
    .replace(/(?<![\p{L}])מה?(\p{L}+(?: \p{L}+)?) ה(?:גדול|גבוה)ה? ל(?:קטן|נמוך)ה?(?![\p{L}])/u, 'לפי $1 מהגדול לקטן')
    .replace(/(?<![\p{L}])מה?(\p{L}+(?: \p{L}+)?) ה(?:קטן|נמוך)ה? ל(?:גדול|גבוה)ה?(?![\p{L}])/u, 'לפי $1 מהקטן לגדול');
  const { clauses } = wordsOf(said, '2000-01-01');
  const found = sheets.flatMap((sheet) => {
    if (sheet.document) return [];
    const items = itemsOf(clauses.flat(), lexiconOf(sheet, sheets));
    const heads = items.flatMap((item) => (item.is === 'column' ? [item.heads] : []));
    const order = items.flatMap((item) => (item.is === 'order' ? [item] : []));
    const table = items.filter(({ is }) => is === 'table');
    const isWhole = items.every(
      ({ is, word }) =>
        ['column', 'order', 'table', 'skip', 'rows', 'by', 'sorted'].includes(is) || isTableNoun.test(word),
    );
    if (!isWhole || table.length === 0 || order.length > 1 || heads.length > 1) return [];
    const isOfTime = order.some(({ word }) => /new|old|earl|late|recent|soon|חדש|ישן|מוקדם|מאוחר/u.test(word));
    const named = heads[0]?.length === 1 ? heads[0][0] : undefined;
    const head = named ?? (heads.length === 0 && isOfTime ? mainDay(sheet) : undefined);
    const weight = table.reduce((sum, item) => sum + (item.is === 'table' ? item.weight : 0), 0);
    const isDesc = order[0]?.is === 'order' && order[0].of === 'desc';
    // The youngest have the latest birthday and the smallest age.
    const isYoung = /young/u.test(order[0]?.word ?? '') && head?.kind === 'number';
    return head ? [{ sheet, head, isDown: isDesc !== isYoung, weight }] : [];
  });
  const [best, next] = found.toSorted((a, b) => b.weight - a.weight);
  if (!best || (next && next.weight === best.weight)) return undefined;
  return `sort ${placeSaid(best.sheet)} by ${quoted(best.head.name)}${best.isDown ? ' descending' : ''}`;
};
