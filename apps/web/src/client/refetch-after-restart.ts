import type { QueryClient } from '@tanstack/react-query';
import { afterRestart } from './after-restart.ts';
import type { EventConnection } from './event-connection.ts';

/** No event says what changed while a server was stopped: whatever is on the screen is asked for anew. */
export const refetchAfterRestart = (
  connection: Pick<EventConnection, 'state'>,
  client: Pick<QueryClient, 'invalidateQueries'>,
): (() => void) => afterRestart(connection, () => void client.invalidateQueries().catch(console.error));
