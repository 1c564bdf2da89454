import { railsStream, type SessionCard } from '@atelier/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAtelier } from '../../../client/atelier-context.ts';
import { patchCards } from './session-filter.ts';

const queryKey = ['SessionsList'];

/** Every session, kept current: a session that moves is asked for alone. */
export const useSessions = () => {
  const { commands, connection } = useAtelier();
  const client = useQueryClient();
  const query = useQuery({ queryKey, queryFn: () => commands.SessionsList({}) });

  useEffect(() => {
    const moved = new Set<string>();
    let asking = false;
    const catchUp = async () => {
      if (asking || moved.size === 0) return;
      asking = true;
      const only = [...moved].slice(0, 200);
      moved.clear();
      const reply = await commands.SessionsList({ only });
      asking = false;
      if (!reply.ok) return;
      client.setQueryData<typeof query.data>(queryKey, (known) =>
        known?.ok
          ? { ok: true, value: { sessions: patchCards(known.value.sessions, only, reply.value.sessions) } }
          : known,
      );
      catchUp().catch(console.error);
    };
    return connection.follow(railsStream, 0, {
      event: () => {},
      delta: (delta) => {
        if (delta.kind !== 'moved') return;
        moved.add(delta.id);
        catchUp().catch(console.error);
      },
      // What moved while nobody listened is in the whole list.
      live: () => {
        client.invalidateQueries({ queryKey }).catch(console.error);
      },
      refused: () => {},
    });
  }, [commands, connection, client]);

  const sessions: readonly SessionCard[] | undefined = query.data?.ok ? query.data.value.sessions : undefined;
  return { sessions, refusal: query.data?.ok === false ? query.data.error : undefined, refetch: query.refetch };
};
