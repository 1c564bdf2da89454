import { tokensOf } from '../language/normalise.ts';
import { countOfWord } from '../language/numbers.ts';

/** A piece of a request: a word in its plain spelling, a number in thousandths, a quoted name or a mark. */
export type Piece = {
  readonly kind: 'word' | 'number' | 'date' | 'code' | 'quoted' | 'mark';
  /** The plain spelling; numbers are "#" so that no name is looked for in them. */
  readonly text: string;
  readonly raw: string;
  readonly milli: number;
  readonly from: number;
  readonly to: number;
};

/**
 * What a figure must not lose: a sign before it, unless the dash hangs on a Hebrew prefix ("ב-3", "ל -3"), and digits and
 * fractions of other scripts. They are words that nobody reads, so they are named and nothing is done.
 */
const unread = /(?<![\p{L}\p{M}\d.,)"״׳'’])(?<!(?:^|\s)[בלמהוכש]\s)[-−–+]\d+(?:[.,]\d+)*|[^\P{N}\d]+/u;
const shape = new RegExp(
  [
    /"([^"\n]{1,120})"(?!\p{L})/u,
    /[“„]([^”“\n]{1,120})[”“]/u,
    /(#[0-9a-fA-F]{6})(?![\p{L}\d])/u,
    /(\d{4}-\d\d?-\d\d?|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|\d{1,2}\/\d{1,2})(?!\d)/u,
    new RegExp(`(${unread.source})`, 'u'),
    // A comma stands between thousands, or before one or two decimals.
    /(\d{1,3},\d{1,2})(?![\d,])|(\d+(?:,\d{3}(?!\d))*(?:\.\d+)?)/u,
    /([\p{L}\p{M}]+(?:['’׳״"][\p{L}\p{M}]+)*['׳]?)/u,
    /([%₪$×*+]|[,;:.!?\n])/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
);

export const lex = (text: string): readonly Piece[] => {
  const pieces: Piece[] = [];
  for (const found of text.normalize('NFC').matchAll(shape)) {
    const [raw, quoted, other, code, date, sign, decimal, plain, word, mark] = found;
    const number = plain ?? decimal?.replace(',', '.');
    const span = { from: found.index, to: found.index + raw.length };
    if (quoted !== undefined || other !== undefined)
      pieces.push({ kind: 'quoted', text: '"', raw: (quoted ?? other ?? '').trim(), milli: 0, ...span });
    else if (code !== undefined) pieces.push({ kind: 'code', text: '#', raw, milli: 0, ...span });
    else if (date !== undefined) pieces.push({ kind: 'date', text: '#', raw, milli: 0, ...span });
    else if (sign !== undefined) pieces.push({ kind: 'word', text: '±', raw, milli: 0, ...span });
    else if (number !== undefined) pieces.push({ kind: 'number', text: '#', raw, milli: milliOf(number), ...span });
    else if (word !== undefined)
      for (const token of tokensOf(raw)) pieces.push({ kind: 'word', text: token, raw, milli: 0, ...span });
    else pieces.push({ kind: 'mark', text: mark ?? '', raw, milli: 0, ...span });
  }
  return pieces;
};

const milliOf = (number: string): number => {
  const [whole = '0', part = ''] = number.replaceAll(',', '').split('.');
  return Number(whole) * 1_000 + Number(part.slice(0, 3).padEnd(3, '0'));
};

/** A whole number at a piece, in digits or in words. */
export const countAt = (piece: Piece | undefined): number | undefined => {
  if (piece?.kind === 'number' && piece.milli % 1_000 === 0) return piece.milli / 1_000;
  return piece?.kind === 'word' ? countOfWord(piece.text) : undefined;
};
