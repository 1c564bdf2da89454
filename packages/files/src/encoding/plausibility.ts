/**
 * How much a decoded text looks like something a person wrote, from 0 to 1. Frequency models need long prose;
 * tables of names are short, and the shape of the words around each non-ASCII character says more.
 */
export const plausibility = (text: string): { readonly share: number; readonly evidence: number } => {
  let sum = 0;
  let evidence = 0;
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) < 0x80) continue;
    evidence += 1;
    sum += worth(text, at);
  }
  return { share: evidence === 0 ? 1 : Math.max(0, sum / evidence), evidence };
};

type Script =
  | 'ascii'
  | 'latin'
  | 'greek'
  | 'cyrillic'
  | 'hebrew'
  | 'arabic'
  | 'kana'
  | 'han'
  | 'hangul'
  | 'mark'
  | 'control'
  | 'odd';

const worth = (text: string, at: number): number => {
  const script = scriptOf(text.charCodeAt(at));
  switch (script) {
    case 'latin':
      return isShouting(text, at) ? 0.1 : touches(text, at, 'ascii') ? 1 : 0.3;
    case 'greek':
    case 'cyrillic':
      return isShouting(text, at) ? 0 : touches(text, at, script) ? 1 : 0.3;
    case 'hebrew':
    case 'arabic':
      return touches(text, at, script) ? 1 : 0.5;
    case 'mark':
      return 0.7;
    case 'control':
      return -1;
    case 'kana':
    case 'han':
    case 'hangul':
      return 0.9;
    default:
      return 0.2;
  }
};

const touches = (text: string, at: number, script: Script): boolean => {
  const isSame = (index: number) => index >= 0 && index < text.length && scriptOf(text.charCodeAt(index)) === script;
  return isSame(at - 1) || isSame(at + 1);
};

/** A capital in the middle of a word: the mark of a right-looking alphabet in the wrong encoding. */
const isShouting = (text: string, at: number): boolean => {
  const before = text[at - 1];
  const char = text[at];
  if (before === undefined || char === undefined) return false;
  return char !== char.toLowerCase() && before !== before.toUpperCase();
};

const scriptOf = (code: number): Script => {
  if (code < 0x80) return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) ? 'ascii' : 'odd';
  if (code < 0xa0) return 'control';
  if (code < 0xc0 || code === 0xd7 || code === 0xf7)
    return '°§«»·©®ªº¿¡\u00a0£¥'.includes(String.fromCharCode(code)) ? 'mark' : 'odd';
  if (code <= 0x24f) return 'latin';
  if (code >= 0x370 && code <= 0x3ff) return 'greek';
  if (code >= 0x400 && code <= 0x52f) return 'cyrillic';
  if (code >= 0x590 && code <= 0x5ff) return 'hebrew';
  if (code >= 0x600 && code <= 0x6ff) return 'arabic';
  if ((code >= 0x2010 && code <= 0x203a) || code === 0x20ac || code === 0x2122) return 'mark';
  if (code >= 0x3040 && code <= 0x30ff) return 'kana';
  if (code >= 0x4e00 && code <= 0x9fff) return 'han';
  if (code >= 0xac00 && code <= 0xd7a3) return 'hangul';
  return 'odd';
};

/** Lead bytes of the rows that hold everyday characters, and of the rows that settle the language. */
type Rows = { readonly common: readonly [number, number]; readonly telling: readonly [number, number] };
const rowsByEncoding: Readonly<Record<string, Rows>> = {
  shift_jis: { common: [0x88, 0x97], telling: [0x81, 0x83] },
  'euc-jp': { common: [0xb0, 0xcf], telling: [0xa4, 0xa5] },
  gb18030: { common: [0xb0, 0xd7], telling: [0xa1, 0xa3] },
  'euc-kr': { common: [0xb0, 0xc8], telling: [0xb0, 0xc8] },
  big5: { common: [0xa4, 0xc6], telling: [0xa1, 0xa1] },
};
export const doubleByteEncodings: readonly string[] = Object.keys(rowsByEncoding);

/** The share of double-byte characters that stand in everyday rows; characters that settle the language weigh a little more. */
export const doubleBytePlausibility = (bytes: Uint8Array, encoding: string): number => {
  const rows = rowsByEncoding[encoding];
  if (!rows) return 0;
  let pairs = 0;
  let sum = 0;
  let lastSingle = -1;
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) {
      lastSingle = at;
      continue;
    }
    pairs += 1;
    // Shift_JIS alone has half-width kana as single bytes.
    if (encoding === 'shift_jis' && lead >= 0xa1 && lead <= 0xdf) {
      sum += 0.3;
      continue;
    }
    at += 1;
    // Everyday Chinese has a high byte in both places and stands apart from ASCII words: what follows an ASCII letter is
    // an accent in a word of another language, and so is a high byte before one. Japanese writes the two side by side.
    const isAccent = (bytes[at] ?? 0) < 0x80 || (lastSingle === at - 2 && isAsciiLetter(bytes[lastSingle]));
    if (encoding === 'gb18030' && isAccent) continue;
    if (within(lead, rows.telling)) sum += 1;
    else if (within(lead, rows.common)) sum += 0.9;
  }
  return pairs === 0 ? 0 : sum / pairs;
};

const isAsciiLetter = (byte = 0): boolean => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);

const within = (value: number, [from, to]: readonly [number, number]): boolean => value >= from && value <= to;
