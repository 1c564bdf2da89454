import type { CommandName, Diagnostics, ParamsOf, ReplyOf } from '@atelier/contracts';
import type { EventLog } from '@atelier/kernel';
import type { DeltaBus } from '../events/delta-bus.ts';
import type { Route } from '../http/route.ts';
import type { McpHandler } from '../http/routes.ts';
import type { ToolCallFacts } from '../installation/server-log.ts';

/** What the server lends to every surface. */
export type SurfaceKit = {
  readonly log: EventLog;
  readonly deltas: DeltaBus;
  readonly newId: (prefix: string) => string;
  readonly about: { readonly version: string; readonly dataFolder: string };
  /** Kinds of all streams of this server, for what concerns the whole store. */
  readonly streamKinds: () => readonly string[];
  readonly diagnose: () => Promise<Diagnostics>;
  readonly createLink: () => { readonly url: string; readonly expiresAt: string };
  /** One line about a call of an agent: ids, never content. */
  readonly note: (facts: ToolCallFacts) => void;
  /** For faults outside any request: a job that broke. */
  readonly onFault: (cause: unknown, where: string) => void;
};

export type Handlers<Name extends CommandName> = {
  readonly [Each in Name]: (params: ParamsOf<Each>) => Promise<ReplyOf<Each>>;
};

/** What a surface brings to the server. */
export type Surface = {
  readonly handlers: Partial<Handlers<CommandName>>;
  /** Kinds of streams that tabs may follow: `install`, `bench`, … */
  readonly streamKinds: readonly string[];
  /** Bytes by URL; commands need none. */
  readonly routes?: readonly Route[];
  /** What answers at `/mcp`; at most one surface has it. */
  readonly mcp?: McpHandler;
  /** Takes up what a stop cut off. The server answers only after this. */
  readonly start?: () => Promise<void>;
  /** Ends its jobs. No command runs any more; the log is still open. */
  readonly stop?: () => Promise<void>;
};

export type CreateSurface = (kit: SurfaceKit) => Surface;
