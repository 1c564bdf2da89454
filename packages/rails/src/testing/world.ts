import { createIds, createMemoryContent, createMemoryLog, sha256 } from '@atelier/kernel/adapters';
import type { Json, JsonObject, Result } from '@atelier/kernel/core';
import type { Blobs, EventLog } from '@atelier/kernel/ports';
import { createSeededWorld } from '@atelier/kernel/testing';
import { createConsoleFacts } from '../adapters/console/console-facts.ts';
import { createMemoryKeyring } from '../adapters/keyring/memory-keyring.ts';
import { hmacSha256 } from '../adapters/platform/node-crypto.ts';
import { testPattern } from '../adapters/platform/test-pattern.ts';
import { createResumeIndex } from '../adapters/resume/resume-index.ts';
import { createLogStamps } from '../adapters/resume/stamps.ts';
import { createPinnedWorkflows } from '../adapters/sessions/pinned-workflows.ts';
import { createSessionStore } from '../adapters/sessions/session-store.ts';
import { canonical } from '../core/canonical.ts';
import type { Observation } from '../core/events/bodies.ts';
import type { SessionEvent } from '../core/events/event.ts';
import { checkPlanned } from '../core/events/event.ts';
import type { RunId, SessionId } from '../core/ids.ts';
import { idFromBytes } from '../core/ids.ts';
import { defaultPreferences } from '../core/preferences.ts';
import type { Answer, BlockedAnswer, OkAnswer } from '../core/respond/answer.ts';
import type { RunState, SessionState } from '../core/session/state.ts';
import type { GitFacts } from '../ports/git-facts.ts';
import type { Intents } from '../ports/intents.ts';
import type { Keyring } from '../ports/keyring.ts';
import type { AdvanceRequest } from '../usecases/advance.ts';
import { advance } from '../usecases/advance.ts';
import { checkpoint } from '../usecases/checkpoint.ts';
import type { WriteDeps } from '../usecases/deps.ts';
import { rehydrate } from '../usecases/rehydrate.ts';
import { resumeSession } from '../usecases/resume.ts';
import type { StartRequest } from '../usecases/start.ts';
import { startWorkflow } from '../usecases/start.ts';
import { createMemoryCatalog } from './memory-catalog.ts';

export type WorldOptions = {
  readonly seed?: number;
  readonly log?: EventLog;
  readonly blobs?: Pick<Blobs, 'put' | 'get'>;
  readonly keyring?: Keyring;
  readonly intents?: Intents;
  readonly git?: GitFacts;
  readonly overrides?: Partial<WriteDeps>;
};

export type TestWorld = {
  readonly deps: WriteDeps;
  /** The same install in another process: nothing kept in memory comes along. */
  readonly restarted: (overrides?: Partial<WriteDeps>) => TestWorld;
  readonly log: EventLog;
  readonly blobs: Pick<Blobs, 'put' | 'get'>;
  /** Workflow files by id; changing the map is editing the file. */
  readonly catalogue: Map<string, Json>;
  /** What `.git` would say. */
  readonly gitFacts: Observation[];
  readonly start: (workflowId: string, request?: Partial<StartRequest>) => Promise<OkAnswer>;
  readonly tryStart: (
    workflowId: string,
    request?: Partial<StartRequest>,
  ) => ReturnType<ReturnType<typeof startWorkflow>>;
  readonly advance: (from: Answer, request?: Partial<AdvanceRequest>) => Promise<Answer>;
  readonly tryAdvance: ReturnType<typeof advance>;
  readonly rehydrate: (from: { readonly stateToken: string }) => Promise<Answer>;
  readonly tryRehydrate: ReturnType<typeof rehydrate>;
  readonly checkpoint: ReturnType<typeof checkpoint>;
  readonly resume: ReturnType<typeof resumeSession>;
  readonly events: (sessionId: SessionId) => Promise<readonly SessionEvent[]>;
  readonly session: (sessionId: SessionId) => Promise<SessionState>;
  readonly run: (answer: Answer) => Promise<RunState>;
};

/** A whole install in memory, driven by one seed. */
export const createTestWorld = (files: Record<string, Json>, options: WorldOptions = {}): TestWorld => {
  const { clock, entropy } = createSeededWorld(options.seed ?? 1);
  const log = options.log ?? createMemoryLog({ clock, entropy });
  const blobs = options.blobs ?? createMemoryContent().blobs;
  const catalogue = new Map(Object.entries(files));
  const facts: Observation[] = [];
  const people = createConsoleFacts(log);
  const deps: WriteDeps = {
    sha256,
    hmac: hmacSha256,
    sessions: createSessionStore({ log, blobs, check: checkPlanned }),
    workflows: createPinnedWorkflows(blobs),
    keyring: options.keyring ?? createMemoryKeyring(() => entropy.bytes(32)),
    catalog: createMemoryCatalog(catalogue),
    sources: {
      fingerprint: async (workflowId) => {
        const file = catalogue.get(workflowId);
        return file === undefined ? null : { source: sha256(canonical(file)), bindings: '' };
      },
    },
    newAttempt: () => idFromBytes('attempt', entropy.bytes(16)),
    newId: createIds({ clock, entropy }),
    git: options.git ?? { observe: async () => facts },
    intents: options.intents ?? people.intents,
    words: people.words,
    testPattern,
    defaults: async () => defaultPreferences,
    ...options.overrides,
  };
  const start = startWorkflow(deps);
  const session = async (sessionId: SessionId): Promise<SessionState> => {
    const state = unwrap(await deps.sessions.at(sessionId));
    if (!state) throw new Error(`no session ${sessionId}`);
    return state;
  };
  const resume = createResumeIndex({
    sessions: deps.sessions,
    workflows: deps.workflows,
    stamps: createLogStamps(log),
  });
  return {
    deps,
    restarted: (overrides = {}) =>
      createTestWorld(Object.fromEntries(catalogue), {
        ...options,
        seed: (options.seed ?? 1) + 1_000,
        log,
        blobs,
        keyring: deps.keyring,
        intents: deps.intents,
        overrides,
      }),
    resume: resumeSession({ ...deps, resume }),
    log,
    blobs,
    catalogue,
    gitFacts: facts,
    start: async (workflowId: string, request: Partial<StartRequest> = {}): Promise<OkAnswer> =>
      okAnswer(unwrap(await start({ workspace: null, ...request, workflowId })).answer),
    tryStart: (workflowId: string, request: Partial<StartRequest> = {}) =>
      start({ workspace: null, ...request, workflowId }),
    tryAdvance: advance(deps),
    advance: async (from: Answer, request: Partial<AdvanceRequest> = {}): Promise<Answer> =>
      unwrap(await advance(deps)({ ...tokensOf(from), ...request })),
    rehydrate: async (from: { readonly stateToken: string }): Promise<Answer> =>
      unwrap(await rehydrate(deps)({ stateToken: from.stateToken })),
    tryRehydrate: rehydrate(deps),
    checkpoint: checkpoint(deps),
    events: async (sessionId: SessionId): Promise<readonly SessionEvent[]> =>
      unwrap(await deps.sessions.events(sessionId)),
    session,
    run: async (answer) => {
      const run = (await session(answer.session.sessionId)).runs.get(answer.session.runId as RunId);
      if (!run) throw new Error(`no run ${answer.session.runId}`);
      return run;
    },
  };
};

export const unwrap = <T>(result: Result<T, unknown>): T => {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error)}`);
  return result.value;
};

export const okAnswer = (answer: Answer): OkAnswer => {
  if (answer.kind !== 'ok') throw new Error(`blocked: ${JSON.stringify(answer.blockers)}`);
  return answer;
};

export const blockedAnswer = (answer: Answer): BlockedAnswer => {
  if (answer.kind !== 'blocked') throw new Error(`not blocked: at ${answer.pending?.stepId ?? 'the end'}`);
  return answer;
};

/** What `nextCall` says, as an agent would copy it. */
export const tokensOf = (answer: Answer): { readonly stateToken: string; readonly ackToken: string } => {
  const params = answer.nextCall?.params;
  if (!params?.ackToken) throw new Error('the answer gives no receipt to advance with');
  return { stateToken: answer.stateToken, ackToken: params.ackToken };
};

export const notes = (notesMarkdown: string): { readonly output: { readonly notesMarkdown: string } } => ({
  output: { notesMarkdown },
});

export const artifact = (...artifacts: JsonObject[]): { readonly output: { readonly artifacts: JsonObject[] } } => ({
  output: { artifacts },
});

const step = (id: string, more: JsonObject = {}): JsonObject => ({
  id,
  title: `Step ${id}`,
  prompt: `Do ${id}.`,
  ...more,
});

/** A workflow of plain steps; an object stands for a step in full. */
export const linear = (id: string, steps: readonly (string | JsonObject)[], more: JsonObject = {}): JsonObject => ({
  id,
  name: id,
  description: `Test workflow ${id}.`,
  version: '1.0.0',
  steps: steps.map((each) => (typeof each === 'string' ? step(each) : each)),
  ...more,
});
