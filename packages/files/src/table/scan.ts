import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import { refusal } from '../tools/errors.ts';

export type Scan = {
  readonly isUtf8: boolean;
  /** The bytes around the first that is not UTF-8, for the detector. */
  readonly oddBytes: Buffer | undefined;
  /** Columns in which some number begins with a zero: codes, not quantities. */
  readonly zeroColumns: ReadonlySet<number>;
};

const piece = 8 * 1024 * 1024;
const longestRecord = 16 * 1024 * 1024;
const sample = 256 * 1024;

/** One pass over the bytes, in constant memory: is it UTF-8, is any line endless, which columns hold codes. */
export const scanTable = (file: string, delimiter: string): Scan => {
  const handle = openSync(file, 'r');
  const zeroColumns = new Set<number>();
  let oddBytes: Buffer | undefined;
  // One window for the whole file: what is left of its last line moves to the front and the next piece follows it.
  let window = Buffer.allocUnsafe(piece);
  let carried = window.subarray(0, 0);
  let sinceBreak = 0;
  try {
    for (let position = 0; ; ) {
      if (carried.length > window.length / 2) window = Buffer.concat([window], window.length * 2);
      window.set(carried, 0);
      const length = readSync(handle, window, carried.length, window.length - carried.length, position);
      if (length === 0) break;
      position += length;
      const bytes = window.subarray(0, carried.length + length);
      const lastBreak = bytes.lastIndexOf(0x0a);
      sinceBreak = lastBreak === -1 ? sinceBreak + length : bytes.length - lastBreak;
      if (sinceBreak > longestRecord && bytes.lastIndexOf(0x0d) === -1) {
        throw refusal('FILE_READ_FAILED', 'line_too_long', 'A record is longer than 16 MB.');
      }
      const whole = bytes.subarray(0, lastBreak === -1 ? bytes.length : lastBreak + 1);
      if (oddBytes === undefined && !isUtf8(withoutPartialCharacter(whole))) oddBytes = around(whole);
      collectZeroColumns(whole, delimiter, zeroColumns);
      carried = lastBreak === -1 ? bytes.subarray(0, 0) : bytes.subarray(lastBreak + 1);
    }
    if (oddBytes === undefined && !isUtf8(carried)) oddBytes = carried;
    collectZeroColumns(carried, delimiter, zeroColumns);
    return { isUtf8: oddBytes === undefined, oddBytes, zeroColumns };
  } finally {
    closeSync(handle);
  }
};

/** A piece without a line break may end inside a character. */
export const withoutPartialCharacter = (bytes: Buffer): Buffer => {
  let end = bytes.length;
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) {
      end = bytes.length - back;
      break;
    }
    if (byte < 0x80) break;
  }
  return bytes.subarray(0, end);
};

const around = (bytes: Buffer): Buffer => {
  let low = 0;
  for (
    let step = sample;
    low + step < bytes.length && isUtf8(withoutPartialCharacter(bytes.subarray(low, low + step)));
  )
    low += step;
  return Buffer.from(bytes.subarray(low, low + sample));
};

const zero = 0x30;
const isDigit = (code: number | undefined): boolean => code !== undefined && code >= 0x30 && code <= 0x39;

/** Every place where a field begins with 0 and a digit. Native searches, so that half a gigabyte takes a second. */
const collectZeroColumns = (bytes: Buffer, delimiter: string, found: Set<number>): void => {
  const quoted = bytes.includes(0x22) ? [`${delimiter}"0`, '\n"0'] : [];
  for (const opening of [`${delimiter}0`, '\n0', ...quoted]) {
    const needle = Buffer.from(opening);
    const isFirst = opening.startsWith('\n');
    for (let at = bytes.indexOf(needle); at !== -1; at = bytes.indexOf(needle, at + 1)) {
      if (!isDigit(bytes[at + needle.length])) continue;
      if (isFirst) {
        found.add(0);
        break;
      }
      found.add(columnAt(bytes, at, delimiter.charCodeAt(0)));
    }
  }
  if (bytes[0] === zero && isDigit(bytes[1])) found.add(0);
};

/** Counts the delimiters of the line before a place; quotes hide theirs. */
const columnAt = (bytes: Buffer, at: number, delimiter: number): number => {
  let column = 1;
  let inQuotes = false;
  const start = bytes.lastIndexOf(0x0a, at) + 1;
  for (let index = start; index < at; index++) {
    const code = bytes[index];
    if (code === 0x22) inQuotes = !inQuotes;
    else if (code === delimiter && !inQuotes) column += 1;
  }
  return column;
};

/**
 * The line of the first quote that opens a field and never properly closes, by the rule of `csv/records.ts`. The
 * engine's reader would take everything behind it for one field.
 */
export const strayQuoteLine = (file: string, delimiter: string): number | undefined => {
  const handle = openSync(file, 'r');
  const window = Buffer.allocUnsafe(piece);
  const cut = delimiter.charCodeAt(0);
  let [state, line, openLine, spansLines] = [start, 1, 1, false];
  try {
    for (let length = readSync(handle, window); length > 0; length = readSync(handle, window)) {
      // Without a quote there is nothing to find, and most pieces of most files have none.
      if (state !== quoted && state !== closing && !window.subarray(0, length).includes(quoteCode)) {
        line += breaks(window, length);
        state = window[length - 1] === cut || window[length - 1] === lineFeed ? start : plain;
        continue;
      }
      for (let at = 0; at < length; at++) {
        const code = window[at] as number;
        if (code === lineFeed) line += 1;
        const isBreak = code === lineFeed || code === carriageReturn;
        if (state === quoted) {
          if (isBreak) spansLines = true;
          if (code === quoteCode) state = closing;
        } else if (state === closing && code === quoteCode) state = quoted;
        else if (state === closing && spansLines && code !== cut && !isBreak) return openLine;
        else if (state === start && code === quoteCode) [state, openLine, spansLines] = [quoted, line, false];
        else state = code === cut || isBreak ? start : plain;
      }
    }
    return state === quoted ? openLine : undefined;
  } finally {
    closeSync(handle);
  }
};

const [start, plain, quoted, closing] = [0, 1, 2, 3];
const [quoteCode, lineFeed, carriageReturn] = [0x22, 0x0a, 0x0d];

const breaks = (bytes: Buffer, length: number): number => {
  let count = 0;
  for (let at = bytes.indexOf(lineFeed); at !== -1 && at < length; at = bytes.indexOf(lineFeed, at + 1)) count += 1;
  return count;
};
