import type { Pool } from 'pg';
import type { LogEvent, StreamId } from '../../core/event.ts';
import type { CheckedAppend } from '../../core/log/checked-append.ts';
import { type Batch, type Outcome, planBatch } from '../../core/log/plan-batch.ts';
import { emptyTail, inNewSegment, type Tail } from '../../core/log/tail.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { writeRefused } from '../../core/system-error.ts';
import type { Appended, AppendRefused, Trouble } from '../../ports/event-log.ts';
import { nodePlatform, sha256 } from '../node/sha256.ts';
import { createAppendCall } from './append-call.ts';
import { troubleOf } from './database-trouble.ts';
import { LOCK_WAIT_MS } from './schema-steps.ts';

type Answer = Result<Appended, AppendRefused>;
type Waiting = {
  readonly checked: CheckedAppend;
  readonly expected: number | 'any';
  readonly resolve: (answer: Answer) => void;
  readonly reject: (cause: unknown) => void;
};

export type AppenderDeps = {
  readonly pool: Pool;
  readonly stream: StreamId;
  readonly readEvents: (seqs: readonly number[]) => Promise<Result<readonly LogEvent[], Trouble>>;
  /** Nothing is built on a stream that lacks a commit: looked at when it is opened, and its end when others moved it. */
  readonly troubleAtOpening: () => Promise<Trouble | undefined>;
  readonly troubleAtEnd: () => Promise<Trouble | undefined>;
  readonly onCommit: (tail: Tail, before: Tail, batch: Batch) => void;
};

/** Tries again this often when the connection is lost and nobody knows whether the commit was done. */
const SETTLING_TRIES = 4;
const SETTLING_PAUSE_MS = 150;

/**
 * Appends of one process to one stream, in queue order; those that wait share the next trip. The end of the stream
 * is remembered, so a trip usually succeeds at once; when another process was faster, the database says where the
 * stream ends now and the trip is planned again.
 */
export const createStreamAppender = (deps: AppenderDeps) => {
  const { pool, stream, readEvents, onCommit } = deps;
  const call = createAppendCall(pool, stream);
  let tail: Tail = emptyTail(stream, sha256);
  let opened = false;
  let queue: Waiting[] = [];
  let running = false;

  const pump = async (): Promise<void> => {
    running = true;
    while (queue.length > 0) {
      const taken = queue;
      queue = [];
      try {
        const left = await trip(taken);
        queue = [...left, ...queue];
      } catch (cause) {
        for (const each of taken) each.reject(cause);
      }
    }
    running = false;
  };

  /** Answers those that did not fit. */
  const trip = async (taken: readonly Waiting[]): Promise<readonly Waiting[]> => {
    const seqByKey = new Map<string, number>();
    let sure = false;
    for (;;) {
      const batch = planBatch(taken, inNewSegment(tail), 0, (key) => seqByKey.get(key), nodePlatform);
      // What the remembered end refuses, the real one may allow; and keys are recorded only there.
      const mustAsk = !sure && batch.outcomes.some(({ kind }) => kind === 'refused');
      if (batch.records.length === 0 && !mustAsk) return settle(taken, batch.outcomes);
      const sent = await send(batch, taken, mustAsk);
      if (!sent.ok) {
        for (const each of taken) each.resolve(sent);
        return [];
      }
      if (sent.value.done) {
        const before = tail;
        tail = sent.value.tail;
        try {
          onCommit(tail, before, batch);
        } catch {
          // The commit is durable: whoever was to hear of it looks again by itself.
        }
        return settle(taken, batch.outcomes);
      }
      const refusal = await whyNotFrom(sent.value.tail);
      if (refusal) {
        for (const each of taken) each.resolve(err(refusal));
        return [];
      }
      tail = sent.value.tail;
      for (const [key, seq] of sent.value.seqByKey) seqByKey.set(key, seq);
      sure = true;
    }
  };

  const whyNotFrom = async (end: Tail): Promise<AppendRefused | undefined> => {
    if (opened && end.head === tail.head) return undefined;
    try {
      const trouble = await (opened ? deps.troubleAtEnd() : deps.troubleAtOpening());
      if (trouble) return { code: 'UNHEALTHY', reason: trouble.reason, health: trouble };
      opened = true;
      return undefined;
    } catch (cause) {
      if (troubleOf(cause) === 'refused') throw cause;
      return writeRefused(cause, false);
    }
  };

  const send = async (batch: Batch, taken: readonly Waiting[], askOnly: boolean) => {
    const plan = askOnly ? { ...batch, records: [], lines: [] } : batch;
    // From the first lost answer on the commit may stand: whatever a later try meets, it was never refused.
    let inDoubt = false;
    for (let attempt = 1; ; attempt++) {
      try {
        return ok(await call({ plan, waiting: taken, before: tail, again: inDoubt }));
      } catch (cause) {
        const trouble = troubleOf(cause);
        inDoubt ||= trouble === 'lost' && plan.records.length > 0;
        if (!inDoubt) {
          if (trouble === 'refused') throw cause;
          if (trouble === 'busy') return err({ code: 'LOCKED', afterMs: LOCK_WAIT_MS } as const);
          if (trouble === 'unreachable' || attempt >= SETTLING_TRIES) return err(writeRefused(cause, false));
        }
        // The same commit is sent again: its place in the chain lets it in once, whoever of the two arrives.
        if (attempt >= SETTLING_TRIES) return err(writeRefused(cause, true));
        await new Promise((resolve) => setTimeout(resolve, SETTLING_PAUSE_MS * attempt));
      }
    }
  };

  const settle = async (taken: readonly Waiting[], outcomes: readonly Outcome[]): Promise<readonly Waiting[]> => {
    for (const [index, outcome] of outcomes.entries()) {
      const waiting = taken[index] as Waiting;
      try {
        waiting.resolve(await answerTo(outcome));
      } catch (cause) {
        waiting.reject(cause);
      }
    }
    return taken.slice(outcomes.length);
  };

  const answerTo = async (outcome: Outcome): Promise<Answer> => {
    if (outcome.kind === 'refused') return err(outcome.error);
    if (outcome.kind === 'committed') {
      const { first, last } = outcome.record;
      return ok({ first, next: last + 1, events: outcome.events, repeated: false });
    }
    const read = await readEvents(outcome.seqs);
    if (!read.ok) return err({ code: 'UNHEALTHY', reason: read.error.reason, health: read.error });
    const events = read.value;
    return ok({ first: events[0]?.seq ?? 0, next: (events.at(-1)?.seq ?? 0) + 1, events, repeated: true });
  };

  return {
    append: (checked: CheckedAppend, expected: number | 'any'): Promise<Answer> =>
      new Promise((resolve, reject) => {
        queue.push({ checked, expected, resolve, reject });
        if (!running) void pump();
      }),
    isIdle: (): boolean => !running,
  };
};
