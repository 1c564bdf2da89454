import type { Between, reviewCommands } from '@atelier/contracts';
import { ok } from '@atelier/kernel/core';
import type { Seen, WorkbenchId } from '@atelier/workshop';
import type { Caller } from '../../caller.ts';
import { reviewAnswer } from '../../services/review-answer.ts';
import type { Handlers } from '../surface.ts';
import type { BenchFiles } from './bench-files.ts';
import { type DropDeps, dropParts } from './drop-parts.ts';
import { certificateOf, changesOf, reportOf } from './review-rows.ts';
import { refusedBy } from './words.ts';
import { actorOf, type Workshop } from './workshop.ts';

type Deps = { readonly open: () => Promise<Workshop>; readonly files: BenchFiles };

/** What lies in a folder of this machine now is for those who may open one; what was taken from it is for everybody. */
const mayCompare = ({ role }: Caller, between: Between | undefined): boolean =>
  role === 'admin' || (between?.from.at !== 'folder' && between?.to.at !== 'folder');
const notThere = { code: 'POINT_NOT_FOUND' } as const;

/** What changed between two states, file by file; what a person takes out, ticks and confirms. Asks no model. */
export const createReviewHandlers = ({ open, files }: Deps): Handlers<keyof typeof reviewCommands> => {
  const drops: DropDeps = { open, files };
  return {
    ReviewGetChanges: async ({ workbenchId, between }, caller) => {
      const id = workbenchId as WorkbenchId;
      if (!mayCompare(caller, between)) return refusedBy('ReviewGetChanges', notThere);
      const sides = await files.sides(id, between);
      if (!sides.ok) return refusedBy('ReviewGetChanges', sides.error);
      return ok(await changesOf(await open(), id, sides.value));
    },
    ReviewOpen: async ({ workbenchId, path, between, options }, caller) => {
      if (!mayCompare(caller, between)) return refusedBy('ReviewOpen', notThere);
      const layer = await files.compared(workbenchId as WorkbenchId, between);
      if (!layer.ok) return refusedBy('ReviewOpen', layer.error);
      return ok({ answer: await reviewAnswer(layer.value, path, options) });
    },
    ReviewContent: async ({ workbenchId, path, side, between, options = {} }, caller) => {
      if (!mayCompare(caller, between)) return refusedBy('ReviewContent', notThere);
      const layer = await files.compared(workbenchId as WorkbenchId, between);
      if (!layer.ok) return refusedBy('ReviewContent', layer.error);
      return ok({ answer: await files.answer(layer.value.review.content(path, side, options)) });
    },
    ReviewDrop: async ({ workbenchId, path, changes, seen = {} }, caller) => {
      const [id, actor] = [workbenchId as WorkbenchId, actorOf(caller)];
      const done = changes
        ? await dropParts(drops, id, path, { drop: changes }, seen as Seen, actor)
        : await (await open()).review.dropFile(id, path, seen as Seen, actor);
      return done.ok ? ok(done.value) : refusedBy('ReviewDrop', done.error);
    },
    ReviewAccept: async ({ workbenchId, path, changes, seen = {} }, caller) => {
      const [id, actor] = [workbenchId as WorkbenchId, actorOf(caller)];
      const done =
        changes.length === 0
          ? await (await open()).review.dropFile(id, path, seen as Seen, actor)
          : await dropParts(drops, id, path, { keep: changes }, seen as Seen, actor);
      return done.ok ? ok(done.value) : refusedBy('ReviewAccept', done.error);
    },
    ReviewUndoDrop: async ({ workbenchId, seen = {} }, caller) => {
      const { review } = await open();
      const done = await review.undoDrop(workbenchId as WorkbenchId, seen as Seen, actorOf(caller));
      return done.ok ? ok(done.value) : refusedBy('ReviewUndoDrop', done.error);
    },
    ReviewViewed: async ({ workbenchId, path, viewed }, caller) => {
      const { review } = await open();
      const done = await review.viewed(workbenchId as WorkbenchId, path, viewed, actorOf(caller));
      return done.ok ? ok({ seq: done.value.seq }) : refusedBy('ReviewViewed', done.error);
    },
    ReviewConfirmDeletions: async ({ workbenchId, paths, confirmed }, caller) => {
      const { review } = await open();
      const done = await review.confirmDeletions(workbenchId as WorkbenchId, paths, confirmed, actorOf(caller));
      return done.ok ? ok({ seq: done.value.seq }) : refusedBy('ReviewConfirmDeletions', done.error);
    },
    ReviewCertificate: async ({ workbenchId, between }, caller) => {
      const id = workbenchId as WorkbenchId;
      if (!mayCompare(caller, between)) return refusedBy('ReviewCertificate', notThere);
      const sides = await files.sides(id, between);
      if (!sides.ok) return refusedBy('ReviewCertificate', sides.error);
      const workshop = await open();
      return ok({
        rows: await certificateOf(workshop, id, sides.value),
        report: await reportOf(workshop, id, sides.value.bench),
      });
    },
  };
};
