import { byCodeUnit } from '../ids.ts';
import { TRUNCATED } from '../text.ts';

const WORD = /[\p{L}\p{N}_-]+/gu;
const BEYOND_ASCII = /[^\p{ASCII}]/u;
/** Scripts that put no space between words: their words are found by pairs of characters. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]+/gu;

/** Lower-case words in any script, accents and vowel points aside. The same for what is searched and for what is asked. */
export const wordsOf = (text: string): readonly string[] => {
  const plain = fold(text.replaceAll(TRUNCATED.trim(), ' '));
  const words = plain.match(WORD) ?? [];
  return BEYOND_ASCII.test(plain) ? words.flatMap(splitUnspaced) : words;
};

const fold = (text: string): string =>
  BEYOND_ASCII.test(text)
    ? text
        .normalize('NFKD')
        .replace(/\p{Mn}/gu, '')
        .normalize('NFC')
        .toLowerCase()
    : text.toLowerCase();

const splitUnspaced = (word: string): readonly string[] => {
  const found: string[] = [];
  const rest = word.replace(UNSPACED, (run) => {
    const signs = [...run];
    if (signs.length === 1) found.push(run);
    for (let at = 0; at + 1 < signs.length; at += 1) found.push(`${signs[at]}${signs[at + 1]}`);
    return ' ';
  });
  for (const part of rest.split(' ')) if (part !== '') found.push(part);
  return found;
};

/** A set of words as one string between spaces: small to keep, and membership is a plain search. */
export const toWordSet = (texts: readonly string[]): string => {
  const words = new Set<string>();
  for (const text of texts)
    for (const word of wordsOf(text)) {
      words.add(word);
      if (word.includes('-')) for (const part of word.split('-')) if (part !== '') words.add(part);
    }
  return words.size === 0 ? '' : ` ${[...words].sort(byCodeUnit).join(' ')} `;
};

/** Whether all the words are there. No words match nothing. */
export const holdsAll = (set: string, words: readonly string[]): boolean =>
  words.length > 0 && words.every((word) => set.includes(` ${word} `));

const HEBREW_PREFIX = /^[הבלוכמש]/;

/**
 * How well a set holds a word: 1 whole, less for a word that begins like it or contains it, 0 not at all. Prepared once
 * for all the sets of a search, most of which hold nothing of the word and are told by one look.
 */
export const closenessTo = (word: string): ((set: string) => number) => {
  const whole = ` ${word} `;
  const beginning = ` ${word}`;
  const parts = word.includes('-') ? word.split('-').filter((part) => part !== '') : [];
  const wholeParts = parts.length > 1 ? parts.map((part) => ` ${part} `) : undefined;
  const length = [...word].length;
  // "exporter" and "exports" share a stem; a shorter share would join words that only begin alike.
  const cut = word.slice(0, Math.ceil(word.length * 0.7));
  const stem = length >= 3 && cut.length >= 4 ? cut : undefined;
  // Hebrew writes articles and prepositions onto the word, in what is asked as in what is searched.
  const unprefixed = length > 3 && HEBREW_PREFIX.test(word) ? ` ${word.slice(1)}` : undefined;
  const anywhere = length >= 3 && (BEYOND_ASCII.test(word) || length >= 6);
  // What every set has that holds the word in any of these ways. No space in front: that is found at every word.
  const least = wholeParts ? '' : (stem ?? word).slice(unprefixed ? 1 : 0);
  return (set) => {
    if (!set.includes(least)) return 0;
    if (set.includes(whole)) return 1;
    if (wholeParts?.every((part) => set.includes(part))) return 0.9;
    if (length < 3) return 0;
    if (set.includes(beginning)) return 0.7;
    if (stem !== undefined && set.includes(` ${stem}`)) return 0.5;
    if (unprefixed !== undefined && set.includes(unprefixed)) return 0.6;
    return anywhere && set.includes(word) ? 0.5 : 0;
  };
};

/** Words so common in questions that finding one says nothing. */
const COMMON = new Set(
  (
    'a an and are as at be by can did do for from get go had has have how i in into is it its me my of on or our out ' +
    'over please so that the their then there this to up us was we were what when where which who why with you your ' +
    'continue resume session run task work working workflow ' +
    'של את על עם זה זאת היה היא הוא אני אנחנו איפה מה כל גם או אל לא'
  ).split(' '),
);

/** The words of a question that can tell one run from another; all of them where every word is common. */
export const tellingWords = (words: readonly string[]): readonly string[] => {
  const telling = [...new Set(words)].filter((word) => !COMMON.has(word));
  return telling.length > 0 ? telling : [...new Set(words)];
};
