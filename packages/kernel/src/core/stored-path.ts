import { err, ok, type Result } from './result.ts';

declare const stored: unique symbol;
/** A relative path as the product stores it: `/` between names, nothing that climbs or differs by platform. */
export type StoredPath = string & { readonly [stored]: true };

export type BadPath = {
  readonly code: 'BAD_PATH';
  readonly reason: 'empty' | 'absolute' | 'climbs' | 'empty_name' | 'forbidden_character' | 'too_long' | 'not_text';
  readonly path: string;
};

const MAX_PATH_BYTES = 4096;
const MAX_NAME_BYTES = 255;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const FORBIDDEN = /[\u0000-\u001f\u007f\\:]/;

export const parseStoredPath = (path: string): Result<StoredPath, BadPath> => {
  const reason = whatIsWrong(path);
  return reason === undefined ? ok(path as StoredPath) : err({ code: 'BAD_PATH', reason, path });
};

const whatIsWrong = (path: string): BadPath['reason'] | undefined => {
  if (path === '') return 'empty';
  if (!path.isWellFormed()) return 'not_text';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'absolute';
  if (FORBIDDEN.test(path)) return 'forbidden_character';
  if (isLonger(path, MAX_PATH_BYTES)) return 'too_long';
  for (const name of path.split('/')) {
    if (name === '') return 'empty_name';
    if (name === '..' || name === '.') return 'climbs';
    if (isLonger(name, MAX_NAME_BYTES)) return 'too_long';
  }
  return undefined;
};

const encoder = new TextEncoder();
/** A UTF-16 unit takes at most 3 bytes, so most names need no encoding to be known as short. */
const isLonger = (text: string, bytes: number): boolean =>
  text.length * 3 > bytes && encoder.encode(text).length > bytes;
