import { err, type NewEvent, ok, type Result, type StreamId } from '@atelier/kernel/core';
import type { EventLog, Projection } from '@atelier/kernel/ports';
import type { ModelsEvent } from '../core/models-events.ts';
import type { ModelsState } from '../core/models-state.ts';
import type { Spending } from '../core/spending.ts';

export type ModelsLog = {
  readonly log: Pick<EventLog, 'append'>;
  readonly models: Projection<ModelsState>;
  readonly stream: StreamId;
};

/** The ledger of what was sent has a stream of its own: each call writes to it, and nobody who shows models waits for that. */
export type Ledger = {
  readonly log: Pick<EventLog, 'append' | 'read'>;
  readonly stream: StreamId;
  readonly spending: Projection<Spending>;
};

export type LogRefused = { readonly code: 'LOG_UNAVAILABLE'; readonly reason: string };

/** Facts about providers never depend on one another, so they are appended wherever the log stands. */
export const appendModels = async (
  { log, stream }: ModelsLog,
  ...events: readonly ModelsEvent[]
): Promise<Result<undefined, LogRefused>> => {
  const appended = await log.append(
    stream,
    events.map(({ kind, data }) => ({ kind, key: null, data: data as NewEvent['data'] })),
    { expected: 'any' },
  );
  return appended.ok ? ok(undefined) : err({ code: 'LOG_UNAVAILABLE', reason: appended.error.code });
};

export const readModels = async ({ models, stream }: ModelsLog): Promise<Result<ModelsState, LogRefused>> => {
  const found = await models.at(stream);
  return found.ok ? ok(found.value.state) : err({ code: 'LOG_UNAVAILABLE', reason: found.error.code });
};
