import { realpath, stat } from 'node:fs/promises';
import type { ValueOf, workbenchFileCommands } from '@atelier/contracts';
import { ok } from '@atelier/kernel/core';
import {
  type CheckpointId,
  type ContentId,
  extractInto,
  gate,
  removeFiles,
  type Seen,
  undoRemoveFiles,
  type WorkbenchId,
} from '@atelier/workshop';
import type { Handlers } from '../surface.ts';
import type { Arrivals } from './arrivals.ts';
import type { BenchFiles } from './bench-files.ts';
import { refuse, refusedBy } from './words.ts';
import { actorOf, type Workshop } from './workshop.ts';

type Deps = {
  readonly open: () => Promise<Workshop>;
  readonly arrivals: Arrivals;
  readonly files: BenchFiles;
};
type Extracted = ValueOf<'WorkbenchFilesExtract'>['extractResults'][number];

/** Files in and out of a Workbench, and as a viewer shows them. */
export const createFileHandlers = ({ open, arrivals, files }: Deps): Handlers<keyof typeof workbenchFileCommands> => ({
  WorkbenchFilesAdd: async ({ workbenchId, uploads, seen = {}, requestId }, caller) => {
    const id = workbenchId as WorkbenchId;
    const repeated = await (await open()).repeated(id, requestId);
    if (repeated) return ok({ seq: repeated.seq, addResults: [] });
    const how = { seen: seen as Seen, key: requestId ?? null };
    const added = await arrivals.addUploads(id, uploads, caller, how);
    if (!added.ok) return refusedBy('WorkbenchFilesAdd', added.error);
    return ok({ seq: added.value.seq, addResults: [...added.value.results] });
  },
  WorkbenchFilesAddPaths: async ({ workbenchId, sourcePaths, seen = {} }, caller) => {
    const how = { seen: seen as Seen };
    const added = await arrivals.addPaths(workbenchId as WorkbenchId, sourcePaths, actorOf(caller), how);
    if (!added.ok) return refusedBy('WorkbenchFilesAddPaths', added.error);
    return ok({ seq: added.value.seq, addResults: [...added.value.results] });
  },
  WorkbenchFilesRemove: async ({ workbenchId, paths, seen = {} }, caller) => {
    const done = await removeFiles(await open())(workbenchId as WorkbenchId, paths, actorOf(caller), seen as Seen);
    if (!done.ok) return refusedBy('WorkbenchFilesRemove', done.error);
    return ok({ seq: done.value.seq, checkpointId: done.value.checkpointId });
  },
  WorkbenchFilesUndoRemove: async ({ workbenchId, checkpointId, paths }, caller) => {
    const facts = { checkpointId: checkpointId as CheckpointId, paths, limits: await arrivals.limits() };
    const done = await undoRemoveFiles(await open())(workbenchId as WorkbenchId, facts, actorOf(caller));
    return done.ok ? ok({ seq: done.value.seq }) : refusedBy('WorkbenchFilesUndoRemove', done.error);
  },
  WorkbenchFilesExtract: async ({ workbenchId, destination, paths }) => {
    const workshop = await open();
    const looked = await workshop.look(workbenchId as WorkbenchId);
    if (!looked.ok) return refusedBy('WorkbenchFilesExtract', looked.error);
    const gated = gate(looked.value.bench, 'change_files');
    if (!gated.ok) return refusedBy('WorkbenchFilesExtract', gated.error);
    const folder = await realpath(destination).catch(() => undefined);
    const found = folder === undefined ? undefined : await stat(folder).catch(() => undefined);
    if (folder === undefined || !found?.isDirectory()) return refuse('FOLDER_NOT_FOUND');
    const { entries } = await workshop.treeAt(looked.value.bench.published);
    const extractResults: Extracted[] = [];
    for (const path of paths ?? Object.keys(entries))
      extractResults.push(await extract(workshop, folder, path, entries[path]?.blob));
    return ok({ extractResults });
  },
  WorkbenchFileContent: async ({ workbenchId, path, version, options = {} }) => {
    const opened = await files.ofVersion(workbenchId as WorkbenchId, path, version);
    if (!opened.ok) return refusedBy('WorkbenchFileContent', opened.error);
    return ok({ answer: await files.answer(opened.value.review.content(path, 'draft', options)) });
  },
  WorkbenchFileHidden: async ({ workbenchId, path }) => {
    const opened = await files.ofVersion(workbenchId as WorkbenchId, path, undefined);
    if (!opened.ok) return refusedBy('WorkbenchFileHidden', opened.error);
    const hidden = await opened.value.hidden(path);
    if (!hidden.ok) return refuse('FILE_UNREADABLE');
    return ok({ findings: [...hidden.value.findings], isCut: hidden.value.is_cut });
  },
  WorkbenchFileMap: async ({ workbenchId, path, version }) => {
    const opened = await files.ofVersion(workbenchId as WorkbenchId, path, version);
    if (!opened.ok) return refusedBy('WorkbenchFileMap', opened.error);
    return ok({ answer: files.plain(await opened.value.call('get_file_map', { path, part: null, detail: 'full' })) });
  },
});

const extract = async (
  { content }: Workshop,
  folder: string,
  path: string,
  blob: string | undefined,
): Promise<Extracted> => {
  const failed = (reason: Extracted['reason']): Extracted => ({ path, status: 'failed', reason, finalPath: null });
  if (blob === undefined) return failed('not_found');
  const pieces = await content.blobs.stream(blob as ContentId);
  if (!pieces) return failed('damaged');
  try {
    return { path, status: 'extracted', reason: null, finalPath: await extractInto(folder, path, pieces) };
  } catch (cause) {
    return failed(cause instanceof Error && cause.name === 'ContentCorrupt' ? 'damaged' : 'write_failed');
  }
};
