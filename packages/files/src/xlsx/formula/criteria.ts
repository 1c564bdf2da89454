import { compare, isError, type Scalar, toNumber } from './values.ts';

/** Whether a cell meets a criterion of COUNTIF and its kin: `5`, `">=5"`, `"ab*"`, `"<>x"`. */
export const matches = (cell: Scalar, criterion: Scalar): boolean => {
  if (typeof criterion !== 'string') return isError(cell) || isError(criterion) ? false : sameValue(cell, criterion);
  const [, operator = '', rest = ''] = /^(<=|>=|<>|<|>|=)?([\s\S]*)$/.exec(criterion) ?? [];
  const number = rest === '' ? Number.NaN : toNumber(rest);
  const target: Scalar = typeof number === 'number' && !Number.isNaN(number) ? number : rest;
  if (operator === '' || operator === '=') return equals(cell, target, operator === '=');
  if (operator === '<>') return !equals(cell, target, true);
  if (cell === null || isError(cell) || typeof cell !== typeof target) return false;
  const order = compare(cell, target);
  return operator === '<' ? order < 0 : operator === '>' ? order > 0 : operator === '<=' ? order <= 0 : order >= 0;
};

const equals = (cell: Scalar, target: Scalar, blankIsEmpty: boolean): boolean => {
  if (isError(cell)) return false;
  if (target === '') return cell === null || (!blankIsEmpty && cell === '');
  if (typeof target === 'string') return typeof cell === 'string' && wildcard(target).test(cell);
  // A text that looks like the number counts as it, as in spreadsheets.
  return sameValue(typeof cell === 'string' ? numeric(cell) : cell, target);
};

const sameValue = (cell: Scalar, target: Scalar): boolean =>
  cell !== null && typeof cell === typeof target && compare(cell, target) === 0;

const numeric = (text: string): Scalar => {
  const number = toNumber(text);
  return typeof number === 'number' ? number : text;
};

const wildcard = (pattern: string): RegExp => {
  const source = pattern.replace(/~([*?~])|([*?])|[.+^${}()|[\]\\]/g, (whole, escaped?: string, wild?: string) => {
    if (escaped !== undefined) return `\\${escaped}`;
    if (wild !== undefined) return wild === '*' ? '[\\s\\S]*' : '[\\s\\S]';
    return `\\${whole}`;
  });
  return new RegExp(`^${source}$`, 'i');
};
