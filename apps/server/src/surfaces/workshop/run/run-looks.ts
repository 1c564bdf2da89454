import type { Drivers } from '@atelier/kernel/ports';
import type { SurfaceKit } from '../../surface.ts';
import { createUnderWay } from './under-way.ts';

const everyMs = 30_000;

/**
 * Looks at runs that nobody may be driving: once at the start, and where servers share the work, now and then. A word
 * that was lost is said again by then. Models and content are opened for this only where there is such a run.
 */
export const createRunLooks = (
  kit: Pick<SurfaceKit, 'log' | 'serverId' | 'onFault'>,
  { isShared }: Drivers,
  work: () => Promise<{ readonly recover: () => Promise<void> }>,
) => {
  const own = createUnderWay(kit.log, kit);
  const shared = createUnderWay(kit.log, 'shared');
  let timer: NodeJS.Timeout | undefined;

  const look = async (): Promise<void> => {
    if ((await (isShared ? shared : own).all()).length > 0) await (await work()).recover();
  };
  const later = (): void => {
    timer = setTimeout(
      () => {
        void look()
          .catch((cause) => kit.onFault(cause, 'runs under way'))
          .finally(() => timer && later());
      },
      everyMs * (0.8 + 0.4 * Math.random()),
    );
  };
  return {
    start: async (): Promise<void> => {
      // Begun when each server had a list of its own, by a version before this one.
      if (isShared)
        for (const id of await own.all()) {
          await shared.add(id);
          await own.remove(id);
        }
      await look();
      if (isShared) later();
    },
    stop: (): void => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
};
