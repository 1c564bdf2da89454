import { cutToBytes, TRUNCATED, utf8Bytes } from '../text.ts';

/** Entries are asked for one by one: those that do not fit are counted and never read. */
export type Section = { readonly heading: string; readonly entries: readonly (() => string)[] };
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
export const fillSection = ({ heading, entries }: Section, budget: number): Filled => {
  if (entries.length === 0) return NOTHING;
  const title = `## ${heading}`;
  const limit = budget - COUNT_BYTES - utf8Bytes(TRUNCATED);
  let bytes = utf8Bytes(title);
  if (bytes + WORTH_SHOWING > limit) return { ...NOTHING, omitted: entries.length, truncated: true };
  let text = title;
  let shown = 0;
  for (const read of entries) {
    const entry = read();
    const size = utf8Bytes(entry) + 2;
    if (bytes + size > limit) break;
    text += `\n\n${entry}`;
    bytes += size;
    shown += 1;
  }
  const rest = entries[shown];
  if (rest === undefined) return { text, bytes, omitted: 0, truncated: false };
  const room = limit - bytes - 2;
  if (room >= WORTH_SHOWING) {
    text += `\n\n${cutToBytes(rest(), room)}`;
    shown += 1;
  }
  text += TRUNCATED;
  const omitted = entries.length - shown;
  if (omitted > 0) text += `\n(${omitted} more entries are not shown.)`;
  return { text, bytes: utf8Bytes(text), omitted, truncated: true };
};
