import { ownerId } from '@atelier/contracts';
import type { EventLog } from '@atelier/kernel';
import type { WebSocket } from 'ws';
import type { Caller } from '../caller.ts';
import type { PersonLimits } from '../people/limits.ts';
import type { Presence } from '../presence/presence.ts';
import type { Audience } from '../surfaces/audience.ts';
import { type Connection, createConnection } from './connection.ts';
import type { DeltaBus } from './delta-bus.ts';
import { createSocketWire } from './wire.ts';

export type Hub = {
  /** `takesMany`: the page reads several frames in one message. */
  readonly open: (socket: WebSocket, caller: Caller, takesMany?: boolean) => void;
  readonly count: () => number;
  /** Whether this person has as many connections here as one may; the owner of the machine has no limit. */
  readonly isFullFor: (caller: Caller) => boolean;
  /** Ends every connection: who was let in by a sign-in that has ended must ask again. */
  readonly signOut: () => void;
  /** Ends the connections of those who may not stay: removed, signed out, or with another role than they came with. */
  readonly recheck: () => void;
  /** Says goodbye to every tab; they come back when the server does. */
  readonly close: () => void;
};

/** Tabs of one person at one server, in all their browsers. */
export const mostTabs = 100;

type Deps = {
  readonly log: EventLog;
  readonly deltas: DeltaBus;
  readonly audience: Audience;
  readonly presence: Presence;
  readonly isStill: (caller: Caller) => boolean;
  readonly limits: Pick<PersonLimits, 'hear'>;
  readonly boot: string;
  readonly version: string;
  readonly onFault: (cause: unknown) => void;
  readonly heartbeatMs?: number;
};

/** Every open event connection. */
export const createHub = ({ heartbeatMs = 10_000, boot, version, isStill, limits, ...deps }: Deps): Hub => {
  const callerBySocket = new Map<WebSocket, Caller>();
  const connectionBySocket = new Map<WebSocket, Connection>();
  const answered = new WeakSet<WebSocket>();

  const recheck = () => {
    for (const [socket, caller] of callerBySocket) if (!isStill(caller)) socket.close(1008, 'signed out');
  };

  // A tab that vanished without a goodbye (sleep, a pulled cable) leaves a socket that looks open for hours.
  const heartbeat = setInterval(() => {
    for (const socket of connectionBySocket.keys()) {
      if (!answered.delete(socket)) socket.terminate();
      else socket.ping();
    }
    // A sign-in may end by itself, when its time is over.
    recheck();
  }, heartbeatMs);
  heartbeat.unref();

  return {
    open: (socket, caller, takesMany) => {
      const wire = createSocketWire(socket, takesMany);
      const connection = createConnection({
        ...deps,
        caller,
        wire,
        mayAsk: (said) => limits.hear(caller, said) === undefined,
      });
      connectionBySocket.set(socket, connection);
      callerBySocket.set(socket, caller);
      answered.add(socket);
      socket.on('pong', () => void answered.add(socket));
      socket.on('message', (data, isBinary) => {
        if (isBinary) socket.close(1003, 'text only');
        else connection.receive(data.toString());
      });
      socket.on('error', () => socket.terminate());
      socket.on('close', () => {
        connectionBySocket.delete(socket);
        callerBySocket.delete(socket);
        connection.end();
      });
      wire.send({ ready: { boot, version } });
      // What ended while this connection was being made ends it, too.
      if (!isStill(caller)) socket.close(1008, 'signed out');
    },
    count: () => connectionBySocket.size,
    isFullFor: ({ person }) =>
      person !== ownerId && [...callerBySocket.values()].filter((each) => each.person === person).length >= mostTabs,
    signOut: () => {
      for (const socket of connectionBySocket.keys()) socket.close(1008, 'signed out');
    },
    recheck,
    close: () => {
      clearInterval(heartbeat);
      for (const socket of connectionBySocket.keys()) socket.close(1001, 'stopping');
    },
  };
};
