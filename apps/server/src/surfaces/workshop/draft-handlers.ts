import type { CheckpointRow, draftCommands } from '@atelier/contracts';
import { ok } from '@atelier/kernel/core';
import {
  type Bench,
  type CheckpointId,
  changedBetween,
  type DraftId,
  type Seen,
  type WorkbenchId,
} from '@atelier/workshop';
import type { Handlers } from '../surface.ts';
import { refusedBy } from './words.ts';
import { actorOf, type Workshop } from './workshop.ts';

/** Publish, discard, checkpoints, and the way back from each. */
export const createDraftHandlers = (open: () => Promise<Workshop>): Handlers<keyof typeof draftCommands> => ({
  DraftPublish: async ({ workbenchId, dropUnfinished = false, seen = {}, requestId }, caller) => {
    const workshop = await open();
    const id = workbenchId as WorkbenchId;
    const before = await workshop.repeated(id, requestId);
    if (before?.ids.checkpointId) return ok({ seq: before.seq, checkpointId: before.ids.checkpointId });
    const facts = { dropUnfinished, seen: seen as Seen, key: requestId ?? null };
    const done = await workshop.actions.publish(id, facts, actorOf(caller));
    if (!done.ok) return refusedBy('DraftPublish', done.error);
    return ok({ seq: done.value.seq, checkpointId: done.value.checkpointId });
  },
  DraftDiscard: async ({ workbenchId, seen = {} }, caller) => {
    const workshop = await open();
    const looked = await workshop.look(workbenchId as WorkbenchId);
    if (!looked.ok) return refusedBy('DraftDiscard', looked.error);
    const draftId = looked.value.bench.draft?.draftId ?? '';
    const done = await workshop.actions.discard(workbenchId as WorkbenchId, seen as Seen, actorOf(caller));
    return done.ok ? ok({ seq: done.value.seq, draftId }) : refusedBy('DraftDiscard', done.error);
  },
  DraftUndoDiscard: async ({ workbenchId, draftId }, caller) => {
    const { actions } = await open();
    const done = await actions.undoDiscard(workbenchId as WorkbenchId, draftId as DraftId, actorOf(caller));
    return done.ok ? ok({ seq: done.value.seq }) : refusedBy('DraftUndoDiscard', done.error);
  },
  DraftUndoPublish: async ({ workbenchId, checkpointId }, caller) => {
    const { actions } = await open();
    const done = await actions.undoPublish(workbenchId as WorkbenchId, checkpointId as CheckpointId, actorOf(caller));
    return done.ok ? ok({ seq: done.value.seq }) : refusedBy('DraftUndoPublish', done.error);
  },
  CheckpointsList: async ({ workbenchId }, { role }) => {
    const workshop = await open();
    const looked = await workshop.look(workbenchId as WorkbenchId);
    if (!looked.ok) return refusedBy('CheckpointsList', looked.error);
    const checkpoints = await rowsOf(workshop, looked.value.bench);
    if (role === 'admin') return ok({ checkpoints });
    return ok({ checkpoints: checkpoints.map((row) => (row.reason === 'auto' ? { ...row, description: null } : row)) });
  },
  CheckpointCreate: async ({ workbenchId, description }, caller) => {
    const { actions } = await open();
    const done = await actions.checkpoint(workbenchId as WorkbenchId, description || null, actorOf(caller));
    if (!done.ok) return refusedBy('CheckpointCreate', done.error);
    return ok({ seq: done.value.seq, checkpointId: done.value.checkpointId });
  },
  CheckpointRestore: async ({ workbenchId, checkpointId, seen = {} }, caller) => {
    const { actions } = await open();
    const [id, target] = [workbenchId as WorkbenchId, checkpointId as CheckpointId];
    const done = await actions.restore(id, target, seen as Seen, actorOf(caller));
    if (!done.ok) return refusedBy('CheckpointRestore', done.error);
    return ok({ seq: done.value.seq, preRestoreId: done.value.preRestoreId });
  },
});

/** Newest first. What differs from now is told of those whose files are still kept. */
const rowsOf = async (workshop: Workshop, bench: Bench): Promise<CheckpointRow[]> => {
  const checkpoints = [...bench.checkpoints.values()].reverse();
  const [now, published] = [await workshop.treeAt(bench.published), bench.published];
  return Promise.all(
    checkpoints.map(async ({ id, reason, description, at, files, bytes, isExpired, tree, ...rest }) => {
      const past = isExpired ? undefined : await workshop.treeAt(tree).catch(() => undefined);
      const changed = past && changedBetween(past, now);
      const revision = rest.published && bench.revisions.get(rest.published.draft.revisionId);
      const isUndoable = rest.published !== null && !rest.published.isUndone && rest.published.tree === published;
      return {
        checkpointId: id,
        reason,
        description,
        at,
        files,
        bytes,
        isExpired,
        canUndoPublish: isUndoable && !isExpired && !bench.draft && revision?.isReleased === false,
        since: changed
          ? { added: changed.added.length, modified: changed.modified.length, deleted: changed.deleted.length }
          : null,
      };
    }),
  );
};
