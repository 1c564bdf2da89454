import type { ErrorEnvelope, Result } from '@atelier/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { isAway } from './away.ts';
import type { EventConnection } from './event-connection.ts';

/** What nobody was there to answer is asked again once the connection is live, on whichever page it is shown. */
export const askAgainWhenLive = (
  { state }: Pick<EventConnection, 'state'>,
  client: Pick<QueryClient, 'invalidateQueries'>,
): (() => void) =>
  state.subscribe(() => {
    if (state.get().kind !== 'live') return;
    client.invalidateQueries({ predicate: (query) => isUnanswered(query.state.data) }).catch(console.error);
  });

/** One reply, or pages of them. */
const isUnanswered = (data: unknown): boolean => {
  if (typeof data !== 'object' || data === null) return false;
  if ('pages' in data) return Array.isArray(data.pages) && data.pages.some(isUnanswered);
  if (!('ok' in data) || data.ok !== false) return false;
  const { error } = data as Extract<Result<unknown, ErrorEnvelope>, { ok: false }>;
  return isAway(error);
};
