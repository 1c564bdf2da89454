import { fuzzyMatch, holds } from './fuzzy.ts';

/** A command in the words of the current language. */
export type Entry = {
  readonly id: string;
  readonly title: string;
  readonly group: string;
  readonly keywords: string;
  readonly detail?: string;
};

export type Hit<Found extends Entry> = { readonly entry: Found; readonly at: readonly number[] };
export type Group<Found extends Entry> = { readonly label: string; readonly hits: readonly Hit<Found>[] };

/**
 * Without a query: what was used last, then everything by group. With one: the best matches by group,
 * the group of the best match first. Keywords find an entry when they hold the query as it is, and weigh less than
 * its title: letters picked from several of them would find nearly anything.
 */
export const searchEntries = <Found extends Entry>(
  entries: readonly Found[],
  query: string,
  recent: { readonly label: string; readonly ids: readonly string[] },
): readonly Group<Found>[] => {
  if (query.trim() === '') {
    const last = recent.ids.flatMap((id) => entries.filter((entry) => entry.id === id));
    const rest = entries.filter((entry) => !recent.ids.includes(entry.id));
    const unmarked = (entry: Found): Hit<Found> => ({ entry, at: [] });
    return [{ label: recent.label, hits: last.map(unmarked) }, ...grouped(rest.map(unmarked))].filter(
      ({ hits }) => hits.length > 0,
    );
  }
  const scored = entries.flatMap((entry) => {
    const byTitle = tellingMatch(query, entry.title);
    const byKeyword = holds(query, entry.keywords) ? fuzzyMatch(query, entry.keywords) : undefined;
    const keywordScore = byKeyword === undefined ? 0 : byKeyword.score / 2;
    if (byTitle === undefined && byKeyword === undefined) return [];
    return [{ entry, at: byTitle?.at ?? [], score: Math.max(byTitle?.score ?? 0, keywordScore) }];
  });
  return grouped(scored.sort((a, b) => b.score - a.score));
};

/** So many letters are a word that was meant; fewer may be picked from a name. */
const wordLetters = 4;

/** A word is not found in letters that stand here and there inside others. */
const tellingMatch = (query: string, title: string): ReturnType<typeof fuzzyMatch> => {
  const match = fuzzyMatch(query, title);
  if (match === undefined || match.at.length < wordLetters) return match;
  const isTold = match.at.every(
    (at, index) => (index > 0 && match.at[index - 1] === at - 1) || !/[\p{L}\p{N}]/u.test(title[at - 1] ?? ' '),
  );
  return isTold ? match : undefined;
};

/**
 * Commands before what was found elsewhere, unless the words stand there and in no command: whoever types the name of
 * a session and presses Enter means the session.
 */
export const inOrder = <Found extends Entry>(
  ofCommands: readonly Group<Found>[],
  ofFound: readonly Group<Found>[],
  query: string,
): readonly Group<Found>[] => {
  const isHeld = (groups: readonly Group<Found>[]): boolean =>
    groups.some(({ hits }) => hits.some(({ entry }) => holds(query, entry.title) || holds(query, entry.keywords)));
  return isHeld(ofFound) && !isHeld(ofCommands) ? [...ofFound, ...ofCommands] : [...ofCommands, ...ofFound];
};

/** What was found elsewhere, in the order it came; the letters that match are marked where they stand in the title. */
export const foundGroups = <Found extends Entry>(entries: readonly Found[], query: string): readonly Group<Found>[] =>
  grouped(
    entries.map((entry) => ({
      entry,
      at: holds(query, entry.title) ? (fuzzyMatch(query, entry.title)?.at ?? []) : [],
    })),
  );

const recentKept = 4;

export const remember = (ids: readonly string[], id: string): readonly string[] =>
  [id, ...ids.filter((other) => other !== id)].slice(0, recentKept);

const grouped = <Found extends Entry>(hits: readonly Hit<Found>[]): readonly Group<Found>[] => {
  const byLabel = Map.groupBy(hits, ({ entry }) => entry.group);
  return [...byLabel].map(([label, ofGroup]) => ({ label, hits: ofGroup }));
};
