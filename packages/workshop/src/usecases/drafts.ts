import { type BlobId, err, ok, type Result } from '@atelier/kernel/core';
import type { DecideRefused, Recorded } from '@atelier/kernel/usecases';
import type { Bench } from '../core/bench.ts';
import { createCheckpoint, type RestoreRefused, restoreCheckpoint } from '../core/checkpoints.ts';
import type { Actor } from '../core/codec.ts';
import type { BenchEvent, RewindMode, Stamp } from '../core/events.ts';
import { type GateRefused, isStale, type Seen } from '../core/gating.ts';
import type { CheckpointId, ContentId, DraftId, MessageId, WorkbenchId } from '../core/ids.ts';
import { stampAt, upFrom } from '../core/path.ts';
import { discard, openDraft, type PublishRefused, publish, undoDiscard, undoPublish } from '../core/publish.ts';
import { type RevisionLimits, type WriteFacts, writeDraft } from '../core/revisions.ts';
import { redo, restorePath, rewind } from '../core/rewind.ts';
import type { WorkshopPorts } from '../ports/index.ts';
import { type RecordDeps, recordOn } from './record.ts';
import { changedBetween, factsOf, readTree, sizeOf } from './trees.ts';

type Deps = Pick<WorkshopPorts, 'content' | 'newId'> &
  RecordDeps & {
    /** How much of a Draft's history is kept; absent: the defaults. */
    readonly revisionLimits?: () => Promise<RevisionLimits>;
  };

/** What a person does with a Draft and with history. Each is one commit; none calls a model. */
export const createDraftActions = ({ content, newId, revisionLimits, ...deps }: Deps) => {
  const act = <Refused>(
    workbenchId: WorkbenchId,
    actor: Actor,
    seen: Seen,
    decision: (bench: Bench) => Promise<Result<readonly BenchEvent[], Refused>>,
    key: string | null = null,
  ): Promise<Result<Recorded, Refused | GateRefused | DecideRefused>> =>
    recordOn(deps)<Refused | GateRefused>(
      workbenchId,
      actor,
      async (bench) => (isStale(bench, seen) ? err({ code: 'CONFLICT_STALE_STATE' }) : decision(bench)),
      key,
    );
  const published = async (bench: Bench) => sizeOf(await readTree(content, bench.published));

  return {
    publish: async (
      workbenchId: WorkbenchId,
      facts: { dropUnfinished: boolean; seen: Seen; key?: string | null },
      actor: Actor,
    ) => {
      const ids = { checkpointId: newId('chk'), cardId: newId('msg') } as const;
      const recorded = await act<PublishRefused | ContentMissing>(
        workbenchId,
        actor,
        facts.seen,
        async (bench) => {
          const now = await readTree(content, bench.published);
          const draft = bench.draft ? await readTree(content, openDraft(bench).revision.tree) : now;
          const { added, modified, deleted } = changedBetween(now, draft);
          const decided = publish(bench, {
            ...ids,
            size: sizeOf(now),
            changed: { added: added.length, modified: modified.length, deleted },
            dropUnfinished: facts.dropUnfinished,
          });
          if (!decided.ok) return decided;
          // What cannot be had whole is not put in place of what can.
          const { tree } = openDraft(bench).revision;
          return (await usableOf(content, [tree])).has(tree) ? decided : err({ code: 'CONTENT_MISSING', tree });
        },
        facts.key,
      );
      return withIds(recorded, { checkpointId: ids.checkpointId });
    },
    discard: (workbenchId: WorkbenchId, seen: Seen, actor: Actor) =>
      act(workbenchId, actor, seen, async (bench) => discard(bench, { cardId: newId('msg') })),
    undoDiscard: (workbenchId: WorkbenchId, draftId: DraftId, actor: Actor) =>
      act(workbenchId, actor, {}, async (bench) => undoDiscard(bench, { draftId, cardId: newId('msg') })),
    undoPublish: (workbenchId: WorkbenchId, checkpointId: CheckpointId, actor: Actor) =>
      act(workbenchId, actor, {}, async (bench) => undoPublish(bench, { checkpointId, cardId: newId('msg') })),
    checkpoint: async (workbenchId: WorkbenchId, description: string | null, actor: Actor) => {
      const checkpointId: CheckpointId = newId('chk');
      const recorded = await act(workbenchId, actor, {}, async (bench) =>
        createCheckpoint(bench, { checkpointId, description, size: await published(bench) }),
      );
      return withIds(recorded, { checkpointId });
    },
    restore: async (workbenchId: WorkbenchId, checkpointId: CheckpointId, seen: Seen, actor: Actor) => {
      const ids = { preRestoreId: newId('chk'), cardId: newId('msg') } as const;
      const recorded = await act<RestoreRefused | ContentMissing>(workbenchId, actor, seen, async (bench) => {
        const decided = restoreCheckpoint(bench, { checkpointId, ...ids, size: await published(bench) });
        const tree = bench.checkpoints.get(checkpointId)?.tree;
        if (!decided.ok || !tree) return decided;
        // Half of a state is none: what cannot be had whole is not gone back to.
        return (await usableOf(content, [tree])).has(tree) ? decided : err({ code: 'CONTENT_MISSING', tree });
      });
      return withIds(recorded, { preRestoreId: ids.preRestoreId });
    },
    rewind: async (
      workbenchId: WorkbenchId,
      facts: { messageId: MessageId; mode: RewindMode; published?: 'keep' | 'restore' | undefined; seen: Seen },
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
    /** Takes up a path that was left. */
    restorePath: (workbenchId: WorkbenchId, messageId: MessageId, seen: Seen, actor: Actor) =>
      act(workbenchId, actor, seen, async (bench) => {
        const stamp = bench.messages.has(messageId) ? stampAt(bench, messageId) : null;
        const usable = await usableOf(content, stamp ? treesOf(bench, stamp) : []);
        return restorePath(bench, {
          messageId,
          preRestoreId: newId('chk'),
          size: await published(bench),
          isUsable: (tree) => usable.has(tree),
        });
      }),
    /** The only way in for agents of any kind: a new tree on the one it was made from. */
    write: (workbenchId: WorkbenchId, facts: Omit<WriteFacts, 'draftId' | 'revisionId'>, actor: Actor) =>
      act(workbenchId, actor, {}, async (bench) =>
        writeDraft(bench, {
          ...facts,
          ...(revisionLimits && { limits: await revisionLimits() }),
          draftId: newId('dft'),
          revisionId: newId('rev'),
        }),
      ),
  };
};

type ContentMissing = { readonly code: 'CONTENT_MISSING'; readonly tree: ContentId };

const withIds = <Ids extends object, Refused>(
  recorded: Result<Recorded, Refused>,
  ids: Ids,
): Result<Recorded & Ids, Refused> => (recorded.ok ? ok({ ...recorded.value, ...ids }) : recorded);

/** Those of the trees whose files are all there. */
export const usableOf = async (content: Deps['content'], ids: Iterable<ContentId>): Promise<ReadonlySet<ContentId>> => {
  const blobsById = new Map<ContentId, readonly BlobId[]>();
  for (const id of new Set(ids)) {
    const tree = await content.trees.get(id).catch(() => undefined);
    if (tree) blobsById.set(id, factsOf(tree).blobs);
  }
  // Trees of one Workbench have nearly all files in common: each is looked for once.
  const missing = await content.blobs.missing([...new Set([...blobsById.values()].flat())]);
  const isWhole = (blobs: readonly BlobId[]): boolean => missing.size === 0 || !blobs.some((id) => missing.has(id));
  return new Set([...blobsById].filter(([, blobs]) => isWhole(blobs)).map(([id]) => id));
};

const treesOf = (bench: Bench, stamp: Stamp): readonly ContentId[] => {
  const draft = stamp.draft && bench.revisions.get(stamp.draft.revisionId)?.tree;
  return draft ? [stamp.published, draft] : [stamp.published];
};

/** The state that is wanted, and only when it is damaged the older ones that may stand in for it. */
export const usableOnPath = async (
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
