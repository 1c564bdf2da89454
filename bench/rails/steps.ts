import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Bench, median } from '../bench.ts';
import { bareServer, buildBundles, type Reply, railsServer } from './servers.ts';
import { createWorkplace, kilobyte, sizeOf, timed } from './workplace.ts';

const STEPS = 1_000;
const STARTS = 100;
const REHYDRATES = 100;

const paramsOf = (reply: Reply): Record<string, string> => {
  const params = reply.structuredContent?.nextCall?.params;
  if (!params) throw new Error(`no next call in ${JSON.stringify(reply).slice(0, 400)}`);
  return params;
};

/** One run of a thousand steps, and the same number of bare calls that write and sync once, turn by turn. */
export const steps: Bench = {
  ids: [
    'advance',
    'advance-flat',
    'advance-flat-bytes',
    'rehydrate',
    'rehydrate-restart',
    'start',
    'refused-after-start',
    'rss-1k',
    'disk-per-step',
    'files-per-step',
  ],
  run: async ({ folder, say }) => {
    const bundles = await buildBundles(folder);
    const workspacePath = createWorkplace(join(folder, 'work'));
    const data = join(folder, 'data');
    const ours = await railsServer(bundles, data);
    const bare = await bareServer(bundles, join(folder, 'bare'));
    const begin = { workflowId: 'project.long', workspacePath, goal: 'Measure.' };

    const starts: number[] = [];
    const bareStarts: number[] = [];
    let refused = 0;
    for (let index = 0; index < STARTS; index += 1) {
      const [ms, started] = await timed(() => ours.call('start_workflow', begin));
      const next = await ours.call('continue_workflow', {
        ...paramsOf(started),
        output: { notesMarkdown: kilobyte(index) },
      });
      if (next.isError) refused += 1;
      const [bareMs] = await timed(() => bare.call('append', { text: kilobyte(index) }));
      starts.push(ms);
      bareStarts.push(bareMs);
    }
    say(`start ${median(starts).toFixed(2)} ms, bare ${median(bareStarts).toFixed(2)} ms`);

    let reply = await ours.call('start_workflow', begin);
    // What the hundred starts left to do in the background is not what a step costs.
    await pause(3_000);
    const before = sizeOf(data);
    const sizes: number[] = [before.bytes];
    const times: number[] = [];
    const bareTimes: number[] = [];
    for (let step = 1; step <= STEPS; step += 1) {
      const args = { ...paramsOf(reply), output: { notesMarkdown: kilobyte(step) } };
      const [ms, next] = await timed(() => ours.call('continue_workflow', args));
      times.push(ms);
      reply = next;
      const [bareMs] = await timed(() => bare.call('append', { text: kilobyte(step) }));
      bareTimes.push(bareMs);
      if (step === 50 || step === 150 || step === 900 || step === STEPS) sizes.push(streamBytes(data, reply));
    }
    const after = sizeOf(data);
    const rss = ours.residentMb();
    for (let step = 0; step < STEPS; step += 1) await bare.call('noop', { text: kilobyte(step) });
    const bareRss = bare.residentMb();
    say(`advance ${median(times).toFixed(2)} ms, bare ${median(bareTimes).toFixed(2)} ms`);

    const stateToken = (reply.structuredContent as unknown as { stateToken: string }).stateToken;
    const rehydrates: number[] = [];
    const bareCalls: number[] = [];
    for (let index = 0; index < REHYDRATES; index += 1) {
      rehydrates.push((await timed(() => ours.call('continue_workflow', { stateToken })))[0]);
      bareCalls.push((await timed(() => bare.call('noop', { text: stateToken })))[0]);
    }
    await ours.close();
    await bare.close();

    const restarts: number[] = [];
    for (let index = 0; index < 7; index += 1) {
      const fresh = await railsServer(bundles, data);
      await fresh.listTools();
      await pause(500);
      restarts.push((await timed(() => fresh.call('continue_workflow', { stateToken })))[0]);
      await fresh.close();
    }
    const [, at50 = 0, at150 = 0, at900 = 0, at1000 = 0] = sizes;
    return [
      { id: 'advance', value: median(times), unit: 'ms', yardstick: median(bareTimes) },
      { id: 'advance-flat', value: median(times.slice(900)), unit: 'ms', yardstick: median(times.slice(50, 150)) },
      { id: 'advance-flat-bytes', value: (at1000 - at900) / 100, unit: 'bytes', yardstick: (at150 - at50) / 100 },
      { id: 'rehydrate', value: median(rehydrates), unit: 'ms', yardstick: median(bareCalls) },
      { id: 'rehydrate-restart', value: median(restarts), unit: 'ms' },
      { id: 'start', value: median(starts), unit: 'ms', yardstick: median(bareStarts) },
      { id: 'refused-after-start', value: refused, unit: 'calls' },
      { id: 'rss-1k', value: rss, unit: 'MB', yardstick: bareRss },
      { id: 'disk-per-step', value: (after.bytes - before.bytes) / STEPS, unit: 'bytes' },
      { id: 'files-per-step', value: (after.files - before.files) / STEPS, unit: 'files' },
    ];
  },
};

/**
 * What was appended to its files. The room kept ahead comes 64 KB at a time: over a hundred steps, the places where it
 * happens to come weigh more than a tenth of what the steps write.
 */
const streamBytes = (data: string, reply: Reply): number => {
  const { session } = reply.structuredContent as unknown as { session: { sessionId: string } };
  const folder = join(data, 'streams', 'session', session.sessionId);
  const files = ['events', 'manifest'].flatMap((kind) =>
    readdirSync(join(folder, kind)).map((name) => readFileSync(join(folder, kind, name))),
  );
  return files.reduce((sum, bytes) => sum + bytes.findLastIndex((byte) => byte !== 0) + 1, 0);
};
