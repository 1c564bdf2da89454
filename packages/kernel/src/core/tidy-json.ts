import { err, ok, type Result } from './result.ts';

/** Stands before a key that a parser further on would drop without a word, so that it is refused by its name instead. */
export const FORBIDDEN_MARK = '\u0000';

/** Deeper than anything a call may hold, and shallow enough for everything that walks it. */
const MOST_LEVELS = 200;

export type NotTidy =
  | { readonly reason: 'forbidden_key'; readonly key: string; readonly at: string }
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
    if (typeof value === 'string' && !value.isWellFormed()) replaced.push(pathOf(place));
    if (typeof value !== 'object' || value === null) continue;
    if (level >= most) return err({ reason: 'too_deep', at: pathOf(place), max: most });
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
