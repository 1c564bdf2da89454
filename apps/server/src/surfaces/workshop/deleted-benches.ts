import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { benchStream, removeDeleted, type WorkbenchId } from '@atelier/workshop';
import type { SurfaceKit } from '../surface.ts';
import type { Home } from './home.ts';
import type { Workshop } from './workshop.ts';

const FIRST_LOOK_MS = 90_000;
const LOOK_EVERY_MS = 15 * 60 * 1_000;

type Deps = { readonly kit: SurfaceKit; readonly home: Home; readonly open: () => Promise<Workshop> };

/** Now and then: what people deleted, and nobody brought back, goes for good. Collection frees its content. */
export const createDeletedBenches = ({ kit, home, open }: Deps, now: () => number = Date.now) => {
  let timer: NodeJS.Timeout | undefined;

  const look = async (): Promise<void> => {
    const deleted = await home.deleted();
    if (deleted.length === 0) return;
    const { benches, log } = await open();
    const removeOne = removeDeleted({ benches, log, remove: kit.storage.remove, now });
    for (const id of deleted) {
      if (kit.stopping.aborted) return;
      if (!(await removeOne(id as WorkbenchId))) continue;
      home.removed(benchStream(id as WorkbenchId));
      if (kit.storage.place === 'disk')
        await rm(join(kit.about.dataFolder, 'workbenches', id), { recursive: true, force: true });
    }
  };
  const after = (ms: number): void => {
    timer = setTimeout(() => {
      look()
        .catch((cause) => kit.onFault(cause, 'deleted workbenches'))
        .finally(() => after(LOOK_EVERY_MS));
    }, ms);
    timer.unref();
  };

  return { look, start: (): void => after(FIRST_LOOK_MS), stop: (): void => clearTimeout(timer) };
};
