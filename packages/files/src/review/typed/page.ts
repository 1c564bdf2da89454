import type { FileReview, ReviewItem } from '@atelier/contracts';
import type { Change } from '../../tools/kind-handler.ts';
import { type Built, sidesOf } from './built.ts';
import { gatherGround } from './gather-ground.ts';

/** What a worker answers; the layer adds whose file it is. */
export type ReviewPage = Pick<
  FileReview,
  | 'kind'
  | 'counts'
  | 'groups'
  | 'total'
  | 'offset'
  | 'matches'
  | 'next'
  | 'changes'
  | 'changeCount'
  | 'isDivisible'
  | 'also'
  | 'results'
> & { readonly items: readonly ReviewItem[]; readonly approximate: boolean };

export const mostItems = 200;
const alsoGroup = 'also';

export const pageOf = (
  built: Built,
  { offset, limit, find }: { readonly offset: number; readonly limit: number; readonly find?: string | undefined },
): ReviewPage => {
  const items = withEveryChange(built);
  const wanted = find === undefined ? items : items.filter((item) => says(item, find.toLowerCase()));
  const shown = wanted.slice(offset, offset + limit);
  const end = offset + shown.length;
  return {
    kind: built.kind,
    counts: countsOf(items),
    groups: groupsOf(items, built.groups),
    total: items.length,
    offset,
    ...(find === undefined ? {} : { matches: wanted.length }),
    next: end < wanted.length ? end : null,
    items: shown,
    changes: named(built.changes, shown).map((change) => ({ ...change, requires: [...change.requires] })),
    changeCount: built.changes.length,
    isDivisible: built.isDivisible,
    also: [...built.also],
    ...(built.results === undefined || built.results.length === 0 ? {} : { results: built.results }),
    approximate: built.approximate ?? false,
  };
};

/** What names an item for programs; nobody looks for that. */
const unsaid: ReadonlySet<string> = new Set(['id', 'group', 'what', 'status', 'changes', 'spans', 'at', 'kind']);

/** Whether its place, one of its sides or anything else of it that is shown holds the words. */
const says = (told: unknown, words: string): boolean => {
  if (typeof told === 'string') return told.toLowerCase().includes(words);
  if (typeof told === 'number') return String(told) === words;
  if (Array.isArray(told)) return told.some((each) => says(each, words));
  if (typeof told !== 'object' || told === null) return false;
  return Object.entries(told).some(([name, value]) => !unsaid.has(name) && says(value, words));
};

/** Whatever a kind's own items do not show is listed by its label: a review never hides a change. */
const withEveryChange = ({ items, changes, said }: Built): readonly ReviewItem[] => {
  const shown = new Set(items.flatMap((item) => item.changes));
  const { ground, rest } = gatherGround(changes.filter(({ id }) => !shown.has(id) || said?.has(id)));
  return [
    ...items,
    ...(ground ? [{ ...alsoItem('ground'), ...ground, changes: [...ground.changes] }] : []),
    ...rest.map(({ id, label }): ReviewItem => {
      const words = said?.get(id);
      return {
        ...alsoItem(id),
        changes: [id],
        label,
        ...(words ? sidesOf(words.before, words.after) : {}),
      };
    }),
  ];
};

const alsoItem = (id: string) =>
  ({ what: 'also', id: `also:${id}`, group: alsoGroup, place: { at: 'file' }, status: 'changed' }) as const;

const countsOf = (items: readonly ReviewItem[]): FileReview['counts'] => {
  const counts = { added: 0, removed: 0, changed: 0, moved: 0 };
  for (const { status } of items) counts[status] += 1;
  return counts;
};

const groupsOf = (items: readonly ReviewItem[], titles: ReadonlyMap<string, string>): FileReview['groups'] => {
  const groups = new Map<string, { key: string; title: string; first: number; count: number }>();
  for (const [at, { group }] of items.entries()) {
    const found = groups.get(group);
    if (found) found.count += 1;
    else groups.set(group, { key: group, title: titles.get(group) ?? '', first: at, count: 1 });
  }
  return [...groups.values()];
};

/** The changes of these items and everything they require, in their order. */
const named = (changes: readonly Change[], items: readonly ReviewItem[]): readonly Change[] => {
  const byId = new Map(changes.map((change) => [change.id, change]));
  const wanted = new Set<string>();
  const want = (id: string): void => {
    if (wanted.has(id)) return;
    wanted.add(id);
    for (const other of byId.get(id)?.requires ?? []) want(other);
  };
  for (const item of items) for (const id of item.changes) want(id);
  return changes.filter(({ id }) => wanted.has(id));
};
