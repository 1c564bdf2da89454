import { join } from 'node:path';
import { projectStream } from '@atelier/contracts/studio';
import { pageClient, signIn } from '../../apps/server/src/testing/tab.ts';
import { startAtelier } from '../../apps/web/test/atelier-process.ts';
import { type Bench, median } from '../bench.ts';
import { must, timed } from '../timing.ts';
import { onDisk, studioOn } from './place.ts';
import { benchProjectId, mediumProject, writeProject } from './projects.ts';

const RESTARTS = 5;
const ROUNDS = 20;

/** A server of its own process: started anew for each cold view, then asked again and again. */
export const views: Bench = {
  ids: ['cold-load', 'state-reply-2000'],
  run: async ({ folder, say }) => {
    const data = join(folder, 'data');
    await onDisk(data, async (storage) => {
      await writeProject(storage.log, benchProjectId, mediumProject());
      const { projects } = studioOn(storage).ports;
      await must(projects.at(projectStream(benchProjectId)));
      // As the server leaves it behind: the fold is saved from time to time.
      await projects.saveIfDue(projectStream(benchProjectId));
    });
    const atelier = await startAtelier(data);
    const [cold, warm]: [number[], number[]] = [[], []];
    try {
      for (let restart = 0; restart < RESTARTS; restart += 1) {
        if (restart > 0) await atelier.start();
        const client = pageClient(atelier.origin, await signIn(await atelier.link()));
        const view = async (): Promise<void> => {
          const got = await must(client.StudioGet({ projectId: benchProjectId }));
          const { elements, tasks, materialLines, workLines, facts } = got.view;
          const records = [elements, tasks, materialLines, workLines, facts].reduce(
            (sum, { length }) => sum + length,
            0,
          );
          if (records < 1_900) throw new Error(`${records} records`);
          if (restart === 0 && cold.length === 0) say(`${records} records`);
        };
        cold.push(await timed(view));
        if (restart === RESTARTS - 1) for (let round = 0; round < ROUNDS; round += 1) warm.push(await timed(view));
        await atelier.stop();
      }
    } finally {
      await atelier.remove();
    }
    return [
      { id: 'cold-load', value: median(cold), unit: 'ms' },
      { id: 'state-reply-2000', value: median(warm), unit: 'ms' },
    ];
  },
};
