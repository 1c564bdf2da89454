import { join } from 'node:path';
import type { BlobId } from '../../ports/blobs.ts';
import type { FileSystem, OpenFile } from '../../ports/file-system.ts';
import type { StoredObject } from '../../ports/object-store.ts';
import { writeAllAtOnce } from '../../usecases/capture-io.ts';
import { type Encoded, encode } from './encoding.ts';
import { encodePackIndex, PACK_HEADER, type PackEntry } from './pack-format.ts';

const BUFFER = 1024 * 1024;

export type FinishedPack = { readonly name: string; readonly bytes: number; readonly entries: readonly PackEntry[] };

/** Writes packs under names nobody reads. `publish` syncs and renames them; until then they do not exist. */
export const createPackWriter = (fs: FileSystem, folder: string, newName: () => string, packBytes: number) => {
  const finished: { readonly pack: FinishedPack; readonly synced: Promise<void> }[] = [];
  // What names other objects waits for the last pack: seen without them, it would promise what is not there.
  const namers = new Map<BlobId, StoredObject>();
  let open: OpenPack | undefined;
  /** Of the first write that failed: what was to be written is not all there, so nothing may be shown. */
  let failed: { readonly cause: unknown } | undefined;

  const current = async (): Promise<OpenPack> => {
    if (open === undefined) {
      const name = newName();
      open = openPack(name, await fs.open(join(folder, `${name}.part`), 'create'));
    }
    return open;
  };

  const finish = async (): Promise<void> => {
    if (open === undefined) return;
    const pack = open;
    const bytes = await pack.finish();
    // Not before: of one that could not be finished, `discard` closes the file and removes it.
    open = undefined;
    const synced = pack.file.datasync().finally(() => pack.file.close());
    // The disk works on this pack while the next is filled; `publish` waits for all of them.
    synced.catch(() => undefined);
    finished.push({ pack: { name: pack.name, bytes, entries: pack.entries }, synced });
  };

  // Several files of one capture add at once; their bytes must not interleave.
  let tail: Promise<void> = Promise.resolve();

  const addAll = async (objects: readonly StoredObject[], encoding: Promise<readonly Encoded[]>): Promise<void> => {
    const encoded = (await encoding).values();
    for (const object of objects) {
      if (object.role === 'bytes') await (await current()).append(object, encoded.next().value as Encoded);
      else namers.set(object.id, { ...object, bytes: object.bytes.slice() });
      if (open !== undefined && open.bytes() >= packBytes) await finish();
    }
  };

  return {
    add: (objects: readonly StoredObject[]): Promise<void> => {
      // Not in turn: several files are compressed at once.
      const encoding = Promise.all(objects.flatMap(({ role, bytes }) => (role === 'bytes' ? [encode(bytes)] : [])));
      encoding.catch(() => undefined);
      const adding = tail.then(() => addAll(objects, encoding));
      tail = adding.catch((cause) => {
        failed ??= { cause };
      });
      return adding;
    },

    /** Takes an entry of another pack as it lies there. */
    copy: async (entry: PackEntry, stored: Uint8Array): Promise<void> => (await current()).appendStored(entry, stored),

    publish: async (): Promise<readonly FinishedPack[]> => {
      if (failed) throw failed.cause;
      for (const object of namers.values()) await (await current()).append(object, await encode(object.bytes));
      await finish();
      for (const { synced } of finished) await synced;
      const packs = finished.map(({ pack }) => pack);
      const last = packs.at(-1);
      for (const { name } of packs.slice(0, -1)) await show(name);
      if (packs.length > 1) await fs.syncFolder(folder);
      if (last !== undefined) {
        await show(last.name);
        await fs.syncFolder(folder);
      }
      return packs;
    },

    /** Leaves nothing behind, as far as the disk allows; a later sweep takes the rest. */
    discard: async (): Promise<void> => {
      await tail;
      if (open !== undefined) {
        const { file } = open;
        finished.push({ pack: { name: open.name, bytes: 0, entries: [] }, synced: file.close() });
      }
      for (const { pack, synced } of finished) {
        await synced.catch(() => undefined);
        await fs.unlink(join(folder, `${pack.name}.part`)).catch(() => undefined);
      }
    },
  };

  async function show(name: string): Promise<void> {
    await fs.rename(join(folder, `${name}.part`), join(folder, `${name}.pack`));
  }
};

export type PackWriter = ReturnType<typeof createPackWriter>;
type OpenPack = ReturnType<typeof openPack>;

const openPack = (name: string, file: OpenFile) => {
  const entries: PackEntry[] = [];
  const buffer = idleBuffers.pop() ?? new Uint8Array(BUFFER);
  let filled = 0;
  let flushed = 0;

  const flush = async (): Promise<void> => {
    await writeAllAtOnce(file, buffer.subarray(0, filled), flushed);
    flushed += filled;
    filled = 0;
  };

  const write = async (bytes: Uint8Array): Promise<void> => {
    for (let at = 0; at < bytes.length; ) {
      if (filled === buffer.length) await flush();
      const piece = bytes.subarray(at, at + buffer.length - filled);
      buffer.set(piece, filled);
      filled += piece.length;
      at += piece.length;
    }
  };

  const appendStored = async (entry: Omit<PackEntry, 'offset'>, stored: Uint8Array): Promise<void> => {
    const { id, role, encoding, storedLength, size } = entry;
    entries.push({ id, role, encoding, offset: flushed + filled, storedLength, size });
    await write(stored);
  };

  buffer.set(PACK_HEADER);
  filled = PACK_HEADER.length;

  return {
    name,
    file,
    entries,
    bytes: () => flushed + filled,
    appendStored,
    append: async ({ id, role, size }: StoredObject, { encoding, stored }: Encoded): Promise<void> => {
      await appendStored({ id, role, encoding, storedLength: stored.length, size }, stored);
    },
    finish: async (): Promise<number> => {
      await write(encodePackIndex(entries, flushed + filled));
      await flush();
      if (idleBuffers.length < IDLE_BUFFERS) idleBuffers.push(buffer);
      return flushed;
    },
  };
};

/** Most packs are small; a fresh megabyte for each would cost more than writing it. */
const idleBuffers: Uint8Array[] = [];
const IDLE_BUFFERS = 8;
