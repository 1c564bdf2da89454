import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, median } from '../bench.ts';
import { must, timed } from '../timing.ts';
import { startBench } from './server.ts';
import { workbook } from './workbooks.ts';

/** Processes that this one has started and that still live. */
const children = (): number =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]) === process.pid;
      } catch {
        return false;
      }
    }).length;

export const idleWorkers: Bench = {
  ids: ['workers-idle'],
  run: async ({ folder }) => {
    const before = children();
    const { client, create, stop } = await startBench(join(folder, 'data'));
    try {
      for (let nth = 0; nth < 10; nth += 1) {
        const workbenchId = await create([
          ['note.txt', Buffer.from(`Note ${nth}\n`)],
          ['table.csv', Buffer.from(`a,b\n${nth},2\n`)],
          ['book.xlsx', workbook(20 + nth)],
        ]);
        await must(client.WorkbenchGet({ workbenchId }));
        for (const path of ['note.txt', 'table.csv', 'book.xlsx'])
          await must(client.WorkbenchFileMap({ workbenchId, path }));
      }
      await new Promise((resume) => setTimeout(resume, 2_000));
      return [{ id: 'workers-idle', value: children() - before, unit: 'processes' }];
    } finally {
      await stop();
    }
  },
};

const REVISIONS = 60;

/** Sixty states of a Workbench of twenty files, three of which change in each. */
export const historySearch: Bench = {
  ids: ['history-search'],
  run: async ({ folder, say }) => {
    const { client, create, stop, say: ask } = await startBench(join(folder, 'data'));
    const note = (at: number, round: number) =>
      Buffer.from(`File ${at} in round ${round}\n${`Some words of file ${at}.\n`.repeat(200)}value-${round}-${at}\n`);
    try {
      const workbenchId = await create(Array.from({ length: 20 }, (_, at) => [`note-${at}.txt`, note(at, 0)]));
      await must(client.WorkbenchSettingsSet({ workbenchId, set: { refineInDraft: true } }));
      for (let round = 1; round <= REVISIONS; round += 1)
        await ask(
          workbenchId,
          `Round ${round}`,
          Object.fromEntries([0, 7, 13].map((at) => [`note-${(at + round) % 20}.txt`, note((at + round) % 20, round)])),
        );
      const search = (query: string) =>
        timed(async () => {
          const { hits } = await must(client.WorkshopSearchHistory({ workbenchId, query }));
          if (hits.length === 0) throw new Error(`${query} is not found`);
        });
      say(`${(await search('value-1-1')).toFixed(0)} ms while texts were not known`);
      const samples: number[] = [];
      for (let round = 2; round < 22; round += 1) samples.push(await search(`value-${round}-${(7 + round) % 20}`));
      return [{ id: 'history-search', value: median(samples), unit: 'ms' }];
    } finally {
      await stop();
    }
  },
};
