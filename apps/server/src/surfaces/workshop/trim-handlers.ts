import type { trimCommands } from '@atelier/contracts';
import { ok } from '@atelier/kernel/core';
import { previewTrim, type Seen, trimWorkbench, type WorkbenchId } from '@atelier/workshop';
import type { Handlers, SurfaceKit } from '../surface.ts';
import { refusedBy } from './words.ts';
import { actorOf, type Workshop } from './workshop.ts';

type Deps = { readonly kit: SurfaceKit; readonly open: () => Promise<Workshop> };

/** The past of a Workbench, let go by a person's word. */
export const createTrimHandlers = ({ kit, open }: Deps): Handlers<keyof typeof trimCommands> => ({
  WorkbenchTrimPreview: async ({ workbenchId, ownCheckpoints }) => {
    const preview = await previewTrim(await open())(workbenchId as WorkbenchId, ownCheckpoints);
    return preview.ok ? preview : refusedBy('WorkbenchTrimPreview', preview.error);
  },
  WorkbenchTrim: async ({ workbenchId, ownCheckpoints, seen = {} }, caller) => {
    const trim = trimWorkbench({ ...(await open()), remove: kit.storage.remove });
    const wish = { ownCheckpoints, seen: seen as Seen };
    const done = await trim(workbenchId as WorkbenchId, wish, actorOf(caller));
    return done.ok ? ok(done.value) : refusedBy('WorkbenchTrim', done.error);
  },
});
