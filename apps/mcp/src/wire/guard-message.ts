import { isUtf8 } from 'node:buffer';
import { FORBIDDEN_MARK, parseExactly } from '@atelier/kernel/core';

const KEY = '__proto__';
/** `_`, `p`, `r`, `o` and `t` written as escapes. */
const ESCAPED = /\\u00(?:5f|70|72|6f|74)/i;
/** The fewest digits that may be more than a number keeps. */
const LONG_NUMBER = /\d{16}/;
/** Arguments that are no object: none at all, or an object written as a text. */
const ODD_ARGUMENTS = /"arguments"\s*:\s*(?:null|")/;

/**
 * The message in these bytes. Bytes that are no character become half a character, which further in is replaced and
 * said; a decoder alone would replace it without a word.
 */
export const messageIn = (bytes: Buffer): string => {
  const text = bytes.toString('utf8');
  return guardMessage(isUtf8(bytes) ? text : text.replaceAll('\ufffd', '\\ud800'));
};

/**
 * The message as it came, unless something in it would be lost without a word when it is parsed: an own key
 * `__proto__`, or, among the arguments of a call, the last digits of a long whole number. That is then marked.
 */
const guardMessage = (text: string): string => {
  const isLong = LONG_NUMBER.test(text);
  const isOdd = ODD_ARGUMENTS.test(text);
  if (!isLong && !isOdd && !text.includes(KEY) && !ESCAPED.test(text)) return text;
  try {
    const message: unknown = JSON.parse(text);
    const isChanged = (isOdd && unwrapArguments(message)) || (isLong && markNumbers(message, text));
    return markKeys(message) || isChanged ? JSON.stringify(message) : text;
  } catch {
    // Not JSON, or deeper than can be written again: whoever reads it next says so.
    return text;
  }
};

/** The protocol refuses what is no object before any tool can read it. */
const unwrapArguments = (message: unknown): boolean => {
  const given = argumentsOf(message);
  if (given === undefined) return false;
  const meant = given.value === null ? {} : typeof given.value === 'string' ? objectIn(given.value) : undefined;
  if (meant === undefined) return false;
  given.holder.arguments = meant;
  return true;
};

const objectIn = (text: string): object | undefined => {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    return parseExactly(text) as object;
  } catch {
    return undefined;
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
