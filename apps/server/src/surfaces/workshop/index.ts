import { join } from 'node:path';
import { modelsStream, workbenchesStream } from '@atelier/contracts';
import type { EventLog } from '@atelier/kernel/ports';
import {
  type Compares,
  flawInBench,
  isLaneBench,
  putIntoDraft,
  type WorkbenchId,
  withoutPlaces,
} from '@atelier/workshop';
import type { CreateSurface } from '../surface.ts';
import { createArrivals } from './arrivals.ts';
import { createBenchFiles } from './bench-files.ts';
import { createCompareHandlers } from './compare-handlers.ts';
import { createContextHandlers } from './context-handlers.ts';
import { createDeletedBenches } from './deleted-benches.ts';
import { createDraftHandlers } from './draft-handlers.ts';
import { createFileHandlers } from './file-handlers.ts';
import { createHome, watchBenches } from './home.ts';
import { createLifecycleHandlers } from './lifecycle-handlers.ts';
import { createWorkbenchMcpRoute } from './mcp-route.ts';
import { createMetaWriter } from './meta-writer.ts';
import { createMetricsHandlers } from './metrics-handlers.ts';
import { createOriginalHandlers } from './original-handlers.ts';
import { createOutsideHandlers } from './outside-handlers.ts';
import { createPastHandlers } from './past-handlers.ts';
import { createPortableRoutes } from './portable-routes.ts';
import { createReviewHandlers } from './review-handlers.ts';
import { createWorkshopRoutes } from './routes.ts';
import { openBenchRuns } from './run/open-bench-runs.ts';
import { createRunLooks } from './run/run-looks.ts';
import { createTalkHandlers } from './talk-handlers.ts';
import { createTrimHandlers } from './trim-handlers.ts';
import { createUploads } from './uploads.ts';
import { actorOf, openWorkshop, type Workshop } from './workshop.ts';

/** As many as may be under way in one server. */
const mostDriven = 8;

/** Workbenches: files, conversation, Draft, review, history, and the runs that work on them. */
export const createWorkshopSurface: CreateSurface = (kit) => {
  const home = createHome(kit, async (tree) => Object.keys((await (await open()).treeAt(tree)).entries));
  let running: ReturnType<typeof openBenchRuns> | undefined;
  const drivers = kit.storage.drivers();
  const looks = createRunLooks(kit, drivers, () => work());
  const meta = createMetaWriter({
    consentMoves: async function* () {
      for await (const { kind } of kit.log.follow(modelsStream, 0, kit.stopping)) if (kind.startsWith('egress.')) yield;
    },
    write: async (id) => (await open()).meta.write(id),
    onFault: (cause) => kit.onFault(cause, 'workbench meta'),
  });
  /** Readable files are an installation's own: servers that share a database have none. */
  const project = (id: WorkbenchId): void => {
    if (kit.storage.place === 'disk') meta.touched(id);
  };
  const touched = (stream: string, next: number): void => {
    home.touched(stream, next);
    project(stream.slice('bench/'.length) as WorkbenchId);
  };
  const log = watchCloses(watchBenches(kit.log, touched), (id) => {
    running?.then(({ compares }) => compares.closed(id)).catch((cause) => kit.onFault(cause, 'workshop lanes'));
  });
  let opened: Promise<Workshop> | undefined;
  // Content is opened with the first Workbench that is looked at, not with the server.
  const open = (): Promise<Workshop> => {
    opened ??= openWorkshop(kit, log);
    return opened;
  };
  /** Runs, and the lanes of comparisons, which are runs. */
  const work = () => {
    running ??= open().then((workshop) => openBenchRuns(kit, workshop, drivers));
    return running;
  };
  const runs = async () => (await work()).runs;
  const compares = async (): Promise<Compares> => (await work()).compares;
  const uploads = createUploads(join(kit.about.dataFolder, 'cache', 'workbench-uploads'), {
    newId: kit.newId,
    largestBytes: async () => (await kit.settings()).largestFileBytes,
  });
  const files = createBenchFiles(kit.files, open);
  const arrivals = createArrivals({ kit, open, uploads, home });

  const deleted = createDeletedBenches({ kit, home, open });
  const talk = createTalkHandlers({ kit, open, runs, compares });
  const lifecycle = createLifecycleHandlers({ kit, open, home, arrivals });
  return {
    handlers: {
      ...lifecycle,
      // Files that somebody deleted are there again once their Workbench is looked at.
      WorkbenchGet: async (params, caller) => {
        const got = await lifecycle.WorkbenchGet(params, caller);
        if (got.ok) project(params.workbenchId as WorkbenchId);
        return got;
      },
      ...createFileHandlers({ open, arrivals, files }),
      ...talk,
      ...createCompareHandlers({ kit, open, runs, files, compares }),
      ...createDraftHandlers(open),
      ...createReviewHandlers({ open, files }),
      ...createOriginalHandlers({ open, arrivals }),
      ...createOutsideHandlers({ open, arrivals }),
      ...createPastHandlers({ services: kit.files, open }),
      ...createMetricsHandlers(open),
      ...createTrimHandlers({ kit, open }),
      ...createContextHandlers({ kit, open, files, uploads }),
    },
    workbenches: {
      putIntoDraft: async ({ workbenchId, files, source }, caller) =>
        putIntoDraft(await open())(
          workbenchId as WorkbenchId,
          { files, source, limits: await arrivals.limits() },
          actorOf(caller),
        ),
    },
    streams: {
      bench: {
        follow: 'viewer',
        show: ({ role }, _stream, event) => (role === 'admin' ? event : withoutPlaces(event)),
        check: flawInBench,
      },
      lane: { follow: 'viewer', check: flawInBench },
      [workbenchesStream]: { follow: 'viewer' },
    },
    routes: [
      uploads.route,
      createWorkbenchMcpRoute({ kit, open }),
      ...createWorkshopRoutes({ open, files }),
      ...createPortableRoutes(open),
    ],
    endWorkOf: async (person, by) => {
      for (const workbenchId of await (await work()).underWayOf(person))
        if (!isLaneBench(workbenchId)) await talk.WorkshopCancel({ workbenchId }, by);
    },
    start: async () => {
      await uploads.clear();
      drivers.work(async (...order) => (await runs()).drive(...order), mostDriven);
      await looks.start();
      deleted.start();
    },
    stop: async () => {
      looks.stop();
      deleted.stop();
      await (running ? (await running).stop() : drivers.stop());
      await meta.stop();
    },
  };
};

/** A rewind closes a comparison, too: its lanes hear of it wherever it is recorded. */
const watchCloses = (log: EventLog, closed: (id: WorkbenchId) => void): EventLog => ({
  ...log,
  append: async (stream, events, options) => {
    const appended = await log.append(stream, events, options);
    if (appended.ok && events.some(({ kind }) => kind === 'compare.closed'))
      closed(stream.slice(stream.indexOf('/') + 1) as WorkbenchId);
    return appended;
  },
});
