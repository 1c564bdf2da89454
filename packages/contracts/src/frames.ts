import { anyJson, ErrorEnvelope, type LogEvent } from '@atelier/kernel/core';
import { z } from 'zod';
import { Delta } from './deltas.ts';

/** Where the one event connection of a tab lives. */
export const eventsPath = '/events';

/** How a page says that it reads several frames in one message; one of an older version is sent each by itself. */
export const framesQuery = { name: 'frames', many: 'many' } as const;
export const eventsAddress = `${eventsPath}?${framesQuery.name}=${framesQuery.many}`;

/** The envelope of a recorded event, as it crosses the wire. */
export const WireEvent: z.ZodType<LogEvent> = z.object({
  v: z.literal(1),
  seq: z.int().nonnegative(),
  id: z.string(),
  at: z.string(),
  kind: z.string(),
  key: z.string().nullable(),
  data: z.record(z.string(), anyJson),
});
export type WireEvent = LogEvent;

/** What a tab says. Any part may be absent. Subscribing again to a stream moves it to the new `from`. */
export const ClientFrame = z.strictObject({
  /** `from` is the first seq wanted: the `seq` that came with a view. */
  subscribe: z
    .array(z.strictObject({ stream: z.string().min(1).max(200), from: z.int().nonnegative() }))
    .max(64)
    .optional(),
  unsubscribe: z.array(z.string().max(200)).max(64).optional(),
  /** Where this tab is in a stream that it follows: told to others who are there, recorded nowhere. Null: nowhere. */
  here: z
    .strictObject({ stream: z.string().min(1).max(200), place: z.string().max(80) })
    .nullable()
    .optional(),
  /** Answered by `pong` with the same value: a page cannot see the protocol's own pings. */
  ping: z.int().nonnegative().optional(),
});
export type ClientFrame = z.infer<typeof ClientFrame>;

export type SubscriptionCode = 'BAD_FRAME' | 'UNKNOWN_STREAM' | 'AHEAD_OF_LOG' | 'UNHEALTHY' | 'TOO_MANY_STREAMS';

/** What the server says on the event connection. */
export const ServerFrame = z.union([
  /** First frame. `boot` differs after a restart of the server. */
  z.object({ ready: z.object({ boot: z.string(), version: z.string() }) }),
  /** A recorded event; per stream in order of `seq`, without gaps or repeats. */
  z.object({ stream: z.string(), seq: z.int().nonnegative(), event: WireEvent }),
  z.object({ stream: z.string(), delta: Delta }),
  /** Who else is in this stream now, and where; to whoever said that they are. */
  z.object({ stream: z.string(), present: z.array(z.object({ person: z.string(), place: z.string() })) }),
  /** The subscriber has everything before `live`; what follows happens now. */
  z.object({ stream: z.string(), live: z.int().nonnegative() }),
  /** With `stream`, that subscription ended; without, the frame was not understood. */
  z.object({ stream: z.string().optional(), refused: ErrorEnvelope }),
  z.object({ pong: z.int().nonnegative() }),
]);
export type ServerFrame = z.infer<typeof ServerFrame>;

/** A message on the event connection: one frame, or a list of them. Each is still to be checked. */
export const framesIn = (text: string): readonly unknown[] => {
  const said: unknown = JSON.parse(text);
  return Array.isArray(said) ? said : [said];
};
