import { err, type JsonObject, ok, type Result } from '@atelier/kernel/core';
import type { BlobId, EventLog } from '@atelier/kernel/ports';
import { activeTree, emptyBench } from '../../core/bench.ts';
import { readEvent } from '../../core/codec.ts';
import { fold } from '../../core/fold.ts';
import { hiddenReadingOf } from '../../core/hidden-reading.ts';
import { benchStream, type ContentId, type RunId, type WorkbenchId } from '../../core/ids.ts';
import { defaultRunLimits } from '../../core/run/phases.ts';
import { benchAt } from './bench-work.ts';
import type { RunDeps } from './deps.ts';
import { createStaging } from './staging.ts';

type Deps = Pick<RunDeps, 'benches' | 'content' | 'filesAt'> & { readonly log: Pick<EventLog, 'read' | 'content'> };

/** One thing that a run did to the files, and what came of it. */
export type ReplayedStep = {
  readonly item: number;
  readonly tool: string;
  readonly path: string;
  /** The files after it. */
  readonly tree: ContentId;
};

export type Replay = {
  readonly steps: readonly ReplayedStep[];
  /** The revisions that came out to the byte as they were recorded. */
  readonly revisions: number;
};

export type ReplayRefused =
  | { readonly code: 'RUN_NOT_FOUND' }
  /** The first state that came out otherwise, or a call whose record is gone. */
  | {
      readonly code: 'REPLAY_DIFFERS';
      readonly item: number;
      readonly tool: string | null;
      readonly recorded: ContentId | null;
      readonly replayed: ContentId | null;
    };

type Recorded =
  | { readonly kind: 'began'; readonly item: number; readonly base: ContentId | null }
  | { readonly kind: 'wrote'; readonly content: BlobId | null }
  | { readonly kind: 'staged'; readonly tree: ContentId }
  | { readonly kind: 'became'; readonly tree: ContentId };

/**
 * Plays the writes of a recorded run again, from the files each item began with. No model is called: the calls are in
 * the tool log. Every state has to come out to the byte, or the first that does not is named.
 */
export const replayRun =
  (deps: Deps) =>
  async (id: WorkbenchId, runId: RunId): Promise<Result<Replay, ReplayRefused>> => {
    const acts = await recordedActs(deps, id, runId);
    if (!acts) return err({ code: 'RUN_NOT_FOUND' });
    const { bench } = await benchAt(deps, id);
    const staging = createStaging({ content: deps.content, limits: defaultRunLimits, hold: async () => true });
    staging.begin(bench);
    const files = await deps.filesAt(staging.place, async (path) => hiddenReadingOf(bench.settings, path));
    const steps: ReplayedStep[] = [];
    let revisions = 0;
    let item = 0;
    let last = { tool: '', path: '' };
    const differs = (recorded: ContentId | null, replayed: ContentId | null, tool: string | null = last.tool) =>
      err({ code: 'REPLAY_DIFFERS', item, tool, recorded, replayed } as const);

    for (const act of acts) {
      switch (act.kind) {
        case 'began':
          item = act.item;
          staging.beginAt(act.base);
          break;
        case 'wrote': {
          const call = act.content && (await callIn(deps, id, act.content));
          if (!call) return differs(null, null, null);
          last = { tool: call.name, path: String(call.input.path ?? call.input.target_path ?? '') };
          await files.call(call.name, call.input);
          break;
        }
        case 'staged': {
          const { tree } = staging.now();
          if (tree !== act.tree) return differs(act.tree, tree);
          steps.push({ item, ...last, tree });
          break;
        }
        case 'became': {
          const { tree } = staging.now();
          if (tree !== act.tree) return differs(act.tree, tree);
          revisions += 1;
          break;
        }
      }
    }
    return ok({ steps, revisions });
  };

const callIn = async (
  { log, content }: Deps,
  id: WorkbenchId,
  entry: BlobId,
): Promise<{ readonly name: string; readonly input: JsonObject } | undefined> => {
  const bytes = (await log.content(benchStream(id), entry)) ?? (await content.blobs.get(entry));
  return bytes && JSON.parse(new TextDecoder().decode(bytes));
};

/** What the log says a run did to the files, in order. A call that is answered comes before the tree it made. */
const recordedActs = async ({ log }: Deps, id: WorkbenchId, runId: RunId): Promise<readonly Recorded[] | undefined> => {
  const read = await log.read(benchStream(id));
  if (!read.ok) return undefined;
  const acts: Recorded[] = [];
  const writing = new Map<string, number>();
  // Folded along, so that what a person did to the files between two runs is in what the second began with.
  const bench = emptyBench();
  let isThere = false;
  for (const recorded of read.value.events) {
    const event = readEvent(recorded);
    if (!event) continue;
    // What a person or another program does to its Draft while it does not work is not its own.
    const isOurs = bench.run?.id === runId && bench.run.state === 'running';
    switch (event.kind) {
      case 'run.ordered':
        isThere ||= event.runId === runId;
        break;
      case 'run.item_started':
        if (isOurs) acts.push({ kind: 'began', item: event.data.item, base: activeTree(bench) });
        break;
      case 'tool.called':
        // Its place among the acts is before the tree it makes; its content is named when it returns.
        if (isOurs && event.data.access === 'write')
          writing.set(event.data.callId, acts.push({ kind: 'wrote', content: null }) - 1);
        break;
      case 'tool.returned': {
        const at = writing.get(event.data.callId);
        if (at !== undefined) acts[at] = { kind: 'wrote', content: event.data.content as BlobId | null };
        break;
      }
      case 'run.item_staged':
        if (isOurs) acts.push({ kind: 'staged', tree: event.tree });
        break;
      case 'draft.revision_created':
        if (isOurs) acts.push({ kind: 'became', tree: event.tree });
        break;
      case 'history.trimmed':
        // The files it began with are gone.
        isThere = false;
        break;
      default:
        break;
    }
    fold(bench, event, recorded);
  }
  return isThere ? acts : undefined;
};
