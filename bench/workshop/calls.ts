import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createFiles, createFileWorkers, createTreeHost, type Files } from '@atelier/files';
import type { ContentStore } from '@atelier/kernel/ports';
import { call, createPhasedModel } from '../../packages/workshop/src/testing/phased-model.ts';
import { openRunWorld } from '../../packages/workshop/src/testing/run-world.ts';
import { type Bench, median } from '../bench.ts';
import { countSyncs } from './syncs.ts';

const ITEMS = 17;
/** A model may take thirty turns for an item; the last one says that it is done. */
const CALLS_PER_ITEM = 29;
const scripted = 'builtin:scripted';

/**
 * A run of 17 items with 29 reading calls each, on real storage and real file workers. What is measured lies between
 * two questions to the model, less what the tool took: parsing, tool log, saved state, events.
 */
export const toolCalls: Bench = {
  ids: ['call-overhead', 'call-overhead-flat', 'syncs-per-call'],
  run: async ({ folder, say }) => {
    const asked: { readonly at: number; readonly isCall: boolean; readonly toolMs: number; readonly syncs: number }[] =
      [];
    const syncs = await countSyncs(folder);
    let toolMs = 0;
    const plan = ['# Execution Plan', ...Array.from({ length: ITEMS }, (_, at) => `- [ ] ${at + 1}. Look ${at + 1}`)];
    const items = Object.fromEntries(
      Array.from({ length: ITEMS }, (_, at) => [
        String(at + 1),
        [
          ...Array.from({ length: CALLS_PER_ITEM }, (_each, nth) => ({
            calls: [call('read_file', { path: `note-${(at + nth) % 20}.txt` })],
          })),
          { text: 'Looked.' },
        ],
      ]),
    );
    const inner = createPhasedModel({ plan: plan.join('\n'), items });
    const model: typeof inner = {
      ...inner,
      stream: (request, signal) => {
        const last = request.messages.at(-1);
        asked.push({ at: performance.now(), isCall: last?.role === 'tool', toolMs, syncs: syncs.count() });
        return inner.stream(request, signal);
      },
    };
    const workers = createFileWorkers(join(folder, 'cache'));
    const timedFiles = (files: Files): Files => ({
      ...files,
      call: async (...args) => {
        const began = performance.now();
        const answer = await files.call(...args);
        toolMs += performance.now() - began;
        return answer;
      },
    });
    mkdirSync(join(folder, 'data'));
    const world = await openRunWorld({
      folder: join(folder, 'data'),
      workers,
      models: { [scripted]: model },
      deps: ({ content }) => ({
        filesAt: async (place) => timedFiles(createFiles(createTreeHost(content as ContentStore, place), workers)),
      }),
    });
    try {
      const notes = Object.fromEntries(
        Array.from({ length: 20 }, (_, at) => [`note-${at}.txt`, `Note ${at}\n`.repeat(30)]),
      );
      const id = await world.create(notes, scripted);
      await world.turn(id, 'Look at everything');
      const bench = await world.at(id);
      if (bench.run?.state !== 'completed') throw new Error(`the run is ${bench.run?.state}`);
      // From one question to the next, where the next brings the result of a call.
      const gaps = asked.flatMap((now, at) => {
        const before = asked[at - 1];
        if (!now.isCall || !before) return [];
        return [{ ms: now.at - before.at - (now.toolMs - before.toolMs), syncs: now.syncs - before.syncs }];
      });
      if (gaps.length < 490) throw new Error(`${gaps.length} calls`);
      const overhead = gaps.map(({ ms }) => ms);
      say(`${gaps.length} calls, tools took ${(toolMs / gaps.length).toFixed(2)} ms each`);
      return [
        { id: 'call-overhead', value: median(overhead), unit: 'ms' },
        {
          id: 'call-overhead-flat',
          value: median(overhead.slice(-50)),
          unit: 'ms',
          yardstick: median(overhead.slice(0, 50)),
        },
        { id: 'syncs-per-call', value: median(gaps.map((gap) => gap.syncs)), unit: 'syncs' },
      ];
    } finally {
      syncs.stop();
      await workers.close();
      await world.close();
    }
  },
};
