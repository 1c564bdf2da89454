import { utf8 } from './ids.ts';

/** Up to here counting by hand beats a trip into the platform. */
const SHORT = 48;
/** Most long texts are; looking costs less than encoding, which makes bytes only to count them. */
const ASCII = /^[\0-\x7f]*$/;

export const TRUNCATED = '\n\n[TRUNCATED]';

export const utf8Bytes = (text: string): number => {
  if (text.length > SHORT) return ASCII.test(text) ? text.length : utf8(text).length;
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

const decoder = new TextDecoder();
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;
