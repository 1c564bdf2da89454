import type { NewEvent, StreamId } from '../core/event.ts';
import { err, ok, type Result } from '../core/result.ts';
import { createTurns } from '../core/turns.ts';
import type { Appended, AppendOptions, AppendRefused, EventLog } from '../ports/event-log.ts';
import type { Projection, ProjectionRefused } from '../ports/projection.ts';

/** What a decision wants recorded, as one commit. No events: it is true already, and nothing is written. */
export type Decided = {
  readonly events: readonly NewEvent[];
} & Pick<AppendOptions, 'pins' | 'unpins' | 'content' | 'unhurried'>;

export type Decide<State, Refused> = (
  state: State,
  seq: number,
) => Result<Decided, Refused> | Promise<Result<Decided, Refused>>;

export type DecideRefused =
  | ProjectionRefused
  | Exclude<AppendRefused, { readonly code: 'STALE' | 'LOCKED' }>
  /** Other processes kept writing to the stream. Nothing was recorded; the same call may work in `afterMs`. */
  | { readonly code: 'BUSY'; readonly afterMs: number };

export type Recorded = {
  /** The stream's next seq: after this commit, or as it was when nothing had to be written. */
  readonly seq: number;
  /** False when there was nothing to write. */
  readonly written: boolean;
  /** What the log answered, when it was asked: a retry finds its recorded events here. */
  readonly appended?: Appended;
};

export type DecideDeps<State> = {
  readonly log: Pick<EventLog, 'append'>;
  readonly states: Projection<State>;
  readonly pause?: (ms: number) => Promise<void>;
  /** 0 ≤ x < 1. Spreads writers that lost the same race, so that they do not meet again. */
  readonly random?: () => number;
};

/** Without another process at work none of these are reached: calls of one process wait for each other. */
const MOST_STALE = 40;
const MOST_LOCKED = 8;
const LONGEST_PAUSE_MS = 50;
const AFTER_MS = 100;

/**
 * Reads, decides, appends. When another process wrote in between, it decides again on what is true by then; when
 * another process holds the stream, it waits as long as the log says. Calls of this process on one stream take turns:
 * each would otherwise make the others stale, and a busy stream would do the same work many times over.
 */
export const createDecide = <State>(deps: DecideDeps<State>) => {
  const { log, states, pause = sleep, random = Math.random } = deps;
  const { inTurn } = createTurns<StreamId>();

  const decideInTurn = async <Refused>(
    stream: StreamId,
    decide: Decide<State, Refused>,
  ): Promise<Result<Recorded, Refused | DecideRefused>> => {
    let stale = 0;
    let locked = 0;
    for (;;) {
      const now = await states.at(stream);
      if (!now.ok) return now;
      const decided = await decide(now.value.state, now.value.seq);
      if (!decided.ok) return decided;
      const { events, ...options } = decided.value;
      if (events.length === 0) return ok({ seq: now.value.seq, written: false });
      const appended = await log.append(stream, events, { ...options, expected: now.value.seq });
      if (appended.ok)
        return ok({ seq: appended.value.next, written: !appended.value.repeated, appended: appended.value });
      if (appended.error.code === 'STALE') {
        stale += 1;
        if (stale > MOST_STALE) return err({ code: 'BUSY', afterMs: AFTER_MS });
        // The first loser goes again at once; whoever keeps losing stands back for longer.
        if (stale > 1) await pause(random() * Math.min(2 ** stale, LONGEST_PAUSE_MS));
      } else if (appended.error.code === 'LOCKED') {
        locked += 1;
        const { afterMs } = appended.error;
        if (locked > MOST_LOCKED) return err({ code: 'BUSY', afterMs });
        await pause(afterMs * (1 + random()));
      } else return err(appended.error);
    }
  };

  return <Refused>(
    stream: StreamId,
    decide: Decide<State, Refused>,
  ): Promise<Result<Recorded, Refused | DecideRefused>> => inTurn(stream, () => decideInTurn(stream, decide));
};

const sleep = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms));
