import type { Json, JsonObject } from '@atelier/kernel/core';

const longestText = 400;
const mostEntries = 20;
const mostBytes = 2_048;

/** A value as an event may hold it: its shape and the beginning of its texts. The whole of it is content. */
export const shortJson = (value: JsonObject): JsonObject => {
  if (sizeOf(value) <= mostBytes) return value;
  for (const [text, entries] of [
    [longestText, mostEntries],
    [120, 8],
    [40, 4],
  ] as const) {
    const short = shorten(value, text, entries, 6) as JsonObject;
    if (sizeOf(short) <= mostBytes) return short;
  }
  return {
    shortened: true,
    keys: Object.keys(value)
      .slice(0, mostEntries)
      .map((key) => beginningOf(key, 40)),
  };
};

const sizeOf = (value: Json): number => JSON.stringify(value).length;

const shorten = (value: Json, text: number, entries: number, depth: number): Json => {
  if (typeof value === 'string') return beginningOf(value, text);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return '…';
  if (Array.isArray(value)) {
    const kept = value.slice(0, entries).map((each: Json) => shorten(each, text, entries, depth - 1));
    return value.length > entries ? [...kept, `… ${value.length - entries} more`] : kept;
  }
  return Object.fromEntries(
    Object.entries(value as JsonObject)
      .slice(0, entries)
      .map(([key, each]) => [beginningOf(key, 80), shorten(each, text, entries, depth - 1)]),
  );
};

/** Never between the halves of one character. */
const beginningOf = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…` : text;
