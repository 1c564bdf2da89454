import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** An upload on disk, whole and counted. It belongs to whoever asked for it; what stays in place is deleted afterwards. */
export type IncomingFile = {
  readonly place: string;
  readonly sizeBytes: number;
  /** `sha256:` and its digest in hex. */
  readonly version: string;
};

class TooLarge extends Error {}

/**
 * Streams a body into a file of its own, so that no upload is held in memory, hands it to `use`, and deletes what `use`
 * left in place. Undefined as soon as more than `largest` bytes have come, whatever the headers promised.
 */
export const receiveFile = async <T>(
  request: Request,
  { folder, largest }: { readonly folder: string; readonly largest: number },
  use: (file: IncomingFile) => Promise<T>,
): Promise<T | undefined> => {
  if (Number(request.headers.get('content-length') ?? 0) > largest) return undefined;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const place = join(folder, `${randomUUID()}.part`);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const counted = async function* (pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      sizeBytes += piece.length;
      if (sizeBytes > largest) throw new TooLarge();
      hash.update(piece);
      yield piece;
    }
  };
  try {
    const body = Readable.from(request.body ?? [], { objectMode: false });
    await pipeline(body, counted, createWriteStream(place, { mode: 0o600, flush: true }));
    return await use({ place, sizeBytes, version: `sha256:${hash.digest('hex')}` });
  } catch (cause) {
    if (cause instanceof TooLarge) return undefined;
    throw cause;
  } finally {
    await rm(place, { force: true });
  }
};

/** Deletes what uploads left that a killed process never finished; no name but those given above is touched. */
export const deleteCutUploads = async (cacheFolder: string): Promise<void> => {
  const names = (folder: string) => readdir(folder).catch(() => [] as string[]);
  for (const each of await names(cacheFolder))
    for (const folder of [join(cacheFolder, each), join(cacheFolder, each, 'incoming')])
      for (const name of await names(folder)) if (partName.test(name)) await rm(join(folder, name), { force: true });
};

const partName = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/;
