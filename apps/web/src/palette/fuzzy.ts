export type Match = {
  readonly score: number /** Which characters of the text matched. */;
  readonly at: readonly number[];
};

const wordStart = 8;
const inARow = 12;
const anywhere = 1;
const textStart = 4;
const unbroken = 16;

/**
 * Finds `query` in `text` as a subsequence and scores it: starts of words and runs of letters count most,
 * so that "gs" finds "Go to Settings" before "Diagnostics", and words that stand there unbroken, also inside a longer
 * one (Hebrew writes "the" in front of it), before letters picked from several. Undefined when a letter is missing.
 */
export const fuzzyMatch = (query: string, text: string): Match | undefined => {
  const wanted = fold(query).replace(/\s+/g, '');
  if (wanted === '') return { score: 0, at: [] };
  const letters = fold(text);
  const memo = new Map<number, Match | undefined>();

  const best = (wantedFrom: number, textFrom: number, afterMatch: boolean): Match | undefined => {
    if (wantedFrom === wanted.length) return { score: 0, at: [] };
    const key = (wantedFrom * (letters.length + 1) + textFrom) * 2 + (afterMatch ? 1 : 0);
    if (memo.has(key)) return memo.get(key);
    let found: Match | undefined;
    for (let at = textFrom; at < letters.length; at += 1) {
      if (letters[at] !== wanted[wantedFrom]) continue;
      const rest = best(wantedFrom + 1, at + 1, true);
      if (rest === undefined) break;
      const score = rest.score + scoreAt(letters, at, afterMatch && at === textFrom);
      if (found === undefined || score > found.score) found = { score, at: [at, ...rest.at] };
    }
    memo.set(key, found);
    return found;
  };

  const match = best(0, 0, false);
  // Of two equal matches the shorter text is the closer one.
  return match && { ...match, score: match.score + (holds(query, text) ? unbroken : 0) - text.length / 100 };
};

/** Whether the words stand in the text as they are, spaces and all. */
export const holds = (query: string, text: string): boolean => fold(text).includes(fold(query.trim()));

const scoreAt = (letters: string, at: number, follows: boolean): number => {
  if (follows) return inARow;
  if (at === 0) return wordStart + textStart;
  return /[\s\-/.:]/.test(letters[at - 1] ?? '') ? wordStart : anywhere;
};

/** Case, accents and Hebrew vowel points do not matter; one letter stays one letter, so positions hold. */
const fold = (text: string): string =>
  [...text]
    .map((letter) => letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase())
    .map((letter, at) => (letter.length === 1 ? letter : (text[at] ?? ' ')))
    .join('');
