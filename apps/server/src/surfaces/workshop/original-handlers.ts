import type { originalCommands } from '@atelier/contracts';
import { ok } from '@atelier/kernel/core';
import type { Seen, WorkbenchId } from '@atelier/workshop';
import type { Handlers } from '../surface.ts';
import type { Arrivals } from './arrivals.ts';
import { refusedBy } from './words.ts';
import { actorOf, type Workshop } from './workshop.ts';

type Deps = { readonly open: () => Promise<Workshop>; readonly arrivals: Arrivals };

/** Originals in the folder a Workbench was opened on: looked at, written back to, read again. */
export const createOriginalHandlers = ({ open, arrivals }: Deps): Handlers<keyof typeof originalCommands> => ({
  WorkbenchOriginals: async ({ workbenchId }) => {
    const workshop = await open();
    const id = workbenchId as WorkbenchId;
    const rows = await workshop.originals.look(id);
    if (!rows.ok) return refusedBy('WorkbenchOriginals', rows.error);
    const looked = await workshop.look(id);
    if (!looked.ok) return refusedBy('WorkbenchOriginals', looked.error);
    return ok({ folder: looked.value.bench.folder ?? '', rows: [...rows.value] });
  },
  WorkbenchWriteBack: async ({ workbenchId, paths, choices = {}, seen = {} }, caller) => {
    const wish = { paths, choices, seen: seen as Seen };
    const done = await (await open()).originals.writeBack(workbenchId as WorkbenchId, wish, actorOf(caller));
    if (!done.ok) return refusedBy('WorkbenchWriteBack', done.error);
    return ok({ ...done.value, results: [...done.value.results] });
  },
  WorkbenchRefresh: async ({ workbenchId, paths, seen = {} }, caller) => {
    const wish = { paths, limits: await arrivals.limits(), seen: seen as Seen };
    const done = await (await open()).originals.refresh(workbenchId as WorkbenchId, wish, actorOf(caller));
    if (!done.ok) return refusedBy('WorkbenchRefresh', done.error);
    return ok({ ...done.value, paths: [...done.value.paths], skipped: [...done.value.skipped] });
  },
});
