import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { workshopBases } from '@atelier/contracts';
import type { IncomingFile } from '../../http/incoming-file.ts';
import { receiveFile } from '../../http/incoming-file.ts';
import type { GuardedRoute } from '../../http/route.ts';

/** A file that was uploaded and not added yet. An oversized one is remembered by name: its batch decides over it. */
export type Upload = {
  readonly uploadId: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly person: string;
  /** Absent: it was larger than may be, and nothing of it was kept. */
  readonly place?: string;
  readonly at: number;
};

const KEEP_MS = 60 * 60 * 1000;

/** Where uploads wait until one decision takes the whole batch. They are nobody's work yet: a restart forgets them. */
export const createUploads = (
  folder: string,
  deps: { readonly newId: (prefix: string) => string; readonly largestBytes: () => Promise<number> },
) => {
  const waiting = new Map<string, Upload>();

  const forget = async (upload: Upload): Promise<void> => {
    waiting.delete(upload.uploadId);
    if (upload.place) await rm(upload.place, { force: true });
  };
  const forgetOld = async (): Promise<void> => {
    for (const upload of waiting.values()) if (Date.now() - upload.at > KEEP_MS) await forget(upload);
  };
  const keep = async (name: string, person: string, file: IncomingFile | undefined, sizeBytes: number) => {
    await forgetOld();
    const uploadId = deps.newId('upl');
    const place = join(folder, uploadId);
    if (file) await rename(file.place, place);
    const upload: Upload = { uploadId, name, person, sizeBytes, at: Date.now(), ...(file && { place }) };
    waiting.set(uploadId, upload);
    return Response.json({ ok: true, value: { uploadId, name, sizeBytes } });
  };

  const route: GuardedRoute = {
    path: `${workshopBases.uploads}/:name`,
    methods: ['PUT'],
    access: 'signed-in',
    role: 'member',
    contentSecurityPolicy: "default-src 'none'; sandbox; frame-ancestors 'none'",
    serve: async (c, { person }) => {
      const name = c.req.param('name') ?? '';
      const largest = await deps.largestBytes();
      const kept = await receiveFile(c.req.raw, { folder, largest }, (file) =>
        keep(name, person, file, file.sizeBytes),
      );
      // Too large is no failure of the upload: it is skipped and named with the rest of its batch.
      const told = Number(c.req.header('content-length') ?? 0);
      return kept ?? keep(name, person, undefined, Math.max(told, largest + 1));
    },
  };

  return {
    route,
    /** Those that are there, in the order asked for; another person's are not. */
    find: (ids: readonly string[], person: string): readonly (Upload | undefined)[] =>
      ids.map((id) => {
        const upload = waiting.get(id);
        return upload?.person === person ? upload : undefined;
      }),
    forget,
    /** What an earlier process left behind. */
    clear: async (): Promise<void> => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const name of await readdir(folder)) {
        const place = join(folder, name);
        const found = await stat(place).catch(() => undefined);
        if (found?.isFile()) await rm(place, { force: true });
      }
    },
  };
};
export type Uploads = ReturnType<typeof createUploads>;
