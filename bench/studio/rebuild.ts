import { projectStream } from '@atelier/contracts/studio';
import { createKeptProjects } from '@atelier/studio';
import { readProjectEvent } from '../../packages/studio/src/core/events/project-event.ts';
import { type Bench, median } from '../bench.ts';
import { must, timed } from '../timing.ts';
import { onDisk } from './place.ts';
import { benchProjectId, largeProject, writeProject } from './projects.ts';

const ROUNDS = 5;
const stream = projectStream(benchProjectId);

/** Read from disk, digests checked, each event parsed by its schema and folded; no snapshot is there. */
export const rebuilding: Bench = {
  ids: ['rebuild-20k', 'rebuild-over-parse'],
  run: async ({ folder }) =>
    onDisk(folder, async (storage) => {
      const { log } = largeProject(20_000);
      await writeProject(storage.log, benchProjectId, { log });
      const lines = log.map((event) => JSON.stringify(event)).join('\n');
      const parse = (): void => {
        for (const line of lines.split('\n')) JSON.parse(line);
      };
      const [rebuilt, parsed]: [number[], number[]] = [[], []];
      for (let round = -1; round < ROUNDS; round += 1) {
        const pair = [
          await timed(async () => {
            const { state } = await must(createKeptProjects({ log: storage.log }).at(stream));
            if (state.seq !== log.length) throw new Error(`${state.seq} events`);
          }),
          await timed(parse),
        ] as const;
        if (round < 0) continue;
        rebuilt.push(pair[0]);
        parsed.push(pair[1]);
      }
      if (log.some((event) => !readProjectEvent(event as never))) throw new Error('an event cannot be read');
      return [
        { id: 'rebuild-20k', value: median(rebuilt), unit: 'ms' },
        { id: 'rebuild-over-parse', value: median(rebuilt), unit: 'ms', yardstick: median(parsed) },
      ];
    }),
};
