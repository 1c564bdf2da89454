import { open as openFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { ReplyOf } from '@atelier/contracts';
import { ok } from '@atelier/kernel/core';
import {
  type Actor,
  addFiles,
  type ContentId,
  createWorkbench,
  type FileLimits,
  listLocalFolder,
  openLocalFile,
  type Seen,
  type StoredArrival,
  type WorkbenchId,
} from '@atelier/workshop';
import type { Caller } from '../../caller.ts';
import type { SurfaceKit } from '../surface.ts';
import type { Home } from './home.ts';
import type { Upload, Uploads } from './uploads.ts';
import { refuse, refusedBy } from './words.ts';
import { actorOf, type Workshop } from './workshop.ts';

type Deps = {
  readonly kit: SurfaceKit;
  readonly open: () => Promise<Workshop>;
  readonly uploads: Uploads;
  readonly home: Home;
};

type Add = { readonly seen?: Seen; readonly key?: string | null };

/** How files come in: from uploads, from paths of this machine, and as text. Each batch is one decision. */
export const createArrivals = ({ kit, open, uploads, home }: Deps) => {
  const limits = async (): Promise<FileLimits> => {
    const { mostFiles, largestFileBytes } = await kit.settings();
    return { files: mostFiles, bytes: largestFileBytes };
  };

  /** The bytes become content before the decision names them; what is not taken is collected. */
  const fromUpload = async (workshop: Workshop, { name, sizeBytes, place }: Upload): Promise<StoredArrival> => {
    const arrival = { source: name, name, size: sizeBytes, kind: 'file' };
    if (!place) return { ...arrival, blob: null };
    const file = await openFile(place, 'r');
    try {
      const read = async (into: Uint8Array) => (await file.read(into, 0, into.length)).bytesRead;
      const { id, size } = await workshop.content.blobs.putFrom({ read });
      return { ...arrival, size, blob: id as ContentId };
    } finally {
      await file.close();
    }
  };

  const fromPath = async (workshop: Workshop, path: string, largest: number): Promise<StoredArrival> => {
    const arrival = { source: path, name: basename(path), size: 0, kind: 'file', blob: null };
    const opened = await openLocalFile(path, async ({ size, mtimeNs, read }) => {
      // Too large is decided with the batch; its bytes are not needed for that.
      if (size > largest) return { ...arrival, size };
      const put = await workshop.content.blobs.putFrom({ read });
      const original = { folder: dirname(path), name: basename(path), mtimeNs };
      return { ...arrival, size: put.size, blob: put.id as ContentId, original };
    });
    return opened.ok ? opened.value : { ...arrival, trouble: opened.trouble };
  };

  const add = async (workbenchId: WorkbenchId, arrivals: readonly StoredArrival[], actor: Actor, how: Add = {}) =>
    addFiles(await open())(workbenchId, arrivals, await limits(), actor, how);

  const addPaths = async (workbenchId: WorkbenchId, paths: readonly string[], actor: Actor, how: Add = {}) => {
    const workshop = await open();
    const { bytes } = await limits();
    const arrivals: StoredArrival[] = [];
    for (const path of paths) arrivals.push(await fromPath(workshop, path, bytes));
    return add(workbenchId, arrivals, actor, how);
  };

  return {
    limits,
    addPaths,
    addUploads: async (workbenchId: WorkbenchId, ids: readonly string[], caller: Caller, how: Add = {}) => {
      const found = uploads.find(ids, caller.person);
      const there = found.filter((upload) => upload !== undefined);
      if (there.length < ids.length) return { ok: false, error: { code: 'UPLOADS_GONE' } } as const;
      const workshop = await open();
      const arrivals: StoredArrival[] = [];
      for (const upload of there) arrivals.push(await fromUpload(workshop, upload));
      const added = await add(workbenchId, arrivals, actorOf(caller), how);
      // A batch that was refused can be sent again with a name less; what was added is no upload any more.
      if (added.ok) for (const upload of there) await uploads.forget(upload);
      return added;
    },
    addTexts: async (
      workbenchId: WorkbenchId,
      texts: readonly { readonly name: string; readonly text: string }[],
      actor: Actor,
    ) => {
      const workshop = await open();
      const arrivals: StoredArrival[] = [];
      for (const { name, text } of texts) {
        const bytes = new TextEncoder().encode(text);
        const blob = (await workshop.content.blobs.put(bytes)) as ContentId;
        arrivals.push({ source: name, name, size: bytes.length, kind: 'file', blob });
      }
      return add(workbenchId, arrivals, actor);
    },
    /** One Workbench to a folder: opened again, it is the same. */
    openFolder: async (
      folder: string,
      modelId: string | null,
      caller: Caller,
    ): Promise<ReplyOf<'WorkbenchOpenFolder'>> => {
      const place = await realpath(folder).catch(() => undefined);
      const found = place === undefined ? undefined : await stat(place).catch(() => undefined);
      if (place === undefined || !found?.isDirectory()) return refuse('FOLDER_NOT_FOUND');
      const known = await home.ofFolder(place);
      const workshop = await open();
      if (known) {
        const looked = await workshop.look(known);
        if (!looked.ok) return refusedBy('WorkbenchOpenFolder', looked.error);
        return ok({ workbenchId: known, seq: looked.value.seq, addResults: [], isNew: false });
      }
      const paths = await listLocalFolder(place);
      if (!paths) return refuse('FOLDER_NOT_FOUND');
      const { files: most } = await limits();
      const facts = { name: basename(place), modelId, folder: place };
      // Judged before anything is made: a Workbench that could not be filled would only be in the way.
      if (paths.length > most * 10) return refuse('LIMIT_FILE_COUNT', { most, would: paths.length });
      const made = await createWorkbench(workshop)(facts, actorOf(caller));
      if (!made.ok) return refusedBy('WorkbenchOpenFolder', made.error);
      const { workbenchId } = made.value;
      const added = paths.length === 0 ? undefined : await addPaths(workbenchId, paths, actorOf(caller));
      if (added && !added.ok) {
        await workshop.forget(workbenchId, actorOf(caller));
        return refusedBy('WorkbenchOpenFolder', added.error);
      }
      const value = added?.value ?? { seq: made.value.seq, results: [] };
      return ok({ workbenchId, seq: value.seq, addResults: [...value.results], isNew: true });
    },
  };
};
export type Arrivals = ReturnType<typeof createArrivals>;
