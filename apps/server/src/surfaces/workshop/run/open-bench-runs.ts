import { ownerId } from '@atelier/contracts';
import { sha256 } from '@atelier/kernel/adapters';
import type { Drivers, EventLog } from '@atelier/kernel/ports';
import {
  createBenchRuns,
  createCompares,
  type DecideOnBench,
  draftLimits,
  isLaneBench,
  type LaneId,
  type RunDeps,
  spentBesideLane,
  type WorkbenchId,
  type WorkshopPorts,
} from '@atelier/workshop';
import type { Transcript } from '@atelier/workshop/view';
import { personOfAsker } from '../../../caller.ts';
import { TooManyOwnRuns } from '../../../people/limits.ts';
import type { SurfaceKit } from '../../surface.ts';
import { filesOver } from '../replay-handlers.ts';
import { createRailsGraph } from './rails-graph.ts';
import { createUnderWay } from './under-way.ts';

const skipWaitTopic = 'skip-wait';

type Open = WorkshopPorts & {
  readonly decide: DecideOnBench;
  readonly log: EventLog;
  readonly transcriptOf: (id: WorkbenchId) => Promise<Transcript>;
};

/** The runs of all Workbenches of this server and their lanes, on the services it lends. */
export const openBenchRuns = async (kit: SurfaceKit, ports: Open, drivers: Drivers) => {
  const open = await kit.models.open();
  const { models } = open;
  const retry = { random: Math.random, wait: pause };
  const underWay = createUnderWay(ports.log, drivers.isShared ? 'shared' : kit);
  const saves = models.createRunSaves({ log: ports.log, snapshots: kit.storage.snapshots, blobs: ports.content.blobs });
  const deps: RunDeps = {
    ...ports,
    sha256,
    agents: open.agents,
    models: {
      find: async (modelId) => open.modelFor(modelId),
      guard: open.egress.guard,
      toolboxOf: models.toolboxOf,
      compress: models.createCompress(retry),
      generate: models.createGenerate(retry),
      grant: open.egress.grant,
      capPerRun: async () => {
        const now = await open.stateNow();
        return now.ok ? (now.value.state.caps.perRun ?? null) : null;
      },
    },
    savesOf: (id) => saves(`run/${id}`),
    toolLogOf: ({ locate, carried }) => models.createContentToolLog({ blobs: ports.content.blobs, locate, carried }),
    deltas: kit.deltas,
    filesAt: filesOver(kit),
    styleSkill: async (format, own) => {
      const { loadStyleSkill, mergeStyleSkill } = await import('@atelier/files');
      const generic = loadStyleSkill(format);
      return own === undefined ? generic.text : mergeStyleSkill(generic, own);
    },
    graph: createRailsGraph(() => kit.runs.deps()),
    underWay,
    mayBegin: async (id) => {
      const person = personOfAsker();
      // The lanes of a comparison were allowed with it.
      if (person === undefined || person === ownerId || isLaneBench(id)) return;
      const most = (await kit.settings()).runsPerPerson;
      const others = (await underWay.of(person)).filter((each) => each !== id);
      if (others.length >= most) throw new TooManyOwnRuns(most);
    },
    drivers,
    serverId: kit.serverId,
    skipWaitElsewhere: (stream) => kit.storage.whispers?.say(skipWaitTopic, stream),
    limits: async () => {
      const set = await kit.settings();
      return {
        researchTurns: set.rpiResearchMaxTurns,
        planTurns: set.rpiPlanMaxTurns,
        itemTurns: set.rpiItemMaxTurns,
        turns: set.mostTurns,
        callsPerTurn: set.mostCallsPerTurn,
        loopWarning: set.loopWarningThreshold,
        loopStop: set.loopHardStopThreshold,
        ...draftLimits(set),
      };
    },
    onFault: (cause) => kit.onFault(cause, 'workshop run'),
    spentBeside: (id) => spentBesideLane(deps, id),
    onEnd: (id) => compares.ended(id),
  };
  const runs = createBenchRuns(deps);
  const stopHearing = kit.storage.whispers?.hear(skipWaitTopic, (stream) => void open.agents.skipWait(stream));
  const compares = createCompares({ ...deps, log: ports.log, talk: ports.transcriptOf }, runs);
  return {
    runs,
    compares,
    /** Runs that this person began, or went on with last. */
    underWayOf: underWay.of,
    stop: async (): Promise<void> => {
      stopHearing?.();
      compares.stop();
      const driven = drivers.stop();
      await runs.stop();
      await driven;
    },
    /** At the start: runs that a stop cut off are paused or gone on with, and the Workbenches of lanes hear of it. */
    recover: async (): Promise<void> => {
      const lanes = (await underWay.all()).filter(isLaneBench);
      await runs.recover();
      await compares.recover(lanes as readonly string[] as readonly LaneId[]);
    },
  };
};

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
