import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDiskLog } from '@atelier/kernel/adapters';
import type { LogEvent } from '@atelier/kernel/core';
import { createProjection } from '@atelier/kernel/usecases';
import { type Bench, median } from '../bench.ts';
import { generateStream } from './log-generator.ts';

const EVENTS = 100_000;
const ROUNDS = 9;
/** Events of about 1 KB, as in the commit rows. */
const NOTE = 'The quick brown fox jumps over the lazy dog; the log remembers. '.repeat(12);

export const foldHundredThousand: Bench = {
  ids: ['fold-100k'],
  run: async ({ folder }) => {
    const data = join(folder, 'fold');
    mkdirSync(data);
    generateStream(data, 'fold', EVENTS, NOTE);
    const ours: number[] = [];
    const raw: number[] = [];
    for (let round = -2; round < ROUNDS; round += 1) {
      const parsed = timed(() => splitAndParse(join(data, 'streams/session/fold/events')));
      const folded = await timedAsync(() => fold(data));
      if (round < 0) continue; // warm-up
      raw.push(parsed);
      ours.push(folded);
    }
    return [{ id: 'fold-100k', unit: 'ms', value: median(ours), yardstick: median(raw) }];
  },
};

const fold = async (data: string): Promise<void> => {
  const log = createDiskLog({ data });
  const count = createProjection({
    log,
    initial: 0,
    evolve: (seen: number, event: LogEvent) => seen + event.kind.length,
  });
  const folded = await count.at('session/fold');
  if (!folded.ok || folded.value.seq !== EVENTS) throw new Error('not all was folded');
  await log.close();
};

const splitAndParse = (folder: string): void => {
  let seen = 0;
  let events = 0;
  for (const name of readdirSync(folder)) {
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
      if (line === '') continue;
      seen += (JSON.parse(line) as LogEvent).kind.length;
      events += 1;
    }
  }
  if (events !== EVENTS || seen === 0) throw new Error('not all was parsed');
};

const timed = (act: () => void): number => {
  const start = performance.now();
  act();
  return performance.now() - start;
};

const timedAsync = async (act: () => Promise<void>): Promise<number> => {
  const start = performance.now();
  await act();
  return performance.now() - start;
};
