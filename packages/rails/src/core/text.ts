import { utf8 } from './ids.ts';

/** Up to here counting by hand beats a trip into the platform. */
const SHORT = 48;
/** Where the bytes of a long text are put to be counted: its own array would cost more than the counting. */
const counted = new Uint8Array(96 * 1024);

export const TRUNCATED = '\n\n[TRUNCATED]';

export const utf8Bytes = (text: string): number => {
  if (text.length * 3 > counted.length) return utf8(text).length;
  if (text.length > SHORT) return encoder.encodeInto(text, counted).written;
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit < 0xdc00 && isLow(text.charCodeAt(index + 1))) {
      bytes += 4;
      index += 1;
    } else bytes += 3;
  }
  return bytes;
};

/** The longest beginning that fits, never parting a code point. */
export const cutToBytes = (text: string, limit: number): string => {
  if (text.length * 3 <= limit) return text;
  const bytes = utf8(text);
  if (bytes.length <= limit) return text;
  let end = Math.max(0, limit);
  // Continuation bytes are 10xxxxxx: step back to the byte that begins the code point.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return decoder.decode(bytes.subarray(0, end));
};

/** Fits `limit`, and says so when something was cut. */
export const truncate = (text: string, limit: number, marker: string = TRUNCATED): string =>
  utf8Bytes(text) <= limit ? text : cutToBytes(text, limit - utf8Bytes(marker)) + marker;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;
