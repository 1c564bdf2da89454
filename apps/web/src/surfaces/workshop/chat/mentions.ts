/** What can be named in a message: a file, or a place inside one. */
export type Mentionable = {
  readonly id: string;
  /** As it stands in the message after `@`. */
  readonly text: string;
  readonly kind: 'file' | 'sheet' | 'heading' | 'slide';
  /** The file a place is in. */
  readonly within?: string;
};

export type OpenMention = { readonly from: number; readonly query: string };

/** The mention that is being typed at the caret: an `@` at the start of a word, and what follows it. */
export const openMention = (
  text: string,
  caret: number,
  known: readonly Pick<Mentionable, 'text'>[] = [],
): OpenMention | undefined => {
  const before = text.slice(0, caret);
  const at = before.lastIndexOf('@');
  if (at < 0) return undefined;
  const lead = before[at - 1];
  if (lead !== undefined && !/[\s("'[{\u05BE-]/.test(lead)) return undefined;
  const query = before.slice(at + 1);
  // Names may hold spaces, but nobody means a name after a line end or many words.
  if (/\n/.test(query) || query.length > 60 || /\s\s/.test(query)) return undefined;
  // A name that stands there in full, and something after it, is not being typed any more.
  if (known.some((each) => query.startsWith(quoted(each.text)) && query.length > quoted(each.text).length))
    return undefined;
  return { from: at, query };
};

/** The text with the mention put in, and where the caret goes. */
export const withMention = (
  text: string,
  open: OpenMention,
  caret: number,
  chosen: Pick<Mentionable, 'text'>,
): { readonly text: string; readonly caret: number } => {
  const written = `@${quoted(chosen.text)} `;
  const rest = text.slice(caret).replace(/^ /, '');
  return { text: text.slice(0, open.from) + written + rest, caret: open.from + written.length };
};

/** A name with spaces needs its end marked. */
const quoted = (name: string): string => (/\s/.test(name) ? `"${name}"` : name);

/** The mentions that stand in a message, in order: what is shown as chips, and what the prompt sheds last. */
export const mentionsIn = (text: string, known: readonly Mentionable[]): readonly Mentionable[] => {
  const found = [...text.matchAll(/@/g)].flatMap(({ index }) => {
    const here = known.filter((each) => text.startsWith(`@${quoted(each.text)}`, index));
    // Of `b` and `b.csv` the longer one is meant.
    const longest = here.reduce<Mentionable | undefined>(
      (a, b) => (a && a.text.length >= b.text.length ? a : b),
      undefined,
    );
    return longest === undefined ? [] : [longest];
  });
  return [...new Set(found)];
};
