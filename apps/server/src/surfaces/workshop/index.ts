import { join } from 'node:path';
import { workbenchesStream } from '@atelier/contracts';
import { type BenchRuns, flawInBench } from '@atelier/workshop';
import type { CreateSurface } from '../surface.ts';
import { createArrivals } from './arrivals.ts';
import { createBenchFiles } from './bench-files.ts';
import { createContextHandlers } from './context-handlers.ts';
import { createDraftHandlers } from './draft-handlers.ts';
import { createFileHandlers } from './file-handlers.ts';
import { createHome, watchBenches } from './home.ts';
import { createLifecycleHandlers } from './lifecycle-handlers.ts';
import { createWorkbenchMcpRoute } from './mcp-route.ts';
import { createOriginalHandlers } from './original-handlers.ts';
import { createPastHandlers } from './past-handlers.ts';
import { createOutsideHandlers } from './outside-handlers.ts';
import { createReviewHandlers } from './review-handlers.ts';
import { createPortableRoutes } from './portable-routes.ts';
import { createWorkshopRoutes } from './routes.ts';
import { openBenchRuns } from './run/open-bench-runs.ts';
import { createUnderWay } from './run/under-way.ts';
import { createTalkHandlers } from './talk-handlers.ts';
import { createUploads } from './uploads.ts';
import { openWorkshop, type Workshop } from './workshop.ts';

/** Workbenches: files, conversation, Draft, review, history, and the runs that work on them. */
export const createWorkshopSurface: CreateSurface = (kit) => {
  const home = createHome(kit, async (tree) => Object.keys((await (await open()).treeAt(tree)).entries).length);
  const log = watchBenches(kit.log, home.touched);
  let opened: Promise<Workshop> | undefined;
  // Content is opened with the first Workbench that is looked at, not with the server.
  const open = (): Promise<Workshop> => {
    opened ??= openWorkshop(kit, log);
    return opened;
  };
  let running: Promise<BenchRuns> | undefined;
  const runs = (): Promise<BenchRuns> => {
    running ??= open().then((workshop) => openBenchRuns(kit, workshop));
    return running;
  };
  const uploads = createUploads(join(kit.about.dataFolder, 'cache', 'workbench-uploads'), {
    newId: kit.newId,
    largestBytes: async () => (await kit.settings()).largestFileBytes,
  });
  const files = createBenchFiles(kit.files, open);
  const arrivals = createArrivals({ kit, open, uploads, home });

  return {
    handlers: {
      ...createLifecycleHandlers({ kit, open, home, arrivals }),
      ...createFileHandlers({ open, arrivals, files }),
      ...createTalkHandlers({ kit, open, runs }),
      ...createDraftHandlers(open),
      ...createReviewHandlers({ open, files }),
      ...createOriginalHandlers({ open, arrivals }),
      ...createPastHandlers({ services: kit.files, open }),
      ...createContextHandlers({ kit, open, files, uploads }),
    },
    streams: {
      bench: { follow: 'viewer', check: flawInBench },
      ...createOutsideHandlers({ open, arrivals }),
      [workbenchesStream]: { follow: 'viewer' },
    },
    routes: [
      uploads.route,
      createWorkbenchMcpRoute({ kit, open }),
      ...createWorkshopRoutes({ open, files }),
      ...createPortableRoutes(open),
    ],
    start: async () => {
      await uploads.clear();
      // Models and content are opened for this only where a run was cut off.
      if ((await createUnderWay(kit.log, kit.serverId).all()).length > 0) await (await runs()).recover();
    },
    stop: async () => {
      if (running) await (await running).stop();
    },
  };
};
