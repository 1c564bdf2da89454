import type { EventLog } from '@atelier/kernel/ports';
import { createKeptFolds } from '@atelier/kernel/usecases';
import { type Bench, emptyBench } from '../core/bench.ts';
import { readEvent } from '../core/codec.ts';
import { fold } from '../core/fold.ts';
import type { Benches } from '../ports/index.ts';

/** Workbenches folded in place. A look reads only what was appended since, by this process or another. */
export const createKeptBenches = (log: Pick<EventLog, 'read'>, keep = 64): Benches =>
  createKeptFolds<Bench>({
    log,
    keep,
    begin: emptyBench,
    fold: (bench, event) => {
      const known = readEvent(event);
      if (known) fold(bench, known, event);
    },
  });
