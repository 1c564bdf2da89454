import { err, type Result } from '@atelier/kernel/core';
import type { DecideRefused, Recorded } from '@atelier/kernel/usecases';
import type { Bench } from '../core/bench.ts';
import { createCheckpoint, restoreCheckpoint } from '../core/checkpoints.ts';
import type { Actor } from '../core/codec.ts';
import type { BenchEvent, RewindMode, Stamp } from '../core/events.ts';
import { type GateRefused, isStale, type Seen } from '../core/gating.ts';
import type { CheckpointId, ContentId, DraftId, MessageId, WorkbenchId } from '../core/ids.ts';
import { stampAt, upFrom } from '../core/path.ts';
import { discard, openDraft, publish, undoDiscard, undoPublish } from '../core/publish.ts';
import { type WriteFacts, writeDraft } from '../core/revisions.ts';
import { redo, rewind } from '../core/rewind.ts';
import type { WorkshopPorts } from '../ports/index.ts';
import { type RecordDeps, recordOn } from './record.ts';
import { changedBetween, readTree, sizeOf } from './trees.ts';

type Deps = Pick<WorkshopPorts, 'content' | 'newId'> & RecordDeps;

/** What a person does with a Draft and with history. Each is one commit; none calls a model. */
export const createDraftActions = ({ content, newId, ...deps }: Deps) => {
  const act = <Refused>(
    workbenchId: WorkbenchId,
    actor: Actor,
    seen: Seen,
    decision: (bench: Bench) => Promise<Result<readonly BenchEvent[], Refused>>,
  ): Promise<Result<Recorded, Refused | GateRefused | DecideRefused>> =>
    recordOn(deps)<Refused | GateRefused>(workbenchId, actor, async (bench) =>
      isStale(bench, seen) ? err({ code: 'CONFLICT_STALE_STATE' }) : decision(bench),
    );
  const published = async (bench: Bench) => sizeOf(await readTree(content, bench.published));

  return {
    publish: (workbenchId: WorkbenchId, facts: { dropUnfinished: boolean; seen: Seen }, actor: Actor) =>
      act(workbenchId, actor, facts.seen, async (bench) => {
        const now = await readTree(content, bench.published);
        const draft = bench.draft ? await readTree(content, openDraft(bench).revision.tree) : now;
        const { added, modified, deleted } = changedBetween(now, draft);
        return publish(bench, {
          checkpointId: newId('chk'),
          cardId: newId('msg'),
          size: sizeOf(now),
          changed: { added: added.length, modified: modified.length, deleted },
          dropUnfinished: facts.dropUnfinished,
        });
      }),
    discard: (workbenchId: WorkbenchId, seen: Seen, actor: Actor) =>
      act(workbenchId, actor, seen, async (bench) => discard(bench, { cardId: newId('msg') })),
    undoDiscard: (workbenchId: WorkbenchId, draftId: DraftId, actor: Actor) =>
      act(workbenchId, actor, {}, async (bench) => undoDiscard(bench, { draftId, cardId: newId('msg') })),
    undoPublish: (workbenchId: WorkbenchId, checkpointId: CheckpointId, actor: Actor) =>
      act(workbenchId, actor, {}, async (bench) => undoPublish(bench, { checkpointId, cardId: newId('msg') })),
    checkpoint: (workbenchId: WorkbenchId, description: string | null, actor: Actor) =>
      act(workbenchId, actor, {}, async (bench) =>
        createCheckpoint(bench, { checkpointId: newId('chk'), description, size: await published(bench) }),
      ),
    restore: (workbenchId: WorkbenchId, checkpointId: CheckpointId, seen: Seen, actor: Actor) =>
      act(workbenchId, actor, seen, async (bench) =>
        restoreCheckpoint(bench, {
          checkpointId,
          preRestoreId: newId('chk'),
          cardId: newId('msg'),
          size: await published(bench),
        }),
      ),
    rewind: async (
      workbenchId: WorkbenchId,
      facts: { messageId: MessageId; mode: RewindMode; published?: 'keep' | 'restore'; seen: Seen },
      actor: Actor,
    ) => {
      let partial: { wanted: string; got: string | null } | null = null;
      const recorded = await act(workbenchId, actor, facts.seen, async (bench) => {
        const usable = await usableOnPath(content, bench, facts.messageId);
        const moved = rewind(bench, {
          ...facts,
          preRestoreId: newId('chk'),
          size: await published(bench),
          isUsable: (tree) => usable.has(tree),
        });
        if (!moved.ok) return moved;
        partial = moved.value.partial;
        return { ok: true, value: moved.value.events };
      });
      return { recorded, partial };
    },
    redo: (workbenchId: WorkbenchId, seen: Seen, actor: Actor) =>
      act(workbenchId, actor, seen, async (bench) => {
        const target = bench.redo.at(-1);
        const usable = await usableOf(content, target ? treesOf(bench, target.stamp) : []);
        return redo(bench, {
          preRestoreId: newId('chk'),
          size: await published(bench),
          isUsable: (tree) => usable.has(tree),
        });
      }),
    /** The only way in for agents of any kind: a new tree on the one it was made from. */
    write: (workbenchId: WorkbenchId, facts: Omit<WriteFacts, 'draftId' | 'revisionId'>, actor: Actor) =>
      act(workbenchId, actor, {}, async (bench) =>
        writeDraft(bench, { ...facts, draftId: newId('dft'), revisionId: newId('rev') }),
      ),
  };
};

/** Those of the trees whose files are all there. */
const usableOf = async (content: Deps['content'], ids: Iterable<ContentId>): Promise<ReadonlySet<ContentId>> => {
  const usable = new Set<ContentId>();
  for (const id of new Set(ids)) {
    const tree = await content.trees.get(id).catch(() => undefined);
    if (!tree) continue;
    const has = await Promise.all(Object.values(tree.entries).map(({ blob }) => content.blobs.has(blob)));
    if (has.every(Boolean)) usable.add(id);
  }
  return usable;
};

const treesOf = (bench: Bench, stamp: Stamp): readonly ContentId[] => {
  const draft = stamp.draft && bench.revisions.get(stamp.draft.revisionId)?.tree;
  return draft ? [stamp.published, draft] : [stamp.published];
};

/** The state that is wanted, and only when it is damaged the older ones that may stand in for it. */
const usableOnPath = async (
  content: Deps['content'],
  bench: Bench,
  messageId: MessageId,
): Promise<ReadonlySet<ContentId>> => {
  const stamp = stampAt(bench, messageId);
  const wanted = stamp ? treesOf(bench, stamp) : [];
  const usable = await usableOf(content, wanted);
  if (usable.size === new Set(wanted).size) return usable;
  const older = [...upFrom(bench, messageId)].flatMap((message) =>
    message.stamp ? treesOf(bench, message.stamp) : [],
  );
  return usableOf(content, older);
};
