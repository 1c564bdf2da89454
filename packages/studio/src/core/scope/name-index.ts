import { stemOf, tokensOf } from '../language/normalise.ts';

export type Named = { readonly id: string; readonly names: readonly string[] };

export type IndexedName = { readonly name: string; readonly words: readonly string[] };

/** Names made ready for reading: whoever asks of the same names again keeps it. */
export type NameIndex = {
  readonly named: readonly { readonly id: string; readonly names: readonly IndexedName[] }[];
  /** Which of them have a word, by its stem. */
  readonly holders: ReadonlyMap<string, ReadonlySet<string>>;
  /** How much a word tells: the fewer have it, the more. */
  readonly weightOf: (word: string) => number;
};

export const indexNames = (elements: readonly Named[]): NameIndex => {
  const named = elements.map(({ id, names }) => ({
    id,
    names: names.map((name) => ({ name, words: tokensOf(name) })),
  }));
  const holders = new Map<string, Set<string>>();
  for (const { id, names } of named)
    for (const { words } of names)
      for (const word of words) {
        const stem = stemOf(word);
        const held = holders.get(stem);
        if (held) held.add(id);
        else holders.set(stem, new Set([id]));
      }
  const weights = new Map<string, number>();
  const weightOf = (word: string): number => {
    const known = weights.get(word);
    if (known !== undefined) return known;
    const weight = Math.log(1 + named.length / (holders.get(stemOf(word))?.size ?? 1));
    weights.set(word, weight);
    return weight;
  };
  return { named, holders, weightOf };
};
