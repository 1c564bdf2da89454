import { ok } from '@atelier/kernel/core';
import { type RunDeps, type RunId, replayRun, type WorkbenchId } from '@atelier/workshop';
import type { Handlers, SurfaceKit } from '../surface.ts';
import { readRun } from './run-events.ts';
import { refuse, refusedBy } from './words.ts';
import type { Workshop } from './workshop.ts';

type Deps = { readonly kit: Pick<SurfaceKit, 'files' | 'storage'>; readonly open: () => Promise<Workshop> };

/** The tools over any state of the files. */
export const filesOver =
  ({ files, storage }: Pick<SurfaceKit, 'files' | 'storage'>): RunDeps['filesAt'] =>
  async (place, hidden) => {
    const { createTreeHost } = await import('@atelier/files');
    return files.over(createTreeHost(await storage.content(), place), { hidden });
  };

/** What a run did to the files, done once more from its record: nothing is asked of a model and nothing is kept. */
export const createReplayHandlers = ({ kit, open }: Deps): Handlers<'WorkshopReplay'> => ({
  WorkshopReplay: async ({ workbenchId, messageId }) => {
    const workshop = await open();
    const looked = await workshop.look(workbenchId as WorkbenchId);
    if (!looked.ok) return refusedBy('WorkshopReplay', looked.error);
    if (!looked.value.talk.nodes.has(messageId)) return refuse('MESSAGE_NOT_FOUND');
    const told = await readRun(workshop, workbenchId as WorkbenchId, looked.value.talk, messageId);
    if (!told.ok) return refusedBy('WorkshopReplay', told.error);
    if (!told.value) return refuse('RUN_NOT_FOUND');
    const replayed = await replayRun({ ...workshop, filesAt: filesOver(kit) })(
      told.value.id,
      told.value.runId as RunId,
    );
    if (!replayed.ok) return refusedBy('WorkshopReplay', replayed.error);
    const { steps, revisions } = replayed.value;
    return ok({ revisions, steps: steps.map(({ item, tool, path }) => ({ item, tool, path })) });
  },
});
