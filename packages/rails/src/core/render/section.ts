import { cutToBytes, TRUNCATED, utf8Bytes } from '../text.ts';

/** Entries are asked for one by one: those that do not fit are counted and never read. */
export type Section = { readonly heading: string; readonly count: number; readonly entry: (index: number) => string };

/** `count` is given when there are more than the items at hand, which then must be enough to fill the room. */
export const sectionOf = <T>(
  heading: string,
  items: readonly T[],
  text: (item: T) => string,
  count: number = items.length,
): Section => ({
  heading,
  count,
  entry: (index) => text(items[index] as T),
});
export type Filled = {
  readonly text: string;
  readonly bytes: number;
  readonly omitted: number;
  readonly truncated: boolean;
};

const NOTHING: Filled = { text: '', bytes: 0, omitted: 0, truncated: false };
/** Room for the sentence that counts what was left out. */
const COUNT_BYTES = 48;
/** A shorter remainder of an entry would tell nothing. */
const WORTH_SHOWING = 80;

/** Entries whole while they fit, the last one cut on a code point, and a count of those left out. */
export const fillSection = ({ heading, count, entry }: Section, budget: number): Filled => {
  if (count === 0) return NOTHING;
  const title = `## ${heading}`;
  const limit = budget - COUNT_BYTES - utf8Bytes(TRUNCATED);
  let bytes = utf8Bytes(title);
  if (bytes + WORTH_SHOWING > limit) return { ...NOTHING, omitted: count, truncated: true };
  let text = title;
  let shown = 0;
  let rest = '';
  for (; shown < count; shown += 1) {
    rest = entry(shown);
    const size = utf8Bytes(rest) + 2;
    if (bytes + size > limit) break;
    text += `\n\n${rest}`;
    bytes += size;
  }
  if (shown === count) return { text, bytes, omitted: 0, truncated: false };
  const room = limit - bytes - 2;
  if (room >= WORTH_SHOWING) {
    text += `\n\n${cutToBytes(rest, room)}`;
    shown += 1;
  }
  text += TRUNCATED;
  const omitted = count - shown;
  if (omitted > 0) text += `\n(${omitted} more entries are not shown.)`;
  return { text, bytes: utf8Bytes(text), omitted, truncated: true };
};
