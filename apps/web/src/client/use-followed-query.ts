import type { Delta } from '@atelier/contracts';
import type { QueryKey } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useAtelier } from './atelier-context.ts';

/** One change is often several events; what is shown of them is asked for once. */
const usualSettleMs = 60;

export type Followed = {
  readonly stream: string;
  /** Where the answer that is shown ended; nothing is followed before there is one. */
  readonly from: number | undefined;
  /** Only what the events beside the log say, and only if it says this. Otherwise every event counts. */
  readonly delta?: (delta: Delta) => boolean;
};

/** Asks for queries again whenever one of these streams moves, and when the connection to them is back. */
export const useFollowedQuery = (queryKey: QueryKey, followed: readonly Followed[], settleMs = usualSettleMs): void => {
  const { connection } = useAtelier();
  const client = useQueryClient();
  const latest = useRef(followed);
  latest.current = followed;
  const key = JSON.stringify(queryKey);
  // Following begins where the first look ended and goes on from there, so later answers change nothing here.
  const streams = followed.map(({ stream, from }) => (from === undefined ? '' : stream)).join();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        client.invalidateQueries({ queryKey: JSON.parse(key) as QueryKey }).catch(console.error);
      }, settleMs);
    };
    const names = streams.split(',');
    const stops = latest.current
      .filter(({ stream, from }) => from !== undefined && names.includes(stream))
      .map(({ stream, from = 0, delta }) =>
        connection.follow(
          stream,
          from,
          delta === undefined
            ? { event: refresh, live: refresh, refused: refresh }
            : {
                event: () => {},
                delta: (said) => {
                  if (delta(said)) refresh();
                },
                // What moved while nobody listened is in the next answer.
                live: refresh,
                refused: () => {},
              },
        ),
      );
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [key, streams, connection, client, settleMs]);
};
