/** What a change says on either side, as far as it differs; null where a side says none of it. */
export type Said = { readonly before: string | null; readonly after: string | null };

/** What is said, by what tells it apart: the id of a note, the cell of a comment. */
export type Words = ReadonlyMap<string, string>;

/** A part can be a book of its own; a review shows where it begins. */
const longest = 20_000;

/** What one side says and the other does not; undefined where both say the same. */
export const saidBetween = (before: Words, after: Words): Said | undefined => {
  const side = (own: Words, other: Words): string | null =>
    joined([...own].filter(([key, text]) => text !== '' && other.get(key) !== text).map(([, text]) => text));
  const said = { before: side(before, after), after: side(after, before) };
  return said.before === null && said.after === null ? undefined : said;
};

export const saidTogether = (all: readonly Said[]): Said => ({
  before: joined(all.flatMap(({ before }) => before ?? [])),
  after: joined(all.flatMap(({ after }) => after ?? [])),
});

const joined = (texts: readonly string[]): string | null =>
  texts.length > 0 ? texts.join('\n').slice(0, longest) : null;
