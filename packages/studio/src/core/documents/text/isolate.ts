/** Left-to-right isolate and its end. They are added when something is shown, and never stored. */
const LRI = '\u2066';
const FSI = '\u2068';
const PDI = '\u2069';

/** A value that reads from left to right in any sentence: an amount, a size, a phone number, an id. */
export const ltr = (text: string): string => (text === '' ? '' : `${LRI}${text}${PDI}`);

/** A text of a language of its own inside a sentence of another. */
export const firstStrong = (text: string): string => (text === '' ? '' : `${FSI}${text}${PDI}`);

const number = String.raw`[₪$€£]?\d(?:[\d.,:]*\d)?`;
const range = String.raw`${number}(?:(?:\s?[×x*]\s?|[–~])${number})+%?`;
const phone = String.raw`\+\d[\d\- ]{5,}\d`;
const signed = String.raw`[-−][₪$€£]?\d(?:[\d.,]*\d)?%?`;
const islands = new RegExp(
  String.raw`(?<![\p{L}\p{N}.\-${LRI}])(?:${range}|${phone}|(?<=^|\s|\()${signed})(?![\p{L}\p{N}])`,
  'gu',
);

/**
 * Sizes, ranges, phone numbers and signed amounts inside a free text. Without this the bidi algorithm shows
 * 4.20×2.80 in a Hebrew sentence as 2.80×4.20.
 */
export const isolateIslands = (text: string): string => text.replace(islands, (island) => ltr(island));

/** The same cut into pieces, for documents that mark islands instead of writing them between controls. */
export const islandsIn = (text: string): readonly { readonly text: string; readonly isIsland: boolean }[] => {
  const pieces: { readonly text: string; readonly isIsland: boolean }[] = [];
  let from = 0;
  for (const match of text.matchAll(islands)) {
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), isIsland: false });
    pieces.push({ text: match[0], isIsland: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isIsland: false });
  return pieces;
};

export const isFormat = (char: string): boolean => /[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/.test(char);

/** How deep in isolates the text is after this character. */
export const isolateDepth = (depth: number, char: string): number => {
  if (char === LRI || char === '\u2067' || char === FSI) return depth + 1;
  return char === PDI ? Math.max(0, depth - 1) : depth;
};
