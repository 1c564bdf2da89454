import { createHash } from 'node:crypto';
import type { Lang, StudioEvent, StudioTurnDone } from '@atelier/contracts/studio';
import { projectStream } from '@atelier/contracts/studio';
import { createMemoryLog } from '@atelier/kernel/adapters';
import { err, type Result, type Sha256 } from '@atelier/kernel/core';
import type { BlobId, EventLog } from '@atelier/kernel/ports';
import { createKeptProjects, createKeptWorkspaces } from '../adapters/kept-states.ts';
import type { ProjectState } from '../core/fold/state.ts';
import type { SkillModels, StudioPorts } from '../ports/index.ts';
import type { TurnRefused } from '../usecases/admit.ts';
import { createCommit } from '../usecases/commit.ts';
import { createProjects } from '../usecases/projects.ts';
import { createStudioTurns } from '../usecases/run-turn.ts';
import type { StudioCaller } from '../usecases/turn-caller.ts';
import { createWorkspaceCommit } from '../usecases/workspace-commit.ts';

const sha256: Sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** No model is chosen: the rules answer. */
export const noModels: SkillModels = {
  isChosen: async () => false,
  generate: async () => err({ reason: 'builtin' }),
};

/** The log's own clock and ids: the same for the same start. */
const seededWorld = (start: string) => {
  let now = Date.parse(start);
  let ids = 0;
  return {
    clock: {
      now: () => {
        now += 1;
        return now;
      },
    },
    entropy: {
      bytes: (size: number) => {
        ids += 1;
        return new Uint8Array(size).fill(0).map((_, at) => (ids >> (8 * (at % 4))) & 255);
      },
    },
  };
};

export const local: StudioCaller = { userId: 'local', isAdmin: true };

type Options = {
  readonly log?: EventLog;
  readonly models?: SkillModels;
  /** Starts here and moves by a second with each look. */
  readonly start?: string;
  readonly blobs?: StudioPorts['blobs'];
  readonly tell?: StudioPorts['tell'];
  readonly readerLang?: Lang;
};

/** Studio over a log in memory, or over one that is handed in; the clock is seeded, so one run is one log. */
export const studioWorld = ({
  start = '2026-04-16T08:00:00.000Z',
  log = createMemoryLog(seededWorld(start)),
  models = noModels,
  blobs,
  tell = () => {},
  readerLang,
}: Options = {}) => {
  let clock = Date.parse(start);
  const stored = new Map<string, Uint8Array>();
  const ports: StudioPorts = {
    log,
    projects: createKeptProjects({ log }),
    workspaces: createKeptWorkspaces({ log }),
    blobs: blobs ?? {
      put: async (bytes) => {
        const id: BlobId = `sha256:${sha256(bytes)}`;
        stored.set(id, bytes);
        return id;
      },
      get: async (id) => stored.get(id),
    },
    models,
    tell,
    ...(readerLang && { readerLang: async () => readerLang }),
    sha256,
    now: () => {
      clock += 1_000;
      return new Date(clock);
    },
    random: () => 0,
    onFault: (cause) => {
      throw cause;
    },
  };
  const commit = createCommit(ports);
  const commitWorkspace = createWorkspaceCommit(ports);
  const projects = createProjects(ports, commit, commitWorkspace);
  const turns = createStudioTurns(ports);
  let keys = 0;

  const send = (
    projectId: string,
    event: StudioEvent,
    caller: StudioCaller = local,
    idempotencyKey = `key-${start}-${String(++keys).padStart(6, '0')}`,
  ): Promise<Result<StudioTurnDone, TurnRefused>> => turns.run({ projectId, idempotencyKey, event }, caller);

  return {
    ports,
    projects,
    commit,
    commitWorkspace,
    turns,
    send,
    pass: (ms: number) => {
      clock += ms;
    },
    /** The turn was processed; whether it changed anything is in its outcome. */
    done: async (projectId: string, event: StudioEvent, caller?: StudioCaller): Promise<StudioTurnDone> => {
      const result = await send(projectId, event, caller);
      if (!result.ok) throw new Error(JSON.stringify(result.error));
      return result.value;
    },
    say: async (
      projectId: string,
      text: string,
      more: { readonly seenDraftRevision?: number } = {},
    ): Promise<StudioTurnDone> => {
      const result = await send(projectId, { type: 'chatMessage', text, ...more });
      if (!result.ok) throw new Error(JSON.stringify(result.error));
      return result.value;
    },
    state: async (projectId: string): Promise<ProjectState> => {
      const now = await ports.projects.at(projectStream(projectId));
      if (!now.ok) throw new Error(now.error.code);
      return now.value.state;
    },
    events: async (projectId: string) => {
      const read = await log.read(projectStream(projectId));
      return read.ok ? read.value.events : [];
    },
    demo: async (): Promise<{ readonly projectId: string; readonly practiceId: string }> => {
      const made = await projects.demo({ requestId: 'demo-request' }, local);
      if (!made.ok) throw new Error(JSON.stringify(made.error));
      return made.value;
    },
    create: async (title = 'Practice'): Promise<string> => {
      const made = await projects.create(
        { requestId: `create-${title}`, title: { en: title }, clientName: 'Client', primaryLang: 'he' },
        local,
      );
      if (!made.ok) throw new Error(JSON.stringify(made.error));
      return made.value.projectId;
    },
  };
};
