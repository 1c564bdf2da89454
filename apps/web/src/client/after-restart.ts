import type { ConnectionState, EventConnection } from './event-connection.ts';

/**
 * Tells when the connection comes back to a server that was started anew: while it was stopped its log may have been
 * repaired, and have grown back past what was seen here.
 */
export const afterRestart = ({ state }: Pick<EventConnection, 'state'>, act: () => void): (() => void) => {
  let boot = bootOf(state.get());
  return state.subscribe(() => {
    const now = bootOf(state.get());
    if (now === undefined || now === boot) return;
    const isRestart = boot !== undefined;
    boot = now;
    if (isRestart) act();
  });
};

const bootOf = (state: ConnectionState): string | undefined => (state.kind === 'live' ? state.boot : undefined);
