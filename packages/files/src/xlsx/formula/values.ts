import { isSameNumber } from './decimal.ts';
import { numberFromText } from './text-number.ts';
import { Unsupported } from './unsupported.ts';

export type ErrorValue = { readonly error: string };
export type Scalar = number | string | boolean | null | ErrorValue;

/**
 * A block of cells. `rows` holds those from its top left corner that hold something; all others, up to `height` and
 * `width`, are `rest`. So a whole column costs what is used of it, and functions still see all of it.
 */
export type Matrix = {
  readonly height: number;
  readonly width: number;
  readonly rows: readonly (readonly Scalar[])[];
  readonly rest: Scalar;
};
export type Value = Scalar | Matrix;

export const isMatrix = (value: Value): value is Matrix =>
  typeof value === 'object' && value !== null && 'rows' in value;
export const isError = (value: Value): value is ErrorValue =>
  typeof value === 'object' && value !== null && 'error' in value;

export const VALUE: ErrorValue = { error: '#VALUE!' };
export const NOT_FOUND: ErrorValue = { error: '#N/A' };
export const DIVIDED: ErrorValue = { error: '#DIV/0!' };
export const NUM: ErrorValue = { error: '#NUM!' };
export const REF: ErrorValue = { error: '#REF!' };

/** A number, or the error that stands in its way. */
export const toNumber = (value: Scalar): number | ErrorValue => {
  if (value === null) return 0;
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'object') return value;
  // An error to Excel, one or zero to others.
  if (/^\s*(?:true|false)\s*$/i.test(value)) throw new Unsupported('a truth as text where a number is needed');
  return numberFromText(value) ?? VALUE;
};

export const toText = (value: Scalar): string | ErrorValue => {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'number') return numberText(value);
  return value;
};

/** Two units of the last place of a number. */
const LAST_BITS = 2 ** -51;

/** Numbers in texts have at most 15 digits, as spreadsheets show them. */
export const numberText = (value: number): string => {
  const size = Math.abs(value);
  const short = Number(value.toPrecision(15));
  // Between these bounds all programs write the digits out; just beyond them they differ.
  if (value !== 0 && (size < 1e-4 || (size >= 1e15 && size < 1e20)))
    throw new Unsupported('a very small or large number as text');
  // Where the order of a sum decides about the fifteenth digit, programs write another one.
  if ([1 - LAST_BITS, 1 + LAST_BITS].some((near) => Number((value * near).toPrecision(15)) !== short))
    throw new Unsupported('the last digit of a number as text');
  if (size < 1e15) return String(short);
  const [digits = '', power = ''] = short.toExponential().split('e+');
  return `${digits}E+${power}`;
};

export const toBoolean = (value: Scalar): boolean | ErrorValue => {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') {
    const folded = value.toUpperCase();
    if (folded === 'TRUE' || folded === 'FALSE') return folded === 'TRUE';
    // Excel takes no text of figures for a truth; others do.
    if (numberFromText(value) !== undefined) throw new Unsupported('a number as text where a truth is needed');
    return VALUE;
  }
  const number = toNumber(value);
  return typeof number === 'number' ? number !== 0 : number;
};

/** Order of values of any type: numbers before texts before booleans; texts without regard to case. */
export const compare = (left: Scalar, right: Scalar): number => {
  const a = left === null ? emptyLike(right) : left;
  const b = right === null ? emptyLike(left) : right;
  const rank = (value: Scalar) => (typeof value === 'number' ? 0 : typeof value === 'string' ? 1 : 2);
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  if (typeof a === 'number' && typeof b === 'number') return isSameNumber(a, b) ? 0 : a - b;
  return Number(a) - Number(b);
};

/** Letters whose order is the same in every language's rules. */
const PLAIN = /^[a-z0-9 \u05d0-\u05ea]*$/;

const compareTexts = (a: string, b: string): number => {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()];
  if (x === y) return 0;
  if (!PLAIN.test(x) || !PLAIN.test(y)) {
    if (loose(x) === loose(y)) throw new Unsupported('texts that are equal in some languages');
    return UNEQUAL;
  }
  // Which alphabet comes first is for the language of the program to say.
  if (/[a-z]/.test(x + y) && /[\u05d0-\u05ea]/.test(x + y)) return UNEQUAL;
  const [left, right] = [withoutFinals(x), withoutFinals(y)];
  return left === right ? UNEQUAL : left < right ? -1 : 1;
};

/** Some programs hold ß and ss, or a letter with its accent written behind it, for the same; others do not. */
const loose = (text: string): string => text.normalize('NFKC').replaceAll('ß', 'ss');

/** A Hebrew letter at the end of a word has a form of its own, which is sorted as the letter it is. */
const withoutFinals = (text: string): string =>
  text.replace(/[ךםןףץ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 1));

/** Texts that differ but whose order depends on the language of the program: enough for `=`, not for `<`. */
export const UNEQUAL = Number.NaN;

/** The order of two values; where only their inequality is known there is none. */
export const order = (left: Scalar, right: Scalar): number => {
  const result = compare(left, right);
  if (Number.isNaN(result)) throw new Unsupported('the order of texts depends on the language');
  return result;
};

const emptyLike = (other: Scalar): Scalar => (typeof other === 'string' ? '' : typeof other === 'boolean' ? false : 0);
