import type {
  CommandName,
  Diagnostics,
  InstallView,
  ParamsOf,
  ReplyOf,
  Settings,
  StorageFacts,
  StorageView,
} from '@atelier/contracts';
import type { EventLog, Projection } from '@atelier/kernel';
import type { Storage } from '@atelier/kernel/storage';
import type { Caller } from '../caller.ts';
import type { DeltaBus } from '../events/delta-bus.ts';
import type { GuardedRoute } from '../http/route.ts';
import type { McpHandler } from '../http/routes.ts';
import type { ToolCallFacts } from '../installation/server-log.ts';
import type { TendedStorage } from '../installation/storage-maintenance.ts';
import type { ProjectGrant } from '../people/events.ts';
import type { SignInLinks } from '../people/links.ts';
import type { PeopleService } from '../people/people.ts';
import type { FileServices } from '../services/files.ts';
import type { ModelServices } from '../services/models.ts';
import type { RunServices } from '../services/runs.ts';
import type { WorkbenchDoor } from '../services/workbenches.ts';
import type { StreamRules } from './audience.ts';

/** What the server lends to every surface. */
export type SurfaceKit = {
  readonly log: EventLog;
  /** Log, content and all the rest, opened once for the whole process. */
  readonly storage: Storage;
  /** A folder's state as a tree, within the quota of the installation. */
  readonly capture: TendedStorage['capture'];
  /** One step of collection, and how often to take one. */
  readonly collection: { readonly step: TendedStorage['collect']; readonly everyMs?: number };
  readonly measureStorage: (view: StorageView) => Promise<Omit<StorageFacts, 'trouble'>>;
  readonly deltas: DeltaBus;
  /** What is true of the whole installation, kept folded. */
  readonly installs: Projection<InstallView>;
  /** What a person set; the defaults while it cannot be read. */
  readonly settings: () => Promise<Settings>;
  /** Language models, office files and WorkRail's runs: each opened once, by whoever first needs it. */
  readonly models: ModelServices;
  readonly files: FileServices;
  readonly runs: RunServices;
  /** Drafts of Workbenches, where there are any: whoever has files for one hands them in here. */
  readonly workbenches: () => WorkbenchDoor | undefined;
  readonly newId: (prefix: string) => string;
  /** The same after a restart, and another for each server on one database: what it began is its own to take up. */
  readonly serverId: string;
  readonly about: { readonly version: string; readonly dataFolder: string };
  /** Kinds of all streams of this server, for what concerns the whole store. */
  readonly streamKinds: () => readonly string[];
  readonly diagnose: (storage: StorageFacts) => Promise<Diagnostics>;
  /** Names of surfaces that could not start. */
  readonly unavailable: () => readonly string[];
  /** Acts on the sign-ins as the log has them now. */
  readonly refreshSignIns: () => Promise<void>;
  /** Who may come in, and the links that let them. */
  readonly people: PeopleService;
  readonly links: SignInLinks;
  readonly projects: () => ProjectAccess | undefined;
  /** Ends what is at work for somebody who was shut out, on whichever server. */
  readonly endWorkOf: (person: string, by: Caller) => Promise<void>;
  /** Where a token is opened: an address that spends it where there is one person, a page with a button elsewhere. */
  readonly linkAddress: (token: string) => string;
  readonly joinAddress: (token: string) => string;
  /** `askerIn` says who makes it; without, it is the machine itself. */
  readonly ownerLink: (
    purpose?: 'device' | 'owner',
    askerIn?: ReturnType<PeopleService['askerIn']>,
  ) => Promise<{ readonly url: string; readonly expiresAt: string }>;
  /** One line about a call of an agent: ids, never content. */
  readonly note: (facts: ToolCallFacts) => void;
  /** Aborted as soon as the server is told to stop: long work ends and records its end, nobody waits for it. */
  readonly stopping: AbortSignal;
  /** For faults outside any request: a job that broke. */
  readonly onFault: (cause: unknown, where: string) => void;
};

export type Handlers<Name extends CommandName> = {
  readonly [Each in Name]: (params: ParamsOf<Each>, caller: Caller) => Promise<ReplyOf<Each>>;
};

/** Projects that somebody can be invited to. */
export type ProjectAccess = {
  /** By language; undefined when there is no such project. */
  readonly titleOf: (projectId: string) => Promise<{ readonly he?: string; readonly en?: string } | undefined>;
  readonly grant: (to: ProjectGrant & { readonly userId: string; readonly by: string }) => Promise<void>;
};

export type UnreadEvents = { readonly stream: string; readonly events: number };

/** What a surface brings to the server. */
export type Surface = {
  readonly handlers: Partial<Handlers<CommandName>>;
  /** Every kind of stream it writes (`install`, `bench`, …), who may follow it and what they see. */
  readonly streams: StreamRules;
  /** Bytes by URL; commands need none. */
  readonly routes?: readonly GuardedRoute[];
  /** What answers at `/mcp`; at most one surface has it. */
  readonly mcp?: McpHandler;
  /** Takes files into the Draft of a Workbench; at most one surface has it. */
  readonly workbenches?: WorkbenchDoor;
  /** The language a person chose, undefined while it cannot be read; at most one surface has it. */
  readonly language?: () => Promise<Settings['language'] | undefined>;
  /** At most one surface has projects. */
  readonly projects?: ProjectAccess;
  /** Ends what is at work here for somebody who was shut out. */
  readonly endWorkOf?: (person: string, by: Caller) => Promise<void>;
  /** Streams with events that its fold could not read and left out. */
  readonly unread?: () => Promise<readonly UnreadEvents[]>;
  /** Takes up what a stop cut off. The server answers only after this. */
  readonly start?: () => Promise<void>;
  /** Ends its jobs. No command runs any more; the log is still open. */
  readonly stop?: () => Promise<void>;
};

export type CreateSurface = ((kit: SurfaceKit) => Surface) & {
  /** What it is called where it is missing; set by `surfaces/index.ts`. */
  readonly surface?: string;
};
