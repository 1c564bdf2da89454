import { distance } from '../language/distance.ts';
import { stemOf, variantsOf } from '../language/normalise.ts';

/** How alike a said word and a word of a name are: 1 the same, .95 another form of it, .9 mistyped, 0 something else. */
export const createLikeness = (
  said: readonly string[],
  stems: ReadonlyMap<string, unknown>,
  isKnownWord: (token: string) => boolean,
): ((at: number, word: string) => number) => {
  const forms = said.map((token) => [...new Set(variantsOf(token).flatMap((each) => [each, stemOf(each)]))]);
  const variants = said.map((token) => variantsOf(token));
  const known = said.map(isKnownWord);
  // A word that is a name's word as it stands is not taken for a mistyped other one.
  const mayBeSlip = said.map((_, at) => !known[at] && !forms[at]?.some((form) => stems.has(stemOf(form))));
  const remembered = new Map<string, readonly number[]>();
  const measure = (at: number, word: string): number => {
    const token = said[at] ?? '';
    if (token === word) return 1;
    // "גבוה מדי" is no wall of media, though the stem of both is one.
    if (known[at]) return variants[at]?.includes(word) ? 0.95 : 0;
    const own = forms[at] ?? [];
    if (isAttached(token, word)) return 0.95;
    if (own.includes(word) || own.includes(stemOf(word))) return 0.95;
    return mayBeSlip[at] && variants[at]?.some((form) => isNear(form, word)) ? 0.9 : 0;
  };
  return (at, word) => {
    let row = remembered.get(word);
    if (!row) {
      row = said.map((_, each) => measure(each, word));
      remembered.set(word, row);
    }
    return row[at] ?? 0;
  };
};

const beforeShort = /^(?:[והבלמש]|[ושבלמ]ה|ו[בלמש])$/;
/** "הבר": a name of two letters with what stands before it. "תמסך": the "את" that speech swallows. */
const isAttached = (token: string, word: string): boolean => {
  const lead = token.length > word.length && token.endsWith(word) ? token.slice(0, -word.length) : '';
  if (lead === '' || !isHebrew(word)) return false;
  return word.length === 2 ? beforeShort.test(lead) : word.length > 2 && /^תה?$/.test(lead);
};

const isNear = (a: string, b: string): boolean => {
  const shorter = Math.min(a.length, b.length);
  if (shorter < 4 || isHebrew(a) !== isHebrew(b)) return false;
  const allowed = shorter >= 8 ? 2 : 1;
  return Math.abs(a.length - b.length) <= allowed && distance(a, b) <= allowed;
};

const isHebrew = (word: string): boolean => /[\u05d0-\u05ea]/.test(word);
