import type { JsonObject, LogEvent, NewEvent } from '@atelier/kernel/core';
import { z } from 'zod';
import { budgets } from '../budgets.ts';
import type { AttemptId, Id, NodeId, RunId, SessionId } from '../ids.ts';
import type { BodyOf, EventKind } from './bodies.ts';
import { bodies } from './bodies.ts';
import { idOf } from './scalars.ts';

export type { BodyOf, EventKind } from './bodies.ts';

export const eventKinds = Object.keys(bodies) as readonly EventKind[];

export type Scope = { readonly runId?: RunId; readonly nodeId?: NodeId };

/** What a plan says happened; the log adds seq and time. */
export type PlannedEvent = {
  readonly [K in EventKind]: {
    readonly kind: K;
    readonly id: Id<'evt'>;
    readonly scope?: Scope;
    readonly attemptId?: AttemptId;
    readonly body: BodyOf<K>;
    readonly key: string;
  };
}[EventKind];

/** A recorded fact of a session, as the core reads it. */
export type SessionEvent = {
  readonly [K in EventKind]: {
    readonly kind: K;
    readonly seq: number;
    readonly id: Id<'evt'>;
    readonly at: string;
    readonly scope: Scope;
    readonly attemptId?: AttemptId;
    readonly body: BodyOf<K>;
  };
}[EventKind];

type EventData = { sessionId: SessionId; scope?: Scope; attemptId?: AttemptId; body: JsonObject };

/** The log keeps bytes honest by digest, so reading trusts the shape; `parseEvent` is for bytes from elsewhere. */
export const readEvent = (event: LogEvent): SessionEvent => {
  const data = event.data as unknown as EventData;
  return {
    kind: event.kind,
    seq: event.seq,
    id: event.id,
    at: event.at,
    scope: data.scope ?? {},
    ...(data.attemptId ? { attemptId: data.attemptId } : {}),
    body: data.body,
  } as unknown as SessionEvent;
};

/** Throws for a body its kind does not allow. Plans are typed, so this is for tests, where every plan passes by here. */
export const checkPlanned = ({ kind, body }: PlannedEvent): void => void bodies[kind].parse(body);

export const toNewEvent = (sessionId: SessionId, event: PlannedEvent): NewEvent => {
  const data = {
    sessionId,
    ...(event.scope ? { scope: event.scope } : {}),
    ...(event.attemptId ? { attemptId: event.attemptId } : {}),
    body: event.body,
  };
  return { kind: event.kind, key: event.key, id: event.id, data: data as unknown as JsonObject };
};

export const KEY = new RegExp(`^[a-z0-9_:>-]{1,${budgets.dedupeKeyChars}}$`);

const scope = z.strictObject({ runId: idOf('run').optional(), nodeId: idOf('node').optional() });
const envelope = <K extends EventKind>(kind: K) =>
  z.strictObject({
    v: z.literal(1),
    seq: z.int().nonnegative(),
    id: idOf('evt'),
    at: z.iso.datetime({ precision: 3 }),
    kind: z.literal(kind),
    key: z.string().regex(KEY),
    data: z.strictObject({
      sessionId: idOf('sess'),
      scope: scope.optional(),
      attemptId: idOf('attempt').optional(),
      body: bodies[kind],
    }),
  });

/** Built on first use: only an import pays for it. */
let schema: z.ZodType<LogEvent> | undefined;
export const storedEventSchema = (): z.ZodType<LogEvent> => {
  schema ??= z.discriminatedUnion('kind', [
    envelope('session_created'),
    envelope('observation_recorded'),
    envelope('run_started'),
    envelope('node_created'),
    envelope('edge_created'),
    envelope('advance_recorded'),
    envelope('node_output_appended'),
    envelope('preferences_changed'),
    envelope('capability_observed'),
    envelope('gap_recorded'),
    envelope('divergence_recorded'),
    envelope('decision_trace_appended'),
    envelope('context_set'),
    envelope('validation_performed'),
  ]) as unknown as z.ZodType<LogEvent>;
  return schema;
};
