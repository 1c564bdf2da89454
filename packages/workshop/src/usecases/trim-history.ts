import { emptyTree, err, ok, type Result, type Tree } from '@atelier/kernel/core';
import type { EventLog, RemoveStream } from '@atelier/kernel/ports';
import { bytesHeld, type DecideRefused, PinsUnreadable, pinsOfLog } from '@atelier/kernel/usecases';
import { type Bench, stampNow } from '../core/bench.ts';
import { type Actor, readEvent } from '../core/codec.ts';
import { scopeFiles } from '../core/consent-scope.ts';
import { gate, isStale, type Seen } from '../core/gating.ts';
import { benchStream, type ContentId, type MessageId, type WorkbenchId } from '../core/ids.ts';
import { keptCheckpoints, type TrimFacts, type Trimmed, type TrimRefused, trimHistory } from '../core/trim.ts';
import type { WorkshopPorts } from '../ports/index.ts';
import { commitOf, type RecordDeps } from './record.ts';
import { lanesOf, runStreamOf, takeAway } from './remove-streams.ts';
import { readTree } from './trees.ts';

type Deps = Pick<WorkshopPorts, 'content' | 'benches'> &
  RecordDeps & { readonly log: Pick<EventLog, 'read' | 'list' | 'health' | 'commits' | 'carried'> };
type Own = TrimFacts['ownCheckpoints'];
type Unreadable = { readonly code: 'STORE_UNHEALTHY' };

/** A stream that cannot be read, its own or an answer's that was compared, is refused; all else that breaks is a fault. */
const asFarAsReadable = async <T>(work: () => Promise<T>): Promise<Result<T, Unreadable>> => {
  try {
    return ok(await work());
  } catch (cause) {
    if (cause instanceof PinsUnreadable) return err({ code: 'STORE_UNHEALTHY' });
    throw cause;
  }
};

/** All that a Workbench holds on to, with the answers that were compared in it. */
export const pinnedBy = (log: Deps['log'], id: WorkbenchId): Promise<Result<ReadonlySet<ContentId>, Unreadable>> =>
  asFarAsReadable(async () => pinsIn(log, [benchStream(id), ...(await lanesOf(log, id))]));

const pinsIn = async (log: Deps['log'], streams: readonly string[]): Promise<ReadonlySet<ContentId>> => {
  const pinned = new Set<ContentId>();
  for await (const { ids } of pinsOfLog({ log, streams: async () => streams }).livePins())
    for (const each of ids) pinned.add(each as ContentId);
  return pinned;
};

export type TrimPreview = Trimmed['went'] & {
  /** Checkpoints that stay. */
  readonly kept: number;
  readonly bytesNow: number;
  readonly bytesAfter: number;
};

/** What a trim would take and leave, before anybody is asked. Changes nothing. */
export const previewTrim =
  (deps: Deps) =>
  async (workbenchId: WorkbenchId, own: Own): Promise<Result<TrimPreview, TrimRefused | Unreadable>> => {
    const at = await deps.benches.at(benchStream(workbenchId));
    if (!at.ok) return err({ code: 'STORE_UNHEALTHY' });
    const bench = at.value.state;
    const gated = gate(bench, 'restore');
    if (!gated.ok) return gated;
    const held = await pinnedBy(deps.log, workbenchId);
    if (!held.ok) return held;
    const gathered = await gather(deps, workbenchId, bench, own);
    if (!gathered.ok) return gathered;
    const { facts, pinned } = gathered.value;
    const planned = trimHistory(bench, facts);
    if (!planned.ok) return planned;
    const { went, keeps, checkpointIds } = planned.value;
    const gone = new Set([...bench.holds.keys(), ...facts.texts]);
    const stays = [...pinned].filter((id) => !gone.has(id));
    return ok({
      ...went,
      kept: checkpointIds.length,
      bytesNow: await bytesHeld(deps.content, held.value),
      bytesAfter: await bytesHeld(deps.content, [...keeps, ...stays]),
    });
  };

export type TrimAnswer = { readonly seq: number; readonly went: Trimmed['went'] };

/**
 * Lets go of everything a Workbench does not need to go on from where it is, in one commit; the next collection frees
 * it. The log only grows by that: what was done and who did it stays proved.
 */
export const trimWorkbench =
  (deps: Deps & { readonly remove: RemoveStream }) =>
  async (
    workbenchId: WorkbenchId,
    { ownCheckpoints, seen }: { readonly ownCheckpoints: Own; readonly seen: Seen },
    actor: Actor,
  ): Promise<Result<TrimAnswer, TrimRefused | Unreadable | DecideRefused>> => {
    let went: Trimmed['went'] | undefined;
    const recorded = await deps.decide<TrimRefused | Unreadable>(benchStream(workbenchId), async (bench) => {
      const gated = gate(bench, 'restore');
      if (!gated.ok) return gated;
      if (isStale(bench, seen)) return err({ code: 'CONFLICT_STALE_STATE' });
      const gathered = await gather(deps, workbenchId, bench, ownCheckpoints);
      if (!gathered.ok) return gathered;
      const { facts } = gathered.value;
      const trimmed = trimHistory(bench, facts);
      if (!trimmed.ok) return trimmed;
      went = trimmed.value.went;
      const commit = commitOf(bench, [trimmed.value], actor);
      const kept = new Set<string>(trimmed.value.keeps);
      const unpins = [...(commit.unpins ?? []), ...facts.texts.filter((id) => !kept.has(id))];
      return ok({ ...commit, unpins: [...new Set(unpins)] });
    });
    if (!recorded.ok) return recorded;
    // After the commit: what a stop leaves of them goes with the next trim.
    for (const lane of await lanesOf(deps.log, workbenchId))
      for (const stream of [runStreamOf(lane), lane]) await takeAway(deps, stream);
    if (!went) throw new Error('a trim that was recorded was decided');
    return ok({ seq: recorded.value.seq, went });
  };

type Gathered = { readonly facts: TrimFacts; readonly pinned: ReadonlySet<ContentId> };

const gather = (
  deps: Deps,
  id: WorkbenchId,
  bench: Bench,
  ownCheckpoints: Own,
): Promise<Result<Gathered, Unreadable>> =>
  asFarAsReadable(async () => {
    const { summaries, sources, texts } = await readTexts(deps.log, id, bench);
    const trees = [...keptCheckpoints(bench, ownCheckpoints).map(({ tree }) => tree), stampNow(bench).published];
    const supplied = await suppliedIn(deps.content, bench, [...new Set(trees)]);
    const lanes = (await lanesOf(deps.log, id)).length;
    const pinned = await pinsIn(deps.log, [benchStream(id)]);
    // What rides inside the log stays there.
    const stored = texts.filter((text) => pinned.has(text));
    return { facts: { ownCheckpoints, supplied, summaries, sources, texts: stored, lanes }, pinned };
  });

/** For each state that stays, the files in it that people brought in, as they brought them. */
const suppliedIn = async (
  content: Deps['content'],
  bench: Bench,
  trees: readonly ContentId[],
): Promise<readonly ContentId[]> => {
  const all = await Promise.all(
    bench.supplied.map(async (supply) => ({ ...supply, entries: (await readTree(content, supply.tree)).entries })),
  );
  const made: ContentId[] = [];
  for (const tree of trees) {
    const entries: Record<string, Tree['entries'][string]> = {};
    for (const { path, blob, sizeBytes } of scopeFiles((await readTree(content, tree)).entries, all))
      entries[path] = { blob: blob as ContentId, size: sizeBytes, kind: 'file' };
    const put = await content.trees.put({ ...emptyTree, entries });
    if (!put.ok) throw new Error('files of trees are a tree');
    made.push(put.value);
  }
  return made;
};

const pageSize = 1_000;

type Texts = {
  readonly summaries: readonly { readonly last: MessageId; readonly textId: ContentId }[];
  readonly sources: readonly ContentId[];
  readonly texts: readonly ContentId[];
};

/** Content that only the log names: summaries, what context was made from, and texts of runs since the last trim. */
const readTexts = async (log: Pick<EventLog, 'read'>, id: WorkbenchId, { run }: Bench): Promise<Texts> => {
  const summaries: { last: MessageId; textId: ContentId }[] = [];
  const sources = new Set<ContentId>();
  const texts = new Set<ContentId>();
  const mayGoOn = run && run.state !== 'completed' ? run.id : null;
  const add = (text: string | null | undefined): void => {
    if (text) texts.add(text as ContentId);
  };
  for (let from = 0; ; ) {
    const page = await log.read(benchStream(id), { from, limit: pageSize });
    if (!page.ok) throw new PinsUnreadable(benchStream(id), page.error);
    for (const recorded of page.value.events) {
      const event = readEvent(recorded);
      switch (event?.kind) {
        case 'message.summary':
          summaries.push({ last: event.last, textId: event.textId });
          break;
        case 'context.processed':
          for (const held of event.holds ?? []) if (held !== event.tree) sources.add(held);
          break;
        case 'history.trimmed':
          texts.clear();
          break;
        case 'tool.returned':
          if (event.data.runId !== mayGoOn) add(event.data.content);
          break;
        case 'run.prompted':
          add(event.partsId);
          break;
        case 'rpi.artifact':
          add(event.contentId);
          break;
        case 'run.item_settled':
          add(event.said);
          break;
        default:
          break;
      }
    }
    from += page.value.events.length;
    if (page.value.events.length < pageSize) return { summaries, sources: [...sources], texts: [...texts] };
  }
};
