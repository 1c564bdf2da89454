import { join } from 'node:path';
import type { OpenFile } from '../../ports/file-system.ts';
import { readAll } from '../../usecases/capture-io.ts';
import type { Located } from './pack-folder.ts';

/** The most that is read with one call, unless one entry is longer. */
const STRIDE = 4 * 1024 * 1024;
/** Up to here, reading what nobody asked for is sooner done than skipping it. */
const GAP = 256 * 1024;

/** An entry as it lies in its pack; too short where the pack ends too early. Valid until the next stride is asked for. */
export type Passed = { readonly entry: Located; readonly stored: Uint8Array };

type PackFile = Pick<OpenFile, 'read' | 'closeSync'>;
/** Where packs are opened: a folder, or a bucket that is read like one. */
export type PackPlace = { readonly openSync: (path: string, mode: 'read') => PackFile };

/** Entries that are sorted as they lie, in long strides; the next one is read while one is worked on. */
export async function* passOver(
  fs: PackPlace,
  folder: string,
  entries: readonly Located[],
): AsyncGenerator<readonly Passed[]> {
  const strides = stridesOf(entries).values();
  let open: { readonly pack: string; readonly file: PackFile } | undefined;

  // At once, and not a promise of a file: the read must be under way before anybody works on the stride before it.
  const fileOf = (pack: string): PackFile => {
    if (open?.pack === pack) return open.file;
    open?.file.closeSync();
    open = undefined;
    open = { pack, file: fs.openSync(join(folder, `${pack}.pack`), 'read') };
    return open.file;
  };

  const load = async (window: Window): Promise<readonly Passed[] | undefined> => {
    const stride = strides.next().value;
    const [first, last] = [stride?.[0], stride?.at(-1)];
    if (stride === undefined || first === undefined || last === undefined) return undefined;
    const room = window(last.offset + last.storedLength - first.offset);
    const bytes = room.subarray(0, await readAll(fileOf(first.pack), room, first.offset));
    return stride.map((entry) => {
      const at = entry.offset - first.offset;
      return { entry, stored: bytes.subarray(at, at + entry.storedLength) };
    });
  };

  let [window, other] = [createWindow(), createWindow()];
  let next = load(window);
  try {
    for (let passed = await next; passed !== undefined; passed = await next) {
      [window, other] = [other, window];
      next = load(window);
      // Whoever awaits it sees its error; until then nobody does.
      next.catch(() => undefined);
      yield passed;
    }
  } finally {
    // A file is not closed under its reader.
    await next.catch(() => undefined);
    open?.file.closeSync();
  }
}

type Window = (length: number) => Uint8Array;

/** Memory for one stride after another: a gigabyte that is read would otherwise leave its size in garbage. */
const createWindow = (): Window => {
  let kept: Uint8Array | undefined;
  return (length) => {
    if (length > STRIDE) return Buffer.allocUnsafeSlow(length);
    kept ??= Buffer.allocUnsafeSlow(STRIDE);
    return kept.subarray(0, length);
  };
};

const stridesOf = (entries: readonly Located[]): readonly (readonly Located[])[] => {
  const strides: Located[][] = [];
  let from = 0;
  let before: Located | undefined;
  for (const entry of entries) {
    const goesOn =
      before?.pack === entry.pack &&
      entry.offset - (before.offset + before.storedLength) <= GAP &&
      entry.offset + entry.storedLength - from <= STRIDE;
    if (!goesOn) {
      strides.push([]);
      from = entry.offset;
    }
    strides.at(-1)?.push(entry);
    before = entry;
  }
  return strides;
};
