import { distance } from '../language/distance.ts';
import { stemOf, tokensOf, variantsOf } from '../language/normalise.ts';

export type Named = { readonly id: string; readonly names: readonly string[] };

export type Candidate = {
  readonly id: string;
  readonly score: number;
  readonly covered: number;
  readonly name: string;
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
  text: string,
  elements: readonly Named[],
  isKnownWord: (token: string) => boolean,
): Mention => {
  const said = tokensOf(text);
  const spoken = new Spoken(said, elements);
  const weight = weightsOf(elements);
  const candidates = elements.map((element) => best(element, spoken, weight)).filter(({ score }) => score > 0);
  const lifted = candidates.map((candidate) => lift(candidate, candidates, said, elements, isKnownWord));
  lifted.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));

  const clear = lifted.filter((candidate) => {
    const rival = lifted.find((other) => other.id !== candidate.id && shares(candidate, other));
    const isApart = !rival || candidate.score - rival.score >= apart;
    return candidate.score >= accepted && (isApart || (candidate.covered >= 0.9 && candidate.ownsToken));
  });
  if (clear.length > 0) return { kind: 'found', ids: clear.map(({ id }) => id), candidates: lifted.map(plain) };
  const maybe = lifted.filter(({ score }) => score >= possible);
  return maybe.length > 0 ? { kind: 'ambiguous', candidates: maybe.slice(0, 5).map(plain) } : { kind: 'none' };
};

type Found = Candidate & { readonly matched: ReadonlySet<number>; readonly ownsToken: boolean };

const plain = ({ id, score, covered, name }: Found): Candidate => ({ id, score, covered, name });
const shares = (a: Found, b: Found): boolean => [...a.matched].some((at) => b.matched.has(at));

/** How alike a said word and a word of a name are. */
class Spoken {
  readonly said: readonly string[];
  readonly #forms: readonly (readonly string[])[];
  readonly #known: ReadonlySet<number>;

  constructor(said: readonly string[], elements: readonly Named[]) {
    this.said = said;
    this.#forms = said.map((token) => [...new Set(variantsOf(token).flatMap((each) => [each, stemOf(each)]))]);
    const names = new Set(
      elements.flatMap(({ names }) => names.flatMap(tokensOf)).flatMap((token) => [token, stemOf(token)]),
    );
    this.#known = new Set(said.flatMap((_, at) => (this.#forms[at]?.some((form) => names.has(form)) ? [at] : [])));
  }

  likeness(at: number, word: string): number {
    const token = this.said[at] ?? '';
    if (token === word) return 1;
    const forms = this.#forms[at] ?? [];
    if (forms.includes(word) || forms.includes(stemOf(word))) return 0.95;
    if (this.#known.has(at)) return 0;
    return Math.max(0, ...variantsOf(token).map((form) => (isNear(form, word) ? 0.9 : 0)));
  }
}

const isNear = (a: string, b: string): boolean => {
  if (a.length < 4 || b.length < 4 || script(a) !== script(b)) return false;
  return distance(a, b) <= (Math.min(a.length, b.length) >= 8 ? 2 : 1);
};

const script = (word: string): string => (/[\u05d0-\u05ea]/.test(word) ? 'he' : 'other');

const weightsOf = (elements: readonly Named[]): ((word: string) => number) => {
  const holders = new Map<string, Set<string>>();
  for (const { id, names } of elements)
    for (const word of names.flatMap(tokensOf))
      holders.set(stemOf(word), (holders.get(stemOf(word)) ?? new Set()).add(id));
  return (word) => Math.log(1 + elements.length / (holders.get(stemOf(word))?.size ?? 1));
};

const best = (element: Named, spoken: Spoken, weight: (word: string) => number): Found => {
  let found: Found = {
    id: element.id,
    score: 0,
    covered: 0,
    name: element.names[0] ?? '',
    matched: new Set(),
    ownsToken: false,
  };
  for (const name of element.names) {
    const words = tokensOf(name);
    let [got, all] = [0, 0];
    const matched = new Set<number>();
    for (const word of words) {
      let [like, where] = [0, -1];
      for (let at = 0; at < spoken.said.length; at += 1) {
        const each = matched.has(at) ? 0 : spoken.likeness(at, word);
        if (each > like) [like, where] = [each, at];
      }
      if (where >= 0) matched.add(where);
      all += weight(word);
      got += weight(word) * like;
    }
    const covered = all === 0 ? 0 : got / all;
    if (covered > found.covered) found = { ...found, covered, score: covered, matched, name };
  }
  return found;
};

/** A word that only one element has speaks for it, unless it goes on as the name of something unknown. */
const lift = (
  candidate: Found,
  all: readonly Found[],
  said: readonly string[],
  elements: readonly Named[],
  isKnownWord: (token: string) => boolean,
): Found => {
  const rivals = all.filter((other) => other.id !== candidate.id && shares(candidate, other));
  const own = [...candidate.matched].filter((at) => !rivals.some((rival) => rival.matched.has(at)));
  const ownsToken = own.length > 0;
  const goesOn = Math.max(-1, ...candidate.matched) + 1;
  const next = said[goesOn];
  if (!ownsToken || (next !== undefined && isUnknownNoun(next, elements, isKnownWord)))
    return { ...candidate, ownsToken };
  return { ...candidate, ownsToken, score: candidate.score + (1 - candidate.score) * 0.6 };
};

const isUnknownNoun = (token: string, elements: readonly Named[], isKnownWord: (token: string) => boolean): boolean => {
  if (/^\d/.test(token) || isKnownWord(token)) return false;
  const forms = variantsOf(token);
  // A prefix in front of three letters or more: a particle, not the rest of a name.
  if (forms.length > 1) return false;
  const names = elements.flatMap(({ names }) => names.flatMap(tokensOf));
  return !names.some((word) => word === token || stemOf(word) === stemOf(token));
};
