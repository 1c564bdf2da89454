import type { LogEvent } from '@atelier/kernel/core';
import { readEvent } from '../../core/events/event.ts';
import type { SessionId } from '../../core/ids.ts';
import { foldEvent } from '../../core/session/fold.ts';
import { emptySession, type SessionState } from '../../core/session/state.ts';

/** The sound beginning of a damaged session, folded to be looked at. */
export const foldSalvaged = (sessionId: SessionId, events: readonly LogEvent[]): SessionState => {
  const state: SessionState = { ...emptySession(), sessionId };
  for (const event of events) foldEvent(state, readEvent(event));
  return state;
};
