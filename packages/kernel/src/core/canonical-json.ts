import { err, ok, type Result } from './result.ts';

declare const canonical: unique symbol;
/** Text and bytes made by this file alone. Whatever is hashed or stored as a fact is one of these. */
export type CanonicalText = string & { readonly [canonical]: 'text' };
export type CanonicalBytes = Uint8Array & { readonly [canonical]: 'bytes' };

export type NotCanonical = {
  readonly code: 'NOT_JSON';
  readonly reason: 'not_a_json_type' | 'non_finite_number' | 'lone_surrogate' | 'cycle' | 'too_deep';
  /** Where in the value, as a JSON pointer. */
  readonly at: string;
};

/** Deeper than any honest value, and well before the call stack ends. */
export const MAX_JSON_DEPTH = 512;

/** RFC 8785: members sorted by UTF-16 code units, ECMAScript numbers and strings, no spaces. */
export const canonicalText = (value: unknown): Result<CanonicalText, NotCanonical> => {
  try {
    return ok(write(value, []) as CanonicalText);
  } catch (cause) {
    if (cause instanceof Unwritable) return err({ code: 'NOT_JSON', reason: cause.reason, at: cause.pointer() });
    throw cause;
  }
};

export const canonicalBytes = (value: unknown): Result<CanonicalBytes, NotCanonical> => {
  const text = canonicalText(value);
  return text.ok ? ok(textToBytes(text.value)) : text;
};

export const textToBytes = (text: CanonicalText): CanonicalBytes => encoder.encode(text) as CanonicalBytes;

const encoder = new TextEncoder();

/** Thrown and caught inside this file: a Result at every level of the walk costs more than the walk. */
class Unwritable extends Error {
  readonly reason: NotCanonical['reason'];
  readonly #steps: string[] = [];

  constructor(reason: NotCanonical['reason']) {
    super(reason);
    this.reason = reason;
  }

  under(step: string | number): this {
    this.#steps.push(String(step).replaceAll('~', '~0').replaceAll('/', '~1'));
    return this;
  }

  pointer(): string {
    return this.#steps
      .map((step) => `/${step}`)
      .reverse()
      .join('');
  }
}

const write = (value: unknown, ancestors: object[]): string => {
  switch (typeof value) {
    case 'string':
      return writeString(value);
    case 'number':
      if (!Number.isFinite(value)) throw new Unwritable('non_finite_number');
      return String(value === 0 ? 0 : value); // -0 is written 0
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      return value === null ? 'null' : writeContainer(value, ancestors);
    default:
      throw new Unwritable('not_a_json_type');
  }
};

/** Nothing to escape. That is seen sooner than the platform writes the text; other texts show it at their first lines. */
const PLAIN = /^[ !#-[\]-~]*$/;
const LONG = 4_096;

const writeString = (text: string): string => {
  if (text.length < LONG && PLAIN.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new Unwritable('lone_surrogate');
  return JSON.stringify(text);
};

const writeContainer = (value: object, ancestors: object[]): string => {
  if (ancestors.includes(value)) throw new Unwritable('cycle');
  if (ancestors.length >= MAX_JSON_DEPTH) throw new Unwritable('too_deep');
  ancestors.push(value);
  const text = Array.isArray(value) ? writeArray(value, ancestors) : writeObject(value, ancestors);
  ancestors.pop();
  return text;
};

const writeArray = (items: readonly unknown[], ancestors: object[]): string => {
  let text = '';
  for (let index = 0; index < items.length; index += 1) {
    try {
      text += (index === 0 ? '' : ',') + write(items[index], ancestors);
    } catch (cause) {
      throw cause instanceof Unwritable ? cause.under(index) : cause;
    }
  }
  return `[${text}]`;
};

/** Few names are in order after fewer steps than it takes to call the platform. Both compare UTF-16 code units. */
const inOrder = (names: string[]): readonly string[] => {
  if (names.length > FEW) return names.sort();
  for (let at = 1; at < names.length; at += 1) {
    const name = names[at] as string;
    let to = at;
    for (; to > 0 && (names[to - 1] as string) > name; to -= 1) names[to] = names[to - 1] as string;
    names[to] = name;
  }
  return names;
};
const FEW = 12;

const writeObject = (value: object, ancestors: object[]): string => {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw new Unwritable('not_a_json_type');
  const members = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const name of inOrder(Object.keys(members))) {
    try {
      text += `${text === '' ? '' : ','}${writeString(name)}:${write(members[name], ancestors)}`;
    } catch (cause) {
      throw cause instanceof Unwritable ? cause.under(name) : cause;
    }
  }
  return `{${text}}`;
};
