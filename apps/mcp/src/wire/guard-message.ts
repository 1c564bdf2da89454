import { FORBIDDEN_MARK, parseExactly } from '@atelier/kernel/core';

const KEY = '__proto__';
/** `_`, `p`, `r`, `o` and `t` written as escapes. */
const ESCAPED = /\\u00(?:5f|70|72|6f|74)/i;
/** The fewest digits that may be more than a number keeps. */
const LONG_NUMBER = /\d{16}/;

/**
 * The message as it came, unless something in it would be lost without a word when it is parsed: an own key
 * `__proto__`, or, among the arguments of a call, the last digits of a long whole number. That is then marked.
 */
export const guardMessage = (text: string): string => {
  const isLong = LONG_NUMBER.test(text);
  if (!isLong && !text.includes(KEY) && !ESCAPED.test(text)) return text;
  try {
    const message: unknown = JSON.parse(text);
    const hasNumbers = isLong && markNumbers(message, text);
    return markKeys(message) || hasNumbers ? JSON.stringify(message) : text;
  } catch {
    // Not JSON, or deeper than can be written again: whoever reads it next says so.
    return text;
  }
};

/** Only in the arguments: an id or a progress token has to come back as it was sent. */
const markNumbers = (message: unknown, text: string): boolean => {
  const given = argumentsOf(message);
  const exact = argumentsOf(parseExactly(text));
  if (given === undefined || JSON.stringify(given.value) === JSON.stringify(exact?.value)) return false;
  given.holder.arguments = exact?.value;
  return true;
};

const argumentsOf = (message: unknown): { holder: { arguments: unknown }; value: unknown } | undefined => {
  const params = (message as { params?: unknown } | null)?.params;
  if (typeof params !== 'object' || params === null || !Object.hasOwn(params, 'arguments')) return undefined;
  const holder = params as { arguments: unknown };
  return { holder, value: holder.arguments };
};

const markKeys = (message: unknown): boolean => {
  const waiting: unknown[] = [message];
  let found = false;
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value) && Object.hasOwn(value, KEY)) {
      found = true;
      const held = Object.getOwnPropertyDescriptor(value, KEY)?.value;
      delete (value as Record<string, unknown>)[KEY];
      (value as Record<string, unknown>)[FORBIDDEN_MARK + KEY] = held;
    }
    waiting.push(...Object.values(value));
  }
  return found;
};
