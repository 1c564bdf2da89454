export type ErrorValue = { readonly error: string };
export type Scalar = number | string | boolean | null | ErrorValue;
/** Rows of cells; every row has the same length. */
export type Matrix = { readonly rows: readonly (readonly Scalar[])[] };
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
  const text = value.trim();
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : VALUE;
};

export const toText = (value: Scalar): string | ErrorValue => {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'number') return numberText(value);
  return value;
};

/** Numbers in texts have at most 15 digits, as spreadsheets show them. */
const numberText = (value: number): string =>
  String(Number(value.toPrecision(15)))
    .replace('e+', 'E+')
    .replace('e-', 'E-');

export const toBoolean = (value: Scalar): boolean | ErrorValue => {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') {
    const folded = value.toUpperCase();
    return folded === 'TRUE' ? true : folded === 'FALSE' ? false : VALUE;
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
  if (typeof a === 'string' && typeof b === 'string') {
    const [x, y] = [a.toLowerCase(), b.toLowerCase()];
    return x < y ? -1 : x > y ? 1 : 0;
  }
  return Number(a) - Number(b);
};

const emptyLike = (other: Scalar): Scalar => (typeof other === 'string' ? '' : typeof other === 'boolean' ? false : 0);

/** Sums that differ from nothing by rounding alone are nothing, as spreadsheets have it. */
export const settled = (sum: number, left: number, right: number): number =>
  sum !== 0 && Math.abs(sum) < Math.max(Math.abs(left), Math.abs(right)) * 1e-15 ? 0 : sum;
