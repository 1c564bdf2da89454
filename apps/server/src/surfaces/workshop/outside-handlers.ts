import { basename } from 'node:path';
import type { outsideCommands } from '@atelier/contracts';
import { ok } from '@atelier/kernel/core';
import {
  type ContentId,
  createOriginalFiles,
  extractInto,
  gate,
  makeFolderIn,
  readOutsideNote,
  realFolder,
  takeFolderBack,
  type WorkbenchId,
  writeOutsideNote,
} from '@atelier/workshop';
import type { Handlers } from '../surface.ts';
import type { Arrivals } from './arrivals.ts';
import { refuse, refusedBy } from './words.ts';
import { actorOf, type Workshop } from './workshop.ts';

type Deps = { readonly open: () => Promise<Workshop>; readonly arrivals: Arrivals };

/** Continue outside: the files leave with a note, and what was done to them comes back as a Draft. */
export const createOutsideHandlers = ({ open, arrivals }: Deps): Handlers<keyof typeof outsideCommands> => ({
  WorkbenchContinueOutside: async ({ workbenchId, destination }) => {
    const workshop = await open();
    const looked = await workshop.look(workbenchId as WorkbenchId);
    if (!looked.ok) return refusedBy('WorkbenchContinueOutside', looked.error);
    const { bench } = looked.value;
    const gated = gate(bench, 'change_files');
    if (!gated.ok) return refusedBy('WorkbenchContinueOutside', gated.error);
    const place = await realFolder(destination);
    if (place === undefined) return refuse('FOLDER_NOT_FOUND');
    const { entries } = await workshop.treeAt(bench.published);
    const { blobs } = workshop.content;
    // Judged before a folder is made: one that lacks a file would come back as a deletion.
    const unsound = await blobs.checkAll(new Set(Object.values(entries).map(({ blob }) => blob as ContentId)));
    if (unsound.size > 0) return refuse('CONTENT_MISSING');
    const folder = await makeFolderIn(place, bench.name);
    const files: Record<string, { blob: string; size: number }> = {};
    for (const [path, { blob, size }] of Object.entries(entries)) {
      const pieces = await blobs.stream(blob as ContentId);
      if (!pieces) return refuse('CONTENT_MISSING');
      await extractInto(folder, path, pieces);
      files[path] = { blob, size };
    }
    // Last: a folder that was cut short says nothing, and is not taken back.
    await writeOutsideNote(folder, { format: 'atelier-outside', v: 1, workbenchId, files });
    return ok({ folder, files: Object.keys(files).length });
  },
  WorkbenchTakeBack: async ({ workbenchId, folder }, caller) => {
    const workshop = await open();
    const place = await realFolder(folder);
    if (place === undefined) return refuse('FOLDER_NOT_FOUND');
    const note = await readOutsideNote(place);
    if (note?.workbenchId !== workbenchId) return refuse('NOT_TAKEN_OUT');
    const from = { folder: place, name: basename(place), note, limits: await arrivals.limits() };
    const taking = takeFolderBack({ ...workshop, originals: createOriginalFiles() });
    const taken = await taking(workbenchId as WorkbenchId, from, actorOf(caller));
    if (!taken.ok) return refusedBy('WorkbenchTakeBack', taken.error);
    return ok({ ...taken.value, changed: [...taken.value.changed], skipped: [...taken.value.skipped] });
  },
});
