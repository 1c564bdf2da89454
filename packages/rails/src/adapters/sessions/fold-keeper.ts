import { err, type Json, ok, type Result } from '@atelier/kernel/core';
import type { EventLog, Snapshots } from '@atelier/kernel/ports';
import { createKeptFolds } from '@atelier/kernel/usecases';
import { readEvent } from '../../core/events/event.ts';
import type { SessionId } from '../../core/ids.ts';
import { decodeSession, encodeSession, FOLD_VERSION } from '../../core/session/codec.ts';
import { foldEvent } from '../../core/session/fold.ts';
import { emptySession, type SessionState } from '../../core/session/state.ts';
import type { SessionUnhealthy } from '../../ports/sessions.ts';

type FoldKeeperOptions = {
  readonly log: Pick<EventLog, 'read'>;
  readonly snapshots?: Snapshots | undefined;
  /** How many sessions stay folded; the least lately used goes first. */
  readonly keep?: number;
  /** Events after which another snapshot is worth its bytes. */
  readonly snapshotEvery?: number;
};

export const streamOf = (sessionId: SessionId): string => `session/${sessionId}`;

/** Sessions kept folded, by their id. */
export const createFoldKeeper = ({ log, snapshots, keep, snapshotEvery }: FoldKeeperOptions) => {
  const folds = createKeptFolds<SessionState>({
    log,
    begin: (stream) => fresh(stream.slice('session/'.length) as SessionId),
    fold: (state, event) => foldEvent(state, readEvent(event)),
    ...(keep && { keep }),
    ...(snapshots && {
      snapshot: {
        store: snapshots,
        of: { name: 'rails-session', version: FOLD_VERSION },
        encode: (state) => encodeSession(state) as Json,
        decode: decodeSession,
        ...(snapshotEvery && { every: snapshotEvery }),
      },
    }),
  });
  return {
    at: async (sessionId: SessionId): Promise<Result<SessionState | undefined, SessionUnhealthy>> => {
      const now = await folds.at(streamOf(sessionId));
      if (!now.ok) return err({ code: 'SESSION_NOT_HEALTHY', health: now.error.health });
      return ok(now.value.seq === 0 ? undefined : now.value.state);
    },
    recent: (sessionId: SessionId) => folds.recent(streamOf(sessionId)),
    absorbCommit: (sessionId: SessionId, appended: Parameters<typeof folds.absorbCommit>[1]) =>
      folds.absorbCommit(streamOf(sessionId), appended),
    saveIfDue: (sessionId: SessionId) => folds.saveIfDue(streamOf(sessionId)),
    fresh,
  };
};

const fresh = (sessionId: SessionId): SessionState => ({ ...emptySession(), sessionId });
