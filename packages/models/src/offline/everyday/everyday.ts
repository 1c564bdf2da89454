import { rowsFor } from './answer.ts';
import type { Ask, Reading } from './ask.ts';
import { asksForChange } from './asks-for-change.ts';
import { isExact, readExact } from './exact-read.ts';
import { readOf } from './read.ts';
import type { Sheet } from './sheets.ts';

export type Everyday =
  | { readonly ask: Ask }
  | {
      readonly unknown: readonly string[];
      readonly sheets?: readonly Sheet[];
      /** Going on from the turn before it could mean two things: it is not read as a question of its own either. */
      readonly isUnsure?: boolean;
    };

/** The question as the one table reads it that has a use for every word of it; after earlier turns also as going on from them. */
export const readEveryday = (
  request: string,
  earlier: readonly string[],
  sheets: readonly Sheet[],
  today: string,
  isOnlyGoingOn = false,
): Everyday => {
  const before = askBefore(earlier, sheets, today);
  if (isOnlyGoingOn && before === undefined) return { unknown: [request] };
  return readTurn(request, before, sheets, today, isOnlyGoingOn);
};

/** What was asked before, as the tables read it. What was no question is passed over. */
export const askBefore = (earlier: readonly string[], sheets: readonly Sheet[], today: string): Ask | undefined =>
  earlier.reduce<Ask | undefined>((ask, text) => {
    // "A crate holds ten. Put in a column …" asks nothing: the thread stays where it was.
    if (asksForChange.test(text) && !isExact(text)) return ask;
    const read = readTurn(text, ask, sheets, today);
    // What went on and was not understood leaves the thread where it was.
    return 'ask' in read ? read.ask : isOrder.test(text.trim()) || isGoingOn(text) ? ask : undefined;
  }, undefined);
/** A change that was asked for between two questions leaves the first one to go on from. */
const isOrder =
  /^(?:(?:please|pls|can you|could you|ok|and|now|also|then)[\s,]+)*(?:add|put|change|update|fix|mark|set|rename|replace|sort|correct|assign|delete|remove|save|export|convert|round|תוסי(?:ף|פי)|תש(?:ן|ני)|תעדכ(?:ן|ני)|תסמ(?:ן|ני)|תמיי(?:ן|ני)|תחלי(?:ף|פי)|תמחקי?|תשמרי?)(?![\p{L}])/iu;

const readTurn = (
  request: string,
  before: Ask | undefined,
  sheets: readonly Sheet[],
  today: string,
  isOnlyGoingOn = false,
): Everyday => {
  const exact = readExact(request, sheets);
  if (exact) return { ask: exact };
  const goesOn = before !== undefined && isGoingOn(request);
  if (goesOn) {
    const read = readOf(request.replace(opening, ''), before.sheet, sheets, today, before);
    if ('ask' in read) return { ask: merged(before, read.ask, request) };
    if (read.unknown.some((word) => /(?:^|\s)open$|^פתוח/u.test(word)))
      return { unknown: read.unknown, isUnsure: true };
  }
  if (isOnlyGoingOn) return { unknown: [request] };
  // "Of that" is of what was asked before, or of nothing.
  if (before !== undefined && ofBefore.test(request) && goesOn) return { unknown: [request] };
  // "How much is that" of nothing that was asked before is of nothing.
  if (before === undefined && earlierMeant.test(request)) return { unknown: [request] };
  const readings = sheets.map((sheet) => {
    // Who goes on asking is still at the table of the turn before, unless another one is named.
    const isSame = sheet.table === before?.sheet.table;
    const reading = readOf(request, sheet, sheets, today, isSame && speaksOn.test(request) ? before : undefined);
    return { sheet, reading: isSame && 'ask' in reading ? { ...reading, score: reading.score + 2 } : reading };
  });
  const read = readings.flatMap(({ reading }) => ('ask' in reading ? [reading] : []));
  const best = read.toSorted((a, b) => b.score - a.score);
  const [first, second] = best;
  if (!first) return { unknown: shortest(readings.map(({ reading }) => reading)) };
  // "And May" after a sum, which could not be joined to it: the rows of May are another matter.
  if (goesOn && opening.test(request.trim()) && !asksItself.test(request)) return { unknown: [request] };
  if (!second || second.score < first.score) return { ask: first.ask };
  // Two tables that read it equally well: the one that has such rows, else nobody knows which is meant.
  const equal = best.filter(({ score }) => score === first.score);
  const [only, other] = equal.filter(
    ({ ask }) => ask.filters.length > 0 && rowsFor(ask, ask.spans.slice(0, 1)).length > 0,
  );
  return only && !other ? { ask: only.ask } : { unknown: [], sheets: equal.map(({ ask }) => ask.sheet) };
};

const asksItself =
  /(?<![\p{L}])(?:who|whose|whos|which|what|whats|when|where|how|show|list|count|total|average|sum|give|any|מי|למי|מה|כמה|איזה|איזו|אילו|מתי|איפה|היכן|הצג|תראי?|תני?|תן|רשימה|סכום|ממוצע|יש)(?![\p{L}])/iu;
const ofBefore =
  /(?<![\p{L}])(?:of (?:that|those|these|them|it)|מתוך זה|מתוכם|מתוכן|מתוך אלה)(?![\p{L}])|^(?:and |so )?(?:who|what|which|whos|whats) (?:is |are |was |were )?(?:that|those|they|these|it)(?![\p{L}])/iu;
/** Points at what was answered before. */
const earlierMeant =
  /^(?:and |so |ok |)(?:how much|how many|what|whats|what's)(?: is| are| does| do)? (?:that|those|it|they|them|this)(?: all)?(?: come| make| add up)?(?: to| up)?(?: altogether| in total| together| all together)?[?!. ]*$|^ו?כמה (?:כסף )?(?:זה|הם|הן)(?: יוצא| עולה| עולים| ביחד| הכל| הכול| בסך הכל)*[?!. ]*$/iu;
/** "The most expensive one", "which are in poor condition": nothing says of what, so it is what was spoken of. */
const speaksOn =
  /(?<![\p{L}])(?:ones?|it|them|those|these|that|they|there)(?![\p{L}])|^(?:which|who|what|how many|when|where)(?:'?s)? (?:are|is|was|were|has|have|the)(?![\p{L}])|^(?:אילו|איזה|מי|מתי|איפה|כמה) /iu;

const shortest = (readings: readonly Reading[]): readonly string[] =>
  readings
    .flatMap((reading) => ('unknown' in reading ? [reading.unknown] : []))
    .toSorted((a, b) => a.length - b.length)[0] ?? [];

export const opening =
  /^(?:(?:and|ok|okay|so|then|also|but|what about|how about|now|only|just|same for|same again for|ומה עם|ומה לגבי|מה עם|מה לגבי|ועכשיו|אז|רק)(?:\s|,)+)+|^ו(?=\p{Script=Hebrew}{2})/iu;
const pointing =
  /(?<![\p{L}])(?:those|these|of that|of them|of it|them|each of them|that|it|ones?|they|מהם|מתוכם|מזה|מתוך זה|אלה|אותם|לכולם|זה|שלהם|שלהן)(?![\p{L}])/iu;
/** "Which are Dev's": of what, was said before. */
const whichOfThem =
  /^(?:and |so |ok )?which (?:ones? )?(?:of (?:them|those|these) )?(?:are|is|were|was|have|has)(?![\p{L}])|^(?:ו?מי|ו?אילו) (?:מהם|מהן|מתוכם|מתוכן)(?![\p{L}])/iu;
export const isGoingOn = (request: string): boolean => {
  const words = request.trim().split(/\s+/u).length;
  if (isExact(request)) return false;
  return (
    (whichOfThem.test(request.trim()) && words <= 6) ||
    (opening.test(request.trim()) && words <= 8) ||
    (pointing.test(request) && words <= 10) ||
    words <= 2
  );
};

/** What is said anew takes the place of what was said of the same column; "of those" only narrows. */
export const merged = (before: Ask, now: Ask, request: string): Ask => {
  const isNarrowing = /(?<![\p{L}])(?:of (?:that|those|these|them|it)|those|these|them|מהם|מתוכם)(?![\p{L}])/iu.test(
    request,
  );
  // Hebrew has one word for how many and how much: of a sum it asks how much.
  const isStillSum =
    before.measure === 'sum' &&
    now.measure === 'count' &&
    now.by.length === 0 &&
    !now.top &&
    /(?<![\p{L}])ו?כמה(?![\p{L}])/u.test(request) &&
    now.wanted.length === 0;
  const keys = new Set(now.filters.map(({ key }) => key));
  const kept = before.filters.filter(({ key }) =>
    isNarrowing ? !now.filters.some((each) => each.key === key && key === 'paid') : !keys.has(key),
  );
  const isBare = now.measure === 'rows' && now.by.length === 0 && !now.top && now.spans.length === 0;
  const filters = [...kept, ...now.filters.filter(({ said }) => !kept.some((each) => each.said.en === said.en))];
  if (isStillSum) return { ...before, filters };
  if (
    now.measure === 'rows' &&
    now.top &&
    !before.top &&
    now.filters.length === 0 &&
    /(?<![\p{L}])ones?(?![\p{L}])/iu.test(request)
  )
    return { ...now, filters: [...before.filters] };
  if (isBare && now.wanted.length > 0 && now.amounts.length === 0) return { ...now, filters };
  if (isBare) return { ...before, filters, ...(now.order ? { order: now.order } : {}) };
  if (now.isImplied && before.measure !== 'rows')
    return {
      ...before,
      filters,
      by: now.by,
      measure: before.measure === 'share' || before.measure === 'twice' ? 'count' : before.measure,
    };
  const amounts =
    now.measure === 'sum' && before.measure === 'sum' && now.wanted.length === 0 && isNarrowing
      ? before.amounts
      : now.amounts;
  return { ...now, filters, amounts };
};
