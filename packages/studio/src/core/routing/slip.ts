import { tokensOf } from '../language/normalise.ts';
import { formsOf } from '../language/verbs.ts';
import { everyday } from './lexicon.ts';

export const everydayVerbs: ReadonlySet<string> = new Set(everyday.split(/\s+/).filter(Boolean).flatMap(formsOf));

/**
 * Whether one word is another with a slip of the finger in it: two letters swapped, a key beside the right one, a letter
 * doubled or left out. Words that are simply near each other ("תסביר", "תעביר") are two words, so what fingers do not
 * do is no slip, nor is another ending.
 */
export const isSlipOf = (token: string, text: string, shortest = 5): boolean => {
  if (token.length < shortest || text.length < shortest || familiar.has(token) || token === text) return false;
  if (token.length === text.length) return isSwapped(token, text) || isBeside(token, text);
  if (token.length === text.length + 1) return isExtra(token, text);
  return text.length === token.length + 1 && isLeftOut(text, token);
};

/** Words of every day that a slip would turn into one of the tables. */
const familiar: ReadonlySet<string> = new Set([
  ...everydayVerbs,
  ...tokensOf('לעלות לפנות לוחות להשתמש חברים לקוחות there these where screen point'),
]);

const isSwapped = (a: string, b: string): boolean => {
  const at = firstDifference(a, b);
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
};

/** Another first letter is another form: "מרכיב" does, "תרכיב" is told to. */
const isBeside = (a: string, b: string): boolean => {
  const at = firstDifference(a, b);
  return at > 0 && a.slice(at + 1) === b.slice(at + 1) && areNear(a[at] ?? '', b[at] ?? '');
};

const vowels = new Set('אהויעaeiou');

/** Where the longer word has a letter more, inside it: an ending is grammar ("תאריכים" are dates, "removed" is over). */
const extraLetter = (
  long: string,
  short: string,
): { readonly letter: string; readonly isDouble: boolean } | undefined => {
  const at = firstDifference(long, short);
  if (at === 0 || at === long.length - 1 || long.slice(at + 1) !== short.slice(at)) return undefined;
  const letter = long[at] ?? '';
  return { letter, isDouble: letter === long[at - 1] || letter === long[at + 1] };
};

const isExtra = (token: string, text: string): boolean => {
  const extra = extraLetter(token, text);
  return extra !== undefined && (extra.isDouble || vowels.has(extra.letter) || text.length >= 6);
};

/** A singular is its plural without the last letter, and means the same here. */
const isLeftOut = (text: string, token: string): boolean => {
  if (text === `${token}s`) return true;
  const left = extraLetter(text, token);
  if (left === undefined) return false;
  return left.isDouble || vowels.has(left.letter) || token.length >= 6 || /^[a-z]/.test(token);
};

const firstDifference = (a: string, b: string): number => {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
};

/** The keys of both layouts by row and column; final letters are normalised away before. */
const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', "''קראטו''פ", 'שדגכעיחל', 'זסבהנמצת'];
const placeOf = new Map(
  rows.flatMap((row, at) =>
    [...row].flatMap((key, column) => (key === "'" ? [] : [[key, { script: at < 3, row: at % 3, column }] as const])),
  ),
);
/** Letters that sound alike, and are written for each other; then those beside the key of a final letter. */
const alike = ['אע', 'טת', 'כק', 'חכ', 'בו', 'סש', 'ונ', 'פמ', 'לכ', 'כפ'];

const areNear = (a: string, b: string): boolean => {
  if (alike.some((pair) => pair.includes(a) && pair.includes(b))) return true;
  const [one, other] = [placeOf.get(a), placeOf.get(b)];
  if (!one || !other || one.script !== other.script) return false;
  const [rowsApart, columnsApart] = [other.row - one.row, other.column - one.column];
  // Each row stands half a key to the right of the one above it.
  return rowsApart === 0
    ? Math.abs(columnsApart) === 1
    : Math.abs(rowsApart) === 1 && (columnsApart === 0 || columnsApart === -rowsApart);
};
