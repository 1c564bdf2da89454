import { railsStream, sessionStream } from '@atelier/contracts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAtelier } from '../../../client/atelier-context.ts';

/** An agent's step is several events; they are shown together. */
const settleMs = 60;

/** A session and one of its runs, kept current from the session's own stream while an agent works. */
export const useRun = (sessionId: string, chosenRunId: string | undefined) => {
  const { commands, connection } = useAtelier();
  const client = useQueryClient();
  const session = useQuery({
    queryKey: ['rails', sessionId, 'SessionGet'],
    queryFn: () => commands.SessionGet({ sessionId }),
  });
  const view = session.data?.ok ? session.data.value.view : undefined;
  const runId = chosenRunId ?? view?.runs.reduce((a, b) => (b.lastActivityAt >= a.lastActivityAt ? b : a)).runId;
  const run = useQuery({
    queryKey: ['rails', sessionId, 'RunGet', runId],
    queryFn: () => commands.RunGet({ sessionId, runId: runId ?? '' }),
    enabled: runId !== undefined,
    placeholderData: keepPreviousData,
  });
  const from = session.data?.ok ? session.data.value.seq : undefined;
  const ready = from !== undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: following begins where the first look ended and goes on from there
  useEffect(() => {
    if (from === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        client.invalidateQueries({ queryKey: ['rails', sessionId] }).catch(console.error);
      }, settleMs);
    };
    const stops = [
      connection.follow(sessionStream(sessionId), from, { event: refresh, refused: refresh }),
      // A queued wish or a repair is beside the log.
      connection.follow(railsStream, 0, {
        event: () => {},
        delta: (delta) => {
          if (delta.kind === 'moved' && delta.id === sessionId) refresh();
        },
        refused: () => {},
      }),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [sessionId, ready, connection, client]);

  return {
    session: view,
    run: run.data?.ok ? run.data.value.view : undefined,
    refusal: session.data?.ok === false ? session.data.error : run.data?.ok === false ? run.data.error : undefined,
  };
};
