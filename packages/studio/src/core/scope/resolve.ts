import { stemOf, tokensOf } from '../language/normalise.ts';
import { countOfWord } from '../language/numbers.ts';
import { createLikeness } from './likeness.ts';
import { indexNames, type Named, type NameIndex } from './name-index.ts';

export type Candidate = {
  readonly id: string;
  readonly score: number;
  /** How much of the name was said, 0 to 1. */
  readonly covered: number;
  readonly name: string;
  /** Which words of the message speak of it. */
  readonly matched: readonly number[];
};

export type Mention =
  | { readonly kind: 'found'; readonly ids: readonly string[]; readonly candidates: readonly Candidate[] }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly Candidate[] }
  | { readonly kind: 'none' };

const accepted = 0.75;
const apart = 0.15;
const possible = 0.25;

/**
 * Which elements a message speaks of. Only elements that exist can be the answer: a name is looked for in the
 * message, never made from it.
 */
export const resolveMention = (
  message: string | readonly string[],
  names: readonly Named[] | NameIndex,
  isKnownWord: (token: string) => boolean,
): Mention => {
  const said = typeof message === 'string' ? tokensOf(message) : message;
  const { named, holders, weightOf } = 'named' in names ? names : indexNames(names);
  const likeness = createLikeness(said, holders, isKnownWord);
  const candidates: Found[] = [];
  for (const element of named) {
    const found = best(element, said.length, likeness, weightOf);
    if (found.score > 0) candidates.push(found);
  }
  const sharers = byToken(candidates);
  const lifted = candidates.map((candidate) => lift(candidate, sharers, said, holders, isKnownWord));
  lifted.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));

  const ranked = byToken(lifted);
  const clear = lifted.filter((candidate) => {
    if (candidate.score < accepted) return false;
    const rivals = candidate.matched.flatMap((at) => ranked.get(at)?.find(({ id }) => id !== candidate.id) ?? []);
    const rival = Math.max(-1, ...rivals.map(({ score }) => score));
    return candidate.score - rival >= apart || (candidate.covered >= 0.9 && candidate.ownsToken);
  });
  if (clear.length > 0) return { kind: 'found', ids: clear.map(({ id }) => id), candidates: lifted.map(plain) };
  const maybe = lifted.filter(({ score }) => score >= possible);
  const counted = countedAt(said, maybe);
  if (counted !== undefined)
    return {
      kind: 'found',
      ids: maybe.map(({ id }) => id),
      candidates: maybe.map((each) => ({ ...plain(each), matched: [counted, ...each.matched] })),
    };
  return maybe.length > 0 ? { kind: 'ambiguous', candidates: maybe.map(plain) } : { kind: 'none' };
};

/** "שני הטוטמים", "the two display plinths", "both totems", where there are two: all of them. Where the number stands. */
const countedAt = (said: readonly string[], maybe: readonly Found[]): number | undefined => {
  const [first, ...others] = maybe;
  if (first === undefined || others.length === 0) return undefined;
  const words = first.matched.join();
  const isOne = maybe.every(({ matched }) => matched.join() === words);
  const from = Math.min(...first.matched);
  if (!isOne || Math.max(...first.matched) - from !== first.matched.length - 1) return undefined;
  const [count = '', before = ''] = [said[from - 1], said[from - 2]];
  const isAll = (countOfWord(count) ?? Number(count)) === maybe.length;
  const isDefinite = first.matched.some((at) => said[at]?.startsWith('ה')) || before === 'the';
  return (isAll && isDefinite) || (count === 'both' && maybe.length === 2) ? from - 1 : undefined;
};

type Element = NameIndex['named'][number];
type Found = Candidate & { readonly ownsToken: boolean };

const plain = ({ id, score, covered, name, matched }: Found): Candidate => ({ id, score, covered, name, matched });

/** Who speaks of each word of the message, in the order given. */
const byToken = (found: readonly Found[]): ReadonlyMap<number, readonly Found[]> => {
  const sharers = new Map<number, Found[]>();
  for (const each of found)
    for (const at of each.matched) {
      const list = sharers.get(at);
      if (list) list.push(each);
      else sharers.set(at, [each]);
    }
  return sharers;
};

const best = (
  { id, names }: Element,
  said: number,
  likeness: (at: number, word: string) => number,
  weight: (word: string) => number,
): Found => {
  let found: Found = { id, score: 0, covered: 0, name: names[0]?.name ?? '', matched: [], ownsToken: false };
  for (const { name, words } of names) {
    const places = words.map((word) => place(word, said, likeness, new Set()));
    let [got, all] = [0, 0];
    const matched = new Set<number>();
    words.forEach((word, nth) => {
      // Of two places that fit, the one in the order of the name is meant.
      const beside = new Set(places.flatMap((at, other) => (other === nth || at < 0 ? [] : [at + nth - other])));
      const where = place(word, said, (at, each) => (matched.has(at) ? 0 : likeness(at, each)), beside);
      all += weight(word);
      if (where < 0) return;
      matched.add(where);
      got += weight(word) * likeness(where, word);
    });
    const covered = all === 0 ? 0 : got / all;
    // Every name that was said nearly whole speaks of the element, not only the one that fits best: "הקיר לוגו" of an
    // element also called "לוגו" is not about another wall.
    const isSaid = covered >= accepted;
    const union = new Set([
      ...(found.covered >= accepted ? found.matched : []),
      ...(isSaid || covered > found.covered ? matched : []),
    ]);
    const kept = union.size > 0 ? [...union].sort((a, b) => a - b) : found.matched;
    found =
      covered > found.covered
        ? { ...found, covered, score: covered, matched: kept, name }
        : { ...found, matched: kept };
  }
  return found;
};

/** Where a word of a name stands in the message; one in the order of the name is worth a little more. */
const place = (
  word: string,
  said: number,
  likeness: (at: number, word: string) => number,
  beside: ReadonlySet<number>,
): number => {
  let [best, where] = [0, -1];
  for (let at = 0; at < said; at += 1) {
    const like = likeness(at, word);
    const worth = like === 0 ? 0 : like + (beside.has(at) ? 0.06 : 0);
    if (worth > best) [best, where] = [worth, at];
  }
  return where;
};

/** A word that only one element has speaks for it, unless it goes on as the name of something unknown. */
const lift = (
  candidate: Found,
  sharers: ReadonlyMap<number, readonly Found[]>,
  said: readonly string[],
  stems: ReadonlyMap<string, unknown>,
  isKnownWord: (token: string) => boolean,
): Found => {
  const ownsToken = candidate.matched.some((at) => sharers.get(at)?.length === 1);
  const next = said[Math.max(-1, ...candidate.matched) + 1];
  const goesOn = next !== undefined && isUnknownNoun(next, stems, isKnownWord);
  if (!ownsToken || goesOn) return { ...candidate, ownsToken };
  return { ...candidate, ownsToken, score: candidate.score + (1 - candidate.score) * 0.6 };
};

const isUnknownNoun = (
  token: string,
  stems: ReadonlyMap<string, unknown>,
  isKnownWord: (token: string) => boolean,
): boolean => {
  if (token.length < 2 || /^[\d#]/.test(token) || isKnownWord(token) || stems.has(stemOf(token))) return false;
  // A prefix in front of three letters or more: a particle, not the rest of a name.
  return !/^[הבלושכמ][א-ת]{3,}$/.test(token);
};
