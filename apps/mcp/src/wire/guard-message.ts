import { FORBIDDEN_MARK } from '@atelier/kernel/core';

const KEY = '__proto__';
/** `_`, `p`, `r`, `o` and `t` written as escapes. */
const ESCAPED = /\\u00(?:5f|70|72|6f|74)/i;

/** The message as it came, unless one of its objects has an own key `__proto__`: that key is then marked. */
export const guardMessage = (text: string): string => {
  if (!text.includes(KEY) && !ESCAPED.test(text)) return text;
  try {
    const message: unknown = JSON.parse(text);
    return markKeys(message) ? JSON.stringify(message) : text;
  } catch {
    // Not JSON, or deeper than can be written again: whoever reads it next says so.
    return text;
  }
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
