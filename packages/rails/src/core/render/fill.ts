import type { Json, JsonObject } from '@atelier/kernel/core';
import { lookupIn } from '../dialect/evaluate-condition.ts';

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
const PATH = /^[A-Za-z_$][\w$.-]*$/;
const LENGTH = /^(.+)\.length$/;
const SUM = /^([A-Za-z_$][\w$.]*)\s*([+-])\s*(\d{1,9})$/;

/** A value that is not there stays visible: an empty place would read as if nothing belonged there. */
export const fillPlaceholders = (text: string, scope: JsonObject): string => {
  if (!text.includes('{{')) return text;
  const lookup = lookupIn(scope);
  return text.replace(PLACEHOLDER, (_, inner: string) => {
    const expression = inner.trim();
    const value = worthOf(expression, lookup);
    if (value !== undefined) return typeof value === 'string' ? value : JSON.stringify(value);
    return PATH.test(expression) || SUM.test(expression)
      ? `[unset: ${expression} is not in the context]`
      : `[unset: ${expression} is not a name, a length or a sum]`;
  });
};

/** A name, the length of a list or text, or a number plus or minus another: what workflows count with. */
const worthOf = (expression: string, lookup: (path: string) => Json | undefined): Json | undefined => {
  const sum = SUM.exec(expression);
  if (sum) {
    const [, path = '', sign, amount] = sum;
    const base = lookup(path);
    return typeof base === 'number' ? base + (sign === '+' ? 1 : -1) * Number(amount) : undefined;
  }
  if (!PATH.test(expression)) return undefined;
  const found = lookup(expression);
  if (found !== undefined) return found;
  const counted = lookup(LENGTH.exec(expression)?.[1] ?? '');
  return Array.isArray(counted) || typeof counted === 'string' ? counted.length : undefined;
};
