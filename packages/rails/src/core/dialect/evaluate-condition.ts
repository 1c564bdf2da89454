import type { Json } from '@atelier/kernel/core';
import type { DataCondition } from '../compiled-conditions.ts';
import { patternReach } from './pattern-reach.ts';

/** Context and loop variables, loop variables first: how names in conditions and prompts find their value. */
export type Lookup = (path: string) => Json | undefined;

/** Own properties only, so that `constructor` or `length` is never found by accident. */
export const lookupIn =
  (scope: { readonly [key: string]: Json }): Lookup =>
  (path) => {
    let value: Json | undefined = scope;
    for (const key of path.split('.')) {
      if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) return undefined;
      value = Array.isArray(value) ? value[Number(key)] : (value as { readonly [key: string]: Json })[key];
    }
    return value;
  };

export const conditionHolds = (condition: DataCondition, lookup: Lookup): boolean => {
  switch (condition.op) {
    case 'and':
      return condition.of.every((part) => conditionHolds(part, lookup));
    case 'or':
      return condition.of.some((part) => conditionHolds(part, lookup));
    case 'not':
      return !conditionHolds(condition.of, lookup);
    case 'truthy':
      return isTruthy(lookup(condition.path));
    case 'equals':
      return looseEqual(lookup(condition.path), condition.value);
    case 'not_equals':
      return !looseEqual(lookup(condition.path), condition.value);
    case 'gt':
      return compare(lookup(condition.path), condition.value, (a, b) => a > b);
    case 'gte':
      return compare(lookup(condition.path), condition.value, (a, b) => a >= b);
    case 'lt':
      return compare(lookup(condition.path), condition.value, (a, b) => a < b);
    case 'lte':
      return compare(lookup(condition.path), condition.value, (a, b) => a <= b);
    case 'in': {
      const actual = lookup(condition.path);
      return Array.isArray(condition.value) && condition.value.some((option) => looseEqual(actual, option));
    }
    case 'contains': {
      const actual = lookup(condition.path);
      if (Array.isArray(actual)) return actual.some((item) => looseEqual(item, condition.value));
      return onText(actual, condition.value, (text, part) => text.includes(part));
    }
    case 'startsWith':
      return onText(lookup(condition.path), condition.value, (text, part) => text.startsWith(part));
    case 'endsWith':
      return onText(lookup(condition.path), condition.value, (text, part) => text.endsWith(part));
    case 'matches':
      return matches(lookup(condition.path), condition.value);
  }
};

const isTruthy = (value: Json | undefined): boolean => {
  if (typeof value !== 'string') return Boolean(value);
  const plain = value.trim().toLowerCase();
  return plain !== '' && plain !== 'false' && toNumber(plain) !== 0;
};

const looseEqual = (a: Json | undefined, b: Json | undefined): boolean => {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  if (typeof a === 'string' && typeof b === 'string') return a.trim().toLowerCase() === b.trim().toLowerCase();
  if (typeof a === 'string') return typeof b !== 'object' && coerce(a, b) === b;
  if (typeof b === 'string') return typeof a !== 'object' && coerce(b, a) === a;
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false;
  return sameJson(a, b);
};

const coerce = (text: string, like: Json | undefined): Json | undefined => {
  const plain = text.trim().toLowerCase();
  if (typeof like === 'number') return toNumber(plain);
  if (typeof like === 'boolean') return plain === 'true' ? true : plain === 'false' ? false : undefined;
  return undefined;
};

const toNumber = (value: Json | undefined): number | undefined => {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
};

const compare = (a: Json | undefined, b: Json, test: (a: number, b: number) => boolean): boolean => {
  const [left, right] = [toNumber(a), toNumber(b)];
  return left !== undefined && right !== undefined && test(left, right);
};

const onText = (a: Json | undefined, b: Json, test: (text: string, part: string) => boolean): boolean =>
  (typeof a === 'string' || typeof a === 'number') &&
  (typeof b === 'string' || typeof b === 'number') &&
  test(String(a).toLowerCase(), String(b).toLowerCase());

// The compiler refuses a pattern that does not parse; long text is cut so that a slow pattern comes to an end.
const matches = (actual: Json | undefined, pattern: Json): boolean => {
  if (typeof pattern !== 'string' || (typeof actual !== 'string' && typeof actual !== 'number')) return false;
  return new RegExp(pattern).test(String(actual).slice(0, patternReach(pattern)));
};

const sameJson = (a: object, b: object): boolean => {
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))];
  return (
    left.length === right.size && left.every(([key, value]) => right.has(key) && looseEqual(value, right.get(key)))
  );
};
