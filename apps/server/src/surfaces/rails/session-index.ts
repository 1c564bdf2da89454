import {
  type ListedSession,
  type RunCard,
  railsStream,
  type SessionCard,
  type SessionFilter,
  type ValueOf,
} from '@atelier/contracts';
import { filterSessions, sessionCardOf, withoutPlace, workspacesOf } from '@atelier/rails/console';
import type { SessionId } from '@atelier/rails/core';
import type { DeltaBus } from '../../events/delta-bus.ts';
import type { RailsStore } from '../../services/runs.ts';
import { readSession } from './read-session.ts';

/** Changes within this time are told together: an agent's step is several writes. */
const SETTLE_MS = 60;
/** Of all time at the most one part in so many goes into looking, however many sessions there are. */
const LOOK_SHARE = 10;
const LOOK_EVERY_MS = 2_000;
type SessionPage = ValueOf<'SessionsList'>;

const UNMARKED = { archived: false, kept: false };

/** Every session as a card, from the journal that agents' own processes keep too. Looks at one again once it moved. */
export const createSessionIndex = (store: RailsStore, deltas: DeltaBus, onFault: (cause: unknown) => void) => {
  /** What was looked at itself, not only in the journal; `card` where that found damage. */
  const seen = new Map<SessionId, { readonly stamp: string; readonly card?: SessionCard }>();
  let told: ReadonlyMap<SessionId, string> | undefined;
  let stops: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let settleMs = SETTLE_MS;
  let bell: string | undefined;

  /** Damage leaves no stamp, so a session is opened once before it is shown as sound. */
  const look = async (sessionId: SessionId, stamp: string): Promise<SessionCard | undefined> => {
    const known = seen.get(sessionId);
    if (known?.stamp === stamp) return known.card;
    const read = await readSession(store, sessionId);
    // Of a damaged one, the part before the damage.
    const card =
      read && read.health.kind !== 'healthy'
        ? sessionCardOf(sessionId, read.state, read.health, () => undefined)
        : undefined;
    seen.set(sessionId, { stamp, ...(card ? { card } : {}) });
    return card;
  };

  const list = async (): Promise<(ListedSession & { readonly stamp: string })[]> => {
    const facts = [store.marks.all(), store.titles.all(), store.words.settledAt()] as const;
    const [marks, titles, settled] = await Promise.all(facts);
    const found: (ListedSession & { readonly stamp: string })[] = [];
    for (const { sessionId, stamp, card } of await store.sessionIndex.sessions()) {
      const known = seen.get(sessionId);
      const shown = (known?.stamp === stamp && known.card) || card || (await look(sessionId, stamp));
      // Undefined for one whose birth was cut short.
      if (shown)
        found.push({
          ...withWords(shown, settled.get(sessionId)),
          title: titles.get(sessionId) ?? shown.title,
          ...(marks.get(sessionId) ?? UNMARKED),
          stamp,
        });
    }
    return found;
  };

  const page = async (
    filter: SessionFilter,
    from: number,
    limit: number,
    tellsPlaces: boolean,
  ): Promise<SessionPage> => {
    const told = <Card extends SessionCard>(card: Card): Card => (tellsPlaces ? card : withoutPlace(card));
    // Before they are looked through: whoever is not told a folder cannot find out by searching for it either.
    const all = (await list()).map(told);
    const found = filterSessions(all, filter);
    const sessions = await Promise.all(
      found
        .slice(from, from + limit)
        .map(async ({ stamp, ...session }) =>
          told({ ...session, ...(await look(session.sessionId as SessionId, stamp)) }),
        ),
    );
    return { sessions, total: found.length, all: all.length, workspaces: workspacesOf(all) };
  };

  /** Tells the tabs which sessions moved since the last look. */
  const tell = async (): Promise<void> => {
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
      tell().catch(onFault);
    }, settleMs);
  };

  return {
    page,
    list,
    /** Every run of one workflow, over all sessions. */
    runsOf: async (workflowId: string): Promise<readonly RunCard[]> =>
      (await list()).flatMap(({ runs }) => runs.filter((run) => run.workflowId === workflowId)),
    /** A session changed in a way its log does not show: it was damaged on disk, repaired, marked or imported. */
    touched: (sessionId: string): void => {
      seen.delete(sessionId as SessionId);
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

/** A run that its person has answered waits for its agent, whose next call is told. */
const withWords = (card: SessionCard, settledAt: string | undefined): SessionCard =>
  settledAt === undefined
    ? card
    : {
        ...card,
        runs: card.runs.map((run) =>
          run.waitsForYou === true && run.lastActivityAt < settledAt ? { ...run, waitsForYou: false } : run,
        ),
      };
export type SessionIndex = ReturnType<typeof createSessionIndex>;
