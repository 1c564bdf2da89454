import { byCodeUnit } from '../ids.ts';
import { TRUNCATED } from '../text.ts';

const WORD = /[a-z0-9_-]+/g;

/** NFKC, lower case, `[a-z0-9_-]+`. The same for what is searched and for what is asked. */
export const wordsOf = (text: string): readonly string[] =>
  text.replaceAll(TRUNCATED.trim(), ' ').normalize('NFKC').toLowerCase().match(WORD) ?? [];

/** A set of words as one string between spaces: small to keep, and membership is a plain search. */
export const toWordSet = (texts: readonly string[]): string => {
  const words = new Set<string>();
  for (const text of texts) for (const word of wordsOf(text)) words.add(word);
  return words.size === 0 ? '' : ` ${[...words].sort(byCodeUnit).join(' ')} `;
};

/** Whether all the words are there. No words match nothing. */
export const holdsAll = (set: string, words: readonly string[]): boolean =>
  words.length > 0 && words.every((word) => set.includes(` ${word} `));
