import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createFileWorkers } from '@atelier/files';
import { scriptedEntry } from '@atelier/models/testing';
import type { WorkbenchId } from '@atelier/workshop';
import { converse } from '../../packages/workshop/src/testing/converse.ts';
import { call, createPhasedModel } from '../../packages/workshop/src/testing/phased-model.ts';
import { openRunWorld } from '../../packages/workshop/src/testing/run-world.ts';
import { type Bench, median } from '../bench.ts';
import { logBytes } from '../log-bytes.ts';
import { must, timed } from '../timing.ts';
import { startBench } from './server.ts';

/** The first view a tab is given, asked for over HTTP, of a long conversation and of a short one in turn. */
export const firstView: Bench = {
  ids: ['open-10k-over-1k'],
  run: async ({ folder, say }) => {
    const data = join(folder, 'data');
    const seeding = await startBench(data);
    const [long, short] = [
      await seeding.create([['a.csv', Buffer.from('a,b\n1,2\n')]]),
      await seeding.create([['a.csv', Buffer.from('a,b\n1,2\n')]]),
    ];
    await converse(seeding.ports, long, 10_000);
    await converse(seeding.ports, short, 1_000);
    await seeding.stop();
    const { client, stop } = await startBench(data);
    try {
      const view = (workbenchId: WorkbenchId) => timed(() => must(client.WorkbenchGet({ workbenchId })));
      say(
        `after a restart: ${(await view(short)).toFixed(0)} ms at 1,000, ${(await view(long)).toFixed(0)} ms at 10,000`,
      );
      const [longs, shorts]: [number[], number[]] = [[], []];
      for (let round = 0; round < 20; round += 1) {
        longs.push(await view(long));
        shorts.push(await view(short));
      }
      return [{ id: 'open-10k-over-1k', value: median(longs), unit: 'ms', yardstick: median(shorts) }];
    } finally {
      await stop();
    }
  },
};

const scripted = 'builtin:scripted';

/** Everything a question with ten calls leaves in the log: the Workbench's stream and the run's own. */
export const turnBytes: Bench = {
  ids: ['log-bytes-flat'],
  run: async ({ folder, say }) => {
    const ask = [
      ...Array.from({ length: 10 }, (_, nth) => ({ calls: [call('read_file', { path: `note-${nth}.txt` })] })),
      { text: 'Ten notes, all read.' },
    ];
    const model = createPhasedModel(
      { ask: (request) => ask[request.messages.filter(({ role }) => role === 'tool').length] ?? { text: 'Done.' } },
      { ...scriptedEntry, contextTokens: 1_000_000 },
    );
    const workers = createFileWorkers(join(folder, 'cache'));
    const bytesAt = async (messages: number): Promise<number> => {
      const data = join(folder, `data-${messages}`);
      mkdirSync(data);
      const world = await openRunWorld({ folder: data, workers, models: { [scripted]: model } });
      try {
        const notes = Array.from({ length: 10 }, (_, at) => [`note-${at}.txt`, `Note ${at}\n`.repeat(20)] as const);
        const id = await world.create(Object.fromEntries(notes), scripted);
        await converse(world.deps, id, messages);
        const before = await logBytes(world.storage.log, ['bench', 'run']);
        await world.turn(id, 'Read all notes', 'ask');
        const called = (await world.events(id)).filter(({ kind }) => kind === 'tool.called').length;
        if (called !== 10) throw new Error(`${called} calls`);
        return (await logBytes(world.storage.log, ['bench', 'run'])) - before;
      } finally {
        await world.close();
      }
    };
    try {
      const [short, long] = [await bytesAt(100), await bytesAt(10_000)];
      say(`${long} bytes at 10,000 messages, ${short} at 100`);
      return [{ id: 'log-bytes-flat', value: long, unit: 'bytes', yardstick: short }];
    } finally {
      await workers.close();
    }
  },
};
