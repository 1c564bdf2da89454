import { canCompare, isDateOfItsOwn } from './account.ts';
import type { Known, Strip } from './question.ts';

export type Operator = '=' | '<>' | '>' | '>=' | '<' | '<=' | 'contains' | 'empty' | 'filled' | 'within';
/** Several values of one condition are alternatives; with `<>`, none of them; with `within`, the ends of a span of time. */
export type Condition = {
  readonly column: string;
  readonly operator: Operator;
  readonly values: readonly string[];
  /** A span of time as it was said. */
  readonly said?: string;
};

const opposite: Readonly<Partial<Record<Operator, Operator>>> = {
  '=': '<>',
  '>': '<=',
  '>=': '<',
  '<': '>=',
  '<=': '>',
  empty: 'filled',
};

/** Takes every condition off the strip; undefined when one cannot be read one way only. */
export const takeConditions = (strip: Strip, known: Known): readonly Condition[] | undefined => {
  const found: Condition[] = [];
  const restore: number[] = [];
  let isClear = true;
  const at = (index: number) => strip.tokens[index];
  const columnsOf = (value: string) =>
    known.held.filter((each) => each.value.toLowerCase() === value.toLowerCase()).map(({ column }) => column);
  const isNumber = (column: string) => known.columns.some((each) => each.name === column && each.isNumber);
  const flagOf = (column: string) => known.columns.find((each) => each.name === column)?.flag;
  const push = (column: string, operator: Operator | undefined, values: readonly string[]) => {
    if (operator === undefined) isClear = false;
    else found.push({ column, operator, values });
  };
  const turned = (operator: Operator, isNot: boolean) => (isNot ? opposite[operator] : operator);
  const take = (pattern: RegExp, read: (letters: readonly string[], from: number) => boolean) => {
    strip.text = strip.text.replace(pattern, (all, ...rest) => {
      const from = rest.find((each) => typeof each === 'number') as number;
      return read([...all], from) ? '_'.repeat(all.length) : all;
    });
  };
  const where = (letters: readonly string[], from: number, tag: string) =>
    letters.flatMap((each, on) => (each === tag ? [at(from + on)?.text ?? ''] : []));
  const means = (letters: readonly string[], from: number, tag: string) =>
    at(from + letters.indexOf(tag))?.means as Operator;

  const fitsColumn = (letters: readonly string[], from: number, column: string) =>
    canCompare({ text: at(from + letters.indexOf('o'))?.text ?? '' }, column);

  // "In March 2025", "dates since 2024": of the column that is named, or of the only one that holds dates.
  take(/(?:c[yw]*)?D(?:[yw]*c)?/g, (letters, from) => {
    const span = known.spans[Number(at(from + letters.indexOf('D'))?.text)];
    const dates = known.dates ?? [];
    const named = where(letters, from, 'c').filter((each) => dates.some(({ column }) => column === each));
    const fitting = dates.filter(({ detail }) => detail !== 'year' || span?.detail === 'year');
    // Of several, the one that is called by nothing but "Date" is the day of the row itself.
    const plain = fitting.filter((each) => /^(?:date|day|תאריך|יום)$/iu.test(each.column));
    const [only, other] = plain.length === 1 ? plain : fitting;
    const column = named[0] ?? (other ? undefined : only?.column);
    const detail = dates.find((each) => each.column === column)?.detail;
    if (!span || column === undefined || named.length > 1) return false;
    if (named.length === 0 && isDateOfItsOwn(column, known.said)) return false;
    if (detail === 'month' && span.detail === 'day') return false;
    found.push({ column, operator: 'within', values: [span.from, span.to], said: span.said });
    for (const [on, tag] of letters.entries())
      if (tag === 'c' && at(from + on)?.text !== column) restore.push(from + on);
    return true;
  });
  take(/c[yw]*m[yw]*n&n/g, (letters, from) => {
    const [column = ''] = where(letters, from, 'c');
    const [low = '', high = ''] = where(letters, from, 'n');
    push(column, '>=', [low]);
    push(column, '<=', [high]);
    return true;
  });
  take(/c[yw]*x?y?on/g, (letters, from) => {
    const [column = ''] = where(letters, from, 'c');
    if (!isNumber(column) || !fitsColumn(letters, from, column)) return false;
    push(column, turned(means(letters, from, 'o'), letters.includes('x')), where(letters, from, 'n'));
    return true;
  });
  take(/c[yw]*np|np[wr]?c/g, (letters, from) => {
    push(where(letters, from, 'c')[0] ?? '', means(letters, from, 'p'), where(letters, from, 'n'));
    return true;
  });
  // "At least 3 units".
  take(/x?on[w]?c/g, (letters, from) => {
    const [column = ''] = where(letters, from, 'c');
    if (!isNumber(column) || !fitsColumn(letters, from, column)) return false;
    push(column, turned(means(letters, from, 'o'), letters.includes('x')), where(letters, from, 'n'));
    return true;
  });
  take(/c[yw]*x?[yw]*~[vqn]/g, (letters, from) => {
    if (letters.includes('x')) return false;
    push(where(letters, from, 'c')[0] ?? '', 'contains', [at(from + letters.length - 1)?.text ?? '']);
    return true;
  });
  take(/c[yw]*x?y?e(?![yw]*c)/g, (letters, from) => {
    push(where(letters, from, 'c')[0] ?? '', letters.includes('x') ? 'filled' : 'empty', []);
    return true;
  });
  // "Bookings without a kennel", "missing a phone": nothing stands there.
  take(/x[yz]*c(?![ywx]*[vqnoe~m])|e[yw]*c(?![ywx]*[vqnoe~m])/g, (letters, from) => {
    const [column = ''] = where(letters, from, 'c');
    if (!lacking.test(at(from)?.text ?? '') || isNumber(column) || flagOf(column) !== undefined) return false;
    if (strip.text.includes('w')) return false;
    push(column, 'empty', []);
    return true;
  });
  // "Not paid", "that are paid", "paid repairs": of a column that says yes or no.
  take(/x[yz]*c|[ry]c(?![ywx]*[vqnoe~m])|(?<!b_*)c(?=r)/g, (letters, from) => {
    const [column = ''] = where(letters, from, 'c');
    const flag = flagOf(column);
    if (flag === undefined) return false;
    push(column, '=', letters.includes('x') ? flag.no : flag.yes);
    return true;
  });
  // "Region is North or South", "city Haifa".
  take(/c[yw]*x?[yw]*[vq](?:[&|]*x?[vq])*/g, (letters, from) => {
    const [column = ''] = where(letters, from, 'c');
    const values = letters.flatMap((tag, on) => (tag === 'v' || tag === 'q' ? [at(from + on)?.text ?? ''] : []));
    const fits = letters.every((tag, on) => tag !== 'v' || columnsOf(at(from + on)?.text ?? '').includes(column));
    if (!fits) return false;
    // A quoted text that stands nowhere needs an "is": next to a column it may be meant for something else.
    if (letters.includes('q') && !letters.includes('y') && !letters.includes('x')) return false;
    push(column, letters.includes('x') ? '<>' : '=', values);
    return true;
  });
  // "Who earns more than 11000": there is only one column of numbers it can be, or only one that it can tell apart.
  take(/x?on(?![wr]?c)/g, (letters, from) => {
    const numeric = known.columns.filter((each) => each.isNumber && !each.isNumbering);
    const limit = Number(where(letters, from, 'n')[0]);
    const operator = means(letters, from, 'o');
    const fitting = numeric.filter(({ range }) => range === undefined || isPlausible(range, operator, limit));
    const [only, other] = numeric.length === 1 ? numeric : fitting;
    if (!only || other || !fitsColumn(letters, from, only.name)) return false;
    if (numeric.length > 1 && !(only.range && only.range[0] <= limit && limit <= only.range[1])) return false;
    push(only.name, turned(means(letters, from, 'o'), letters.includes('x')), where(letters, from, 'n'));
    return true;
  });
  take(/c[yw]*x?yn/g, (letters, from) => {
    const [column = ''] = where(letters, from, 'c');
    push(column, turned('=', letters.includes('x')), where(letters, from, 'n'));
    return true;
  });
  // "Order 1001": the number that names a row; "balance 0": the number that stands there.
  take(/cn(?![c&|pan])/g, (letters, from) => {
    const [column = ''] = where(letters, from, 'c');
    if (!isNumber(column)) return false;
    push(column, '=', where(letters, from, 'n'));
    return true;
  });
  // "The North region", "Chairs and Desks", "not from Haifa".
  take(/x?v(?:[&|]*x?v)*c?/g, (letters, from) => {
    const values = where(letters, from, 'v');
    const [said] = where(letters, from, 'c');
    const isNot = letters[0] === 'x';
    if (letters.slice(1).includes('x')) return false;
    const shared = known.columns
      .map(({ name }) => name)
      .filter((name) => values.every((value) => columnsOf(value).includes(name)));
    if (said !== undefined && shared.includes(said)) {
      push(said, isNot ? '<>' : '=', values);
      return true;
    }
    const [only, other] = shared;
    if (only !== undefined && other === undefined) {
      push(only, isNot ? '<>' : '=', values);
    } else if (only === undefined && values.length > 1 && !letters.includes('|') && !isNot) {
      for (const value of values) {
        const [column, second] = columnsOf(value);
        push(column ?? '', second === undefined ? '=' : undefined, [value]);
      }
    } else return false;
    // The column behind it is not part of it: "North amounts".
    if (said !== undefined) restore.push(from + letters.length - 1);
    return true;
  });
  for (const index of restore) strip.text = `${strip.text.slice(0, index)}c${strip.text.slice(index + 1)}`;
  // "The Qty column" is no longer a column by itself once its condition is taken.
  strip.text = strip.text.replace(/(?<=_)w|w(?=_)/g, '_');
  const distinct = [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
  return isClear && isConsistent(distinct) ? distinct : undefined;
};

/** Words that say a thing is not there at all; "except" and "not" only part it from others. */
const lacking =
  /^(?:without|has no|have no|with no|hasn'?t got|haven'?t got|missing|בלי|מבלי|ללא|אין לו|אין לה|אין להם|חסר|חסרה|חסרים|חסרות)$/iu;

/**
 * Whether somebody may mean these numbers: not where none could fit, nor where all of them lie far beyond the limit. Near
 * it they may be meant, even though all fit.
 */
const isPlausible = ([low, high]: readonly [number, number], operator: Operator, limit: number): boolean => {
  const far = 5;
  if (operator === '>' || operator === '>=') return limit <= high && (limit >= low || limit * far >= low);
  return limit >= low && (limit <= high || limit <= high * far);
};

/** The same column twice with "is" is a contradiction or an "or" that was not said. */
const isConsistent = (conditions: readonly Condition[]): boolean => {
  const equal = conditions.filter(({ operator }) => operator === '=').map(({ column }) => column);
  return new Set(equal).size === equal.length;
};
