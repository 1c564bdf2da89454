import type { EventLog, Snapshots } from '@atelier/kernel/ports';
import { createKeptFolds } from '@atelier/kernel/usecases';
import { type Bench, emptyBench } from '../core/bench.ts';
import { benchSnapshotVersion, decodeBench, encodeBench } from '../core/bench-codec.ts';
import { readEvent } from '../core/codec.ts';
import { fold } from '../core/fold.ts';
import type { Benches } from '../ports/index.ts';
import { savingLater, snapshotEvery } from './saved-folds.ts';

/** Workbenches folded in place. A look reads only what was appended since, by this process or another. */
export const createKeptBenches = (log: Pick<EventLog, 'read'>, snapshots?: Snapshots, keep = 64): Benches =>
  savingLater(
    createKeptFolds<Bench>({
      log,
      keep,
      begin: emptyBench,
      fold: (bench, event) => {
        const known = readEvent(event);
        if (known) fold(bench, known, event);
      },
      ...(snapshots && {
        snapshot: {
          store: snapshots,
          of: { name: 'workshop-bench', version: benchSnapshotVersion },
          encode: encodeBench,
          decode: decodeBench,
          every: snapshotEvery,
        },
      }),
    }),
  );
