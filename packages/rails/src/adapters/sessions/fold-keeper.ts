import type { Json, LogEvent, Result } from '@atelier/kernel/core';
import { err, ok } from '@atelier/kernel/core';
import type { Appended, EventLog, Snapshots } from '@atelier/kernel/ports';
import { readEvent } from '../../core/events/event.ts';
import type { SessionId } from '../../core/ids.ts';
import { decodeSession, encodeSession, FOLD_VERSION } from '../../core/session/codec.ts';
import { foldEvent } from '../../core/session/fold.ts';
import type { SessionState } from '../../core/session/state.ts';
import { emptySession } from '../../core/session/state.ts';
import type { SessionUnhealthy } from '../../ports/sessions.ts';

export type FoldKeeperOptions = {
  readonly log: Pick<EventLog, 'read'>;
  readonly snapshots?: Snapshots | undefined;
  /** How many sessions stay folded; the least lately used goes first. */
  readonly keep?: number;
  /** Events after which another snapshot is worth its bytes. */
  readonly snapshotEvery?: number;
};

/** Longer than a call takes to come from its first look to its commit. */
const RECENT_MS = 5;

/** `head` binds the fold to its place in the chain: a repair may cut that off and others go on past it. */
type Kept = { readonly state: SessionState; head: string | undefined; saved: number; looked: number };

const VIEW = { name: 'rails-session', version: FOLD_VERSION };

export const streamOf = (sessionId: SessionId): string => `session/${sessionId}`;

/** Sessions kept folded. A look reads only what was appended since, by this process or another. */
export const createFoldKeeper = ({ log, snapshots, keep = 128, snapshotEvery = 500 }: FoldKeeperOptions) => {
  const now = (): number => performance.now();
  const kept = new Map<SessionId, Kept>();
  const turns = new Map<SessionId, Promise<unknown>>();

  const begin = async (sessionId: SessionId): Promise<Kept> => {
    const found = await snapshots?.load(streamOf(sessionId), VIEW);
    if (!found) return newFold(sessionId);
    return { state: decodeSession(found.state), head: undefined, saved: found.seq, looked: 0 };
  };

  const readOn = async (sessionId: SessionId): Promise<Result<Kept, SessionUnhealthy>> => {
    let fold = kept.get(sessionId) ?? (await begin(sessionId));
    let page = await log.read(streamOf(sessionId), { from: fold.state.next, head: fold.head });
    if (page.ok && page.value.next < fold.state.next) {
      // The log was repaired behind what was folded, and what was cut off must not live on here.
      fold = newFold(sessionId);
      page = await log.read(streamOf(sessionId));
    }
    if (!page.ok) {
      kept.delete(sessionId);
      if (page.error.code === 'UNHEALTHY') return err({ code: 'SESSION_NOT_HEALTHY', health: page.error.health });
      throw new Error(`session ${sessionId} cannot be read: ${page.error.detail}`);
    }
    absorb(fold, page.value.events, page.value.head);
    fold.looked = now();
    remember(sessionId, fold);
    return ok(fold);
  };

  const remember = (sessionId: SessionId, fold: Kept): void => {
    kept.delete(sessionId);
    if (fold.state.next === 0) return;
    kept.set(sessionId, fold);
    for (const oldest of kept.keys()) {
      if (kept.size <= keep) break;
      kept.delete(oldest);
    }
  };

  /** One fold at a time per session: a call that comes meanwhile reads on after it, never beside it. */
  const inTurn = async <T>(sessionId: SessionId, work: () => Promise<T>): Promise<T> => {
    const before = turns.get(sessionId);
    const turn = before ? before.then(work, work) : work();
    turns.set(sessionId, turn);
    try {
      return await turn;
    } finally {
      if (turns.get(sessionId) === turn) turns.delete(sessionId);
    }
  };

  return {
    at: async (sessionId: SessionId): Promise<Result<SessionState | undefined, SessionUnhealthy>> => {
      const fold = await inTurn(sessionId, () => readOn(sessionId));
      if (!fold.ok) return fold;
      const { state } = fold.value;
      return ok(state.next === 0 ? undefined : state);
    },
    /**
     * What was read a moment ago, without looking again. Whoever decides on it is told by the log when it was not
     * the newest.
     */
    recent: (sessionId: SessionId): SessionState | undefined => {
      const fold = kept.get(sessionId);
      return fold && !turns.has(sessionId) && now() - fold.looked < RECENT_MS ? fold.state : undefined;
    },
    /** Own commits need no reading back: they are folded in as they were written. */
    absorbCommit: (sessionId: SessionId, { first, events, head }: Appended): void => {
      const fold = kept.get(sessionId);
      if (turns.has(sessionId)) return;
      if (fold?.state.next === first) absorb(fold, events, head);
      else if (!fold && first === 0) {
        const born = newFold(sessionId);
        absorb(born, events, head);
        remember(sessionId, born);
      }
    },
    /** Writers alone keep snapshots, after the answer is on its way. */
    saveIfDue: async (sessionId: SessionId): Promise<void> => {
      const fold = kept.get(sessionId);
      if (!snapshots || !fold || fold.state.next - fold.saved < snapshotEvery) return;
      fold.saved = fold.state.next;
      const state = encodeSession(fold.state) as Json;
      await snapshots.save(streamOf(sessionId), VIEW, { seq: fold.state.next, state });
    },
    fresh,
  };
};

const fresh = (sessionId: SessionId): SessionState => ({ ...emptySession(), sessionId });

const newFold = (sessionId: SessionId): Kept => ({
  state: fresh(sessionId),
  head: undefined,
  saved: 0,
  looked: 0,
});

const absorb = (fold: Kept, events: readonly LogEvent[], head: string | undefined): void => {
  for (const event of events) foldEvent(fold.state, readEvent(event));
  fold.head = head;
};
