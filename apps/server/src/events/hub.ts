import type { EventLog } from '@atelier/kernel';
import type { WebSocket } from 'ws';
import type { Caller } from '../caller.ts';
import type { Audience } from '../surfaces/audience.ts';
import { type Connection, createConnection } from './connection.ts';
import type { DeltaBus } from './delta-bus.ts';
import { createSocketWire } from './wire.ts';

export type Hub = {
  readonly open: (socket: WebSocket, caller: Caller) => void;
  readonly count: () => number;
  /** Ends every connection: who was let in by a sign-in that has ended must ask again. */
  readonly signOut: () => void;
  /** Says goodbye to every tab; they come back when the server does. */
  readonly close: () => void;
};

type Deps = {
  readonly log: EventLog;
  readonly deltas: DeltaBus;
  readonly audience: Audience;
  readonly boot: string;
  readonly version: string;
  readonly onFault: (cause: unknown) => void;
  readonly heartbeatMs?: number;
};

/** Every open event connection. */
export const createHub = ({ heartbeatMs = 20_000, boot, version, ...deps }: Deps): Hub => {
  const connectionBySocket = new Map<WebSocket, Connection>();
  const answered = new WeakSet<WebSocket>();

  // A tab that vanished without a goodbye (sleep, a pulled cable) leaves a socket that looks open for hours.
  const heartbeat = setInterval(() => {
    for (const socket of connectionBySocket.keys()) {
      if (!answered.delete(socket)) socket.terminate();
      else socket.ping();
    }
  }, heartbeatMs);
  heartbeat.unref();

  return {
    open: (socket, caller) => {
      const wire = createSocketWire(socket);
      const connection = createConnection({ ...deps, caller, wire });
      connectionBySocket.set(socket, connection);
      answered.add(socket);
      socket.on('pong', () => void answered.add(socket));
      socket.on('message', (data, isBinary) => {
        if (isBinary) socket.close(1003, 'text only');
        else connection.receive(data.toString());
      });
      socket.on('error', () => socket.terminate());
      socket.on('close', () => {
        connectionBySocket.delete(socket);
        connection.end();
      });
      wire.send({ ready: { boot, version } });
    },
    count: () => connectionBySocket.size,
    signOut: () => {
      for (const socket of connectionBySocket.keys()) socket.close(1008, 'signed out');
    },
    close: () => {
      clearInterval(heartbeat);
      for (const socket of connectionBySocket.keys()) socket.close(1001, 'stopping');
    },
  };
};
