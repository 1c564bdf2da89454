import type { QuotaExceeded, Result, StoreTrouble } from '@atelier/kernel/core';
import type { EventLog, Health } from '@atelier/kernel/ports';
import type { PlannedEvent, SessionEvent } from '../core/events/event.ts';
import type { Digest, SessionId } from '../core/ids.ts';
import type { Attachment } from '../core/outputs.ts';
import type { OutputState, SessionState } from '../core/session/state.ts';

export type SessionUnhealthy = {
  readonly code: 'SESSION_NOT_HEALTHY';
  readonly health: Exclude<Health, { kind: 'healthy' }>;
};

/** All that reading a session needs. Nothing here can write. */
export interface SessionReader {
  /** Undefined when there is no such session. Moves on in place: after an await, ask again. */
  readonly at: (sessionId: SessionId) => Promise<Result<SessionState | undefined, SessionUnhealthy>>;
  /** The session as it was when `next` events were recorded. */
  readonly asOf: (sessionId: SessionId, next: number) => Promise<Result<SessionState, SessionUnhealthy>>;
  readonly events: (
    sessionId: SessionId,
    range?: { readonly from?: number; readonly limit?: number },
  ) => Promise<Result<readonly SessionEvent[], SessionUnhealthy>>;
  /** Reads again the texts that a fold from a snapshot left in the log. */
  readonly recall: (sessionId: SessionId, outputs: readonly OutputState[]) => Promise<void>;
  readonly content: (sessionId: SessionId, id: Digest) => Promise<Uint8Array | undefined>;
}

export type Plan = {
  readonly planned: readonly PlannedEvent[];
  readonly content: readonly Attachment[];
  /** Content stored already that this plan makes live. */
  readonly pins?: readonly Digest[];
};

/** What holds the data did not take a write. What was recorded before is as it was. */
export type WriteRefused = {
  readonly code: StoreTrouble | 'WRITE_FAILED';
  /** The write may stand all the same: who reads the session again learns it. */
  readonly inDoubt: boolean;
  /** What the system refused it with, by its own name: `EIO`. */
  readonly system?: string;
};

export type CommitRefused =
  | SessionUnhealthy
  | WriteRefused
  | { readonly code: 'SESSION_LOCKED'; readonly afterMs: number; readonly ownerPid?: number }
  | QuotaExceeded
  | { readonly code: 'STALE' };

/** The right to append to one session, good only inside the function it was handed to. */
export interface Witness {
  readonly sessionId: SessionId;
  readonly state: SessionState;
}

export interface SessionWriter {
  readonly commit: (witness: Witness, plan: Plan) => Promise<Result<{ readonly next: number }, CommitRefused>>;
  /** Serialises writers of one session, checks its health, and hands out a witness. */
  readonly withHealthySessionLock: <T>(
    sessionId: SessionId,
    use: (witness: Witness) => Promise<T>,
  ) => Promise<Result<T, SessionUnhealthy>>;
  /** The same for a session whose id was made just now: there is nothing to read, and whoever is first is told by the log. */
  readonly withNewSession: <T>(sessionId: SessionId, use: (witness: Witness) => Promise<T>) => Promise<T>;
}

export type LogPort = Pick<EventLog, 'append' | 'read' | 'content' | 'list' | 'health'>;
