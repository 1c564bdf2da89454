import type { ConversationEvent, WorkbenchSettings } from '@atelier/contracts';
import type { Files } from '@atelier/files';
import { derivedId, err, ok, type Result } from '@atelier/kernel/core';
import type { BlobId } from '@atelier/kernel/ports';
import type { Agent, AgentPlace, ChatModel, ConsentScope, RunSaves, RunTally, ToolLog } from '@atelier/models';
import { type Effort, type Sampling, scopeText } from '@atelier/models/core';
import { activeTree, type Bench, type BenchRun } from '../../core/bench.ts';
import type { Actor } from '../../core/codec.ts';
import { scopeFiles } from '../../core/consent-scope.ts';
import { placed, type WorkbenchEvent } from '../../core/conversation.ts';
import { hiddenReadingOf, mayRecall } from '../../core/hidden-reading.ts';
import { benchStream, type ContentId, type MessageId, type RunId, type WorkbenchId } from '../../core/ids.ts';
import { type Plan, parsePlan } from '../../core/plan/grammar.ts';
import type { RunLimits } from '../../core/run/phases.ts';
import { commitOf, recordOn } from '../record.ts';
import { readTree } from '../trees.ts';
import type { RunDeps } from './deps.ts';
import type { Staging } from './staging.ts';
import { readTalk, type Talk } from './talk.ts';
import { createToolIndex } from './tool-index.ts';

export const engine: Actor = { kind: 'engine', name: 'run' };

/** What a run is asked to be, beside what its Workbench says. */
export type RunWish = {
  readonly modelId?: string | undefined;
  readonly effort?: Effort | null | undefined;
  /** Millionths of a dollar over the whole run; null lifts the installation's own. */
  readonly cap?: number | null | undefined;
  /** For this run alone, over what the Workbench says. */
  readonly sampling?: Sampling | undefined;
  readonly firstToolChoice?: 'required' | 'auto' | undefined;
};

/** One run at work: what it reads and writes, and what its loops share. */
export type BenchWork = {
  readonly deps: RunDeps;
  readonly id: WorkbenchId;
  readonly runId: RunId;
  readonly stream: string;
  readonly agent: Agent;
  readonly model: ChatModel;
  readonly effort: Effort | null;
  readonly settings: WorkbenchSettings;
  readonly limits: RunLimits;
  readonly talk: Talk;
  readonly files: Files;
  readonly staging: Staging;
  readonly place: Omit<AgentPlace, 'toolbox'>;
  readonly saves: RunSaves;
  /** Said once a run. */
  readonly noticed: Set<string>;
  /** The loop that ended last: the next one counts its entries and its cost on. */
  last: RunTally;
  /** Who asked for a stop, once somebody did. */
  readonly stoppedBy: () => string | undefined;
  readonly bench: () => Promise<Bench>;
  readonly run: () => Promise<BenchRun>;
  readonly record: <Refused>(
    decision: (
      bench: Bench,
    ) => Result<readonly WorkbenchEvent[], Refused> | Promise<Result<readonly WorkbenchEvent[], Refused>>,
  ) => Promise<Result<unknown, Refused | { readonly code: string }>>;
  /** Records what nobody can refuse; a log that does not take it is a fault. */
  readonly say: (...events: readonly WorkbenchEvent[]) => Promise<void>;
  readonly keep: (text: string) => Promise<ContentId>;
  readonly read: (id: ContentId | null) => Promise<string>;
  readonly plan: () => Promise<Plan | null>;
  /** The message that the answer of this run is written under. */
  readonly answerId: (bench: Bench) => MessageId;
};

export const benchAt = async (
  deps: Pick<RunDeps, 'benches'>,
  id: WorkbenchId,
): Promise<{ bench: Bench; seq: number }> => {
  const now = await deps.benches.at(benchStream(id));
  if (!now.ok) throw new Error(`the Workbench ${id} cannot be read`);
  return { bench: now.value.state, seq: now.value.seq };
};

/** The same for the same run, so that a revision made before a crash belongs to the answer that comes after it. */
export const answerIdOf = (deps: Pick<RunDeps, 'sha256'>, runId: RunId, bench: Bench): MessageId => {
  for (let nth = 0; ; nth += 1) {
    const id = derivedId('msg', deps.sha256, `workshop_answer_v1:${runId}:${nth}`);
    if (!bench.messages.has(id)) return id;
  }
};

export const readText = async (deps: Pick<RunDeps, 'content'>, id: ContentId | null): Promise<string> => {
  if (id === null) return '';
  const bytes = await deps.content.blobs.get(id);
  if (!bytes) throw new Error(`the content ${id} is missing from storage`);
  return new TextDecoder().decode(bytes);
};

export const planOf = async (deps: Pick<RunDeps, 'content'>, { artifacts }: Bench): Promise<Plan | null> =>
  artifacts.plan === null ? null : parsePlan(await readText(deps, artifacts.plan));

/** What a person is asked to let out: their own files, the context, and the Workbench they are in. */
export const scopeOf = async (
  deps: Pick<RunDeps, 'content' | 'sha256'>,
  id: WorkbenchId,
  bench: Bench,
): Promise<ConsentScope> => {
  const now = await readTree(deps.content, activeTree(bench));
  const supplied = await Promise.all(
    bench.supplied.map(async (supply) => ({ ...supply, entries: (await readTree(deps.content, supply.tree)).entries })),
  );
  const own = scopeFiles(now.entries, supplied);
  const context = Object.entries((await readTree(deps.content, bench.context)).entries).map(
    ([path, { blob, size }]) => ({
      path: `context/${path}`,
      blob,
      sizeBytes: size,
    }),
  );
  // A lane works for the Workbench it belongs to, so what was agreed there holds in it.
  const text = scopeText([{ path: 'workbench', blob: bench.id ?? id }, ...own, ...context]);
  return {
    scopeHash: `sha256:${deps.sha256(text)}`,
    files: [...own, ...context].map(({ path, sizeBytes }) => ({ path, sizeBytes })),
  };
};

type Given = {
  readonly agent: Agent;
  readonly id: WorkbenchId;
  readonly run: BenchRun;
  readonly model: ChatModel;
  readonly effort: Effort | null;
  readonly settings: WorkbenchSettings;
  readonly limits: RunLimits;
  readonly last: RunTally;
  readonly saves: RunSaves;
  readonly staging: Staging;
  readonly stoppedBy: () => string | undefined;
};

export const openWork = async (deps: RunDeps, given: Given): Promise<BenchWork> => {
  const { id, run, staging } = given;
  const stream = benchStream(id);
  const tools = createToolIndex(deps.log, stream);
  const kept = deps.toolLogOf(tools.results);
  const toolLog: ToolLog = {
    ...kept,
    find: async (entryId) => {
      const result = await kept.find(entryId);
      return result && mayRecall((await benchAt(deps, id)).bench.settings, result) ? result : undefined;
    },
  };
  await tools.readOn();
  const { bench, seq } = await benchAt(deps, id);
  staging.begin(bench);
  const place: Omit<AgentPlace, 'toolbox'> = {
    stream,
    append: (events, held) => {
      for (const event of events) if (event.kind === 'tool.called') tools.saw(event.data.callId);
      return appendTo(deps, id, events, held);
    },
    deltas: deps.deltas,
    saves: given.saves,
    toolLog,
    scope: async () => scopeOf(deps, id, (await benchAt(deps, id)).bench),
    isCallIdUsed: tools.isCallIdUsed,
    ...(deps.spentBeside && { spentBeside: () => deps.spentBeside?.(id) ?? Promise.resolve(0) }),
  };
  const record: BenchWork['record'] = (decision) => recordOn(deps)(id, engine, decision);
  return {
    ...given,
    deps,
    runId: run.id,
    stream,
    place,
    talk: await readTalk(deps.log, stream, seq, bench, run.userMessageId),
    files: await deps.filesAt(staging.place, async (path) =>
      hiddenReadingOf((await benchAt(deps, id)).bench.settings, path),
    ),
    noticed: new Set(),
    bench: async () => (await benchAt(deps, id)).bench,
    run: async () => {
      const now = (await benchAt(deps, id)).bench.run;
      if (now?.id !== run.id) throw new Error('another run has taken the place of this one');
      return now;
    },
    record,
    say: async (...events) => {
      const said = await record(() => ok(events));
      if (!said.ok) throw new Error(`the run could not be recorded: ${said.error.code}`);
    },
    keep: async (text) => (await deps.content.blobs.put(new TextEncoder().encode(text))) as ContentId,
    read: (contentId) => readText(deps, contentId),
    plan: async () => planOf(deps, (await benchAt(deps, id)).bench),
    answerId: (now) => answerIdOf(deps, run.id, now),
  };
};

type Held = {
  readonly pins?: readonly BlobId[];
  readonly riders?: readonly Uint8Array[];
  readonly unhurried?: boolean;
};

/** What happens in a run goes where the stream stands, with what a Workbench adds to it. */
export const appendTo = async (
  deps: Pick<RunDeps, 'decide'>,
  id: WorkbenchId,
  events: readonly ConversationEvent[],
  { pins = [], riders, unhurried }: Held = {},
): Promise<Result<unknown, { readonly code: string }>> => {
  const recorded = await deps.decide(benchStream(id), (bench) => {
    const commit = commitOf(bench, placed(bench, events), engine);
    return ok({
      ...commit,
      pins: [...(commit.pins ?? []), ...pins],
      ...(riders && { content: riders }),
      ...(unhurried && { unhurried }),
    });
  });
  return recorded.ok ? ok(undefined) : err({ code: recorded.error.code });
};
