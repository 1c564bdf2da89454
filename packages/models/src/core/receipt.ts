import type { Json, JsonObject } from '@atelier/kernel/core';
import { byteLength } from './bytes.ts';

/** Results above this leave the model's context and are kept in the tool log. */
export const receiptThreshold = 2_048;
const mostRows = 5;
const mostLines = 20;
const longestCell = 80;

/** What stands in the context for a large result: its shape, its beginning, and where the rest is. */
export const receiptOf = (result: JsonObject, entryId: number): JsonObject => {
  const bytes = byteLength(JSON.stringify(result));
  const rest = `The whole result is kept: recall_tool_result with entry_id ${entryId}.`;
  const head: JsonObject = { ok: result.ok ?? true, receipt: true, entry_id: entryId, bytes, note: rest };
  const rows = Array.isArray(result.rows) ? (result.rows as readonly Json[]) : undefined;
  if (rows)
    return fit(
      (count) => ({ ...head, ...shapeOfRows(result, rows), first_rows: cutAll(rows.slice(0, count)) }),
      mostRows,
    );
  const lines = linesOf(result);
  return fit(
    (count) => ({ ...head, ...moreOf(result), lines: lines.length, first_lines: cutAll(lines.slice(0, count)) }),
    mostLines,
  );
};

export const isLarge = (result: JsonObject): boolean => byteLength(JSON.stringify(result)) > receiptThreshold;

const shapeOfRows = (result: JsonObject, rows: readonly Json[]): JsonObject => ({
  rows: rows.length,
  ...(result.columns === undefined ? {} : { columns: result.columns }),
  ...moreOf(result),
});

const moreOf = ({ has_more, next, chunk_info }: JsonObject): JsonObject => ({
  has_more: has_more === true || (next ?? null) !== null || hasNext(chunk_info),
  ...(chunk_info === undefined ? {} : { chunk_info: cut(chunk_info) }),
});

const hasNext = (info: Json | undefined): boolean =>
  typeof info === 'object' && info !== null && !Array.isArray(info) && ((info as JsonObject).next ?? null) !== null;

const linesOf = (result: JsonObject): readonly string[] =>
  (typeof result.text === 'string' ? result.text : JSON.stringify(result, null, 1)).split('\n');

/** A receipt larger than what it stands for would be a poor trade: wide rows make it shorter. */
const fit = (make: (count: number) => JsonObject, most: number): JsonObject => {
  let count = most;
  while (count > 0 && byteLength(JSON.stringify(make(count))) > receiptThreshold) count -= 1;
  const made = make(count);
  if (byteLength(JSON.stringify(made)) <= receiptThreshold) return made;
  // Hundreds of wide column names: their number stands for them.
  const { columns, chunk_info: _left, ...rest } = made;
  return { ...rest, ...(Array.isArray(columns) ? { column_count: columns.length } : {}) };
};

const cutAll = (values: readonly Json[]): readonly Json[] => values.map(cut);

const cut = (value: Json): Json => {
  if (typeof value === 'string') return value.length > longestCell ? `${value.slice(0, longestCell)}…` : value;
  if (Array.isArray(value)) return value.slice(0, 20).map(cut);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject)
      .slice(0, 20)
      .map(([key, each]) => [key, cut(each)]),
  );
};

const mostRecalled = 16 * 1024;

/** A piece of a stored result, by characters of its text; at most 16 KiB, and whole characters. */
export const recallPiece = (stored: string, offset: number, limit: number | null): JsonObject => {
  const wanted = Math.min(limit ?? mostRecalled, mostRecalled);
  let end = Math.min(stored.length, offset + wanted);
  while (end > offset && byteLength(stored.slice(offset, end)) > mostRecalled) {
    end = offset + Math.floor((end - offset) * 0.75);
  }
  // Never between the halves of one character.
  if (end < stored.length && end > offset && isLowSurrogate(stored.charCodeAt(end))) end -= 1;
  // A limit of one half still moves on.
  if (end === offset && offset < stored.length) end = Math.min(stored.length, offset + 2);
  return {
    ok: true,
    text: stored.slice(offset, end),
    offset,
    total: stored.length,
    next_offset: end < stored.length ? end : null,
  };
};

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
