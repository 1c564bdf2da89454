import { join } from 'node:path';
import { createTurn } from '../../core/turns.ts';
import type { FileSystem, OpenFile } from '../../ports/file-system.ts';
import type { StoredObject } from '../../ports/object-store.ts';
import { readAll } from '../../usecases/capture-io.ts';
import { ContentCorrupt } from './content-corrupt.ts';
import { decode, plainBytes } from './encoding.ts';
import type { Located } from './pack-folder.ts';

const MAX_OPEN = 16;
/** The most that is read with one call. */
const MAX_RUN = 4 * 1024 * 1024;
/** Buffers come in this size and its doubles, so that one serves the next run of about the same length. */
const SMALLEST = 64 * 1024;
const IDLE_BYTES = 3 * MAX_RUN;

/** Reads objects, neighbours with one call, and keeps the last few packs open. */
export const createPackReader = (fs: FileSystem, folder: string) => {
  const openByPack = new Map<string, Promise<OpenFile>>();

  const fileOf = async (pack: string): Promise<OpenFile> => {
    const known = openByPack.get(pack);
    if (known !== undefined) {
      openByPack.delete(pack);
      openByPack.set(pack, known);
      return known;
    }
    const opening = fs.open(join(folder, `${pack}.pack`), 'read');
    openByPack.set(pack, opening);
    opening.catch(() => openByPack.delete(pack));
    return opening;
  };

  const trim = async (limit: number): Promise<void> => {
    for (const [pack, opening] of [...openByPack].slice(0, Math.max(0, openByPack.size - limit))) {
      openByPack.delete(pack);
      await opening.then((file) => file.close()).catch(() => undefined);
    }
  };

  // Memory of runs is used again: a gigabyte that is read would otherwise leave its size in garbage.
  let idle: ArrayBufferLike[] = [];
  let idleBytes = 0;
  const lent = new WeakSet<ArrayBufferLike>();

  const take = (length: number): Uint8Array => {
    if (length < SMALLEST || length > MAX_RUN) return plainBytes(Buffer.allocUnsafeSlow(length));
    let size = SMALLEST;
    while (size < length) size *= 2;
    const at = idle.findIndex(({ byteLength }) => byteLength === size);
    const [found] = at < 0 ? [] : idle.splice(at, 1);
    idleBytes -= found?.byteLength ?? 0;
    const buffer = found ?? Buffer.allocUnsafeSlow(size).buffer;
    lent.add(buffer);
    return new Uint8Array(buffer, 0, length);
  };

  const giveBack = (buffer: ArrayBufferLike): void => {
    if (!lent.delete(buffer)) return;
    idle.push(buffer);
    idleBytes += buffer.byteLength;
    // The oldest go: sizes that nobody asks for any more.
    const kept = idle.findIndex((_, index) => {
      if (idleBytes <= IDLE_BYTES) return true;
      idleBytes -= idle[index]?.byteLength ?? 0;
      return false;
    });
    if (kept > 0) idle = idle.slice(kept);
  };

  const readRun = async (run: readonly Located[]): Promise<readonly StoredObject[]> => {
    const [first] = run;
    const last = run.at(-1);
    if (first === undefined || last === undefined) return [];
    const bytes = take(last.offset + last.storedLength - first.offset);
    const count = await readAll(await fileOf(first.pack), bytes, first.offset);
    if (count < bytes.length) throw new ContentCorrupt(last.id, `pack ${last.pack} ends too early`);
    return run.map((entry) => {
      const at = entry.offset - first.offset;
      return objectOf(entry, bytes.subarray(at, at + entry.storedLength));
    });
  };

  // One read at a time: a handle is never closed under a reader.
  const inTurn = createTurn();

  return {
    read: (entries: readonly Located[]): Promise<readonly StoredObject[]> =>
      inTurn(async () => {
        const objects: StoredObject[] = [];
        for (const run of adjoiningRuns(entries)) objects.push(...(await readRun(run)));
        await trim(MAX_OPEN);
        return objects;
      }),
    done: (objects: readonly (StoredObject | undefined)[]): void => {
      for (const object of objects) if (object) giveBack(object.bytes.buffer);
    },
    close: (): Promise<void> => inTurn(() => trim(0)),
  };
};

export type PackReader = ReturnType<typeof createPackReader>;

const objectOf = ({ id, role, size, encoding }: Located, stored: Uint8Array): StoredObject => {
  try {
    return { id, role, size, bytes: decode(encoding, stored) };
  } catch (cause) {
    throw new ContentCorrupt(id, 'its bytes cannot be unpacked', { cause });
  }
};

/** Entries that lie one behind the other in a pack, as chunks of one file do. */
const adjoiningRuns = (entries: readonly Located[]): readonly (readonly Located[])[] => {
  const runs: Located[][] = [];
  let bytes = 0;
  let before: Located | undefined;
  for (const entry of entries) {
    const adjoins = before?.pack === entry.pack && before.offset + before.storedLength === entry.offset;
    if (!adjoins || bytes + entry.storedLength > MAX_RUN) {
      runs.push([]);
      bytes = 0;
    }
    runs.at(-1)?.push(entry);
    bytes += entry.storedLength;
    before = entry;
  }
  return runs;
};
