import { stemOf, tokensOf, variantsOf } from '../language/normalise.ts';

export type Searchable = { readonly id: string; readonly text: string };
export type Hit = { readonly id: string; readonly score: number };

const k1 = 1.2;
const b = 0.75;

/** BM25 over plain words of both languages, best first; equal scores in the order of their ids. Only what fits at all. */
export const search = (query: string, documents: readonly Searchable[]): readonly Hit[] => {
  const terms = new Set(tokensOf(query).flatMap((token) => variantsOf(token).map(stemOf)));
  const indexed = documents.map(({ id, text }) => ({ id, words: countsOf(text) }));
  const average = indexed.reduce((all, { words }) => all + words.length, 0) / Math.max(1, indexed.length);
  const holders = (term: string): number => indexed.filter(({ words }) => words.counts.has(term)).length;
  const weights = new Map(
    [...terms].map((term) => [term, Math.log(1 + (indexed.length - holders(term) + 0.5) / (holders(term) + 0.5))]),
  );
  return indexed
    .map(({ id, words }) => {
      let score = 0;
      for (const [term, weight] of weights) {
        const count = words.counts.get(term) ?? 0;
        score += (weight * count * (k1 + 1)) / (count + k1 * (1 - b + (b * words.length) / Math.max(1, average)));
      }
      return { id, score: Math.round(score * 1_000_000) / 1_000_000 };
    })
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1));
};

const countsOf = (text: string): { readonly counts: ReadonlyMap<string, number>; readonly length: number } => {
  const counts = new Map<string, number>();
  const tokens = tokensOf(text);
  for (const token of tokens)
    for (const stem of new Set(variantsOf(token).map(stemOf))) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return { counts, length: tokens.length };
};
