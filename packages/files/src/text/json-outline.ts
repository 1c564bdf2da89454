import type { Json, JsonObject } from '@atelier/kernel/core';
import type { TextFile } from './text-file.ts';

const largestParsed = 16 * 1024 * 1024;
const mostKeys = 50;

/** Root type, first-level keys and sizes of a JSON file; newline-delimited JSON is told apart from a broken file. */
export const jsonOutline = (file: TextFile): JsonObject => {
  const text = file.codec.decode(file.bytes.subarray(file.encoding.bom_length));
  if (file.bytes.length > largestParsed) return scanOutline(text);
  try {
    return valueOutline(JSON.parse(text) as Json);
  } catch (cause) {
    const lines = ndjsonLines(file);
    if (lines !== undefined) return { root_type: 'ndjson', ndjson: true, array_length: lines };
    return { parse_error: errorPlace(file, cause instanceof Error ? cause.message : '') };
  }
};

const typeName = (value: Json): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

const valueOutline = (value: Json): JsonObject => {
  const root_type = typeName(value);
  if (Array.isArray(value)) return { root_type, array_length: value.length, ndjson: false };
  if (root_type !== 'object') return { root_type, ndjson: false };
  const entries = Object.entries(value as JsonObject);
  return {
    root_type,
    key_count: entries.length,
    top_level: entries.slice(0, mostKeys).map(([key, each]) => keyOutline(key, each)),
    ndjson: false,
  };
};

const keyOutline = (key: string, value: Json): JsonObject => {
  const type = typeName(value);
  if (Array.isArray(value) || typeof value === 'string') return { key, type, length: value.length };
  return { key, type };
};

const ndjsonSample = 100;

const ndjsonLines = (file: TextFile): number | undefined => {
  let lines = 0;
  for (let index = 0; index < file.lineCount; index++) {
    const line = file.line(index).trim();
    if (line === '') continue;
    if (lines < ndjsonSample && !isWholeValue(line)) return undefined;
    lines += 1;
  }
  return lines >= 2 ? lines : undefined;
};

const isWholeValue = (line: string): boolean => {
  if (!/^[[{]/.test(line)) return false;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
};

/** The engine says where for all but a text that simply stops. */
const errorPlace = (file: TextFile, message: string): JsonObject => {
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(message) ?? [];
  if (line !== undefined) return { line: Number(line), column: Number(column) };
  const last = Math.max(1, file.lineCount);
  return { line: last, column: file.lineCount === 0 ? 1 : file.line(last - 1).length + 1 };
};

/** One pass over a text too large to parse: strings are skipped, depth is counted, values are not built. */
const scanOutline = (text: string): JsonObject => {
  const top_level: JsonObject[] = [];
  let depth = 0;
  let commas = 0;
  let root: string | undefined;
  let key: string | undefined;
  let hasContent = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      const end = stringEnd(text, at);
      if (depth === 1) hasContent = true;
      if (depth === 1 && root === 'object' && key === undefined) key = text.slice(at + 1, end);
      else if (depth === 1 && key !== undefined) note(top_level, key, 'string');
      root ??= 'string';
      at = end;
    } else if (char === '{' || char === '[') {
      root ??= char === '{' ? 'object' : 'array';
      if (depth === 1) hasContent = true;
      if (depth === 1 && key !== undefined) note(top_level, key, char === '{' ? 'object' : 'array');
      depth += 1;
    } else if (char === '}' || char === ']') depth -= 1;
    else if (char === ',' && depth === 1) {
      commas += 1;
      key = undefined;
    } else if (depth === 1 && /[-\dtfn]/.test(char ?? '')) {
      hasContent = true;
      if (key !== undefined)
        note(top_level, key, char === 't' || char === 'f' ? 'boolean' : char === 'n' ? 'null' : 'number');
      while (/[-+.\w]/.test(text[at + 1] ?? '')) at += 1;
    }
  }
  const count = hasContent ? commas + 1 : 0;
  if (root === 'array') return { root_type: root, array_length: count, scanned: true };
  return { root_type: root ?? 'unknown', key_count: count, top_level: top_level.slice(0, mostKeys), scanned: true };
};

const note = (found: JsonObject[], key: string, type: string): void => {
  if (found.length < mostKeys && found.at(-1)?.key !== key) found.push({ key, type });
};

const stringEnd = (text: string, open: number): number => {
  for (let at = text.indexOf('"', open + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
};
