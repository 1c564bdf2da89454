import { err, ok, type Result } from '@atelier/kernel/core';
import type { EventLog, ProjectionRefused } from '@atelier/kernel/ports';
import { type Bench, emptyBench } from '../core/bench.ts';
import { readEvent } from '../core/codec.ts';
import { fold } from '../core/fold.ts';
import type { Benches } from '../ports/index.ts';

type Kept = { readonly bench: Bench; seq: number; head: string | undefined };

/** Workbenches folded in place. A look reads only what was appended since, by this process or another. */
export const createKeptBenches = (log: Pick<EventLog, 'read'>, keep = 64): Benches => {
  const kept = new Map<string, Kept>();
  const turns = new Map<string, Promise<unknown>>();

  const readOn = async (stream: string): Promise<Result<Kept, ProjectionRefused>> => {
    let now = kept.get(stream) ?? begin();
    // Taken out while it changes: a read that fails half-way must not leave a bench ahead of its seq.
    kept.delete(stream);
    let page = await log.read(stream, { from: now.seq, head: now.head });
    if (page.ok && page.value.next < now.seq) {
      now = begin();
      page = await log.read(stream);
    }
    if (!page.ok) {
      if (page.error.code === 'UNHEALTHY') return err(page.error);
      return ok(begin());
    }
    for (const event of page.value.events) {
      const known = readEvent(event);
      if (known) fold(now.bench, known, event);
    }
    now.seq = page.value.next;
    now.head = page.value.head;
    kept.set(stream, now);
    for (const oldest of kept.keys()) {
      if (kept.size <= keep) break;
      kept.delete(oldest);
    }
    return ok(now);
  };

  return {
    at: async (stream) => {
      const before = turns.get(stream);
      const turn = (async () => {
        await before?.catch(() => undefined);
        return readOn(stream);
      })();
      turns.set(stream, turn);
      try {
        const now = await turn;
        return now.ok ? ok({ state: now.value.bench, seq: now.value.seq }) : now;
      } finally {
        if (turns.get(stream) === turn) turns.delete(stream);
      }
    },
  };
};

const begin = (): Kept => ({ bench: emptyBench(), seq: 0, head: undefined });
