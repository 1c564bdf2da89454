import { createBoundedMap } from '../core/bounded-map.ts';
import type { LogEvent, StreamId } from '../core/event.ts';
import type { Json } from '../core/json.ts';
import { err, ok, type Result } from '../core/result.ts';
import { createTurns } from '../core/turns.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { Projection, ProjectionRefused } from '../ports/projection.ts';
import type { SnapshotOf, Snapshots } from '../ports/snapshots.ts';

export type ProjectionOptions<State> = {
  readonly log: Pick<EventLog, 'read'>;
  readonly initial: State;
  /** Pure: the same events give the same state, in any process. */
  readonly evolve: (state: State, event: LogEvent) => State;
  /** How many streams stay folded; the least lately used goes first. */
  readonly keep?: number;
  readonly snapshot?: SnapshotOptions<State>;
};

export type SnapshotOptions<State> = {
  readonly store: Snapshots;
  readonly of: SnapshotOf;
  readonly encode: (state: State) => Json;
  readonly decode: (json: Json) => State;
  /** Events folded since the last one before another is worth writing. */
  readonly every?: number;
};

/** `head` binds it to its place in the chain: a repair may cut that off and others go on past it. */
type Fold<State> = {
  readonly state: State;
  readonly seq: number;
  readonly head: string | undefined;
  readonly saved: number;
};

/** Small enough that a page is garbage before the collector would have to carry it along. */
const PAGE = 500;

/** Kept folded between calls: each `at` reads only what was appended since, by this process or another. */
export const createProjection = <State>(options: ProjectionOptions<State>): Projection<State> => {
  const { log, initial, evolve, keep = 256, snapshot } = options;
  const folds = createBoundedMap<StreamId, Fold<State>>(keep);
  const { inTurn } = createTurns<StreamId>();

  const nothing: Fold<State> = { state: initial, seq: 0, head: undefined, saved: 0 };

  const begin = async (stream: StreamId): Promise<Fold<State>> => {
    // A snapshot spares work and decides nothing: one that cannot be read or written is done without.
    const found = await snapshot?.store.load(stream, snapshot.of).catch(() => undefined);
    return found && snapshot
      ? { state: snapshot.decode(found.state), seq: found.seq, head: undefined, saved: found.seq }
      : nothing;
  };

  const readOn = async (stream: StreamId): Promise<Result<Fold<State>, ProjectionRefused>> => {
    let { state, seq, head, saved } = folds.get(stream) ?? (await begin(stream));
    for (;;) {
      const page = await log.read(stream, { from: seq, limit: PAGE, head });
      if (!page.ok) {
        if (page.error.code === 'UNHEALTHY') return err(page.error);
        return ok(nothing); // no such stream can exist: it reads as empty
      }
      if (page.value.next < seq) {
        // The log was repaired behind what was folded. What was cut off must not live on in a view.
        folds.delete(stream);
        ({ state, seq, head, saved } = nothing);
        continue;
      }
      for (const event of page.value.events) state = evolve(state, event);
      ({ next: seq, head } = page.value);
      if (page.value.events.length < PAGE) break;
    }
    if (snapshot && seq - saved >= (snapshot.every ?? 1_000)) {
      await snapshot.store.save(stream, snapshot.of, { seq, state: snapshot.encode(state) }).catch(() => undefined);
      saved = seq;
    }
    const fold = { state, seq, head, saved };
    folds.set(stream, fold);
    return ok(fold);
  };

  return {
    at: async (stream) => {
      // One fold at a time per stream; a call that comes meanwhile reads on after it, never beside it.
      const fold = await inTurn(stream, () => readOn(stream));
      return fold.ok ? ok({ state: fold.value.state, seq: fold.value.seq }) : fold;
    },
  };
};
