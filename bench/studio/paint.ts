import { join } from 'node:path';
import { type Bench, median } from '../bench.ts';
import { withScreens } from '../browser.ts';
import { draftOf200 } from './drafts.ts';
import { onDisk, studioOn } from './place.ts';
import { benchProjectId, mediumProject, writeProject } from './projects.ts';

const ROUNDS = 7;

/** From the key that opens the panel to the frame in which the last of the 200 changes stands in it. */
export const painting: Bench = {
  ids: ['diff-paint-200'],
  run: async ({ folder }) => {
    const data = join(folder, 'data');
    await onDisk(data, async (storage) => {
      await writeProject(storage.log, benchProjectId, mediumProject());
      await draftOf200(studioOn(storage), 0, 'local');
    });
    return withScreens(data, async ({ atelier, newContext }) => {
      const page = await (await newContext()).newPage();
      await page.goto(`${atelier.origin}/projects/${benchProjectId}/studio`);
      // A tab may say how many things wait in it.
      const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}( \\d|$)`) });
      await tab('Pending changes').waitFor({ timeout: 60_000 });
      const samples: number[] = [];
      for (let round = -1; round < ROUNDS; round += 1) {
        await tab('Elements').click();
        await page.waitForFunction(() => document.querySelectorAll('[data-op]').length === 0);
        const painted = page.evaluate(
          () =>
            new Promise<number>((resolve) => {
              const look = (began: number) => {
                if (document.querySelectorAll('[data-op]').length >= 200)
                  requestAnimationFrame(() => resolve(performance.now() - began));
                else requestAnimationFrame(() => look(began));
              };
              addEventListener('pointerdown', () => look(performance.now()), { once: true, capture: true });
            }),
        );
        await tab('Pending changes').click();
        const took = await painted;
        if (round >= 0) samples.push(took);
      }
      return [{ id: 'diff-paint-200', value: median(samples), unit: 'ms' }];
    });
  },
};
