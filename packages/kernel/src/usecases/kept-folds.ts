import { createBoundedMap } from '../core/bounded-map.ts';
import type { LogEvent, StreamId } from '../core/event.ts';
import type { Json } from '../core/json.ts';
import { err, ok, type Result } from '../core/result.ts';
import { createTurns } from '../core/turns.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { KeptFolds, ProjectionRefused } from '../ports/projection.ts';
import type { SnapshotOf, Snapshots } from '../ports/snapshots.ts';

export type KeptFoldsOptions<State> = {
  readonly log: Pick<EventLog, 'read'>;
  readonly begin: (stream: StreamId) => State;
  /** Changes the state it is given: a state of thousands of records is not copied for each event. */
  readonly fold: (state: State, event: LogEvent) => void;
  /** How many streams stay folded; the least lately used goes first. */
  readonly keep?: number;
  readonly snapshot?: {
    readonly store: Snapshots;
    readonly of: SnapshotOf;
    readonly encode: (state: State) => Json;
    readonly decode: (json: Json, stream: StreamId) => State;
    /** Events folded since the last one, at this seq, before another is worth writing. */
    readonly every?: number | ((saved: number) => number);
  };
};

/** `head` binds the fold to its place in the chain: a repair may cut that off and others go on past it. */
type Kept<State> = { readonly state: State; seq: number; head: string | undefined; saved: number; looked: number };

/** Longer than a call takes to come from its first look to its commit. */
const RECENT_MS = 50;
const SNAPSHOT_EVERY = 500;
const PAGE = 500;

/**
 * Streams kept folded in place. A look reads only what was appended since, by this process or another. The keeper owns
 * the only reference that is written to: callers read a state and decide before they wait for anything else.
 */
export const createKeptFolds = <State>(options: KeptFoldsOptions<State>): KeptFolds<State> => {
  const { log, fold, keep = 128, snapshot } = options;
  const now = (): number => performance.now();
  const kept = createBoundedMap<StreamId, Kept<State>>(keep);
  const turns = createTurns<StreamId>();

  const fresh = (stream: StreamId): Kept<State> => ({
    state: options.begin(stream),
    seq: 0,
    head: undefined,
    saved: 0,
    looked: 0,
  });
  const begin = async (stream: StreamId): Promise<Kept<State>> => {
    // A snapshot spares work and decides nothing: one that cannot be read is done without.
    const found = await snapshot?.store.load(stream, snapshot.of).catch(() => undefined);
    if (!found || !snapshot) return fresh(stream);
    const { seq } = found;
    return { state: snapshot.decode(found.state, stream), seq, head: undefined, saved: seq, looked: 0 };
  };
  const absorb = (into: Kept<State>, events: readonly LogEvent[], next: number, head: string | undefined): void => {
    for (const event of events) fold(into.state, event);
    into.seq = next;
    into.head = head;
  };
  const remember = (stream: StreamId, fold: Kept<State>): void => {
    if (fold.seq === 0) kept.delete(stream);
    else kept.set(stream, fold);
  };

  const readOn = async (stream: StreamId): Promise<Result<Kept<State>, ProjectionRefused>> => {
    let into = kept.get(stream) ?? (await begin(stream));
    // Taken out while it changes: a fold that fails half-way must not leave a state ahead of its seq.
    kept.delete(stream);
    for (;;) {
      const page = await log.read(stream, { from: into.seq, limit: PAGE, head: into.head });
      if (!page.ok) return page.error.code === 'UNHEALTHY' ? err(page.error) : ok(fresh(stream));
      if (page.value.next < into.seq) {
        // The log was repaired behind what was folded, and what was cut off must not live on here.
        into = fresh(stream);
        continue;
      }
      const { events, next, head } = page.value;
      absorb(into, events, next, head);
      if (events.length < PAGE) break;
    }
    into.looked = now();
    remember(stream, into);
    return ok(into);
  };

  return {
    at: async (stream) => {
      const found = await turns.inTurn(stream, () => readOn(stream));
      return found.ok ? ok({ state: found.value.state, seq: found.value.seq }) : found;
    },
    recent: (stream) => {
      const found = kept.get(stream);
      return found && !turns.isBusy(stream) && now() - found.looked < RECENT_MS ? found.state : undefined;
    },
    absorbCommit: (stream, { first, events, next, head }) => {
      if (turns.isBusy(stream)) return;
      const found = kept.get(stream);
      if (found?.seq === first) absorb(found, events, next, head);
      else if (!found && first === 0) {
        const born = fresh(stream);
        absorb(born, events, next, head);
        remember(stream, born);
      }
    },
    saveIfDue: async (stream) => {
      const found = kept.get(stream);
      if (!snapshot || !found) return;
      const { every = SNAPSHOT_EVERY } = snapshot;
      if (found.seq - found.saved < (typeof every === 'number' ? every : every(found.saved))) return;
      found.saved = found.seq;
      await snapshot.store.save(stream, snapshot.of, { seq: found.seq, state: snapshot.encode(found.state) });
    },
  };
};
