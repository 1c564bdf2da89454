import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Delta } from '@atelier/contracts';
import {
  createFiles,
  createFileWorkers,
  createTreeHost,
  type FileWorkers,
  loadStyleSkill,
  mergeStyleSkill,
} from '@atelier/files';
import { createIds, sha256, systemWorld } from '@atelier/kernel/adapters';
import { err, type LogEvent, ok } from '@atelier/kernel/core';
import { openDiskStorage } from '@atelier/kernel/storage';
import { createDecide } from '@atelier/kernel/usecases';
import {
  type ChatModel,
  createAgentRuns,
  createCompress,
  createContentToolLog,
  createGenerate,
  createOfflineModel,
  createRunSaves,
  type EgressPurpose,
  toolboxOf,
} from '@atelier/models';
import { createKeptBenches } from '../adapters/kept-benches.ts';
import { activeTree } from '../core/bench.ts';
import type { Actor } from '../core/codec.ts';
import { send } from '../core/conversation.ts';
import { benchStream, type ContentId, type WorkbenchId } from '../core/ids.ts';
import { defaultRunLimits, type RunLimits } from '../core/run/phases.ts';
import type { RunGraph, UnderWay } from '../ports/index.ts';
import { addFiles } from '../usecases/bench-files.ts';
import { createDraftActions } from '../usecases/drafts.ts';
import { recordOn } from '../usecases/record.ts';
import { createBenchRuns, type RunDeps, type RunWish } from '../usecases/run/bench-runs.ts';
import { createWorkbench } from '../usecases/workbenches.ts';
import { createMemoryGraph } from './memory-graph.ts';

export const person: Actor = { kind: 'user', name: 'local' };

export type RunWorldOptions = {
  readonly models?: Readonly<Record<string, ChatModel>>;
  /** Another opening of the same folder: what is in memory is gone, as after a kill. */
  readonly folder?: string;
  readonly workers?: FileWorkers;
  readonly graph?: RunGraph;
  readonly guard?: (model: ChatModel, purpose: EgressPurpose) => ChatModel;
  readonly limits?: Partial<RunLimits>;
  readonly capPerRun?: number;
  readonly deps?: (deps: RunDeps) => Partial<RunDeps>;
};

/** A data folder with the real log, content store, file workers and loop. Models are given; the built-in one is there. */
export const openRunWorld = async (options: RunWorldOptions = {}) => {
  const data = options.folder ?? (await mkdtemp(join(tmpdir(), 'atelier-runs-')));
  const storage = openDiskStorage(data, {});
  const content = await storage.content();
  const benches = createKeptBenches(storage.log);
  const newId = createIds(systemWorld);
  const decide = createDecide({ log: storage.log, states: benches });
  const workers = options.workers ?? createFileWorkers(join(data, 'cache'), {});
  const graph = options.graph ?? createMemoryGraph();
  const models: Record<string, ChatModel> = { 'builtin:offline': createOfflineModel(), ...options.models };
  const deltas: Delta[] = [];
  const faults: unknown[] = [];
  const find = async (modelId: string) => {
    const model = models[modelId];
    return model ? ok({ model }) : err({ code: 'MODEL_NOT_FOUND' } as const);
  };
  const guard = options.guard ?? ((model: ChatModel) => model);
  const retry = { random: () => 0, wait: async () => undefined };
  const agents = createAgentRuns({
    models: { find, guard, spending: async () => ({}) },
    newId: (prefix) => newId(prefix),
    sha256,
    random: () => 0,
    now: Date.now,
    atMost: () => 8,
    onFault: (cause) => faults.push(cause),
  });
  const marked = new Set<WorkbenchId>();
  const underWay: UnderWay = {
    add: async (id) => void marked.add(id),
    remove: async (id) => void marked.delete(id),
    all: async () => [...marked],
  };
  const drivers = storage.drivers();
  const saves = createRunSaves({ ...storage, blobs: content.blobs });
  const plain: RunDeps = {
    benches,
    content,
    newId,
    decide,
    log: storage.log,
    sha256,
    agents,
    models: {
      find,
      guard,
      toolboxOf,
      compress: createCompress(retry),
      generate: createGenerate(retry),
      grant: async () => ok(undefined),
      capPerRun: async () => options.capPerRun ?? null,
    },
    savesOf: (id) => saves(`run/${id}`),
    toolLogOf: ({ locate, carried }) => createContentToolLog({ blobs: content.blobs, locate, carried }),
    deltas: { publish: (_stream, delta) => deltas.push(delta) },
    filesAt: async (place, hidden) => createFiles(createTreeHost(content, place), workers, { hidden }),
    styleSkill: async (format, own) => {
      const generic = loadStyleSkill(format);
      return own === undefined ? generic.text : mergeStyleSkill(generic, own);
    },
    graph,
    underWay,
    drivers,
    serverId: 'here',
    limits: async () => ({ ...defaultRunLimits, ...options.limits }),
    onFault: (cause) => faults.push(cause),
  };
  const deps: RunDeps = { ...plain, ...options.deps?.(plain) };
  const runs = createBenchRuns(deps);
  drivers.work(runs.drive, 8);

  const at = async (id: WorkbenchId) => {
    const now = await benches.at(benchStream(id));
    if (!now.ok) throw new Error(now.error.code);
    return now.value.state;
  };
  const events = async (id: WorkbenchId): Promise<readonly LogEvent[]> => {
    const read = await storage.log.read(benchStream(id));
    if (!read.ok) throw new Error(read.error.code);
    return read.value.events;
  };
  const add = async (id: WorkbenchId, files: Readonly<Record<string, string | Uint8Array>>) => {
    const arrivals = await Promise.all(
      Object.entries(files).map(async ([name, given]) => {
        const bytes = typeof given === 'string' ? new TextEncoder().encode(given) : given;
        const blob = (await content.blobs.put(bytes)) as ContentId;
        return { source: name, name, size: bytes.length, kind: 'file', blob };
      }),
    );
    const added = await addFiles(deps)(id, arrivals, { files: 500, bytes: 200_000_000 }, person);
    if (!added.ok) throw new Error(added.error.code);
  };
  const create = async (files: Readonly<Record<string, string | Uint8Array>>, modelId = 'builtin:offline') => {
    const created = await createWorkbench(deps)({ name: 'Work', modelId }, person);
    if (!created.ok) throw new Error(created.error.code);
    await add(created.value.workbenchId, files);
    return created.value.workbenchId;
  };
  const ask = (id: WorkbenchId, text: string, mode: 'agent' | 'ask' = 'agent', wish: RunWish = {}) =>
    runs.begin(
      id,
      () =>
        recordOn(deps)(id, person, (bench) =>
          send(bench, { text, mode, messageId: newId('msg'), runId: newId('run'), files: 1 }),
        ),
      wish,
    );
  const ended = async (id: WorkbenchId, patienceMs = 100_000): Promise<void> => {
    for (let turn = 0; agents.current(benchStream(id)); turn += 1) {
      if (turn * 5 > patienceMs) throw new Error('the run does not end');
      await new Promise((next) => setTimeout(next, 5));
    }
  };
  const text = async (id: WorkbenchId, path: string, tree?: ContentId | null): Promise<string | undefined> => {
    const now = tree ?? activeTree(await at(id));
    const blob = now && (await content.trees.get(now))?.entries[path]?.blob;
    return blob ? new TextDecoder().decode(await content.blobs.get(blob)) : undefined;
  };
  /** What a person reads: the text of every answer, by how it ended. */
  const answers = async (id: WorkbenchId): Promise<readonly { readonly text: string; readonly end: string }[]> => {
    const said = new Map<string, { text: string; end: string }>();
    for (const { kind, data } of await events(id)) {
      const messageId = String(data.messageId);
      if (kind === 'message.assistant_started') said.set(messageId, { text: '', end: 'open' });
      const message = said.get(messageId);
      if (!message) continue;
      if (kind === 'message.assistant_partial')
        message.text = message.text.slice(0, Number(data.offset)) + String(data.text);
      if (kind === 'message.assistant_completed') message.end = 'complete';
      if (kind === 'message.assistant_interrupted') message.end = 'interrupted';
    }
    return [...said.values()];
  };
  return {
    data,
    storage,
    content,
    deps,
    runs,
    agents,
    workers,
    graph,
    deltas,
    faults,
    actions: createDraftActions(deps),
    at,
    events,
    add,
    create,
    ask,
    ended,
    text,
    answers,
    underWay,
    /** Sends a message and waits for the end of its run. */
    turn: async (id: WorkbenchId, message: string, mode: 'agent' | 'ask' = 'agent', wish: RunWish = {}) => {
      const begun = await ask(id, message, mode, wish);
      if (!begun.ok) throw new Error(`${begun.error.code}`);
      await ended(id);
    },
    close: async () => {
      if (!options.workers) await workers.close();
      await storage.close();
      if (!options.folder) await rm(data, { recursive: true, force: true });
    },
  };
};
export type RunWorld = Awaited<ReturnType<typeof openRunWorld>>;
