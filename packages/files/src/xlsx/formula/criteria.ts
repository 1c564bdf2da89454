import { isFoundNumber } from './decimal.ts';
import { eitherWay } from './doubt.ts';
import { numberFromText } from './text-number.ts';
import { Unsupported } from './unsupported.ts';
import { compare, isError, order, type Scalar } from './values.ts';

const ERRORS = /^#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!)$/i;

/** A criterion of COUNTIF and its kin, read once: `5`, `">=5"`, `"ab*"`, `"<>x"`, `">2024-01-10"`. */
export const createCriterion = (criterion: Scalar): ((cell: Scalar) => boolean) => {
  // A reference to an empty cell asks for zero.
  if (criterion === null) return (cell) => cell === 0;
  // Excel looks for the error, others give it back.
  if (isError(criterion)) throw new Unsupported('an error as a criterion');
  if (typeof criterion !== 'string') return (cell) => isEqual(cell, criterion);
  const [, operator = '', rest = ''] = /^(<=|>=|<>|<|>|=)?([\s\S]*)$/.exec(criterion) ?? [];
  const target = targetOf(rest);
  if (operator === '' || operator === '=' || operator === '<>') {
    const meets = equality(target, operator);
    return operator === '<>' ? (cell) => !meets(cell) : meets;
  }
  return (cell) => {
    if (cell === null || isError(cell) || isError(target) || typeof cell !== typeof target) return false;
    const it = order(cell, target);
    return operator === '<' ? it < 0 : operator === '>' ? it > 0 : operator === '<=' ? it <= 0 : it >= 0;
  };
};

const targetOf = (text: string): Exclude<Scalar, null> => {
  if (text === '') return '';
  if (ERRORS.test(text)) return { error: text.toUpperCase() };
  const folded = text.toUpperCase();
  if (folded === 'TRUE' || folded === 'FALSE') return folded === 'TRUE';
  return numberFromText(text) ?? text;
};

const equality = (target: Exclude<Scalar, null>, operator: string): ((cell: Scalar) => boolean) => {
  if (target === '') return operator === '' ? (cell) => cell === null || cell === '' : (cell) => cell === null;
  if (isError(target)) return (cell) => isError(cell) && cell.error === target.error;
  if (typeof target !== 'string') return (cell) => isEqual(cell, target);
  const pattern = wildcard(target);
  return (cell) => typeof cell === 'string' && pattern.test(cell);
};

const isEqual = (cell: Scalar, target: Exclude<Scalar, null>): boolean => {
  if (typeof cell === 'number' && typeof target === 'number') return isFoundNumber(cell, target);
  // Whether a text of digits counts as its number depends on the program.
  if (typeof cell === 'string' && typeof target === 'number')
    return eitherWay(false, /\d/.test(cell) && numberFromText(cell) === target);
  // So does whether the text TRUE counts as the truth.
  if (typeof cell === 'string' && typeof target === 'boolean')
    return eitherWay(false, cell.toUpperCase() === String(target).toUpperCase());
  return cell !== null && !isError(cell) && typeof cell === typeof target && compare(cell, target) === 0;
};

/** Whether a text meets a pattern in which `*` and `?` stand for letters and `~` takes that away. */
export const wildcard = (pattern: string): RegExp => new RegExp(`^${wildcardSource(pattern)}$`, 'i');

export const wildcardSource = (pattern: string): string =>
  pattern.replace(/~([*?~])|([*?])|[.+^${}()|[\]\\/]/g, (whole, escaped?: string, wild?: string) => {
    if (escaped !== undefined) return `\\${escaped}`;
    if (wild !== undefined) return wild === '*' ? '[\\s\\S]*' : '[\\s\\S]';
    return `\\${whole}`;
  });

export const hasWildcard = (text: string): boolean => /[*?~]/.test(text);
