/** A word that is being typed and could be finished: a command at the very start, or the name of an element. */
export type OpenWord = { readonly kind: 'slash' | 'mention'; readonly from: number; readonly query: string };

export const openWord = (text: string, caret: number): OpenWord | undefined => {
  const before = text.slice(0, caret);
  const slash = /^[\s\u200e\u200f]*\/(\S*)$/.exec(before);
  if (slash) return { kind: 'slash', from: before.lastIndexOf('/'), query: slash[1] ?? '' };
  const at = before.lastIndexOf('@');
  if (at < 0 || /[^\s("'[{\u05BE-]/.test(before[at - 1] ?? ' ')) return undefined;
  const query = before.slice(at + 1);
  // Names may hold spaces, but nobody means a name after a line end or many words.
  return /\n|\s\s/.test(query) || query.length > 40 ? undefined : { kind: 'mention', from: at, query };
};

/** The text with the word put in, and where the caret goes. */
export const withWord = (
  text: string,
  open: OpenWord,
  caret: number,
  word: string,
): { readonly text: string; readonly caret: number } => {
  const written = `${open.kind === 'mention' ? '@' : ''}${word} `;
  const rest = text.slice(caret).replace(/^ /, '');
  return { text: text.slice(0, open.from) + written + rest, caret: open.from + written.length };
};

/** Those whose name starts with what was typed, then those that hold it. */
export const matching = <Item extends { readonly names: readonly string[] }>(
  items: readonly Item[],
  query: string,
  most = 8,
): readonly Item[] => {
  const wanted = query.trim().toLowerCase();
  const rank = ({ names }: Item): number => {
    const lower = names.map((name) => name.toLowerCase());
    if (lower.some((name) => name.startsWith(wanted))) return 0;
    return lower.some((name) => name.includes(wanted)) ? 1 : 2;
  };
  return items
    .map((item) => ({ item, rank: rank(item) }))
    .filter((each) => each.rank < 2)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ item }) => item);
};

/** Whether a command is typed to its last letter. */
export const isWhole = ({ kind, query }: OpenWord, found: readonly { readonly names: readonly string[] }[]): boolean =>
  kind === 'slash' && found.some(({ names }) => names.some((name) => name.toLowerCase() === query.toLowerCase()));
