import type { Column } from '../rule.ts';
import { isDateOfItsOwn, isYesOrNo, notPassedOver } from './account.ts';
import { markNames, waysOf } from './choices.ts';
import { type Condition, takeConditions } from './conditions.ts';
import { type DateColumn, type Span, takeDates } from './dates.ts';
import { isDated, takeBest, takeExtreme, takeGroups, takeRivals } from './groups.ts';
import {
  codesOf,
  columnForms,
  type Held,
  headForms,
  isNamed,
  markQuoted,
  rowForms,
  valueForms,
  valuesOf,
} from './marks.ts';
import { amountInstead, hasBest, measurable, takeMeasures } from './measures.ts';
import { finishTop, takeDirection, takeOrder, takeTop } from './order.ts';
import { isMoneyName } from './quantities.ts';
import { plainName } from './quotes.ts';
import { type Token, tokensOf } from './tokens.ts';

export type MeasureKind = 'sum' | 'avg' | 'median' | 'max' | 'min' | 'count' | 'distinct' | 'share';
export type Measure = { readonly kind: MeasureKind; readonly column?: string };
export type Order = { readonly column: string; readonly direction: 'ASC' | 'DESC' };

/** What a question asks of a table: which rows, in what order, how many, or what they come to. */
export type Question = {
  readonly measures: readonly Measure[];
  readonly by: readonly string[];
  readonly where: readonly Condition[];
  readonly order: readonly Order[];
  readonly limit?: number;
  /** Rows with the most or the least of a column. */
  readonly extreme?: Order;
  readonly columns: readonly string[];
  readonly distinct?: string;
  readonly orderByMeasure?: 'ASC' | 'DESC';
  /** The table itself is to be put in order, and not only its rows shown so. */
  readonly isSorting?: boolean;
};

/** Why a question could not be read: the words that are not understood, or what is said twice or not at all. */
export type Unread = {
  readonly unknown: readonly string[];
  readonly why?: 'column' | 'condition' | 'contradiction' | 'ambiguous' | 'year';
  /** What an ambiguous question can mean, or the month that lacks its year. */
  readonly meanings?: readonly Question[];
  readonly said?: string;
  readonly years?: readonly string[];
};

/** `isLoose`: a column was named and nothing is asked of it. */
export type Reading = { readonly question: Question; readonly isLoose?: boolean } | { readonly unread: Unread };

export type Vocabulary = {
  /** `isNumbering`: numbers that name a row and measure nothing. */
  readonly columns: readonly (Column & {
    readonly isNumber: boolean;
    readonly isNumbering?: boolean;
    readonly isSerial?: boolean;
    /** Its smallest and its largest number. */
    readonly range?: readonly [number, number];
    /** What its cells say for yes and for no, where they say nothing else. */
    readonly flag?: { readonly yes: readonly string[]; readonly no: readonly string[] };
  })[];
  readonly held: readonly Held[];
  readonly quoted: readonly string[];
  /** Words that stand for the rows themselves: the name of the file and of the sheet. */
  readonly rowNames: readonly string[];
  readonly dates?: readonly DateColumn[];
};

/** The same with the words, and the stretches of time that were said in them. */
export type Known = Vocabulary & { readonly spans: readonly Span[]; readonly said: string };

/** Reads the words in every way they can be meant. A question that comes out in two ways is not answered in one. */
export const readQuestion = (said: string, vocabulary: Vocabulary): Reading => {
  const { held, columns, quoted, rowNames } = vocabulary;
  const passedOver = notPassedOver(said);
  if (passedOver !== undefined) return { unread: { unknown: [passedOver] } };
  // "The next job due" asks what comes after today.
  const next = nextOne.exec(said)?.[0];
  if (next !== undefined && !columns.some(({ name }) => nextOne.test(name))) return { unread: { unknown: [next] } };
  const request = withoutPrefix(said, columns);
  // A birthday is not the day that "in May" speaks of, nor are its years the ones to choose from.
  const all = vocabulary.dates ?? [];
  const own = all.filter(({ column }) => !isDateOfItsOwn(column, said));
  const { words, spans, yearless } = takeDates(request, own.length > 0 ? own : all);
  if (yearless !== undefined)
    return {
      unread: {
        unknown: [],
        why: 'year',
        said: yearless,
        years: [...new Set((own.length > 0 ? own : all).flatMap(({ years }) => years))],
      },
    };
  // A month that is also a value of the table could be either.
  const spoken = spans.map((span) => span.said.toLowerCase());
  const isSpoken = ({ value }: Held) =>
    !/^\d/.test(value) &&
    spoken.some((each) => each === value.toLowerCase() || isNamed(each, new Set([value.toLowerCase()])));
  if (held.some(isSpoken)) {
    const asValue = readQuestion(said, { ...vocabulary, dates: [] });
    const asTime = readQuestion(said, { ...vocabulary, held: held.filter((each) => !isSpoken(each)) });
    const meanings = [asValue, asTime].flatMap((each) => ('question' in each ? [each.question] : []));
    return { unread: { unknown: [], why: 'ambiguous', meanings } };
  }
  const known: Known = { ...vocabulary, spans, said: request };
  const values = valuesOf(held).map(plainName);
  const inQuotes = markQuoted(
    markQuoted(words, quoted, (text) => columns.findIndex(({ name }) => plainName(name) === text), 'c'),
    quoted,
    (text) => values.indexOf(text),
    'v',
  );
  // "Rent per house" of rents.csv asks for the rent; "how many rents" counts rows.
  const measured = new Set(
    columns.flatMap(({ name, isNumber }) => (isNumber && isMoneyName(name) ? headForms(name) : [])),
  );
  const rows = new Set(rowNames.flatMap(rowForms).filter((form) => counts.test(request) || !measured.has(form)));
  const isRow = (word: string) => isNamed(word, rows);
  const isNumbering = (mark: string) => columns[Number(mark.slice(2))]?.isNumbering === true;
  const marked = markNames(inQuotes, [...columnForms(columns), ...valueForms(held)], codesOf(held), isRow);
  const ways = waysOf(marked, isRow, isNumbering);
  if (ways.length === 0) return { unread: { unknown: [], why: 'ambiguous' } };
  const readings = ways.map((way) => readMarked(way, request, known));
  const read = readings.flatMap((reading) => ('question' in reading ? [reading] : []));
  // A reading that has a use for every column it names comes before one that has not.
  const tight = read.filter(({ isLoose }) => !isLoose);
  const found = new Map<string, Question>();
  for (const { question } of tight.length > 0 ? tight : read) found.set(JSON.stringify(question), question);
  const [only, other] = found.values();
  if (only && !other) return { question: only };
  if (only) return { unread: { unknown: [], why: 'ambiguous', meanings: [...found.values()] } };
  const unread = readings.flatMap((reading) => ('unread' in reading ? [reading.unread] : []));
  const [nearest] = unread.toSorted((a, b) => a.unknown.length - b.unknown.length);
  return { unread: nearest ?? { unknown: [] } };
};

/** "Unpaid" says that a column of yes and no, called Paid, says no. */
const withoutPrefix = (request: string, columns: Vocabulary['columns']): string =>
  columns.reduce(
    (text, { name, flag }) =>
      flag === undefined || !/^\p{Script=Latin}+$/u.test(name)
        ? text
        : text.replace(new RegExp(`(?<![\\p{L}])un-?${name}(?![\\p{L}])`, 'giu'), `not ${name}`),
    request,
  );

const nextOne = /(?<![\p{L}])(?:next|הבאה?|הקרובה?)(?![\p{L}])/iu;

const counts = /(?<![\p{L}])(?:how many|count|number of|כמה|מספר)(?![\p{L}])/iu;

/** The marks still to be read, as one letter each; what was taken is `_`. */
export type Strip = { text: string; readonly tokens: readonly Token[] };

/** The name that a mark stands for, by its place. */
export type Naming = (at: number) => string;

const readMarked = (marked: string, words: string, known: Known): Reading => {
  const { tokens, unknown } = tokensOf(marked, known);
  if (unknown.length > 0) return { unread: { unknown } };
  const strip: Strip = { text: tokens.map(({ tag }) => tag).join(''), tokens };

  const unread = (why: Unread['why']): Reading => ({ unread: { unknown: [], ...(why ? { why } : {}) } });
  const name = (at: number) => strip.tokens[at]?.text ?? '';
  const isNumber = (column: string) => known.columns.some((each) => each.name === column && each.isNumber);

  const isSorting = strip.text.includes('s') && !isShown(words);
  if (isSorting && isAboutSorting(words)) return { unread: { unknown: [], why: 'column' } };
  // "Our best day" is not the day with the largest number: of what is not money or a mark, nobody knows what is best.
  const isBest = strip.tokens.some(({ text }) => /^best$/iu.test(text));
  if (isBest && !strip.tokens.some(({ tag, text }) => tag === 'c' && hasBest(text))) return unread('column');
  const direction = takeDirection(strip);
  if (direction === 'both') return unread('contradiction');
  const top = takeTop(strip);
  const where = takeConditions(strip, known);
  if (where === undefined) return unread('condition');
  const order = takeOrder(strip, { direction, isTop: top !== undefined, name });
  // "Top 3 by Amount" says what they are the top of.
  if (top && order.length === 0) strip.text = strip.text.replace(/b(?=[_]*c)/g, '_');
  const by = takeGroups(strip, name);
  const rivals = takeRivals(strip, where, name, isNumber);
  if (rivals === 'unclear') return unread('condition');
  if (rivals) {
    const question = { measures: [rivals.measure], by: [rivals.by], where, order, columns: [] };
    const isWhole = by.length === 0 && !top && order.length === 0 && !/[^_yr&]/.test(strip.text);
    return isWhole ? finish({ ...question, orderByMeasure: rivals.direction }) : unread('column');
  }
  const best = takeBest(strip, name, isNumber);
  if (best === 'unclear') return unread('column');
  if (best) {
    const isWhole = by.length === 0 && !top && order.length === 0 && !/[^_yr&]/.test(strip.text);
    if (isYesOrNo(words)) return unread('column');
    const { measure, direction: orderByMeasure } = best;
    const question = { measures: [measure], by: [best.by], where, order, columns: [], limit: 1, orderByMeasure };
    return isWhole ? finish(question) : unread('column');
  }
  const extreme = takeExtreme(strip, name, by.length > 0, (column) => isNumber(column) || isDated(column, known));
  const taken = takeMeasures(strip, { name, isNumber, known, isGrouped: by.length > 0 });
  if (taken === undefined) return unread('column');
  if ((taken.length > 0 || extreme) && isYesOrNo(words)) return unread('column');
  // "How many have no phone, and who are they": the rows say both.
  const isListed = taken.length === 1 && taken[0]?.kind === 'count' && by.length === 0 && asksWho(strip);
  const measures = isListed ? [] : taken;
  // "The total of the row with the highest price": a sum over all rows is another one.
  if (extreme && measures.length > 0) return unread('column');
  // "Who has not paid the fee" asks for people, and no sum answers it.
  if (measures.length > 0 && by.length === 0 && asksWho(strip)) return unread('column');
  const isSerial = (column: string | undefined) =>
    known.columns.some((each) => each.name === column && each.isSerial === true);
  if (isSerial(extreme?.column) || measures.some(({ kind, column }) => kind !== 'distinct' && isSerial(column)))
    return unread('column');

  if (
    measures.some(({ kind }) => kind === 'share') &&
    (measures.length > 1 || (where.length === 0) === (by.length === 0))
  )
    return unread('condition');
  const last = strip.tokens.at(-1);
  // "How many titles each" asks for each of what was named, and not for all of them together.
  if (last?.tag === 'b' && by.length === 0 && /^\p{Script=Latin}/u.test(last.text))
    return { unread: { unknown: [last.text] } };
  const rest = strip.text.replace(/[_yr&]/g, '').replace(/b(?=$)/, '');
  const left = [...strip.text].flatMap((tag, at) => (tag === 'c' ? [name(at)] : []));
  if (/[^chuw]/.test(rest)) return unread(/[vnqo~emx|]/.test(rest) ? 'condition' : 'column');

  // "Which city …" asks for the city; a measure without it would answer something else.
  // Nor may any other column be passed over that a measure has no use for.
  const idle = [...strip.text].flatMap((tag, at) =>
    tag === 'c' && !isNounOfRows(strip, at, known) ? [strip.tokens[at]?.text ?? ''] : [],
  );
  if (measures.length > 0 && (idle.length > 0 || (left.length > 0 && /h/.test(rest))))
    return { unread: { unknown: idle } };
  const base = { measures, by, where, order, columns: [] as readonly string[] };
  const amount = by.length > 0 ? amountInstead(strip, measures, known) : undefined;
  if (amount !== undefined) {
    const meanings = [{ ...base, measures: [{ kind: 'sum' as const, column: amount }] }, base];
    return { unread: { unknown: [], why: 'ambiguous', meanings } };
  }
  const open = measures.find(({ kind, column }) => kind !== 'count' && kind !== 'share' && column === undefined);
  if (open) {
    const meanings = measurable(known, open.kind).map((column) => ({
      ...base,
      measures: measures.map((each) => (each === open ? { ...each, column } : each)),
    }));
    return meanings.length === 0 ? unread('column') : { unread: { unknown: [], why: 'ambiguous', meanings } };
  }
  const isRows = measures.length === 0 && by.length === 0;
  if (isRows && extreme) return finish({ ...base, extreme });
  if (isRows && top) return finishTop({ ...base, limit: top.limit }, top, left, known, unread);
  if (top) return finish({ ...base, limit: top.limit, orderByMeasure: top.direction ?? 'DESC' });
  if (direction && order.length === 0) {
    return measures.length === 1 && by.length > 0 ? finish({ ...base, orderByMeasure: direction }) : unread('column');
  }
  if (by.length > 0 && measures.length === 0) return unread('column');
  if (/w/.test(rest) && left.length === 0 && /h/.test(rest)) return unread('column');
  // "Show only the Item and Price columns": columns are asked for as such.
  if (isRows && /w/.test(rest) && left.length > 0) return finish({ ...base, columns: [...new Set(left)] });
  const [first, second] = new Set(left);
  const isAsked = where.length + order.length + measures.length > 0;
  const flag = known.columns.find((each) => each.name === first)?.flag;
  // "Who works weekends?" asks for the rows that say yes.
  if (isRows && !isAsked && first && !second && flag && /h/.test(rest) && !/u/.test(rest))
    return finish({ ...base, where: [{ column: first, operator: '=', values: flag.yes }] });
  if (isRows && !isAsked && first && !second && /[hu]/.test(rest)) return finish({ ...base, distinct: first });
  if (/u/.test(rest) && !isAsked) return unread('column');
  if (!isAsked) return unread('column');
  return { question: { ...base, isSorting }, isLoose: isRows && left.length > 0 };
};

/** "The oak pieces", "a class": a column that only says what the rows are, by its name or behind what narrows them. */
const isNounOfRows = ({ text, tokens }: Strip, at: number, { columns, rowNames }: Known): boolean => {
  const name = tokens[at]?.text ?? '';
  if (columns.some((each) => each.name === name && each.isNumber)) return false;
  return text[at - 1] === '_' && tokens[at - 1]?.tag === 'v'
    ? true
    : rowNames.some((each) => rowForms(each).includes(name.toLowerCase()));
};

/** Whether people are asked for, or which ones there are beside what is counted. */
const asksWho = ({ tokens }: Strip): boolean =>
  tokens.some(
    ({ tag, text }, at) =>
      tag === 'h' &&
      (/^ו?(?:who|whom|מי|למי|ממי)$/iu.test(text) ||
        (!/^what$/iu.test(text) && (at === 0 || tokens[at - 1]?.tag === '&'))),
  );

/** "Is it sorted?", "how would I sort it", "sort only this column": not a wish to have the rows in order. */
const isAboutSorting = (words: string): boolean =>
  /^(?:is|are|was|were|does|did|do|has|have|why|when|how|who|can|could|should|would|האם|למה|מתי|איך|מי)(?![\p{L}])|(?<![\p{L}])(?:only|just|רק)(?![\p{L}])/iu.test(
    words,
  );
const isShown = (words: string): boolean =>
  // "Sort the price list" names a list, and "list the prices" wants one.
  !/^(?:please |now |can you |could you )*(?:sort|order|arrange|מיין|תמיין|סדר|תסדר) (?:the |my |our |this |that |את )?(?:[\p{L}\p{N}'-]+ ){0,3}?(?:list|ה?רשימ[הת])(?![\p{L}])/iu.test(
    words,
  ) &&
  /(?<![\p{L}])(?:show|list|display|view|print|see|give|what|which|הצג|תציג|תראה|הראה|תן|מה)(?![\p{L}])/iu.test(words);

const finish = (question: Question): Reading => ({ question });
