import { err, ok, type Result } from './result.ts';

/** Stands before a key that a parser further on would drop without a word, so that it is refused by its name instead. */
export const FORBIDDEN_MARK = '\u0000';

/** Stands before the digits of a whole number that would be rounded when it is read. */
const ROUNDED_MARK = `${FORBIDDEN_MARK}rounded:`;

/** Deeper than anything a call may hold, and shallow enough for everything that walks it. */
const MOST_LEVELS = 200;

export type NotTidy =
  | { readonly reason: 'forbidden_key'; readonly key: string; readonly at: string }
  | { readonly reason: 'rounded_number'; readonly digits: string; readonly at: string }
  | { readonly reason: 'too_deep'; readonly at: string; readonly max: number };

export type Tidy = {
  readonly value: unknown;
  /** Places where half a character stood. */
  readonly replaced: readonly string[];
};

type Place = { readonly value: unknown; readonly key: string; readonly up: Place | undefined; readonly level: number };

/** What was sent, without what no later step can hold: keys that would vanish, endless nesting, halves of characters. */
export const tidyJson = (sent: unknown, most = MOST_LEVELS): Result<Tidy, NotTidy> => {
  const replaced: string[] = [];
  const waiting: Place[] = [{ value: sent, key: '', up: undefined, level: 0 }];
  while (waiting.length > 0) {
    const place = waiting.pop() as Place;
    const { value, level } = place;
    if (typeof value === 'string' && value.startsWith(ROUNDED_MARK))
      return err({ reason: 'rounded_number', digits: value.slice(ROUNDED_MARK.length), at: pathOf(place) });
    if (typeof value === 'string' && !value.isWellFormed()) replaced.push(pathOf(place));
    if (typeof value !== 'object' || value === null) continue;
    if (level >= most) return err({ reason: 'too_deep', at: pathOf(place), max: most });
    const twin = twinOf(value);
    if (twin !== undefined) return err({ reason: 'forbidden_key', key: twin, at: pathOf(place) });
    for (const [key, inner] of Object.entries(value)) {
      if (key === '__proto__' || key.startsWith(FORBIDDEN_MARK))
        return err({ reason: 'forbidden_key', key: key.replace(FORBIDDEN_MARK, ''), at: pathOf(place) });
      const under = { value: inner, key, up: place, level: level + 1 };
      if (!key.isWellFormed()) replaced.push(pathOf(under));
      waiting.push(under);
    }
  }
  return ok({ value: replaced.length === 0 ? sent : wellFormed(sent), replaced: replaced.reverse() });
};

/** A key that a repair of half characters would turn into its neighbour, whose value would then be lost. */
const twinOf = (value: object): string | undefined => {
  const keys = Object.keys(value);
  if (keys.every((key) => key.isWellFormed())) return undefined;
  const repaired = keys.map((key) => key.toWellFormed());
  return repaired.find((key, at) => repaired.indexOf(key) !== at);
};

/** 16 digits in a row are the fewest that may be too many. */
const LONG_NUMBER = /\d{16}/;
const WHOLE = /^-?\d{16,}$/;
type Source = { readonly source?: string };

/** Like `JSON.parse`; a whole number that a JavaScript number can't hold exactly is marked, so that it is refused by name. */
export const parseExactly = (text: string): unknown => {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text);
  const mark = (_key: string, value: unknown, context?: Source): unknown =>
    typeof value === 'number' && context?.source !== undefined && isRounded(context.source, value)
      ? ROUNDED_MARK + context.source
      : value;
  return JSON.parse(text, mark);
};

const isRounded = (source: string, value: number): boolean =>
  WHOLE.test(source) && (!Number.isFinite(value) || BigInt(source) !== BigInt(value));

/** Named from the root; only the beginning of a very deep one, which says enough. */
const pathOf = (place: Place): string => {
  const keys: string[] = [];
  for (let at: Place | undefined = place; at?.up; at = at.up) keys.unshift(at.key.toWellFormed());
  return keys.slice(0, 12).join('.');
};

const wellFormed = (value: unknown): unknown => {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toWellFormed(), wellFormed(inner)]));
};
