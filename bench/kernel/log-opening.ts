import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createDiskLog, type DiskLog } from '@atelier/kernel/adapters';
import type { Json, LogEvent } from '@atelier/kernel/core';
import { createProjection } from '@atelier/kernel/usecases';
import { type Bench, median } from '../bench.ts';
import { generateStream } from './log-generator.ts';

const TAIL = 100;
const OPENINGS = 60;

type Counts = { readonly [kind: string]: number };
const countKinds = (counts: Counts, event: LogEvent): Counts => ({
  ...counts,
  [event.kind]: (counts[event.kind] ?? 0) + 1,
});

const projectionOf = (log: DiskLog, every: number) =>
  createProjection({
    log,
    initial: {} as Counts,
    evolve: countKinds,
    snapshot: {
      store: log.snapshots,
      of: { name: 'counts', version: 1 },
      encode: (counts) => counts,
      decode: (json: Json) => json as Counts,
      every,
    },
  });

/** `events` in all, the last hundred of them after the snapshot, each a commit of its own. */
const streamWithSnapshot = async (data: string, id: string, events: number): Promise<void> => {
  mkdirSync(data);
  generateStream(data, id, events - TAIL - 1);
  const log = createDiskLog({ data });
  const append = async (expected: number) => {
    const appended = await log.append(`session/${id}`, [{ kind: 'noted', key: null, data: {} }], { expected });
    if (!appended.ok) throw new Error(JSON.stringify(appended.error));
  };
  await append(events - TAIL - 1);
  await projectionOf(log, 1).at(`session/${id}`);
  for (let seq = events - TAIL; seq < events; seq += 1) await append(seq);
  await log.close();
};

/** As a process that just started: nothing kept from before but the files. */
const open = async (data: string, id: string, events: number): Promise<number> => {
  const start = performance.now();
  const log = createDiskLog({ data });
  const opened = await projectionOf(log, Number.POSITIVE_INFINITY).at(`session/${id}`);
  const took = performance.now() - start;
  if (!opened.ok || opened.value.seq !== events) throw new Error(`opened at ${JSON.stringify(opened)}`);
  const total = Object.values(opened.value.state).reduce((sum, count) => sum + count, 0);
  if (total !== events) throw new Error(`folded ${total} of ${events}`);
  await log.close();
  return took;
};

export const openMillion: Bench = {
  ids: ['open-1m', 'open-1m-over-10k'],
  run: async ({ folder, say }) => {
    const sizes = { short: 10_000, long: 1_000_000 };
    for (const [id, events] of Object.entries(sizes)) {
      say(`making a stream of ${events} events`);
      await streamWithSnapshot(join(folder, id), id, events);
    }
    const short: number[] = [];
    const long: number[] = [];
    for (let round = -10; round < OPENINGS; round += 1) {
      const ofShort = await open(join(folder, 'short'), 'short', sizes.short);
      const ofLong = await open(join(folder, 'long'), 'long', sizes.long);
      if (round < 0) continue; // warm-up
      short.push(ofShort);
      long.push(ofLong);
    }
    return [
      { id: 'open-1m-over-10k', unit: 'ms', value: median(long), yardstick: median(short) },
      { id: 'open-1m', unit: 'ms', value: median(long) },
    ];
  },
};
