import { join } from 'node:path';
import { type RunCard, railsStream, type SessionCard } from '@atelier/contracts';
import { createFileDoorbell } from '@atelier/kernel/adapters';
import { sessionCardOf } from '@atelier/rails/console';
import type { SessionId } from '@atelier/rails/core';
import type { DeltaBus } from '../../events/delta-bus.ts';
import type { RailsStore } from './rails-store.ts';
import { pinnedOf, readSession } from './read-session.ts';

/** Changes within this time are told together: an agent's step is several writes. */
const SETTLE_MS = 60;
const LOOK_EVERY_MS = 2_000;

/** Cards of all sessions. One is made again only when its session has moved, whoever moved it. */
export const createSessionIndex = (store: RailsStore, deltas: DeltaBus, onFault: (cause: unknown) => void) => {
  const cards = new Map<SessionId, { readonly stamp: string; readonly card: SessionCard | undefined }>();
  let told: ReadonlyMap<SessionId, string> | undefined;
  let stops: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let bell: string | undefined;

  const cardAt = async (sessionId: SessionId, stamp: string): Promise<SessionCard | undefined> => {
    const known = cards.get(sessionId);
    if (known?.stamp === stamp) return known.card;
    const read = await readSession(store, sessionId);
    const card =
      read && read.state.next + read.state.runs.size > 0
        ? sessionCardOf(sessionId, read.state, read.health, await pinnedOf(store, read.state))
        : read && read.health.kind !== 'healthy'
          ? sessionCardOf(sessionId, read.state, read.health, () => undefined)
          : undefined;
    cards.set(sessionId, { stamp, card });
    return card;
  };

  const list = async (only?: readonly string[]): Promise<SessionCard[]> => {
    const found: SessionCard[] = [];
    if (only) {
      for (const id of only as readonly SessionId[]) {
        const stamp = await store.stamps.of(id);
        const card = stamp === undefined ? undefined : await cardAt(id, stamp);
        if (card) found.push(card);
      }
      return found;
    }
    const stamps = await store.stamps.all();
    for (const sessionId of [...cards.keys()]) if (!stamps.has(sessionId)) cards.delete(sessionId);
    for (const [sessionId, stamp] of stamps) {
      const card = await cardAt(sessionId, stamp);
      if (card) found.push(card);
    }
    return found.sort((a, b) => ((a.lastActivityAt ?? '') < (b.lastActivityAt ?? '') ? 1 : -1));
  };

  /** Tells the tabs which sessions moved since the last look. */
  const look = async (): Promise<void> => {
    const now = await store.stamps.all();
    for (const [sessionId, stamp] of now) {
      if (told === undefined || told.get(sessionId) === stamp) continue;
      deltas.publish(railsStream, { kind: 'moved', id: sessionId, next: null });
    }
    told = now;
  };

  const soon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      look().catch(onFault);
    }, SETTLE_MS);
  };

  return {
    list,
    /** Every run of one workflow, over all sessions. */
    runsOf: async (workflowId: string): Promise<readonly RunCard[]> =>
      (await list()).flatMap(({ runs }) => runs.filter((run) => run.workflowId === workflowId)),
    /** A session changed in a way its log does not show: it was damaged on disk, repaired or imported. */
    touched: (sessionId: string): void => {
      cards.delete(sessionId as SessionId);
      deltas.publish(railsStream, { kind: 'moved', id: sessionId, next: null });
    },
    start: async (): Promise<void> => {
      told = await store.stamps.all();
      const doorbell = createFileDoorbell(join(store.data, 'doorbell'));
      // A ring may be lost; a look at one file's time each two seconds costs nothing.
      const clock = setInterval(() => {
        const rung = store.stamps.quick();
        if (rung === undefined || rung !== bell) soon();
        bell = rung;
      }, LOOK_EVERY_MS);
      clock.unref();
      stops = [doorbell.listen(soon), doorbell.close, () => clearInterval(clock)];
    },
    stop: (): void => {
      for (const stop of stops) stop();
      clearTimeout(timer);
    },
  };
};
export type SessionIndex = ReturnType<typeof createSessionIndex>;
