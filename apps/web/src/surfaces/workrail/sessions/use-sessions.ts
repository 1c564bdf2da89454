import { type ListedSession, railsStream, type SessionFilter } from '@atelier/contracts';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useFollowedQuery } from '../../../client/use-followed-query.ts';

export const pageSize = 100;
const mostAtOnce = 200;
const listKey = 'SessionsList';
/** An agent at work moves its session many times a second; the list is fetched again once in this time. */
const settleMs = 250;

/** What a filter lets through, a page at a time; kept current while agents work. */
export const useSessions = (filter: SessionFilter) => {
  const { commands } = useAtelier();
  const [shown, setShown] = useState({ first: 0, last: 0 });
  useFollowedQuery([listKey], [{ stream: railsStream, from: 0, delta: ({ kind }) => kind === 'moved' }], settleMs);
  const query = (page: number) => ({
    queryKey: [listKey, filter, page],
    queryFn: () => commands.SessionsList({ ...filter, from: page * pageSize, limit: pageSize }),
  });
  // The first page also says how many there are, so it is always there.
  const first = useQuery({ ...query(0), placeholderData: keepPreviousData });
  const numbers = Array.from({ length: shown.last - shown.first + 1 }, (_, at) => shown.first + at).filter(Boolean);
  const more = useQueries({ queries: numbers.map(query) });
  const show = useCallback(
    (from: number, to: number) =>
      setShown((known) => (known.first === from && known.last === to ? known : { first: from, last: to })),
    [],
  );
  const head = first.data?.ok ? first.data.value : undefined;
  const at = (index: number): ListedSession | undefined => {
    const page = Math.floor(index / pageSize);
    const reply = page === 0 ? first.data : more[numbers.indexOf(page)]?.data;
    return reply?.ok ? reply.value.sessions[index % pageSize] : undefined;
  };
  /** Of everything the filter lets through, also what was never in sight. */
  const allIds = async (): Promise<readonly string[]> => {
    const ids: string[] = [];
    while (ids.length < (head?.total ?? 0)) {
      const reply = await commands.SessionsList({ ...filter, from: ids.length, limit: mostAtOnce });
      if (!reply.ok || reply.value.sessions.length === 0) break;
      ids.push(...reply.value.sessions.map(({ sessionId }) => sessionId));
    }
    return ids;
  };
  return {
    /** Undefined until the first answer. */
    pages: head && {
      total: head.total,
      all: head.all,
      workspaces: head.workspaces,
      first: head.sessions,
      at,
      show,
      allIds,
    },
    refusal: first.data?.ok === false ? first.data.error : undefined,
  };
};
export type SessionPages = NonNullable<ReturnType<typeof useSessions>['pages']>;
