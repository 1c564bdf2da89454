import { earlierRequests, type ListedFile, listFiles, OfflineRefusal, type Sub, today } from '../plan.ts';
import { isoOf, nearestYear, readAmount, readDay, writeDayLike } from '../reading/said-values.ts';
import { distance } from '../reading/spelling.ts';
import { type RequestText, readRequest } from '../request-text.ts';
import type { Asked } from '../rule.ts';
import { addsWords } from '../rules/words.ts';
import { actInWords } from './acts.ts';
import { wordsOf } from './clauses.ts';
import { sheetsOf } from './folder-sheets.ts';
import { type Item, itemsOf, lexiconOf } from './items.ts';
import { correctedRow } from './last-row.ts';
import { linkedEdit } from './linked-edits.ts';
import { movedOut } from './moved-out.ts';
import { namesOfHead } from './naming.ts';
import { isRate } from './pairs.ts';
import { type Head, plain, type Sheet } from './sheets.ts';
import { mainDay, paidDayOf } from './states.ts';
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

/** The one table that words call by its name; every other word of them must be small. */
export const tableCalled = (
  said: string,
  sheets: readonly Sheet[],
  files: readonly ListedFile[] = [],
): Sheet | undefined => {
  const file = files.find(({ path }) => said.toLowerCase().includes(path.toLowerCase()));
  const within = file ? sheets.filter(({ table }) => table.path === file.path) : sheets;
  const words = file ? said.toLowerCase().replace(file.path.toLowerCase(), ' ') : said;
  const found = within.flatMap((sheet) => {
    const { clauses } = wordsOf(words, '2000-01-01');
    const lexicon = lexiconOf(sheet, sheets);
    // "The customer list" of a sheet of customers, whose first column is called so too.
    const items = itemsOf(clauses.flat(), lexicon).map((item): Item => {
      const weight = item.is === 'column' ? lexicon.tables.get(item.word) : undefined;
      return weight === undefined ? item : { is: 'table', word: item.word, weight };
    });
    const tables = items.filter(({ is }) => is === 'table');
    const isWhole = items.every(({ is, word }) => ['table', 'skip', 'rows'].includes(is) || isTableNoun.test(word));
    const weight = tables.reduce((sum, item) => sum + (item.is === 'table' ? item.weight : 0), 0);
    return isWhole && (tables.length > 0 || file) ? [{ sheet, weight }] : [];
  });
  const [best, next] = found.toSorted((a, b) => b.weight - a.weight);
  if (!best) return undefined;
  if (!next || next.weight < best.weight) return best.sheet;
  // Of two sheets of one workbook that are called by its name alone, the first is the one.
  return undefined;
};
const isTableNoun =
  /^(?:table|list|sheet|file|data|tab|document|minutes|letter|terms|report|everything|all|whole|טבלה|טבלת|רשימה|רשימת|גיליון|קובץ|הטבלה|הרשימה|הגיליון|הקובץ)$/iu;

const placeSaid = ({ table }: Sheet): string =>
  table.sheet === null || table.isOnlySheet ? table.path : `${table.path} sheet "${table.sheet}"`;

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

const moves: readonly RegExp[] = [
  /^(?:.*[,.;] )?(?:everything|all (?:things|items|rows|entries)|all) (?:that (?:was|is|were|are) |which (?:was|is|were|are) )?(?:(?:on|in|at|under|with|from) )(?<from>.+?) (?:has |have |is |are |was |were )?(?:now |been |all )*(?:moved|gone|going|put|transferred|changed) (?:over |across )?(?:to|into|onto|on|in) (?<to>[^,.;]+)$/iu,
  /^(?:.*[,.;] )?כל (?:מה ש|הדברים ש|השורות ש|הפריטים ש)?(?:היה|היו|נמצא|נמצאים|יש)? ?(?:על|ב-?|תחת|אצל) ?(?<from>.+?) (?:עבר|עברו|הועבר|הועברו|עובר|עוברים) (?:אל |ל-?)(?<to>[^,.;]+)$/u,
];
/** "Everything on shelf B3 has moved to D1": one value of one column becomes another. */
const moved = (words: string, sheets: readonly Sheet[]): string | undefined => {
  const parts = moves.map((each) => each.exec(words)?.groups).find((each) => each !== undefined);
  if (!parts?.from || !parts.to) return undefined;
  const found = sheets.flatMap((sheet) => {
    const [from, to] = [parts.from ?? '', parts.to ?? ''].map((said) => valueBehindHead(said, sheet));
    if (!from || !to || (from.head && to.head && from.head !== to.head)) return [];
    const heads = sheet.heads.filter(
      (head) =>
        head.kind === 'text' && head.texts.has(plain(from.value)) && (from.head === undefined || from.head === head),
    );
    const [head, other] = heads;
    if (!head || other || /\s/u.test(to.value)) return [];
    const rows = sheet.rows.flatMap((row, at) => (plain(String(row[head.at] ?? '')) === plain(from.value) ? [at] : []));
    const value = head.texts.get(plain(to.value))?.written ?? to.value;
    return actInWords({ kind: 'set', sheet, rows, which: { en: '', he: '' }, column: head, value }) ?? [];
  });
  const [only, other] = found;
  return other === undefined ? only : undefined;
};

/** "Shelf B3": the column, where its name stands before the value. */
const valueBehindHead = (said: string, sheet: Sheet): { readonly head?: Head; readonly value: string } | undefined => {
  const [first = '', ...rest] = said
    .trim()
    .replace(/^(?:the|our) /iu, '')
    .split(' ');
  if (rest.length === 0) return { value: first };
  const head = headCalled(first.replace(/^ה/u, ''), sheet)?.head;
  return head ? { head, value: rest.join(' ') } : undefined;
};

const quoted = (text: string): string => `"${text.replace(/^["'“”]+|["'“”]+$/gu, '')}"`;
const fix =
  '(?:[\\s,.;–-]+(?:so |and |can you |could you )*(?:please |pls )*(?:fix|correct|change|sort|mend|put)(?: (?:it|that|this|them))?(?: right)?(?: (?:everywhere|throughout|please|for me))*(?: please)?)?';
const name = '(?:"[^"]+"|[^,.;:!?"]+?)';
const typos: readonly RegExp[] = [
  new RegExp(
    `^(?:.*?(?:typo|mistake|spelling|misspelt|misspelled|wrong)[^,:.]*[,:.]\\s*)?(?<from>${name}) (?:should|must|needs to|ought to) (?:be|read|say)(?: spelt| spelled| written| called)? (?<to>${name})${fix}$`,
    'iu',
  ),
  new RegExp(
    `^(?<from>${name}) is (?:a typo|a mistake|misspelt|misspelled|spelt wrong|spelled wrong|wrong|written wrong|a spelling mistake)[\\s,;:–-]+(?:it )?(?:should|must|needs to) (?:be|read|say) (?<to>${name})${fix}$`,
    'iu',
  ),
  new RegExp(
    `^(?:i |we |someone |somebody |they |ive |i've )?(?:wrote|typed|put|spelt|spelled|misspelt|entered|written) (?<from>${name}) (?:instead of|when it should be|but it should be|where it should be|but (?:it's|its|it is)) (?<to>${name})${fix}$`,
    'iu',
  ),
];
const respelled = (words: string, sheets: readonly Sheet[]): string | undefined => {
  const capital =
    /^(?<word>[\p{L} &-]+?) should (?:have|start with|begin with|be written with) (?:an? )?(?:capital|big|upper ?case)(?: letter)?(?: \p{L})?(?: like (?:the (?:others|rest)|everywhere else|all the others))?$/iu.exec(
      words,
    )?.groups?.word;
  if (capital !== undefined) {
    const to = capital.charAt(0).toUpperCase() + capital.slice(1);
    return to === capital || !isWritten(capital, sheets) ? undefined : `Replace ${quoted(capital)} with ${quoted(to)}`;
  }
  const right =
    /(?:is |are )?(?:really |actually )?(?:spelt|spelled|written) (?<right>[\p{L}&'-]+(?: \p{Lu}[\p{L}&'-]+)*) with (?:only )?(?:one|a single|two|a|an|double) \p{L}+/iu.exec(
      words,
    )?.groups?.right;
  if (right !== undefined && !/(?<![\p{L}])not(?![\p{L}])/iu.test(words)) {
    const wrong = nearWritten(right, sheets);
    return wrong === undefined ? undefined : `Replace ${quoted(wrong)} with ${quoted(right)}`;
  }
  // "Beth's surname is wrong somewhere, it's Ostler": what is written almost so.
  const meant =
    /(?:is|are|was) (?:\p{L}+ )?(?:wrong|misspelt|misspelled|spelt wrong|spelled wrong|written wrong)(?: [^,.;:]*)?[,.;:–-]+ ?(?:it'?s|it is|it should be|should be|it'?s really) (?<right>\p{Lu}[\p{L}&'-]+)(?:[,.;\s]+(?:please |pls |can you |could you |and )*(?:fix|correct|change|sort|mend)(?: (?:it|that|this|them|please|for me))*)?$/u.exec(
      words,
    )?.groups?.right;
  if (meant !== undefined && !/(?<![\p{L}])not(?![\p{L}])/iu.test(words)) {
    const wrong = nearWritten(meant, sheets);
    return wrong === undefined ? undefined : `Replace ${quoted(wrong)} with ${quoted(meant)}`;
  }
  const same =
    /^(?:and )?(?:the )?same (?:for|with|goes for) (?<right>\p{Lu}[\p{L}'-]+),? (?:sometimes|somewhere|in places|in some places|elsewhere|once|twice|at times) (?:it |it's |its )?(?:says?|is written|is called|written|called) (?:as )?(?<from>\p{Lu}[\p{L}'-]+)$/u.exec(
      words,
    )?.groups;
  if (same?.right && same.from)
    return isWritten(same.from, sheets) && isWritten(same.right, sheets)
      ? `Replace ${quoted(same.from)} with ${quoted(same.right)}`
      : undefined;
  const mistake =
    /^(?:ב\S+ )?(?:יש|כתוב|רשום|מופיע)(?: (?:שם|פעם|אחת|פעמיים|כמה פעמים|לפעמים|במקום אחד))* (?<from>[\p{L}"' -]+?),? (?:ו?זו|ו?זה|ו?זאת) (?:טעות|שגיאה|לא נכון),? (?:זה )?(?:צריך|צריך להיות|צ"ל|אמור להיות|הנכון הוא) (?<to>\p{L}[\p{L}"' -]*?)(?:[,.;\s]+(?:תתק(?:ן|ני)|תק(?:ן|ני)|תש(?:ן|ני)|לתקן|בבקשה|את זה))*$/u.exec(
      words,
    )?.groups;
  if (mistake?.from && mistake.to) {
    const from = mistake.from.trim();
    return isWritten(from, sheets) && from !== mistake.to.trim()
      ? `החלף ${quoted(from)} ב-${quoted(mistake.to.trim())}`
      : undefined;
  }
  const hebrew =
    /^(?:ב\S+ )?(?:(?:יש|כתוב|רשום|מופיע)(?: (?:שם|פעם|פעמיים|כמה פעמים|לפעמים|בטעות))* )(?<from>[\p{L}"' -]+?)(?: (?:עם|במקום) [^,]+)?[,.;]\s*(?:(?:ת|ל)תק(?:ן|ני)|תתק(?:ן|ני)|תש(?:ן|ני)|צריך להיות|זה צריך להיות|תכתבי?|תק(?:ן|ני))(?: את זה| בבקשה)* ?(?:ל-?)?(?<to>\p{L}[\p{L}"' -]*)$/u.exec(
      words,
    )?.groups;
  if (hebrew?.from && hebrew.to) {
    const from = hebrew.from.trim();
    return isWritten(from, sheets) && from !== hebrew.to
      ? `החלף ${quoted(from)} ב-${quoted(hebrew.to.trim())}`
      : undefined;
  }
  const parts = typos.map((each) => each.exec(words)?.groups).find((each) => each !== undefined);
  if (!parts?.from || !parts.to) return undefined;
  const from = parts.from
    .trim()
    .replace(/^["']+|["']+$/gu, '')
    .replace(/^(?:the |it says |where it says )/iu, '');
  const to = parts.to
    .trim()
    .replace(/^["']+|["']+$/gu, '')
    .replace(/ (?:everywhere|throughout|instead|please|not .+)$/iu, '');
  // Nothing but a slip is mended so: what reads quite otherwise is another change.
  const isSlip =
    distance(from.toLowerCase(), to.toLowerCase()) <= Math.max(1, Math.min(3, Math.floor(from.length / 3)));
  return isSlip && from !== to && isWritten(from, sheets) ? `Replace ${quoted(from)} with ${quoted(to)}` : undefined;
};

const isWord = (word: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'u');
const isWritten = (word: string, sheets: readonly Sheet[]): boolean =>
  sheets.some(({ heads, shown }) =>
    shown.some((row) => heads.some(({ at, kind }) => kind === 'text' && isWord(word).test(String(row[at] ?? '')))),
  );

/** The one word of the tables that is written almost like the right one. */
const nearWritten = (right: string, sheets: readonly Sheet[]): string | undefined => {
  const found = new Set(
    sheets.flatMap(({ heads, shown }) =>
      shown.flatMap((row) =>
        heads.flatMap(({ at, kind }) => {
          const cell = String(row[at] ?? '');
          return kind !== 'text'
            ? []
            : cell
                .split(/[^\p{L}&'-]+/u)
                .filter(
                  (word) =>
                    word !== right &&
                    word.length > 3 &&
                    word[0] === right[0] &&
                    distance(word.toLowerCase(), right.toLowerCase()) === 1,
                );
        }),
      ),
    ),
  );
  return found.size === 1 ? [...found][0] : undefined;
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

const ofColumn = '(?:column|heading|header|col|column heading|column header)';
const inPlace = '(?:(?:in|on|for) (?:the |my |our )?(?<in>[^,:]+?)[,:]? )?';
const renames: readonly RegExp[] = [
  new RegExp(
    `^${inPlace}(?:the )?(?:${ofColumn} (?<from>[^,]+?)|(?<from2>[^,]+?) ${ofColumn}) (?:should|must|needs to|ought to|has to) (?:be|say|read)(?: (?:called|named|renamed(?: to)?|headed|titled))? (?<to>[^,]+)$`,
    'iu',
  ),
  new RegExp(
    `^${inPlace}(?:call|name|label|title) (?:the )?(?:${ofColumn} (?<from>[^,]+?)|(?<from2>[^,]+?) ${ofColumn}) (?:as )?(?<to>"[^"]+"|\\p{Lu}[^,]*)(?: instead)?$`,
    'iu',
  ),
  /^(?:ב(?<in>[^,:]+?)[,:]? )?(?:ה?עמודה|עמודת|ה?כותרת|ה?טור) (?<from>[^,]+?) (?:צריך|צריכה|אמורה?|חייבת?) (?:להיקרא|להיות|לומר) (?<to>[^,]+)$/u,
  /^(?:rename|change|call) (?:the )?(?:(?:column|heading|head|header|title) )?(?<from>[^,]+?)(?: (?:column|heading|header))? (?:to|into|as) (?<to>[^,]+)$/iu,
  /^(?:תשני?|שני?|לשנות|תחליפי?|תקראי?) (?:את )?(?:ה?שם של |שם )?(?:ה?כותרת|ה?עמודה|עמודת|ה?טור) (?<from>[^,]+?) ל-?(?<to>[^,]+)$/u,
];
const renamed = (words: string, sheets: readonly Sheet[]): string | undefined => {
  if (!/column|heading|header|rename|כותרת|עמוד|טור/iu.test(words) || /\.(?:csv|xlsx|docx)(?![\p{L}])/iu.test(words))
    return undefined;
  const read = renames.map((each) => each.exec(words)?.groups).find((each) => each !== undefined);
  const parts = read && { from: read.from ?? read.from2, to: read.to?.replace(/^["'“”]+|["'“”]+$/gu, '') };
  if (!parts?.from || !parts.to) return undefined;
  const own = read?.in === undefined ? undefined : tableCalled(read.in, sheets);
  if (read?.in !== undefined && !own) return undefined;
  // "… to Referred by in the patient list": the table is named behind the new name.
  const tail = / (?:in|on|of) (?<place>(?:the|my|our) [^,]+?|[^,]+? (?:list|table|sheet|file|tab))$/iu.exec(parts.to);
  const place = own ?? (tail?.groups?.place === undefined ? undefined : tableCalled(tail.groups.place, sheets));
  const to = place && tail ? parts.to.slice(0, tail.index) : parts.to;
  const fits = (place ? [place] : sheets).flatMap((sheet) => {
    const target = sheet.document ? undefined : headCalled(parts.from ?? '', sheet);
    return target ? [{ sheet, head: target.head }] : [];
  });
  const exact = fits.filter(({ head }) => plain(head.name) === plain(parts.from ?? ''));
  const [only, other] = exact.length > 0 ? exact : fits;
  return only && !other
    ? `rename the column ${quoted(only.head.name)} to ${quoted(to.trim())} in ${placeSaid(only.sheet)}`
    : undefined;
};

const pays: readonly RegExp[] = [
  /^(?<row>.+?) (?:has|have|had)(?: just| now| finally| already)* paid(?: up| in full)?(?<when> today| yesterday| on [^,]+)?(?:[\s,.;–-]+(?:so |and |please |can you )*(?:set|mark|put|change|update)(?: (?:it|that|them|him|her|this))?(?: (?:to|as|down as))? ?(?:paid)?(?<date>,? (?:with|and put|dated?|as of|from)? ?(?:today'?s date|todays date|the date of today|today))?)?$/iu,
  /^(?<row>.+?) (?:was|were|got|is|has been|have been) (?:now |finally )?paid(?: in full)?(?<when> today| yesterday| on [^,]+?)(?:[\s,.;–-]+(?:so |and |please |pls |can you |could you )*(?:put|set|mark|note|enter|record|update|add|write)(?: (?:it|that|this|them))?(?: (?:in|down))?(?: please| pls)?)?$/iu,
  /^(?<row>.+?) (?:just |now )?paid(?<when> today| yesterday| on [^,]+)(?:[\s,.;–-]+(?:so |and |please )*(?:set|mark|put|update).*)?$/iu,
  /^(?<row>.+?) (?:שילם|שילמה|שילמו|שולם|שולמה)(?<when> היום| אתמול)?(?:[\s,.;–-]+(?:תעדכ(?:ן|ני)|תסמ(?:ן|ני)|לעדכן|לסמן|בבקשה|את זה| )+)?$/u,
];
/** "Order 1200 has just paid": what tells that it is paid, and the day where there is a column for it. */
const paidNow = (words: string, sheets: readonly Sheet[], day: string): string | undefined => {
  const parts = pays.map((each) => each.exec(words)?.groups).find((each) => each !== undefined);
  if (!parts?.row || /(?<![\p{L}])(?:not|who|which|all|every|both|לא|מי|כל)(?![\p{L}])/iu.test(parts.row))
    return undefined;
  const found = sheets.flatMap((sheet) => {
    const row = rowCalled(parts.row ?? '', sheet, sheets);
    const status =
      row === undefined ? undefined : columnSaying(/\p{Script=Hebrew}/u.test(words) ? 'שילמה' : 'paid', sheet);
    if (row === undefined) return [];
    const said = (parts.date ? 'today' : (parts.when ?? '')).trim().replace(/^on /iu, '');
    const paidDay = paidDayOf(sheet);
    const written = paidDay && said !== '' ? writtenFor(paidDay, said, sheet, day) : undefined;
    if ((paidDay && said !== '' && !written) || (!status?.value && !written)) return [];
    const acts = [
      ...(status?.value
        ? [
            actInWords({
              kind: 'set',
              sheet,
              rows: [row],
              which: { en: '', he: '' },
              column: status.head,
              value: status.value,
            }),
          ]
        : []),
      ...(paidDay && written
        ? [
            actInWords({
              kind: 'set',
              sheet,
              rows: [row],
              which: { en: '', he: '' },
              column: paidDay,
              value: written.value,
            }),
          ]
        : []),
    ];
    return acts.every((act) => act !== undefined) ? [acts.join('; then ')] : [];
  });
  const [only, other] = found;
  return other === undefined ? only : undefined;
};

const fills: readonly RegExp[] = [
  /^(?:(?:in|on|for) (?:the |my |our )?(?<place>[^,:]+?)[,:]? )?(?:please )?(?:write|put|enter|fill in|set) (?:an? |the )?(?<value>"[^"]+"|\S+)(?: in)?,? (?:where(?:ver)?|everywhere|in (?:all|every) (?:rows?|cells?) where|for (?:all|every one|everyone|those) (?:who|that|with)?) ?(?:there is|there's|theres|it has|it says|they have|has|have|the|it is|is)? ?(?:no|nothing in|nothing for|an empty|empty|without an?|missing(?: an?)?) (?<head>[^,.]+?)(?: (?:yet|written|entered|given))?$/iu,
  /^(?:(?:in|on|for) (?:the |my |our )?(?<place>[^,:]+?)[,:]? )?(?:please )?fill (?:in )?(?:the |all |all the )?(?:empty|blank|missing) (?<head>[^,.]+?)(?: (?:cells?|fields?|ones|rows))? (?:with|by|as) (?:an? )?(?<value>"[^"]+"|\S+)$/iu,
  /^(?:ב(?<place>[^,:]+?)[,:]? )?(?:תכתבי?|תרש(?:ום|מי)|תשי(?:ם|מי)|תמלאי?) (?<value>"[^"]+"|\S+) (?:איפה|היכן|בכל מקום|בכל השורות) (?:שאין|שחסר|שחסרה|שריק) (?<head>[^,.]+?)$/u,
  /^ב(?:עמודת|עמודה|טור) (?<head>[^,.]+?),? (?:איפה|היכן|בכל מקום|במקומות) ש(?:ריק|ריקה|ריקים|אין|חסר)(?: כלום| ערך)?,? (?:לכתוב|תכתבי?|תרש(?:ום|מי)|לשים|תשי(?:ם|מי)|למלא|תמלאי?) (?<value>"[^"]+"|\S+)$/u,
];
/** "Write 0 where there is no discount": every empty cell of one column. */
const filled = (words: string, sheets: readonly Sheet[]): string | undefined => {
  const parts = fills.map((each) => each.exec(words)?.groups).find((each) => each !== undefined);
  if (!parts?.head || !parts.value) return undefined;
  const place = parts.place === undefined ? undefined : tableCalled(parts.place, sheets);
  if (parts.place !== undefined && !place) return undefined;
  const found = (place ? [place] : sheets).flatMap((sheet) => {
    const head = headCalled((parts.head ?? '').replace(/^ה/u, ''), sheet)?.head;
    const rows = head
      ? sheet.rows.flatMap((row, at) => (row[head.at] === null && sheet.shown[at]?.[head.at] === null ? [at] : []))
      : [];
    const said = (parts.value ?? '').replace(/^"|"$/gu, '');
    const value = head?.kind === 'number' ? Number(said) : said;
    if (!head || rows.length === 0 || head.kind === 'day' || Number.isNaN(value)) return [];
    return actInWords({ kind: 'set', sheet, rows, which: { en: '', he: '' }, column: head, value }) ?? [];
  });
  const [only, other] = found;
  return other === undefined ? only : undefined;
};

const wanting =
  "(?:can (?:i|we|you) (?:have|get|add|put(?: in)?|make)|could (?:i|we|you) (?:have|get|add|put(?: in)?|make)|have|get|i need|we need|i want|we want|id like|i'd like|need|want|add|put(?: in)?|insert|make|create|give me)";
const being = "(?:,? (?:that is|that's|thats|which is|being|equal to|with|as|is|calculated as|worked out as)| ?=|:|,)";
const columnWays: readonly RegExp[] = [
  // "Parts: can I have a column Margin (we sell for minus we pay)".
  new RegExp(
    `^(?:(?:in |on |to |for )?(?:the |my |our )?(?<place>[^,:]+?)[:,] ?)?${wanting} (?:an? |another )?(?:new |extra )?column (?:called |named )?(?<name>[^,:=()]+?) ?\\((?:=|that is|which is|so)? ?(?<expr>[^()]+)\\)$`,
    'iu',
  ),
  new RegExp(
    `^(?:in |on |to |for )?(?:the |my |our )?(?<place>[^,:]+?): ?${wanting} (?:an? |another )?(?:new |extra )?column (?:called |named )?(?<name>[^,:=()]+?)${being}\\s*(?<expr>.+)$`,
    'iu',
  ),
  new RegExp(
    `^${wanting} (?:an? |another )?(?:new |extra )?column (?:called |named )?(?<name>[^,:=()]+?) (?:to|in|into|on|for) (?<place>[^,:()]+?) ?\\((?:=|that is|which is)? ?(?<expr>[^()]+)\\)$`,
    'iu',
  ),
  /^(?:add|put|insert|create|make|i need|i want|i'd like|want|need|give me)(?: in| me)? (?:an?|another|one more) (?:new |extra )?column (?:to|in|into|on) (?<place>[^,:]+?)[,:]\s*(?:called |named |with )?(?<name>[^,:=]+?)(?:,| =|:| that is| that's| which is| being)\s*(?<expr>.+)$/iu,
  /^(?:in|on|to|for) (?<place>[^,]+?),? (?:please )?(?:i want|i need|i'd like|add|put|insert|make|create|can we have|can i have)(?: in| me)? (?:an? )?(?:new |extra )?column (?:called |named )?(?<name>[^,:=]+?)(?:,? (?:that is|that's|which is|being|equal to|with)| ?=|:|,)\s*(?<expr>.+)$/iu,
  /^(?:add|put|insert|create|make)(?: in)? (?:an? )?(?:new |extra )?column (?:called |named )?(?<name>[^,:=]+?) (?:to|in|into|on) (?<place>[^,:]+?)(?:,? (?:that is|that's|which is|which shows|that shows|being|equal to|with)| ?=|:|,)\s*(?<expr>.+)$/iu,
  /^(?:add|put|insert|create|make)(?: in)? (?:an? )?(?:new |extra )?column (?:called |named )?(?<name>[^,:=]+?)(?:,? (?:that is|that's|which is|which shows|that shows|being|equal to|calculated as|worked out as)| ?=|:|,)\s*(?<expr>.+)$/iu,
  /^(?:תוסי(?:ף|פי)|הוסי(?:ף|פי)|להוסיף) (?<place>[^,:]*?)\s?עמודה (?:חדשה |בסוף )*(?:בשם |של )?(?<name>[^,:=]+?)(?:,? (?:שהיא|שזה|שהוא|ששווה ל|שיהיה בה)| ?=|:|,)\s*(?<expr>.+)$/u,
];
/** "Actual minus planned", with the whole names of the columns; undefined where a word of it is none. */
const expressionIn = (said: string, sheet: Sheet, hint: string): string | undefined => {
  const signs =
    /\s+(?:times|multiplied by|x|×|\*|minus|less|-|−|plus|and|\+|divided by|over|\/|÷|כפול|פחות|ועוד|חלקי|מינוס|פלוס)\s+|\s*[*×/+÷]\s*/giu;
  const operands = said.replace(/[.\s]+$/u, '').split(signs);
  const links = [...said.matchAll(signs)].map(([sign]) => signOf(sign.trim().toLowerCase()));
  if (operands.length < 2) return undefined;
  const heads = sheet.heads.filter(({ kind, isNumbering }) => kind === 'number' && !isNumbering);
  const written = operands.map((operand) => {
    const bare = operand
      .trim()
      .replace(/^(?:the|of the|its|their) /iu, '')
      .replace(/ (?:column|for (?:each|every) (?:row|one))$/iu, '');
    if (/^\d+(?:[.,]\d+)?$/.test(bare)) return bare.replace(',', '.');
    const word = plain(bare);
    const whole = heads.filter((head) => namesOfHead(head).whole.includes(word) || plain(head.name) === word);
    const parts = heads.filter(
      (head) => namesOfHead(head).parts.includes(word) || namesOfHead(head).units.includes(word),
    );
    // "Electricity cost = kWh × 0.28": of two that are counted in kWh, the one that the new name speaks of.
    const hinted = parts.filter((head) =>
      plain(head.name)
        .split(' ')
        .some((each) => each.length > 3 && plain(hint).split(' ').includes(each)),
    );
    const found =
      whole.length > 0
        ? whole
        : parts.length > 1 && hinted.length === 1
          ? hinted
          : parts.length > 1
            ? parts.filter((head) => !isRate(head))
            : parts;
    return found.length === 1 ? quoted(found[0]?.name ?? '') : undefined;
  });
  if (written.some((each) => each === undefined) || !written.some((each) => each?.startsWith('"'))) return undefined;
  return written.map((each, at) => (at === 0 ? each : `${links[at - 1]} ${each}`)).join(' ');
};
const signOf = (word: string): string =>
  /^(?:times|multiplied by|x|×|\*|כפול)$/u.test(word)
    ? '*'
    : /^(?:minus|less|-|−|פחות|מינוס)$/u.test(word)
      ? '-'
      : /^(?:divided by|over|\/|÷|חלקי)$/u.test(word)
        ? '/'
        : '+';

/** "… at the end, … , 2 decimals": where the column stands anyway, and how it is rounded. */
const rounding =
  /,?\s*(?:and |with |to |rounded )*(?:rounded )?(?:to |with )?(?<digits>\d|one|two|three) (?:decimals?|decimal places?|digits?|ספרות)(?: (?:after|behind) the point)?$/iu;
const withColumn = (said: string, sheets: readonly Sheet[]): string | undefined => {
  const digits = rounding.exec(said)?.groups?.digits;
  const words = said
    .replace(rounding, '')
    .replace(/ (?:at the (?:very )?end|on the right|as the last column)(?=[,:]| of | to | in | called |$)/iu, '');
  for (const way of columnWays) {
    const parts = way.exec(words)?.groups;
    if (!parts?.name || !parts.expr) continue;
    // "A column Profit in the parts list (…)": the table stands behind the name.
    const behind =
      parts.place === undefined
        ? / (?:to|in|into|on|for) (?<place>(?:the |my |our )?[^,:]+)$/iu.exec(parts.name)
        : null;
    const isPlace = behind?.groups?.place !== undefined && tableCalled(behind.groups.place, sheets) !== undefined;
    const place = isPlace ? behind?.groups?.place : parts.place?.replace(/^ל|^ב/u, '');
    const name = isPlace ? parts.name.slice(0, behind?.index) : parts.name;
    const called = place === undefined || place.trim() === '' ? undefined : tableCalled(place, sheets);
    if (place !== undefined && place.trim() !== '' && !called) continue;
    const fits = (called ? [called] : sheets).filter(
      (sheet) => !sheet.document && expressionIn(parts.expr ?? '', sheet, name) !== undefined,
    );
    const [only, other] = fits;
    if (!only || other) continue;
    const column = `column ${quoted(name.trim())} = ${expressionIn(parts.expr, only, name)}`;
    return `add a ${column}${digits === undefined ? '' : ` rounded to ${digits} decimals`} to ${placeSaid(only)}`;
  }
  return undefined;
};

const rowWays: readonly RegExp[] = [
  /^(?:add|put in|put|insert|enter|log|record|register|create|book in|we have|we've got|there is|there's|i have)?\s*(?:an?|another|one more|the)?\s*(?<isNew>new )?(?<thing>[\p{L}' -]{2,40}?)(?: (?:to|in|into|on|for) (?<place>[^:,]{2,60}?))?\s?[:,]\s*(?<values>.+)$/iu,
  /^(?:add|put in|put|insert|enter|log|record|register|create) (?:an?|another|one more|the)?\s*(?<isNew>new )?(?<thing>[\p{L}' -]{2,40}?)(?= [\p{L}]{0,4}-?\d[\d-]*\s?[:,])\s(?<values>.+)$/iu,
  // "New job 341, 22.06.26, …": the number of the thing is its first value.
  /^(?<isNew>new )(?<thing>[\p{L}' -]{2,40}? [\p{L}]{0,4}-?\d[\p{L}\d-]*)(?: (?:to|in|into|on|for) (?<place>[^:,]{2,60}?))?\s?[:,]\s*(?<values>.+)$/iu,
  /^(?:תוסי(?:ף|פי)|הוסי(?:ף|פי)|להוסיף|תרש(?:ם|מי)|תכניסי?) (?:עוד )?(?:שורה )?ל?(?<thing>[\p{L}"' -]{2,40}?)(?: (?:ב|ל)(?<place>[^:,]{2,60}?))?\s?[:,]\s*(?<values>.+)$/u,
];
/** "Add an action item 16: …": each value in the next column that it can be of, or in the one it names. */
const withRow = (words: string, sheets: readonly Sheet[], day: string): string | undefined => {
  for (const way of rowWays) {
    const parts = way.exec(words)?.groups;
    if (!parts?.thing || !parts.values) continue;
    if (
      !/^(?:add|put|insert|enter|log|record|register|create|book|תוס|הוס|להוס|תרש|תכנ)/iu.test(words) &&
      !parts.isNew &&
      !/^new /iu.test(words)
    )
      continue;
    if (
      /(?<![\p{L}])(?:column|sheet|slide|section|paragraph|bullet|heading|file|עמודה|עמודת|גיליון|סעיף|שקופית|פסקה)(?![\p{L}])/iu.test(
        `${parts.thing} ${parts.place ?? ''}`,
      )
    )
      continue;
    const number = /^(?<noun>.+?) (?<number>[\p{L}]{0,4}-?\d[\p{L}\d-]*)$/u.exec(parts.thing)?.groups;
    const noun = (number?.noun ?? parts.thing).replace(/^new /iu, '');
    const own = parts.place === undefined ? undefined : tableCalled(parts.place, sheets);
    // "Add ferrets to the price table": of which column the ferrets are, nobody said.
    const isValue =
      own !== undefined && tableCalled(noun, [own]) === undefined && onlyWithHead(noun, [own]) === undefined;
    if (isValue) continue;
    const values = [...(number?.number === undefined ? [] : [number.number]), ...valuesIn(parts.values)];
    const called =
      parts.place === undefined
        ? tableCalled(noun, sheets)
        : (tableCalled(parts.place, sheets) ?? tableCalled(noun, sheets));
    const sheet = called ?? onlyWithHead(noun, sheets);
    if (!sheet || values.length < 2) continue;
    const placed = placeInOrder(values, sheet, day);
    if (!placed || placed.length < 2) continue;
    if (sheet.document)
      return `Add to table ${sheet.document.table} of "${sheet.table.path}": ${placed.map(({ head, said }) => `"${head.name}" "${said.replaceAll('"', '')}"`).join(', ')}`;
    return `add a row to ${placeSaid(sheet)}: ${placed.map(({ head, said }) => `${head.name}: ${/[,;]/u.test(said) ? quoted(said) : said}`).join('; ')}`;
  }
  return undefined;
};
const onlyWithHead = (noun: string, sheets: readonly Sheet[]): Sheet | undefined => {
  const word = plain(noun);
  const found = sheets.filter(({ heads }) => heads.slice(0, 2).some((head) => namesOfHead(head).whole.includes(word)));
  return found.length === 1 ? found[0] : undefined;
};

/** "Leo Marsh 0555 250": a name and the number behind it are two values. */
const withNumberApart = (part: string): readonly string[] => {
  const found = /^(?<name>\p{Lu}[\p{L}'’.-]+(?: \p{Lu}[\p{L}'’.-]+)*) (?<phone>\+?\d[\d -]{5,}\d)$/u.exec(part)?.groups;
  return found?.name && found.phone ? [found.name, found.phone] : [part];
};

export const valuesIn = (list: string): readonly string[] =>
  list
    .replace(/((?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*\.? \d{1,2}),? (\d{4})/giu, '$1 $2')
    .replace(/ from (?=\d|\p{Lu}\p{Ll}{2} \d)/u, ', from ')
    .split(/,(?!\d{3}(?!\d))\s*|;\s*|:\s+/u)
    .flatMap((part) => {
      const range =
        /^(?:from )?(?<a>\d{1,2}[^,]*?\d{4}|\d{4}-\d\d-\d\d|[\d./]+) (?:to|until|till|-|–) (?<b>\d{1,2}[^,]*?\d{4}|\d{4}-\d\d-\d\d|[\d./]+)$/iu.exec(
          part.trim(),
        )?.groups;
      return range?.a && range.b ? [range.a, range.b] : [part];
    })
    .flatMap((part) => {
      // "320 ש"ח באשראי", "£45 cash": an amount and how it was paid.
      const paid =
        /^(?<sum>[£$€₪]?\d[\d.,]*(?: ?(?:ש"ח|שח|שקל|שקלים|₪|£|pounds|quid))?) (?:ב|in |by |paid by )?(?<how>cash|card|credit card|credit|debit|cheque|check|bank transfer|transfer|paypal|bit|מזומן|אשראי|העברה(?: בנקאית)?|צ'?ק|ביט)$/iu.exec(
          part.trim(),
        )?.groups;
      return paid?.sum && paid.how ? [paid.sum, paid.how] : [part];
    })
    .flatMap((part) => withNumberApart(part.trim()))
    // "Sam does it": who is put on it.
    .map((part) =>
      part
        .trim()
        .replace(
          /^(?<who>\p{Lu}[\p{L}'’-]+) (?:does|will do|is doing|takes|gets|has|drives|teaches) (?:it|that|this)$/u,
          '$<who>',
        ),
    )
    .map((part) => part.trim().replace(/[.!]+$/u, ''))
    .filter((part) => part !== '');

type PlacedCell = { readonly head: Head; readonly said: string };

export const placeInOrder = (
  values: readonly string[],
  sheet: Sheet,
  day: string,
): readonly PlacedCell[] | undefined => {
  const placed: PlacedCell[] = [];
  let next = 0;
  const taken = new Set<number>();
  for (const value of values) {
    const named = namedPart(value, sheet, taken);
    const candidate =
      named ??
      knownPart(value, sheet, taken, next) ??
      knownPart(value.replace(leadingWord, ''), sheet, taken, next) ??
      typedPart(value, sheet, taken, next);
    if (!candidate) return undefined;
    const said = writtenFor(candidate.head, candidate.said, sheet, day);
    if (said === undefined) return undefined;
    taken.add(candidate.head.at);
    placed.push({ head: candidate.head, said: String(said.value) });
    next = Math.max(next, candidate.head.at + 1);
  }
  return placed.toSorted((a, b) => a.head.at - b.head.at);
};

const leadingWord = /^(?:from|by|at|with|for|to|in|on|made by|supplied by) /iu;

/** "Owner Carl Jensen", "30 days notice", "1850 a year". */
export const namedPart = (value: string, sheet: Sheet, taken: ReadonlySet<number>): PlacedCell | undefined => {
  const found = sheet.heads.flatMap((head) => {
    if (taken.has(head.at)) return [];
    const { whole, parts } = namesOfHead(head);
    const forms = [...new Set([...whole, ...parts])]
      .filter((form) => form.length > 2)
      .toSorted((a, b) => b.length - a.length);
    for (const form of forms) {
      const pattern = form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '[\\s-]+');
      const lead = new RegExp(
        `^(?:the |its |with |an? )?${pattern}(?:\\s+(?:is|of|for|at|:))?[\\s:]+(?<rest>.+)$`,
        'iu',
      ).exec(value)?.groups?.rest;
      if (lead !== undefined) return [{ head, said: lead, length: form.length + 100 }];
      const tail = new RegExp(`^(?<rest>[£$€₪]?\\d[\\d.,]*)(?:\\s+\\p{L}+)?\\s+${pattern}$`, 'iu').exec(value)?.groups
        ?.rest;
      if (tail !== undefined && head.kind === 'number') return [{ head, said: tail, length: form.length }];
    }
    const unit =
      head.kind === 'number'
        ? namesOfHead(head).units.find((each) =>
            new RegExp(`^[£$€₪]?\\d[\\d.,]* ?${each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`, 'iu').test(value),
          )
        : undefined;
    const perYear =
      head.kind === 'number' && /annual|yearly|שנתי/iu.test(head.name)
        ? /^(?<rest>[£$€₪]?\d[\d.,]*) (?:a|per) year$/iu.exec(value)?.groups?.rest
        : undefined;
    if (perYear !== undefined) return [{ head, said: perYear, length: 50 }];
    return unit === undefined ? [] : [{ head, said: value.replace(/[^\d.,]/gu, ''), length: 1 }];
  });
  const [best, second] = found.toSorted((a, b) => b.length - a.length);
  return best && (!second || second.length < best.length) ? { head: best.head, said: best.said } : undefined;
};

/** A value that one column knows already. */
export const knownPart = (
  value: string,
  sheet: Sheet,
  taken: ReadonlySet<number>,
  next: number,
): PlacedCell | undefined => {
  const found = sheet.heads.filter(
    (head) => !taken.has(head.at) && head.kind === 'text' && head.texts.has(plain(value)),
  );
  const ahead = found.filter(({ at }) => at >= next);
  const [head] = ahead.length > 0 ? ahead : found;
  return head && (found.length === 1 || ahead.length === 1)
    ? { head, said: head.texts.get(plain(value))?.written ?? value }
    : undefined;
};

const typedPart = (value: string, sheet: Sheet, taken: ReadonlySet<number>, next: number): PlacedCell | undefined => {
  const bare = value.replace(/^(?:on|by|due|until|from|to|at|for|עד|ב|מ)-? ?(?=\d|\p{Lu}\p{Ll}{2,} \d)/u, '');
  if (isPhoneLike(bare)) {
    const [only, other] = sheet.heads.filter((head) => !taken.has(head.at) && holdsPhones(head, sheet));
    if (only && !other) return { head: only, said: bare };
  }
  const isDay = readDay(bare) !== undefined || /^(?:today|tomorrow|yesterday|היום|מחר|אתמול)$/iu.test(bare);
  const amount = readAmount(bare);
  const kind = isDay ? 'day' : amount ? 'number' : 'text';
  // Where it belongs, or what it costs a night, is no value of the next column.
  if (
    kind === 'text' &&
    (/^(?:under|above|below|after|before|next to|between|behind|with|without|not|no|in|on|at|for|from|as|מתחת|מעל|אחרי|לפני|בלי|לא) /iu.test(
      value,
    ) ||
      /^[£$€₪]?\d[\d.,]*\s/u.test(bare))
  )
    return undefined;
  const free = sheet.heads.filter((head) => !taken.has(head.at) && head.at >= next && !isFlagLike(head));
  const isCode = /^\p{L}{0,5}-?\d+$/u.test(bare);
  const head = free.find((each) =>
    kind === 'number'
      ? each.kind === 'number' || (isCode && each.at === 0)
      : kind === 'day'
        ? each.kind === 'day' || looksDated(each, sheet)
        : each.kind === 'text' && !looksDated(each, sheet),
  );
  if (!head) return undefined;
  // A text passes over a column of texts only where that column knows its few values; over any other it could be either.
  return { head, said: bare };
};
const isPhoneLike = (text: string): boolean => /^\+?\d[\d ()-]{5,}\d$/u.test(text) && readDay(text) === undefined;
const holdsPhones = (head: Head, { shown }: Sheet): boolean => {
  const filled = shown.flatMap((row) => row[head.at] ?? []).map(String);
  return head.kind !== 'day' && filled.length > 0 && filled.filter(isPhoneLike).length > filled.length * 0.6;
};
const isFlagLike = (head: Head): boolean => head.flag !== undefined;
export const looksDated = (head: Head, { shown }: Sheet): boolean => {
  const filled = shown.flatMap((row) => row[head.at] ?? []).map(String);
  return filled.length > 0 && filled.filter((cell) => readDay(cell)?.year !== undefined).length > filled.length * 0.8;
};

/** A value as its column writes one. */
export const writtenFor = (
  head: Head,
  said: string,
  sheet: Sheet,
  day: string,
): { readonly value: string | number; readonly isDate?: boolean } | undefined => {
  const bare = said
    .trim()
    .replace(/^["'“”]+|["'“”]+$/gu, '')
    .replace(/^(?:on|by|the) (?=\d|\p{Lu}\p{Ll}{2,} \d)/iu, '');
  const sample = sheet.shown.map((row) => row[head.at] ?? null).find((cell) => cell !== null);
  if (head.kind === 'day' || looksDated(head, sheet)) {
    const relative = relativeDay(bare, day);
    const read = readDay(relative ?? bare);
    if (!read) return undefined;
    const year = read.year ?? nearestYear(read, day);
    if (year === undefined) return undefined;
    const iso = isoOf({ ...read, year });
    if (sheet.table.kind === 'xlsx' && /^\d{4}-\d\d-\d\d$/.test(String(sample ?? '')))
      return { value: iso, isDate: true };
    const written = writeDayLike({ ...read, year }, String(sample ?? iso));
    return written === undefined ? undefined : { value: written };
  }
  if (head.kind === 'number') {
    const figures =
      /^[£$€₪]?\s?\d[\d.,]*(?:\s?[£$€₪])?(?=\s?\p{L}{0,7}\.?$|\s(?:hours?|days?|kg|kilos?|pounds?|units?|each|a \p{L}+|per \p{L}+|ש"?ח|שקל\p{L}*)$)/u.exec(
        bare,
      )?.[0] ?? bare;
    const amount = readAmount(figures.replace(/[€£$₪]$/u, '').trim());
    if (!amount) return undefined;
    if (sheet.document)
      return {
        value:
          /,\d{3}/.test(String(sheet.shown.map((row) => row[head.at]).join(' '))) && amount.value >= 1000
            ? amount.value.toLocaleString('en-GB')
            : amount.value.toFixed(amount.decimals),
      };
    return { value: amount.value };
  }
  if (/^\d{4,}$/.test(bare) && head.kind !== 'text') return undefined;
  // A number among names is no name.
  const cells = sheet.shown.flatMap((row) => row[head.at] ?? []).map(String);
  if (/^\d+(?:[.,]\d+)?$/u.test(bare) && cells.length > 2 && !cells.some((cell) => /^[\d.,\s]+$/u.test(cell)))
    return undefined;
  return { value: head.texts.get(plain(bare))?.written ?? bare };
};
const relativeDay = (said: string, day: string): string | undefined => {
  const by = /^(?:today|today'?s date|todays date|now|היום)$/iu.test(said)
    ? 0
    : /^(?:yesterday|אתמול)$/iu.test(said)
      ? -1
      : /^(?:tomorrow|מחר)$/iu.test(said)
        ? 1
        : undefined;
  return by === undefined
    ? undefined
    : new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);
};

const become =
  '(?:is now|should now be|should be|must be|is going to be|is|has changed to|changed to|goes up to|goes down to|has gone up to|has gone down to|goes to|has gone to|went up to|went down to|moves to|becomes|will be|=)';
const again =
  '(?:[\\s,.;–-]+(?:so |and )?(?:please |pls |can you |could you )*(?:change|update|fill|put|fix|correct|enter|note|record|mark|set|add)(?: (?:it|that|this|them))?(?: (?:in|accordingly|please|for me|there|down))*)?';
const cellWays: readonly RegExp[] = [
  /^(?:change|set|update|push|move|put|make|correct|edit|raise|lower|postpone|bring forward|extend|adjust|alter)(?: back)? (?:the )?(?<head>[\p{L} ()$£€./-]+?) (?:of|for|on) (?<row>.+?) (?:to|as|into|=|at|until) (?<value>.+)$/iu,
  /^(?:change|set|update|push|move|make|correct|edit|adjust) (?<row>.+?)(?:'s|s') (?<head>[\p{L} ()$£€./-]+?) (?:to|as|into|=|until) (?<value>.+)$/iu,
  new RegExp(
    `^(?:the )?(?:new )?(?<head>[\\p{L} ()$£€./-]+?) (?:of|for|on) (?<row>.+?) ${become} (?<value>.+?)${again}$`,
    'iu',
  ),
  new RegExp(
    `^(?<row>.+?) (?:have|has|have got|has got|got|gets|is getting) (?:an? )?new (?<head>[\\p{L} ]+?)(?:,|:| -| –| -| is| called| named)+\\s*(?<value>.+?)${again}$`,
    'iu',
  ),
  new RegExp(`^(?<row>.+?)(?:'s|s') (?:new )?(?<head>[\\p{L} ()$£€./-]+?) ${become} (?<value>.+?)${again}$`, 'iu'),
  /^(?:mark|set|flag|tick off|tick) (?<row>.+?) (?:down )?(?:as|to) (?<value>.+)$/iu,
  /^(?:assign|give|hand|pass|reassign|allocate) (?<row>.+?) (?:over )?to (?<value>.+)$/iu,
  new RegExp(
    `^(?<row>.+?) (?:is|are|has been|have been|was|has) (?:now |just |already |all |been )*(?<value>done|finished|complete|completed|closed|paid|cancelled|delivered|returned|sent|sorted|approved|confirmed|signed|resolved|ready|in progress|on hold|blocked|open)${again}$`,
    'iu',
  ),
  /^ה?(?<row>.+?) (?<value>בוצעה?|הושלמה?|הסתיימה?|שולמה?|נסגרה?|אושרה?|טופלה?|שילמה?)(?: היום)?(?:[\s,.;–-]+(?:תסמ(?:ן|ני)|תעדכ(?:ן|ני)|לסמן|לעדכן|בבקשה|את זה| )+)?$/u,
];

/** "Sentry One have a new contact, Marcus Ellery": one row that is named, and what it should say. */
const withCells = (words: string, sheets: readonly Sheet[], day: string): string | undefined => {
  const wishes = words.split(/\s+and\s+(?=[\p{L}\p{N}-]+ to \p{Lu})/u);
  if (wishes.length > 1) {
    const verb = /^(?:assign|give|move|set|change|hand) /iu.exec(words)?.[0] ?? '';
    const all = wishes.map((wish, at) => withCells(at === 0 ? wish : `${verb}${wish}`, sheets, day));
    return all.every((each) => each !== undefined) ? all.join('; then ') : undefined;
  }
  if (
    /(?<![\p{L}])(?:not|no|never|don't|except|only|all|every|each|both|or|unless|if|half|לא|רק|כל|חוץ)(?![\p{L}])/iu.test(
      words,
    )
  )
    return undefined;
  const found = new Map<string, string>();
  for (const way of cellWays) {
    const parts = way.exec(words)?.groups;
    if (!parts?.row || !parts.value) continue;
    const value = parts.value
      .trim()
      .replace(/[.!]+$/u, '')
      .replace(/^(?:the|a|an) (?=\p{Ll})/u, '');
    for (const sheet of sheets) {
      const row = rowCalled(parts.row, sheet, sheets);
      if (row === undefined) continue;
      const target = parts.head === undefined ? columnSaying(value, sheet) : headCalled(parts.head, sheet);
      const written =
        target &&
        (parts.head === undefined
          ? target.value !== undefined
            ? { value: target.value }
            : undefined
          : writtenFor(target.head, value, sheet, day));
      if (!target || !written) continue;
      // "Finished last year" of a column that says Finished: what the rest means, nobody knows.
      if (
        addsWords(
          value,
          [...target.head.texts.values()].map((each) => each.written),
        )
      )
        continue;
      const act = actInWords({
        kind: 'set',
        sheet,
        rows: [row],
        which: { en: '', he: '' },
        column: target.head,
        value: written.value,
      });
      if (act !== undefined) found.set(`${sheet.table.path} ${sheet.table.sheet ?? ''} ${row} ${target.head.at}`, act);
    }
    if (found.size > 0) break;
  }
  const [only, other] = found.values();
  if (only !== undefined && other !== undefined) throw new SeveralPlaces([...found.values()]);
  return only;
};

/** Two tables have such a row and such a column: whoever asks picks one. */
export class SeveralPlaces extends OfflineRefusal {
  constructor(ways: readonly string[], isOfColumns = false) {
    super(
      isOfColumns
        ? {
            en: 'That can be said of more than one column. Which one do you mean?',
            he: 'אפשר לומר זאת על יותר מעמודה אחת. לאיזו הכוונה?',
          }
        : {
            en: 'That can be said of more than one table. Which one do you mean?',
            he: 'אפשר לומר זאת על יותר מטבלה אחת. לאיזו הכוונה?',
          },
      ways.slice(0, 3),
    );
  }
}

/** The one row that words name: every word of them is of its name. */
const rowCalled = (said: string, sheet: Sheet, sheets: readonly Sheet[]): number | undefined => {
  const words = said
    .trim()
    .replace(/^(?:the|our|my) /iu, '')
    .replace(/^(?:order|ticket|task|job|item|row|line|invoice|number|contract|the) (?=\S*\d)/iu, '');
  const exact = sheet.rows.flatMap((_row, at) =>
    sheet.heads.some((head) => head.at < 3 && plain(String(sheet.shown[at]?.[head.at] ?? '')) === plain(words))
      ? [at]
      : [],
  );
  if (exact.length === 1) return exact[0];
  if (exact.length > 1) return undefined;
  const { clauses } = wordsOf(words, '2000-01-01');
  const items = itemsOf(clauses.flat(), lexiconOf(sheet, sheets));
  const values = items.filter(({ is }) => is === 'value');
  if (
    values.length === 0 ||
    items.some((item) => !['value', 'skip', 'table', 'rows', 'and'].includes(item.is) && !isNounOfRows(item))
  )
    return undefined;
  const rows = sheet.rows.flatMap((row, at) =>
    values.every(
      (item) =>
        item.is === 'value' &&
        item.spoken.some(({ head, texts, isNote }) => !isNote && texts.includes(plain(String(row[head.at] ?? '')))),
    )
      ? [at]
      : [],
  );
  return rows.length === 1 ? rows[0] : undefined;
};

/** "The labels action" of a table whose rows are actions. */
const isNounOfRows = (item: Item): boolean =>
  item.is === 'column' && item.heads.every(({ at, kind }) => at < 2 && kind === 'text');

export const headCalled = (
  said: string,
  sheet: Sheet,
): { readonly head: Head; readonly value?: undefined } | undefined => {
  const word = plain(said.replace(/^(?:the|its|their|new|current) /iu, ''));
  const whole = sheet.heads.filter((head) => plain(head.name) === word);
  const names = whole.length > 0 ? whole : sheet.heads.filter((head) => namesOfHead(head).whole.includes(word));
  const parts = names.length > 0 ? names : sheet.heads.filter((head) => namesOfHead(head).parts.includes(word));
  const [only, other] = parts;
  return only && !other ? { head: only } : undefined;
};

/** The column that knows such a value: a status that is written so, or somebody's name. */
const columnSaying = (value: string, sheet: Sheet): { readonly head: Head; readonly value?: string } | undefined => {
  const word = plain(value);
  const same: Readonly<Record<string, readonly string[]>> = {
    done: ['done', 'finished', 'completed', 'complete', 'closed'],
    finished: ['finished', 'done', 'completed', 'complete', 'closed'],
    complete: ['complete', 'completed', 'done', 'finished', 'closed'],
    completed: ['completed', 'complete', 'done', 'finished', 'closed'],
    closed: ['closed', 'done', 'completed'],
    paid: ['paid'],
    cancelled: ['cancelled', 'canceled'],
    בוצע: ['בוצע'],
    בוצעה: ['בוצע', 'בוצעה'],
    הושלמה: ['הושלם', 'הושלמה'],
    הושלם: ['הושלם'],
    שילמה: ['שולם', 'שילמה'],
    שילם: ['שולם', 'שילם'],
    שולמה: ['שולם'],
    טופלה: ['טופל', 'בוצע'],
    אושרה: ['אושר', 'מאושר'],
  };
  for (const form of same[word] ?? [word]) {
    const found = sheet.heads.flatMap((head) => {
      const held = head.kind === 'text' ? head.texts.get(form) : undefined;
      return held ? [{ head, value: held.written }] : [];
    });
    const [only, other] = found;
    if (only && !other) return only;
    if (only) return undefined;
  }
  return undefined;
};
