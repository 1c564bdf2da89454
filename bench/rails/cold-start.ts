import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Bench, median } from '../bench.ts';
import { bareServer, buildBundles, railsServer } from './servers.ts';
import { timed } from './workplace.ts';

const ROUNDS = 9;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** From nothing to the first list of tools, ours and the bare server in turn, so that a busy machine hits both. */
export const coldStart: Bench = {
  ids: ['cold-start', 'rss-idle', 'left-processes'],
  run: async ({ folder, say }) => {
    const bundles = await buildBundles(folder);
    const ours: number[] = [];
    const bare: number[] = [];
    const rss: number[] = [];
    const bareRss: number[] = [];
    const pids: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [start, times, sizes] of [
        [() => bareServer(bundles, join(folder, 'bare')), bare, bareRss],
        [() => railsServer(bundles, join(folder, 'data')), ours, rss],
      ] as const) {
        const [ms, server] = await timed(async () => {
          const running = await start();
          await running.listTools();
          return running;
        });
        times.push(ms);
        await pause(100);
        sizes.push(server.residentMb());
        pids.push(server.pid);
        await server.close();
      }
      say(`round ${round + 1}: ours ${ours.at(-1)?.toFixed(0)} ms, bare ${bare.at(-1)?.toFixed(0)} ms`);
    }
    await pause(1_000);
    return [
      { id: 'cold-start', value: median(ours), unit: 'ms', yardstick: median(bare) },
      { id: 'rss-idle', value: median(rss), unit: 'MB', yardstick: median(bareRss) },
      { id: 'left-processes', value: pids.filter(isAlive).length, unit: 'processes' },
    ];
  },
};
