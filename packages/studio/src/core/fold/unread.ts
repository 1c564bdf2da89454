import type { Unread } from '@atelier/contracts/studio';
import type { ProjectState } from './state.ts';

type Reader = { readonly userId: string; readonly canSeeCosts: boolean };

/**
 * What others did since a person last looked or did something; undefined when that is nothing. Whoever may not see costs
 * does not read what others say, so none of it is news.
 */
export const unreadOf = (state: ProjectState, { userId, canSeeCosts }: Reader): Unread | undefined => {
  const session = state.sessions.get(userId);
  const from = Math.max(session?.settings.seenSeq ?? 0, (session?.actedSeq ?? -1) + 1);
  const by = new Set<string>();
  const count = (people: Iterable<string>): number => {
    let found = 0;
    for (const person of people)
      if (person !== userId) {
        by.add(person);
        found += 1;
      }
    return found;
  };
  const since = <Item extends { readonly seq: number }>(items: readonly Item[]): readonly Item[] => {
    // Lists are in order, so what is new is at the end.
    const last = items.findLastIndex(({ seq }) => seq < from);
    return items.slice(last + 1);
  };
  const unread = {
    from,
    changes: count(since(state.changeSets).flatMap((each) => (each.source === 'seed' ? [] : [each.by]))),
    approvals: count(
      [...state.snapshots.values()].flat().flatMap((each) => (each.basedOnSeq >= from ? [each.approvedBy] : [])),
    ),
    quotes: count([...state.quotes.values()].flatMap((each) => (each.atSeq >= from ? [each.issuedBy] : []))),
    messages: canSeeCosts
      ? count(since(state.messages).flatMap((each) => (each.role === 'user' ? [each.userId] : [])))
      : 0,
    comments: count(since(session?.draft?.comments ?? []).map((each) => each.by)),
  };
  const isFirstVisit = from === 0;
  return by.size === 0 ? undefined : { ...unread, by: [...by], isFirstVisit };
};

/** All of it as one figure. */
export const unreadCount = ({ changes, approvals, quotes, messages, comments }: Unread): number =>
  changes + approvals + quotes + messages + comments;
