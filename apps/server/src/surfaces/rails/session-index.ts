import { type ListedSession, type RunCard, railsStream, type SessionCard } from '@atelier/contracts';
import { sessionCardOf } from '@atelier/rails/console';
import type { SessionId } from '@atelier/rails/core';
import type { DeltaBus } from '../../events/delta-bus.ts';
import type { RailsStore } from './rails-store.ts';
import { readSession } from './read-session.ts';

/** Changes within this time are told together: an agent's step is several writes. */
const SETTLE_MS = 60;
/** Of all time at the most one part in so many goes into looking, however many sessions there are. */
const LOOK_SHARE = 10;
const LOOK_EVERY_MS = 2_000;
const UNMARKED = { archived: false, kept: false };

/** Every session as a card, from the journal that agents' own processes keep too. Looks at one again once it moved. */
export const createSessionIndex = (store: RailsStore, deltas: DeltaBus, onFault: (cause: unknown) => void) => {
  const damaged = new Map<SessionId, { readonly stamp: string; readonly card: SessionCard | undefined }>();
  let told: ReadonlyMap<SessionId, string> | undefined;
  let stops: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let settleMs = SETTLE_MS;
  let bell: string | undefined;

  /** Of a damaged session, the part before the damage. Undefined for one whose birth was cut short. */
  const damagedCard = async (sessionId: SessionId, stamp: string): Promise<SessionCard | undefined> => {
    const known = damaged.get(sessionId);
    if (known?.stamp === stamp) return known.card;
    const read = await readSession(store, sessionId);
    const card =
      read && read.health.kind !== 'healthy'
        ? sessionCardOf(sessionId, read.state, read.health, () => undefined)
        : undefined;
    damaged.set(sessionId, { stamp, card });
    return card;
  };

  const list = async (): Promise<ListedSession[]> => {
    const marks = await store.marks.all();
    const found: ListedSession[] = [];
    for (const { sessionId, stamp, card } of await store.sessionIndex.sessions()) {
      const shown = card ?? (await damagedCard(sessionId, stamp));
      if (shown) found.push({ ...shown, ...(marks.get(sessionId) ?? UNMARKED) });
    }
    return found;
  };

  /** Tells the tabs which sessions moved since the last look. */
  const look = async (): Promise<void> => {
    const began = performance.now();
    const now = await store.stamps.all(told);
    settleMs = Math.max(SETTLE_MS, (performance.now() - began) * LOOK_SHARE);
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
    }, settleMs);
  };

  return {
    list,
    /** Every run of one workflow, over all sessions. */
    runsOf: async (workflowId: string): Promise<readonly RunCard[]> =>
      (await list()).flatMap(({ runs }) => runs.filter((run) => run.workflowId === workflowId)),
    /** A session changed in a way its log does not show: it was damaged on disk, repaired, marked or imported. */
    touched: (sessionId: string): void => {
      damaged.delete(sessionId as SessionId);
      store.sessionIndex.forget(sessionId as SessionId);
      deltas.publish(railsStream, { kind: 'moved', id: sessionId, next: null });
    },
    start: async (): Promise<void> => {
      told = await store.stamps.all();
      // A ring may be lost; a look at one file's time each two seconds costs nothing.
      const clock = setInterval(() => {
        const rung = store.stamps.quick();
        if (rung === undefined || rung !== bell) soon();
        bell = rung;
      }, LOOK_EVERY_MS);
      clock.unref();
      stops = [store.listen(soon), () => clearInterval(clock)];
    },
    stop: (): void => {
      for (const stop of stops) stop();
      clearTimeout(timer);
    },
  };
};
export type SessionIndex = ReturnType<typeof createSessionIndex>;
