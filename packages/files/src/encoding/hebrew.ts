/**
 * How many Hebrew letters of windows-1255 (or iso-8859-8, whose letters are the same) the bytes hold; 0 where they are
 * something else. The code pages of Cyrillic have letters at the same places, so decoded either way they look like
 * words. What tells them apart: Hebrew has 27 letters, no capitals, marks that only follow a letter, five letters that
 * stand at the end of a word only, and four that never do.
 */
export const hebrewLetters = (bytes: Uint8Array): number => {
  let letters = 0;
  let marks = 0;
  let alone = 0;
  let misfit = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0xc0) continue;
    const follows = isInWord(bytes[at - 1]);
    if (!isLetter(byte)) {
      // A capital of another alphabet begins words; a point, a maqaf or a geresh does not.
      if (byte > lastMark || !follows) misfit += 1;
      else marks += 1;
      continue;
    }
    letters += 1;
    const goesOn = isInWord(bytes[at + 1]);
    if (!follows && !goesOn) alone += 1;
    else if (finals.has(byte) && goesOn) misfit += 1;
    else if (neverLast.has(byte) && !goesOn && !isQuote(bytes[at + 1])) misfit += 1;
  }
  // Even a text with all its vowels has hardly more of them than letters.
  return alone * 5 > letters || misfit * 40 > letters || marks > letters ? 0 : letters;
};

const first = 0xe0;
const last = 0xfa;
/** Vowel points, maqaf, geresh and gershayim. */
const lastMark = 0xd8;
const isLetter = (byte: number | undefined): boolean => byte !== undefined && byte >= first && byte <= last;
const isInWord = (byte: number | undefined): boolean => byte !== undefined && byte >= 0xc0;
/** Abbreviations have a letter before their quotes, and acronyms end as they like. */
const isQuote = (byte: number | undefined): boolean => byte === 0x22 || byte === 0x27 || byte === 0x2e;
/** ך ם ן ף ץ */
const finals: ReadonlySet<number> = new Set([0xea, 0xed, 0xef, 0xf3, 0xf5]);
/** כ מ נ צ; פ ends words from other languages. */
const neverLast: ReadonlySet<number> = new Set([0xeb, 0xee, 0xf0, 0xf6]);
