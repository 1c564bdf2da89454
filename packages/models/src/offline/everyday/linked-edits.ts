import { readDay } from '../reading/said-values.ts';
import { actInWords } from './acts.ts';
import { wordsOf } from './clauses.ts';
import { type Item, itemsOf, lexiconOf } from './items.ts';
import { namesOfHead, stemOf } from './naming.ts';
import { looksDated, writtenFor } from './said-cells.ts';
import { SeveralPlaces } from './said-names.ts';
import { type Head, plain, type Sheet } from './sheets.ts';
import type { Span } from './spans.ts';
import { mainDay } from './states.ts';

/**
 * A change of one row that is said in no set form: "338 is ready since 22.06.26", "delete job 340, he doesn't want it any
 * more". Every word is linked to the table first: to a row by what stands in it, to a column, to a day or a number. What
 * is told is the new day, number or value of the one column that is left over; a word without a use ends the reading.
 */
export const linkedEdit = (words: string, sheets: readonly Sheet[], day: string): string | undefined => {
  const said = withoutReason(words);
  if (asks.test(said) || said.includes('?') || narrows.test(said) || said.split(/\s+/u).length > mostWords)
    return undefined;
  const found = sheets.flatMap((sheet) => {
    const linked = linkedIn(said, sheet, sheets, day);
    return linked === undefined ? [] : [linked];
  });
  const ways = [...new Set(found.flat())];
  const [only, other] = ways;
  if (only !== undefined && other !== undefined) throw new SeveralPlaces(ways, found.length === 1);
  return only;
};
const mostWords = 24;

const asks =
  /^(?:who|whose|which|what|when|where|why|how|is|are|was|were|did|does|do|has|have|had|any|show|list|find|count|total|מי|מה|כמה|איזה|איזו|אילו|מתי|איפה|האם|הצג|תראי?)(?![\p{L}])/iu;
/** Words that take something out, or that make it depend on something. */
const narrows =
  /(?<![\p{L}])(?:not|never|no|none|without|except|only|other|others|or|unless|if|when|until|maybe|perhaps|probably|should|might|half|some|most|more|less|than|before|after|between|instead|each|every|\p{L}+n'?t|לא|בלי|רק|או|אם|חוץ|אולי|כל|יותר|פחות|לפני|אחרי|במקום)(?![\p{L}])/iu;
/** Why it is to be done says nothing of what. */
const reason =
  /[\s,;.–-]+(?:because |cos |since |as )?(?:he|she|they|it|we|that|this|the (?:customer|client|guest)|thats|its|hes|shes|theyre)(?:'s|'re)? ?(?:is|was|are|were|has|have)? ?(?:doesn'?t|does not|don'?t|do not|didn'?t|isn'?t|wasn'?t|no longer|cancel+ed|changed (?:his|her|their) mind|gone|an? (?:mistake|error|duplicate)|wrong|not needed)(?: (?:want|need|come|coming|exist|use|happen|happening|apply|belong))?(?: (?:it|that|this|them|one|there|here))?(?: any ?more| now| any longer)?[\s.!]*$/iu;
const withoutReason = (words: string): string => words.replace(reason, '');

const deleting =
  /^(?:delete|remove|erase|drop|scrap|cancel|take out|get rid of|kick out|cross out|תמחקי?|מחקי?|למחוק|תורידי?|להוריד|תסירי?|להסיר)(?: out)? /iu;
/** What leads to a new value. */
const links =
  /^(?:is|are|was|were|to|now|at|as|with|by|on|since|from|goes|go|gets|got|has|had|costs?|becomes?|been|הוא|היא|עכשיו|ל|ב|מ|עולה)$/u;
const idle =
  /^(?:please|pls|so|and|also|the|a|an|our|my|its|his|her|their|it|that|this|them|in|for|of|up|down|off|just|put|set|change|update|mark|make|enter|note|write|record|correct|fix|edit|finally|today|yesterday|will|be|did|does|do|job|number|no|nr|row|line|entry|price|both|all|take|took|takes|came|come|את|של|על|עם|זה|בבקשה|תעדכ(?:ן|ני)|תרש(?:ום|מי)|תשנ[הי]|תכתבי?|לעדכן|לרשום|לשנות|שורה|תרשום|תשים|תשימי|תשבצי?|שיבוץ|assign|guide)$/u;

type Link =
  | { readonly is: 'row'; readonly head: Head; readonly texts: readonly string[] }
  | { readonly is: 'day'; readonly span: Span }
  | { readonly is: 'number'; readonly value: number; readonly at: number }
  | { readonly is: 'column'; readonly heads: readonly Head[]; readonly at: number };

const linkedIn = (said: string, sheet: Sheet, sheets: readonly Sheet[], day: string): readonly string[] | undefined => {
  const isDeleting = deleting.test(said);
  const { clauses, spans } = wordsOf(said.replace(deleting, ''), day);
  const items = itemsOf(clauses.flat(), lexiconOf(sheet, sheets));
  const links: Link[] = [];
  for (const [at, item] of items.entries()) {
    const link = linkOf(item, at, items, sheet, spans);
    if (link === undefined) return undefined;
    if (link !== 'idle') links.push(link);
  }
  const days = links.filter((each) => each.is === 'day');
  const numbers = links.filter((each) => each.is === 'number');
  const columns = links.filter((each) => each.is === 'column');
  const put = isDeleting ? undefined : assigned(links, sheet, day);
  if (put !== undefined) return put === '' ? undefined : [put];
  const rows = rowsOf(links, sheet);
  if (rows === undefined) return undefined;
  const act = (column?: Head, value?: string | number) =>
    actInWords({
      kind: isDeleting ? 'delete' : 'set',
      sheet,
      rows,
      which: { en: '', he: '' },
      ...(column && value !== undefined ? { column, value } : {}),
    });
  if (isDeleting) {
    // Several are deleted where each was named by its number.
    const keys = links.filter((each) => each.is === 'row');
    const isEachNamed =
      rows.length === keys.length && keys.every(({ head }) => head.isNumbering && head === keys[0]?.head);
    const isOne = rows.length === 1 || isEachNamed;
    const way = days.length + numbers.length + columns.length === 0 && isOne ? act() : undefined;
    return way === undefined ? undefined : [way];
  }
  const isAll = /(?<![\p{L}])(?:both|all|שני|שתי|כל)(?![\p{L}])/iu.test(said);
  if (rows.length > 1 && !(isAll && (rows.length === 2 || !/(?<![\p{L}])(?:both|שני|שתי)(?![\p{L}])/iu.test(said))))
    return undefined;
  const [only, other] = [...days, ...numbers];
  if (!only || other || columns.length !== 1) return undefined;
  const fits = (columns[0]?.heads ?? []).filter((head) =>
    only.is === 'day' ? isOfDays(head, sheet) : head.kind === 'number' && !head.isNumbering,
  );
  const ways = fits.flatMap((head) => {
    const written = writtenFor(head, only.is === 'day' ? only.span.from : String(only.value), sheet, day);
    return written === undefined ? [] : (act(head, written.value) ?? []);
  });
  return ways.length === 0 ? undefined : ways;
};

/**
 * "Put Noam down as guide for the Nofim trip on 4 June": a value of the column that is named, in the one row that the
 * other words are of. Empty where such a value was said and the row is not one alone.
 */
const assigned = (links: readonly Link[], sheet: Sheet, day: string): string | undefined => {
  const columns = links.filter((each) => each.is === 'column');
  const [head, other] = columns[0]?.heads ?? [];
  if (!head || other || columns.length !== 1 || head.kind !== 'text') return undefined;
  const [put, second] = links.filter((each) => each.is === 'row' && each.head === head);
  if (put?.is !== 'row' || second) return undefined;
  const [text, more] = put.texts;
  const dated = links.filter((each) => each.is === 'day');
  const main = mainDay(sheet);
  const isClear = more === undefined && dated.length < 2 && (dated.length === 0 || main !== undefined);
  if (text === undefined || !isClear || links.some(({ is }) => is === 'number')) return '';
  const named = links.filter((each) => each !== put && each.is === 'row');
  const all = named.length > 0 ? rowsOf(named, sheet) : sheet.rows.map((_row, at) => at);
  const [then] = dated;
  const rows = (all ?? []).filter(
    (at) => then === undefined || (main !== undefined && isOn(then.span, String(sheet.rows[at]?.[main.at] ?? ''))),
  );
  const value = writtenFor(head, head.texts.get(text)?.written ?? '', sheet, day)?.value;
  if (named.length + dated.length === 0 || rows.length !== 1 || value === undefined) return '';
  return actInWords({ kind: 'set', sheet, rows, which: { en: '', he: '' }, column: head, value }) ?? '';
};
/** A day without its year is that day of any year the table knows. */
const isOn = ({ from, isYearless }: Span, day: string): boolean =>
  isYearless ? day.slice(5) === from.slice(5) : day === from;

const isOfDays = (head: Head, sheet: Sheet): boolean => head.kind === 'day' || looksDated(head, sheet);

const linkOf = (
  item: Item,
  at: number,
  items: readonly Item[],
  sheet: Sheet,
  spans: readonly Span[],
): Link | 'idle' | undefined => {
  switch (item.is) {
    case 'value': {
      const spoken = item.spoken.filter(({ isNote }) => !isNote);
      const [only, other] = spoken;
      // "Paid" of a column that is filled with it and of one that is called so.
      if (!only || other) return columnLike(item, at, sheet);
      return { is: 'row', head: only.head, texts: only.texts };
    }
    case 'span': {
      const span = spans[item.at];
      // "Since 22.06.26" is told of a day as well; "since June" is not.
      const isOpen = span?.to === '' && readDay(span.said.replace(/^\p{L}+ /u, '')) !== undefined;
      return span?.isDay || (span && isOpen) ? { is: 'day', span } : undefined;
    }
    case 'number': {
      const keys = sheet.heads.filter(
        (head) =>
          (head.isNumbering || (head.at === 0 && !head.isMoney && !head.isQuantity)) &&
          sheet.shown.some((row) => plain(String(row[head.at] ?? '')) === item.word),
      );
      const [key, second] = keys;
      // A number behind "to" is a new one, also where a row is numbered so.
      const isNew = links.test(items.slice(0, at).findLast(({ word }) => word !== ',')?.word ?? '');
      if (key && !second && !isNew) return { is: 'row', head: key, texts: [item.word] };
      return { is: 'number', value: item.value, at };
    }
    case 'column':
      if (isNounOf(item, at, items, sheet)) return 'idle';
      return { is: 'column', heads: priceMeant(item.word, item.heads, sheet), at };
    case 'table':
    case 'rows':
      return 'idle';
    case 'and':
      return 'idle';
    case 'other':
    case 'by':
    case 'not':
    case 'or':
    case 'versus':
    case 'compare':
    case 'share':
    case 'twice':
    case 'most':
      return undefined;
    default: {
      const column = columnLike(item, at, sheet);
      if (column) return column;
      const isIdle = (word: string) =>
        idle.test(word) || links.test(word) || (item.is === 'skip' && isSmall.test(word));
      return item.word === ',' || item.word.split(' ').every(isIdle) ? 'idle' : undefined;
    }
  }
};
const isSmall = /^(?:\p{L}{1,3}|שלה|שלו|שלנו)$/u;

/** "Sold" of a column Sold on, "ready" of one that is called Ready; a word for money of one that holds money. */
const columnLike = (item: Item, at: number, sheet: Sheet): Link | undefined => {
  const stem = stemOf(item.word);
  const heads = sheet.heads.filter((head) => item.word.length > 3 && namesOfHead(head).stems.includes(stem));
  if (heads.length > 0) return { is: 'column', heads, at };
  if (item.is !== 'money' || !ofPrice.test(item.word)) return undefined;
  const money = priceMeant(item.word, [], sheet);
  return money.length > 0 ? { is: 'column', heads: money, at } : undefined;
};
const ofTrade = /(?:^|\s)(?:pay|sell|price|cost|fee|rate|charge|buy|קנייה|מכירה)/iu;
const ofPrice = /^(?:costs?|price|prices|charge|עולה|מחיר)$/u;

/** What something costs may be what is paid for it and what is asked for it, where no head says the very word. */
const priceMeant = (word: string, heads: readonly Head[], sheet: Sheet): readonly Head[] =>
  !ofPrice.test(word) ||
  heads.some(({ name }) =>
    plain(name)
      .split(' ')
      .some((own) => own === word || own === word.replace(/s$/u, '')),
  )
    ? heads
    : sheet.heads.filter(
        (head) => head.kind === 'number' && (head.isMoney || heads.includes(head) || ofTrade.test(head.name)),
      );

/** "Job 340": the column only says what the number is of. */
const isNounOf = (item: Item, at: number, items: readonly Item[], sheet: Sheet): boolean => {
  const next = items[at + 1];
  if (item.is !== 'column') return false;
  if (!next) return item.heads.length === 1 && item.heads[0]?.at === 0 && item.heads[0].isNumbering;
  const [head, other] = item.heads;
  // "The mechanic of the Menon job": what the rows are numbered by is what a row is.
  if (head && !other && head.at === 0 && head.isNumbering && next.is !== 'number') return true;
  if (!head || (next.is !== 'number' && next.is !== 'value')) return false;
  return next.is === 'value'
    ? next.spoken.some((each) => each.head === head)
    : sheet.shown.some((row) => plain(String(row[head.at] ?? '')) === next.word) && (head.isNumbering || head.at === 0);
};

/** The rows that all words for rows fit; several values of one column are several rows, and each must be there. */
const rowsOf = (links: readonly Link[], sheet: Sheet): readonly number[] | undefined => {
  const named = links.filter((each) => each.is === 'row');
  if (named.length === 0) return undefined;
  const byHead = [...Map.groupBy(named, ({ head }) => head)];
  const cell = (at: number, head: Head) => plain(String(sheet.shown[at]?.[head.at] ?? ''));
  const rows = sheet.rows.flatMap((_row, at) =>
    byHead.every(([head, each]) => each.some(({ texts }) => texts.includes(cell(at, head)))) ? [at] : [],
  );
  const isEachThere = named.every(({ head, texts }) => rows.some((at) => texts.includes(cell(at, head))));
  return rows.length > 0 && isEachThere ? rows : undefined;
};
