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
    const byTitle = fuzzyMatch(query, entry.title);
    const byKeyword = holds(query, entry.keywords) ? fuzzyMatch(query, entry.keywords) : undefined;
    const keywordScore = byKeyword === undefined ? 0 : byKeyword.score / 2;
    if (byTitle === undefined && byKeyword === undefined) return [];
    return [{ entry, at: byTitle?.at ?? [], score: Math.max(byTitle?.score ?? 0, keywordScore) }];
  });
  return grouped(scored.sort((a, b) => b.score - a.score));
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
