import type { Delta } from '@atelier/contracts';
import type { Files, HiddenReading, StyleFormat, TreePlace } from '@atelier/files';
import type { Result, Sha256 } from '@atelier/kernel/core';
import type { Drivers, EventLog } from '@atelier/kernel/ports';
import type {
  AgentRuns,
  ChatModel,
  Compressed,
  createCompress,
  createGenerate,
  EgressPurpose,
  RunSaves,
  Toolbox,
  ToolLibrary,
  ToolLog,
} from '@atelier/models';
import type { ConsentFacts, ConsentTriple } from '@atelier/models/core';
import type { WorkbenchId } from '../../core/ids.ts';
import type { RunLimits } from '../../core/run/phases.ts';
import type { RunGraph, UnderWay, WorkshopPorts } from '../../ports/index.ts';
import type { DecideOnBench } from '../record.ts';

export type FoundModel = Result<{ readonly model: ChatModel }, { readonly code: string }>;

/** Models as a run of a Workbench needs them. */
export type BenchModels = {
  readonly find: (modelId: string) => Promise<FoundModel>;
  readonly guard: (model: ChatModel, purpose: EgressPurpose) => ChatModel;
  readonly toolboxOf: (library: ToolLibrary, names?: readonly string[]) => Toolbox;
  readonly compress: ReturnType<typeof createCompress>;
  readonly generate: ReturnType<typeof createGenerate>;
  readonly grant: (
    consent: ConsentTriple,
    facts: ConsentFacts & { readonly remember: boolean },
  ) => Promise<Result<undefined, { readonly code: string }>>;
  /** The most that a run may cost where nobody says otherwise. */
  readonly capPerRun: () => Promise<number | null>;
};

/** Whole tool results by entry, as the Workbench's own events name them. */
export type ToolResults = {
  readonly locate: (entryId: number) => Promise<`sha256:${string}` | undefined>;
  readonly carried: (id: `sha256:${string}`) => Promise<Uint8Array | undefined>;
};

export type RunDeps = WorkshopPorts & {
  readonly decide: DecideOnBench;
  readonly log: Pick<EventLog, 'read' | 'content' | 'follow'>;
  readonly sha256: Sha256;
  readonly agents: Pick<AgentRuns, 'take' | 'current' | 'stop' | 'skipWait'>;
  readonly models: BenchModels;
  /** The state of a Workbench's loop, where no tab can follow it. */
  readonly savesOf: (id: WorkbenchId) => RunSaves;
  readonly toolLogOf: (results: ToolResults) => ToolLog;
  readonly deltas: { readonly publish: (stream: string, delta: Delta) => void };
  /** The file tools over a place, and how a model is given what each file hides. */
  readonly filesAt: (place: TreePlace, hidden: (path: string) => Promise<HiddenReading>) => Promise<Files>;
  /** The bundled skill of a format, with a person's own style over it where there is one. */
  readonly styleSkill: (format: StyleFormat, own?: string) => Promise<string>;
  readonly graph: RunGraph;
  readonly underWay: UnderWay;
  /** Asked before a run is begun or gone on with; throws what is said to somebody who has enough under way. */
  readonly mayBegin?: (id: WorkbenchId) => Promise<void>;
  /** Who drives the runs: this process, or whichever server is free. */
  readonly drivers: Pick<Drivers, 'isShared' | 'want'>;
  readonly serverId: string;
  /** Tells whoever drives a run elsewhere to try again at once; nobody may hear it. */
  readonly skipWaitElsewhere?: (stream: string) => void;
  readonly limits: () => Promise<RunLimits>;
  readonly onFault: (cause: unknown) => void;
  /** What other runs under the cap of this one have spent: the lanes of a comparison share one. */
  readonly spentBeside?: (id: WorkbenchId) => Promise<number>;
  /** A run has stopped, however it went. Its place is still taken. */
  readonly onEnd?: (id: WorkbenchId) => Promise<void>;
};

export type { Compressed };
