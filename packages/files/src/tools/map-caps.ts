import type { Json, JsonObject } from '@atelier/kernel/core';

/** What a capped map left out, and the `part` that brings it back. */
type Omitted = { readonly what: string; readonly shown: number; readonly total: number; readonly part: string | null };

export const mapBytes = { full: 32 * 1024, compact: 16 * 1024 } as const;

/**
 * Makes a map fit. Levels are shed one at a time, in a fixed order shared with prompt budgets: chunk lists and
 * samples; long lists; all but counts per sheet, section and slide; all but names and totals.
 */
export const capMap = (map: JsonObject, detail: 'compact' | 'full'): JsonObject => shedTo(map, mapBytes[detail]);

/**
 * A map of at most so many bytes, for a prompt that holds many. What no level can shed goes, largest first. Sheets,
 * sections, slides and headings of the names in `keep` stay in full while they fit.
 */
export const mapWithin = (map: JsonObject, bytes: number, keep: ReadonlySet<string> = new Set()): JsonObject => {
  let fitted = shedTo(map, bytes, keep);
  while (sizeOf(fitted) > bytes) {
    const [largest] = Object.entries(fitted)
      .filter(([key]) => !essential.has(key))
      .toSorted((a, b) => sizeOf(b[1]) - sizeOf(a[1]));
    if (!largest) return fitted;
    const { [largest[0]]: _, ...rest } = fitted;
    fitted = { ...rest, more: 'use get_file_map' };
  }
  return fitted;
};

/** Without these nobody could ask for the rest. */
const essential: ReadonlySet<string> = new Set(['path', 'kind', 'version', 'readable', 'size_bytes', 'more']);

/** Whether an entry of a list stays as it is. */
type Keeps = (each: Json) => boolean;
const partNames = ['name', 'heading', 'title', 'text'];

const shedTo = (map: JsonObject, limit: number, keep: ReadonlySet<string> = new Set()): JsonObject => {
  const keeps: Keeps = (each) => isObject(each) && partNames.some((key) => keep.has(String(each[key])));
  let shed = escapeStrings(map) as JsonObject;
  for (const level of [undefined, withoutSamples, withShortLists, withCounts, withNames]) {
    if (level) shed = level(shed, keeps);
    if (sizeOf(shed) <= limit) return shed;
  }
  return keep.size > 0 ? shedTo(map, limit) : untilItFits(shed, limit);
};

const sizeOf = (map: Json): number => Buffer.byteLength(JSON.stringify(map));

const longest = 120;
const verbatim: ReadonlySet<string> = new Set([
  'path',
  'version',
  'warnings',
  'caution',
  'map_error',
  'part',
  'message',
]);

/** Text from files is cut, and what could steer a terminal or reorder a line is spelled out. */
const escapeStrings = (value: Json, key = ''): Json => {
  if (verbatim.has(key)) return value;
  if (typeof value === 'string') return shorten(value);
  if (Array.isArray(value)) return value.map((each) => escapeStrings(each, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([name, each]) => [name, escapeStrings(each, name)]),
  );
};

const shorten = (text: string): string => {
  const characters = text.length > longest ? [...text.slice(0, longest * 2)] : undefined;
  const cut = characters && characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : text;
  return cut.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
    /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
};

const edit = (
  map: JsonObject,
  change: (key: string, value: Json, trail: string) => Json | undefined,
  keeps: Keeps,
  trail = '',
): JsonObject =>
  Object.fromEntries(
    Object.entries(map).flatMap(([key, value]): [string, Json][] => {
      const changed = change(key, value, trail);
      if (changed === undefined) return [];
      const here = trail === '' ? key : `${trail}.${key}`;
      if (Array.isArray(changed))
        return [
          [key, changed.map((each) => (isObject(each) && !keeps(each) ? edit(each, change, keeps, here) : each))],
        ];
      return [[key, isObject(changed) ? edit(changed, change, keeps, here) : changed]];
    }),
  );

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const withoutSamples = (map: JsonObject, keeps: Keeps): JsonObject =>
  edit(
    map,
    (key, value, trail) => (key === 'sample' || (key === 'list' && trail.endsWith('chunks')) ? undefined : value),
    keeps,
  );

const headerWidth = 20;
const regionCount = 10;
const listLength = 50;
const everySheet = 200;
const wideKeys: ReadonlySet<string> = new Set(['headers', 'column_types']);

const limitFor = (key: string): number => {
  if (wideKeys.has(key)) return headerWidth;
  if (key === 'regions') return regionCount;
  return key === 'sheets' ? everySheet : listLength;
};

const withShortLists = (map: JsonObject, keeps: Keeps): JsonObject => {
  const omitted: Omitted[] = [];
  const short = edit(
    map,
    (key, value, trail) => {
      if (!Array.isArray(value) || key === 'warnings' || key === 'omitted') return value;
      const shown = limitFor(key);
      if (value.length <= shown) return value;
      if (trail === '')
        omitted.push({ what: key, shown, total: value.length, part: partAfter(key, shown, value.length) });
      return value.filter((each, at) => at < shown || keeps(each));
    },
    keeps,
  );
  return withOmitted(short, omitted);
};

/** Sections and slides are numbered from 0, everything else that has parts from 1. */
const partAfter = (key: string, shown: number, total: number): string | null => {
  if (key === 'sections' || key === 'slides') return `${key}:${shown}-${Math.min(total, shown * 2) - 1}`;
  if (key === 'headings') return `headings:${shown + 1}-${Math.min(total, shown * 2)}`;
  return null;
};

const withOmitted = (map: JsonObject, more: readonly Omitted[]): JsonObject => {
  const before = Array.isArray(map.omitted) ? (map.omitted as readonly Json[]) : [];
  const fresh = more.filter(({ what }) => !before.some((each) => isObject(each) && each.what === what));
  return fresh.length === 0 ? map : { ...map, omitted: [...before, ...fresh] };
};

const countedKeys: ReadonlySet<string> = new Set(['sheets', 'sections', 'slides']);

const withCounts = (map: JsonObject, keeps: Keeps): JsonObject =>
  edit(
    map,
    (key, value, trail) => {
      if (trail !== '' || !countedKeys.has(key) || !Array.isArray(value)) return value;
      return value.map((each) =>
        isObject(each) && !keeps(each)
          ? Object.fromEntries(Object.entries(each).filter(([name, field]) => name === 'chunks' || !isCompound(field)))
          : each,
      );
    },
    keeps,
  );

const isCompound = (value: Json): boolean => typeof value === 'object' && value !== null;
const nameKeys = ['index', 'name', 'heading', 'title', 'state', 'used_range'];

const withNames = (map: JsonObject, keeps: Keeps): JsonObject => {
  const omitted: Omitted[] = [];
  const named = Object.fromEntries(
    Object.entries(map).flatMap(([key, value]): [string, Json][] => {
      if (!Array.isArray(value) || key === 'warnings' || key === 'omitted') return [[key, value]];
      if (key === 'sheets')
        return [[key, value.map((each) => (isObject(each) && !keeps(each) ? pick(each, nameKeys) : each))]];
      const kept = value.filter(keeps);
      if (value.length > kept.length)
        omitted.push({ what: key, shown: kept.length, total: value.length, part: partAfter(key, 0, value.length) });
      return kept.length > 0 ? [[key, kept]] : [];
    }),
  );
  return { ...withOmitted(named, omitted), more: 'use get_file_map' };
};

const pick = (from: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(keys.flatMap((key): [string, Json][] => (key in from ? [[key, from[key] ?? null]] : [])));

/** Hundreds of long sheet names can outgrow even the last level. */
const untilItFits = (map: JsonObject, limit: number): JsonObject => {
  const sheets = Array.isArray(map.sheets) ? (map.sheets as readonly Json[]) : [];
  for (let shown = sheets.length; shown > 0; shown = Math.floor(shown / 2)) {
    const less = withOmitted({ ...map, sheets: sheets.slice(0, shown) }, [
      { what: 'sheets', shown, total: sheets.length, part: null },
    ]);
    if (sizeOf(less) <= limit) return less;
  }
  return map;
};
