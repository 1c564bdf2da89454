import type { Column } from '../rule.ts';
import { markNames, waysOf } from './choices.ts';
import { type Condition, takeConditions } from './conditions.ts';
import { type DateColumn, type Span, takeDates } from './dates.ts';
import {
  codesOf,
  columnForms,
  formsOf,
  type Held,
  headForms,
  isNamed,
  markQuoted,
  valueForms,
  valuesOf,
} from './marks.ts';
import { isMoneyName, isQuantityName, isRateName, isSummable } from './quantities.ts';
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
    /** What its cells say for yes and for no, where they say nothing else. */
    readonly flag?: { readonly yes: string; readonly no: string };
  })[];
  readonly held: readonly Held[];
  readonly quoted: readonly string[];
  /** Words that stand for the rows themselves: the name of the file and of the sheet. */
  readonly rowNames: readonly string[];
  readonly dates?: readonly DateColumn[];
};

/** The same with the stretches of time that were said. */
export type Known = Vocabulary & { readonly spans: readonly Span[] };

/** Reads the words in every way they can be meant. A question that comes out in two ways is not answered in one. */
export const readQuestion = (said: string, vocabulary: Vocabulary): Reading => {
  const { held, columns, quoted, rowNames } = vocabulary;
  // What is still to be paid is not what was paid, and no column says which it is.
  const owed = owing.exec(said);
  if (owed) return { unread: { unknown: [owed[0]] } };
  const request = withoutPrefix(said, columns);
  const { words, spans, yearless } = takeDates(request, vocabulary.dates ?? []);
  if (yearless !== undefined)
    return {
      unread: {
        unknown: [],
        why: 'year',
        said: yearless,
        years: [...new Set((vocabulary.dates ?? []).flatMap(({ years }) => years))],
      },
    };
  // A month that is also a value of the table could be either.
  const spoken = spans.map((span) => span.said.toLowerCase());
  if (held.some(({ value }) => spoken.includes(value.toLowerCase()) && !/^\d/.test(value)))
    return { unread: { unknown: [], why: 'ambiguous' } };
  const known: Known = { ...vocabulary, spans };
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
  const rows = new Set(rowNames.flatMap(formsOf).filter((form) => counts.test(request) || !measured.has(form)));
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

const owing =
  /(?<![\p{L}])(?:(?:still|have|has|had|need|needs|left|due|remains?|yet) to (?:be )?(?:pay|paid|collect|collected|receive|received)|(?:still |do we |do they )owed?|outstanding|נשאר לשלם|צריך לשלם|חייבים לנו|חייבים)(?![\p{L}])/iu;

/** "Unpaid" says that a column of yes and no, called Paid, says no. */
const withoutPrefix = (request: string, columns: Vocabulary['columns']): string =>
  columns.reduce(
    (text, { name, flag }) =>
      flag === undefined || !/^\p{Script=Latin}+$/u.test(name)
        ? text
        : text.replace(new RegExp(`(?<![\\p{L}])un-?${name}(?![\\p{L}])`, 'giu'), `not ${name}`),
    request,
  );

const counts = /(?<![\p{L}])(?:how many|count|number of|כמה|מספר)(?![\p{L}])/iu;

/** The marks still to be read, as one letter each; what was taken is `_`. */
export type Strip = { text: string; readonly tokens: readonly Token[] };

const readMarked = (marked: string, words: string, known: Known): Reading => {
  const { tokens, unknown } = tokensOf(marked, known);
  if (unknown.length > 0) return { unread: { unknown } };
  const strip: Strip = { text: tokens.map(({ tag }) => tag).join(''), tokens };

  const unread = (why: Unread['why']): Reading => ({ unread: { unknown: [], ...(why ? { why } : {}) } });
  const name = (at: number) => strip.tokens[at]?.text ?? '';
  const isNumber = (column: string) => known.columns.some((each) => each.name === column && each.isNumber);

  const isSorting = strip.text.includes('s') && !isShown(words);
  if (isSorting && isAboutSorting(words)) return { unread: { unknown: [], why: 'column' } };
  const direction = takeDirection(strip);
  if (direction === 'both') return unread('contradiction');
  const top = takeTop(strip);
  const where = takeConditions(strip, known);
  if (where === undefined) return unread('condition');
  const order = takeOrder(strip, { direction, isTop: top !== undefined, name });
  // "Top 3 by Amount" says what they are the top of.
  if (top && order.length === 0) strip.text = strip.text.replace(/b(?=[_]*c)/g, '_');
  const by = takeGroups(strip, name);
  const best = takeBest(strip, name, isNumber);
  if (best === 'unclear') return unread('column');
  if (best) {
    const isWhole = by.length === 0 && !top && order.length === 0 && !/[^_yr&]/.test(strip.text);
    const { measure, direction: orderByMeasure } = best;
    const question = { measures: [measure], by: [best.by], where, order, columns: [], limit: 1, orderByMeasure };
    return isWhole ? finish(question) : unread('column');
  }
  const extreme = takeExtreme(strip, name, by.length > 0, (column) => isNumber(column) || isDated(column, known));
  const measures = takeMeasures(strip, { name, isNumber, known, isGrouped: by.length > 0 });
  if (measures === undefined) return unread('column');
  const isSerial = (column: string | undefined) =>
    known.columns.some((each) => each.name === column && each.isSerial === true);
  if (isSerial(extreme?.column) || measures.some(({ kind, column }) => kind !== 'distinct' && isSerial(column)))
    return unread('column');

  if (
    measures.some(({ kind }) => kind === 'share') &&
    (measures.length > 1 || (where.length === 0) === (by.length === 0))
  )
    return unread('condition');
  const rest = strip.text.replace(/[_yr&]/g, '').replace(/b(?=$)/, '');
  const left = [...strip.text].flatMap((tag, at) => (tag === 'c' ? [name(at)] : []));
  if (/[^chuw]/.test(rest)) return unread(/[vnqo~emx|]/.test(rest) ? 'condition' : 'column');

  // "Which city …" asks for the city; a measure without it would answer something else.
  if (measures.length > 0 && left.length > 0 && /h/.test(rest)) return unread('column');
  const base = { measures, by, where, order, columns: [] as readonly string[] };
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
  if (isRows && !isAsked && first && !second && /[hu]/.test(rest)) return finish({ ...base, distinct: first });
  if (/u/.test(rest) && !isAsked) return unread('column');
  if (!isAsked) return unread('column');
  return { question: { ...base, isSorting }, isLoose: isRows && left.length > 0 };
};

/** "Is it sorted?", "how would I sort it", "sort only this column": not a wish to have the rows in order. */
const isAboutSorting = (words: string): boolean =>
  /^(?:is|are|was|were|does|did|do|has|have|why|when|how|who|can|could|should|would|האם|למה|מתי|איך|מי)(?![\p{L}])|(?<![\p{L}])(?:only|just|רק)(?![\p{L}])/iu.test(
    words,
  );
const isShown = (words: string): boolean =>
  /(?<![\p{L}])(?:show|list|display|view|print|see|give|what|which|הצג|תציג|תראה|הראה|תן|מה)(?![\p{L}])/iu.test(words);

const finish = (question: Question): Reading => ({ question });

/** A direction said by itself, or as "biggest first". Said two ways, it is not known. */
const takeDirection = (strip: Strip): 'ASC' | 'DESC' | 'both' | undefined => {
  const found = new Set<'ASC' | 'DESC'>();
  strip.text = strip.text.replace(/d/g, (_all, at: number) => {
    found.add(strip.tokens[at]?.means === 'desc' ? 'DESC' : 'ASC');
    return '_';
  });
  strip.text = strip.text.replace(/([a])([ruc&_y]{0,2}?)f/g, (all, _a, between: string, at: number) => {
    const means = strip.tokens[at]?.means;
    if (means !== 'max' && means !== 'min') return all;
    found.add(means === 'max' ? 'DESC' : 'ASC');
    return `_${between.replace(/r/g, '_')}_`;
  });
  strip.text = strip.text.replace(/f([ruc&_y]{0,2}?)a/g, (all, between: string, at: number) => {
    const means = strip.tokens[at + all.length - 1]?.means;
    if (means !== 'max' && means !== 'min') return all;
    found.add(means === 'max' ? 'DESC' : 'ASC');
    return `_${between.replace(/r/g, '_')}_`;
  });
  if (found.size > 1) return 'both';
  return [...found][0];
};

type Top = { readonly limit: number; readonly direction?: 'ASC' | 'DESC'; readonly isSimple: boolean };

/** "Top 3", "the three biggest", "first 5". */
const takeTop = (strip: Strip): Top | undefined => {
  let top: Top | undefined;
  const set = (limit: number, rest: Omit<Top, 'limit'>, length: number) => {
    top = { limit, ...rest };
    return '_'.repeat(length);
  };
  const number = (at: number) => Number(strip.tokens[at]?.text);
  strip.text = strip.text.replace(/tn/, (all, at: number) =>
    set(number(at + 1), { direction: 'DESC', isSimple: false }, all.length),
  );
  strip.text = strip.text.replace(/(?<!c[yw]*|[om&~]|m.*)n(r?)a/, (all, rows: string, at: number) => {
    const means = strip.tokens[at + 1 + rows.length]?.means;
    if (top || (means !== 'max' && means !== 'min')) return all;
    return set(number(at), { direction: means === 'max' ? 'DESC' : 'ASC', isSimple: false }, all.length);
  });
  strip.text = strip.text.replace(/a(r?)n/, (all, rows: string, at: number) => {
    const means = strip.tokens[at]?.means;
    if (top || (means !== 'max' && means !== 'min')) return all;
    return set(
      number(at + 1 + rows.length),
      { direction: means === 'max' ? 'DESC' : 'ASC', isSimple: false },
      all.length,
    );
  });
  strip.text = strip.text.replace(/Tn/, (all, at: number) =>
    top ? all : set(number(at + 1), { isSimple: true }, all.length),
  );
  return top;
};

type Naming = (at: number) => string;

/** "Sorted by Region, then Amount descending"; "by price, low to high" orders too, and so does "top 3 by Amount". */
const takeOrder = (
  strip: Strip,
  { direction, isTop, name }: { direction: 'ASC' | 'DESC' | undefined; isTop: boolean; name: Naming },
): readonly Order[] => {
  const keys = (at: number, length: number): readonly Order[] => {
    const letters = [...strip.text.slice(at, at + length)];
    const said = letters.flatMap((tag, on) => (tag === 'c' ? [name(at + on)] : []));
    // "By Amount within each Region": the region comes first.
    const within = letters.indexOf('g');
    const outer = within < 0 ? undefined : name(at + letters.indexOf('c', within));
    const columns = outer === undefined ? said : [outer, ...said.filter((each) => each !== outer)];
    const keys = [...new Set(columns)];
    return keys.map((column, on) => ({ column, direction: on === keys.length - 1 ? (direction ?? 'ASC') : 'ASC' }));
  };
  let order: readonly Order[] = [];
  // "Arrange the items by price": what stands between is what is arranged.
  const take = (all: string, before: string, at: number) => {
    order = keys(at + before.length, all.length - before.length);
    return '_'.repeat(all.length);
  };
  const byKeys = /(s[_ryc]*?)b_*c(?:[_&brgs]*c)*/;
  strip.text = byKeys.test(strip.text)
    ? strip.text.replace(byKeys, take)
    : strip.text.replace(/(s[_ry]*)c(?:[_&rgs]*c)*/, take);
  if (order.length === 0 && direction && !isTop && !/[ak]/.test(strip.text)) {
    const groups = strip.text.match(/c/g)?.length ?? 0;
    strip.text = strip.text.replace(groups === 1 ? /b?c/ : /bc/, (all, at: number) => {
      order = keys(at, all.length);
      return '_'.repeat(all.length);
    });
  }
  return order;
};

const takeGroups = (strip: Strip, name: Naming): readonly string[] => {
  const by: string[] = [];
  strip.text = strip.text.replace(/b_*c(?:_*(?:&_*b?|b)_*c(?!_*a))*/g, (all, at: number) => {
    for (const [on, tag] of [...all].entries()) if (tag === 'c') by.push(name(at + on));
    return '_'.repeat(all.length);
  });
  return [...new Set(by)];
};

type Best = { readonly by: string; readonly measure: Measure; readonly direction: 'ASC' | 'DESC' };

/** "Which month had the highest total amount", "which region sold the most units", "which doctor has the most visits". */
const takeBest = (strip: Strip, name: Naming, isNumber: (column: string) => boolean): Best | 'unclear' | undefined => {
  let best: Best | 'unclear' | undefined;
  strip.text = strip.text.replace(/h[_yrz]*c[_yrz]*a(?:[_y]*a)?(?:[_ykrz]*c(?![_y]*a)|[_yk]*r)/, (all, at: number) => {
    const letters = [...all];
    const [group, last] = [at + letters.indexOf('c'), at + letters.length - 1];
    const [first, second] = letters.flatMap((tag, on) => (tag === 'a' ? [strip.tokens[at + on]] : []));
    const isMost = /^(?:most|least|fewest|הכי הרבה|הכי פחות|הכי מעט)$/iu.test(first?.text ?? '');
    if ((first?.means !== 'max' && first?.means !== 'min') || isNumber(name(group))) return all;
    const direction = first.means === 'max' ? 'DESC' : 'ASC';
    const taken = '_'.repeat(all.length);
    if (letters.at(-1) === 'r') {
      if (!isMost || second) return all;
      best = { by: name(group), measure: { kind: 'count' }, direction };
      return taken;
    }
    const of = name(last);
    if (isNumber(of) && (second || isMost)) {
      const kind = (second?.means ?? 'sum') as MeasureKind;
      if (kind === 'max' || kind === 'min') return all;
      // "The most orders": adding up order numbers would name the wrong one.
      if (!second && !isSummable(of)) {
        best = 'unclear';
        return all;
      }
      best = { by: name(group), measure: { kind, column: of }, direction };
      return taken;
    }
    if (!isNumber(of) && isMost && !second && of !== name(group)) {
      best = { by: name(group), measure: { kind: 'distinct', column: of }, direction };
      return taken;
    }
    return all;
  });
  return best;
};

const isDated = (column: string, { columns }: Vocabulary): boolean =>
  columns.some(({ name, type }) => name === column && /^(?:date|timestamp|time)/i.test(type)) ||
  /(?:^|\s)(?:date|day|time)(?:$|\s)|^תאריך/iu.test(column);

/** "Who has the highest salary", "the row with the lowest price". */
const takeExtreme = (
  strip: Strip,
  name: Naming,
  isGrouped: boolean,
  isMeasured: (column: string) => boolean,
): Order | undefined => {
  let extreme: Order | undefined;
  if (isGrouped) return undefined;
  strip.text = strip.text.replace(
    /([hr])([_yruc]*)a([_yr]*)c|([hr])([_yr]*)c([_yr]*)a(?![_yr]*c)/,
    (all, ...groups) => {
      const at = groups.at(-2) as number;
      const letters = [...all];
      const measure = at + letters.lastIndexOf('a');
      const means = strip.tokens[measure]?.means;
      const column = at + letters.lastIndexOf('c');
      const isWhich =
        letters[0] === 'r' ||
        letters.slice(1, letters.indexOf('a')).some((tag) => tag === 'c' || tag === 'r') ||
        strip.tokens[at]?.text.match(/^(?:who|מי)$/i);
      // The most of a name is the last in the alphabet, which nobody asks for.
      if (!isWhich || (means !== 'max' && means !== 'min') || !isMeasured(name(column))) return all;
      extreme = { column: name(column), direction: means === 'max' ? 'DESC' : 'ASC' };
      return letters.map((tag, on) => (tag === 'c' && at + on !== column ? tag : '_')).join('');
    },
  );
  return extreme;
};

type Reckoning = {
  readonly name: Naming;
  readonly isNumber: (column: string) => boolean;
  readonly known: Vocabulary;
  readonly isGrouped: boolean;
};

/** "Total and average Amount", "how many units", "how many rows"; undefined when a measure has no column it can be of. */
const takeMeasures = (
  strip: Strip,
  { name, isNumber, known, isGrouped }: Reckoning,
): readonly Measure[] | undefined => {
  const measures: Measure[] = [];
  const add = (kind: Measure['kind'], column?: string) => {
    if (!measures.some((each) => each.kind === kind && each.column === column))
      measures.push({ kind, ...(column === undefined ? {} : { column }) });
  };
  let isUnfit = false;
  const said: number[] = [];
  const kindAt = (at: number) => (strip.tokens[at]?.means ?? 'sum') as Measure['kind'];
  const take = (pattern: RegExp) => {
    strip.text = strip.text.replace(pattern, (all, ...groups) => {
      const at = groups.find((each) => typeof each === 'number') as number;
      const letters = [...all];
      const kinds = letters.flatMap((tag, on) => (tag === 'a' ? [kindAt(at + on)] : []));
      const columns = letters.flatMap((tag, on) => (tag === 'c' ? [name(at + on)] : []));
      const [first = ''] = columns;
      const measured = isNumber(first) ? columns.filter(isNumber) : columns;
      // "The price on average of a class": the number was said before.
      const before = strip.text.slice(0, at).match(/c[_yw]*$/)?.index;
      if (!isNumber(first) && letters[0] === 'a' && before !== undefined && isNumber(name(before))) {
        for (const kind of kinds) add(kind, name(before));
        said.push(before);
        return letters.map((tag) => (tag === 'a' ? '_' : tag)).join('');
      }
      if (!isNumber(first)) isUnfit = true;
      for (const column of measured) for (const kind of kinds) add(kind, column);
      // "The highest price of an item": what is not a number is what it is of.
      return letters.map((tag, on) => (tag === 'c' && !measured.includes(name(at + on)) ? tag : '_')).join('');
    });
  };
  // "How many units": a count of a quantity is its sum. "How many regions", "how many orders": how many different ones.
  strip.text = strip.text.replace(/(?<!a_*)k([_yruw]*)c/g, (all, between: string, at: number) => {
    const column = name(at + all.length - 1);
    if (/r/.test(between)) return all;
    // A number that is no quantity is a number of something: adding up order numbers counts nothing.
    // Hebrew has one word for "how many" and "how much".
    const isHowMuch = strip.tokens[at]?.text === 'כמה' && isMoneyName(column);
    if (isNumber(column) && (isQuantityName(column) || isHowMuch)) add('sum', column);
    else add('distinct', column);
    return '_'.repeat(all.length);
  });
  // "Sum" said twice, as in "the total … overall", is one sum.
  strip.text = strip.text.replace(/(?<=a_*)k(?=_*c)/g, '_');
  take(/a(?:[_&]*a)*[_ywr]*c(?:[_w]*&?[_w]*c(?![_yw]*[an]))*/g);
  for (const at of said) strip.text = `${strip.text.slice(0, at)}_${strip.text.slice(at + 1)}`;
  take(/c(?:[_w]*&?[_w]*c)*[_yw]*a(?:[_&]*a)*/g);
  if (/k/.test(strip.text)) {
    if (measures.length === 0) add('count');
    strip.text = strip.text.replace(/k/g, '_');
  }
  if (/a/.test(strip.text)) {
    // A measure without a column: said again, or there is only one column it can be of.
    const numeric = known.columns.filter((each) => each.isNumber && !each.isNumbering);
    if (measures.length === 0) {
      const kinds = new Set([...strip.text].flatMap((tag, at) => (tag === 'a' ? [kindAt(at)] : [])));
      const [kind, second] = kinds;
      if (kind === undefined || second !== undefined) return undefined;
      const money = numeric.filter((each) => isMoneyName(each.name));
      const [only, other] =
        /how much|כמה כסף/iu.test(strip.tokens.map(({ text }) => text).join(' ')) && money.length > 0 ? money : numeric;
      if (kind === 'share' && /r/.test(strip.text)) add('share');
      else if (!only || other) return undefined;
      else add(kind, only.name);
    } else if ([...strip.text].some((tag, at) => tag === 'a' && kindAt(at) !== 'sum')) return undefined;
    strip.text = strip.text.replace(/a/g, '_');
  }
  // "Units by product": a number by something is its sum.
  if (isGrouped && measures.length === 0) {
    strip.text = strip.text.replace(/c/g, (all, at: number) => {
      // "Orders by city" counts; the sum of order numbers is nothing anybody asks for.
      if (!isNumber(name(at)) || !isSummable(name(at))) return all;
      add('sum', name(at));
      return '_';
    });
    if (measures.length === 0 && /r/.test(strip.text)) add('count');
  }
  return isUnfit ? undefined : measures;
};

/** "Top 3 rows by Amount", "the three biggest amounts", "top 2 regions by units". */
const finishTop = (
  base: Question,
  top: Top,
  left: readonly string[],
  known: Vocabulary,
  unread: (why: Unread['why']) => Reading,
): Reading => {
  if (top.isSimple) return base.order.length > 0 || left.length === 0 ? finish(base) : unread('column');
  const isNumber = (column: string) => known.columns.some((each) => each.name === column && each.isNumber);
  const numbers = [...new Set(left.filter(isNumber))];
  // "The three largest orders": where one column alone can be large, it is meant.
  const measured = known.columns.filter((each) => each.isNumber && !each.isNumbering).map(({ name }) => name);
  const [column, other] = left.length === 0 ? measured : numbers;
  const [group, second] = new Set(left.filter((each) => !isNumber(each)));
  if (!column || other || second) return unread('column');
  // "Top 3 customers by amount" are customers, not rows: each is there once, with all its rows.
  if (group !== undefined) {
    if (isRateName(column)) return unread('column');
    return finish({
      ...base,
      measures: [{ kind: 'sum', column }],
      by: [group],
      orderByMeasure: top.direction ?? 'DESC',
    });
  }
  return finish({ ...base, order: [{ column, direction: top.direction ?? 'DESC' }] });
};
