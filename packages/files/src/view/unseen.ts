/**
 * Characters nobody sees: zero-width, direction overrides, tags, and controls that are no line break or tab. Joiners and
 * direction marks stay: Hebrew, Persian and emoji are written with them, and they hide nothing.
 */
const unseen = /(?![\t\n\r\u200c-\u200f])[\p{Cc}\p{Cf}]/gu;

export const countUnseen = (text: string): number => text.match(unseen)?.length ?? 0;

/** Spelled out, so that a model reads what is there and nobody can write past a person's eyes. */
export const spellUnseen = (text: string): string =>
  text.replace(unseen, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);

export const dropUnseen = (text: string): string => text.replace(unseen, '');

/** Tag characters are letters of a second, unseen alphabet: what they spell is shown as letters. */
export const readUnseen = (text: string): string =>
  (text.match(unseen) ?? [])
    .map((char) => {
      const code = char.codePointAt(0) ?? 0;
      return code >= 0xe0020 && code <= 0xe007e ? String.fromCodePoint(code - 0xe0000) : `\\u{${code.toString(16)}}`;
    })
    .join('');
