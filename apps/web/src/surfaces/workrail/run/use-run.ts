import { railsStream, sessionStream } from '@atelier/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useFollowedQuery } from '../../../client/use-followed-query.ts';

/** A session and one of its runs, kept current from the session's own stream while an agent works. */
export const useRun = (sessionId: string, chosenRunId: string | undefined) => {
  const { commands } = useAtelier();
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
  useFollowedQuery(
    ['rails', sessionId],
    [
      { stream: sessionStream(sessionId), from },
      // A queued wish or a repair is beside the log.
      { stream: railsStream, from: 0, delta: ({ kind, id }) => kind === 'moved' && id === sessionId },
    ],
  );

  return {
    session: view,
    run: run.data?.ok ? run.data.value.view : undefined,
    refusal: session.data?.ok === false ? session.data.error : run.data?.ok === false ? run.data.error : undefined,
  };
};
