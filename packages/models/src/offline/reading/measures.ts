import { isAmount, isMoneyName, isQuantityName, isSummable } from './quantities.ts';
import type { Measure, Naming, Strip, Vocabulary } from './question.ts';

/** Rows that are amounts by their name: the average sale is what one brings in. */
const traded = /^[ושבלמכה]{0,2}(?:sales?|payments?|expenses?|purchases?|donations?|מכירות|תשלומים|הוצאות|תרומות)$/iu;

const sold = /^[ושבלמכה]{0,2}(?:sales?|מכירות)$/iu;

/** The best price may be the lowest. */
export const hasBest = (column: string): boolean => isAmount(column) || /score|grade|rating|ציון|דירוג/iu.test(column);

const isPlural = /^[\p{Script=Latin} ]+[^s]s$|^\p{Script=Hebrew}{2,}(?:ים|ות)$/u;

/** Donations by purpose may be counted or added up: the column to add up, where both can be meant. */
export const amountInstead = (
  { tokens }: Strip,
  measures: readonly Measure[],
  known: Vocabulary,
): string | undefined => {
  const isImplied = measures.length === 1 && measures[0]?.kind === 'count' && tokens.every(({ tag }) => tag !== 'k');
  const [money, other] = known.columns.filter((each) => each.isNumber && isAmount(each.name));
  return isImplied && !other && tokens.some(({ tag, text }) => tag === 'r' && traded.test(text))
    ? money?.name
    : undefined;
};

/** A sum that is asked for; "in total" behind a count says nothing more. */
const isSumAsked = ({ text, tokens }: Strip): boolean =>
  [...text].some((tag, at) => tag === 'a' && !alsoOfCounts.test(tokens[at]?.text ?? ''));
const alsoOfCounts =
  /^(?:in total|altogether|all together|overall|combined|total|the total|come to|comes to|came to|add up to|adds up to|סך הכל|סך הכול|סה״כ|בסך הכל|בסך הכול|בסה״כ|ביחד|יחד|הכולל|הכוללת)$/iu;

/** The columns that a measure without one can be of. */
export const measurable = ({ columns }: Vocabulary, kind: Measure['kind'] = 'sum'): readonly string[] => {
  const numeric = columns.filter((each) => each.isNumber && !each.isNumbering).map(({ name }) => name);
  const amounts = numeric.filter(isAmount);
  return kind === 'sum' && amounts.length > 0 ? amounts : numeric;
};

type Reckoning = {
  readonly name: Naming;
  readonly isNumber: (column: string) => boolean;
  readonly known: Vocabulary;
  readonly isGrouped: boolean;
};

/** "Total and average Amount", "how many units", "how many rows"; undefined when a measure has no column it can be of. */
export const takeMeasures = (
  strip: Strip,
  { name, isNumber, known, isGrouped }: Reckoning,
): readonly Measure[] | undefined => {
  const measures: Measure[] = [];
  const add = (kind: Measure['kind'], column?: string) => {
    if (!measures.some((each) => each.kind === kind && each.column === column))
      measures.push({ kind, ...(column === undefined ? {} : { column }) });
  };
  // Numbers under a plural say how many of them there are; under a singular they name one.
  const isCounting = (column: string): boolean =>
    isPlural.test(column) && known.columns.some((each) => each.name === column && !each.isNumbering);
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
    if (isNumber(column) && (isQuantityName(column) || isCounting(column) || isHowMuch)) add('sum', column);
    else add('distinct', column);
    return '_'.repeat(all.length);
  });
  // "The total number of units" is one sum. The average number of orders is no average of order numbers.
  strip.text = strip.text.replace(/(?<=a_*)k(?=_*c)/g, (all, at: number) => {
    const kind = kindAt(strip.text.lastIndexOf('a', at));
    const column = name(strip.text.indexOf('c', at));
    if (kind !== 'sum' && !isQuantityName(column) && !isCounting(column)) isUnfit = true;
    return isUnfit ? all : '_';
  });
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
      // Prices cannot be added up; what was sold, paid or spent is an amount.
      const money = numeric.filter((each) => isAmount(each.name));
      const isOfMoney = strip.tokens.some(
        ({ tag, text }) => /how much|כמה כסף/iu.test(text) || (tag === 'r' && traded.test(text)),
      );
      const [only, other] = isOfMoney && money.length > 0 ? money : numeric;
      if (kind === 'share' && /r/.test(strip.text)) add('share');
      else add(kind, other ? undefined : only?.name);
    } else if ([...strip.text].some((tag, at) => tag === 'a' && kindAt(at) !== 'sum')) return undefined;
    else if (measures.every(({ kind }) => kind === 'count' || kind === 'distinct') && isSumAsked(strip)) {
      // "How many are open, and what is the sum": the sum is asked too, of the one column of amounts or of none.
      const [money, other] = numeric.filter((each) => isAmount(each.name));
      add('sum', other ? undefined : money?.name);
    }
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
    if (measures.length === 0 && /r/.test(strip.text)) {
      // "Sales per category" are amounts, unless it is asked how many.
      const isTraded = strip.tokens.some(({ tag, text }) => tag === 'r' && sold.test(text));
      const [money, other] = known.columns.filter((each) => each.isNumber && isAmount(each.name));
      if (isTraded && other) return undefined;
      if (isTraded && money) add('sum', money.name);
      else add('count');
    }
  }
  return isUnfit ? undefined : measures;
};
