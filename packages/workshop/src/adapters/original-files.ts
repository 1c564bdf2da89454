import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { link, lstat, open, readdir, realpath, rename, unlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FileFacts, FileRead, OriginalFiles } from '../ports/original-files.ts';
import { extractInto, type LocalFile, listLocalFolder, openLocalFile } from './local-files.ts';

/** What touches the folder itself, so that a test can end the process between any two of them. */
export type FolderCalls = {
  readonly lstat: typeof lstat;
  readonly open: typeof open;
  readonly rename: typeof rename;
  readonly link: typeof link;
  readonly unlink: typeof unlink;
};
const systemCalls: FolderCalls = { lstat, open, rename, link, unlink };

const factsOf = ({ size, mtimeNs, inode }: LocalFile): FileFacts => ({ size, mtimeNs, inode });
const leftover = /^\.atelier-[0-9a-f-]{36}\.part$/;
const pieceBytes = 1 << 16;

export const createOriginalFiles = (calls: FolderCalls = systemCalls): OriginalFiles => {
  /** A name is one part of a path and nothing more. */
  const placeOf = (folder: string, name: string): string => {
    if (basename(name) !== name || name === '' || name === '.' || name === '..')
      throw new Error('a name of a file is no path');
    return join(folder, name);
  };

  const readWith = async <T>(
    folder: string,
    name: string,
    use: (file: LocalFile) => Promise<T>,
  ): Promise<FileRead<T>> => {
    const place = placeOf(folder, name);
    const opened = await openLocalFile(place, async (file) => ({ facts: factsOf(file), value: await use(file) }));
    if (opened.ok) return { ok: true, ...opened.value };
    if (opened.trouble !== 'unreadable') return opened;
    const isMissing = await lstat(place).then(
      () => false,
      (cause: NodeJS.ErrnoException) => cause.code === 'ENOENT',
    );
    return { ok: false, trouble: isMissing ? 'missing' : 'unreadable' };
  };

  const factsAt = async (place: string): Promise<(FileFacts & { readonly mode: number }) | null | 'other'> => {
    try {
      const found = await calls.lstat(place, { bigint: true });
      if (!found.isFile()) return 'other';
      const { size, mtimeNs, ino, mode } = found;
      return { size: Number(size), mtimeNs: String(mtimeNs), inode: String(ino), mode: Number(mode) & 0o777 };
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw cause;
    }
  };
  const isExpected = (found: Awaited<ReturnType<typeof factsAt>>, expected: FileFacts | null): boolean => {
    if (found === null || expected === null) return found === expected;
    if (found === 'other') return false;
    return found.size === expected.size && found.mtimeNs === expected.mtimeNs && found.inode === expected.inode;
  };

  const syncFolder = async (folder: string): Promise<void> => {
    const handle = await calls.open(folder, constants.O_RDONLY);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  };

  return {
    isThere: async (folder) => {
      const found = await realpath(folder).catch(() => undefined);
      return found === folder && (await lstat(folder)).isDirectory();
    },
    names: async (folder) => (await listLocalFolder(folder))?.map((place) => basename(place)) ?? [],
    look: (folder, name) => readWith(folder, name, async () => null),
    read: (folder, name, use) => readWith(folder, name, ({ read }) => use({ read })),
    hash: (folder, name) =>
      readWith(folder, name, async ({ read }) => {
        const [hash, piece] = [createHash('sha256'), Buffer.alloc(pieceBytes)];
        for (let got = await read(piece); got > 0; got = await read(piece)) hash.update(piece.subarray(0, got));
        return `sha256:${hash.digest('hex')}`;
      }),
    replace: async (folder, name, pieces, expected) => {
      const place = placeOf(folder, name);
      await removeLeftovers(folder);
      const before = await factsAt(place);
      if (!isExpected(before, expected)) return undefined;
      const rights = before && before !== 'other' ? before.mode : 0o644;
      const part = join(folder, `.atelier-${randomUUID()}.part`);
      const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
      const handle = await calls.open(part, flags, rights);
      try {
        try {
          for await (const piece of pieces) await handle.writeFile(piece);
          await handle.sync();
        } finally {
          await handle.close();
        }
        // Looked at once more: a person may have saved it while the new bytes were on their way.
        if (!isExpected(await factsAt(place), expected)) {
          await calls.unlink(part);
          return undefined;
        }
        if (expected) await calls.rename(part, place);
        else {
          // A link, unlike a rename, never takes the place of a file that came in the meantime.
          await calls.link(part, place);
          await calls.unlink(part);
        }
      } catch (cause) {
        await calls.unlink(part).catch(() => undefined);
        if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
        throw cause;
      }
      await syncFolder(folder);
      const after = await factsAt(place);
      if (after === null || after === 'other') return undefined;
      const { mode: _, ...facts } = after;
      return facts;
    },
    addBeside: async (folder, name, pieces) => {
      placeOf(folder, name);
      return basename(await extractInto(folder, name, pieces));
    },
  };
};

const leftBehindMs = 3_600_000;

/** What a process that was killed while writing left behind. What is younger may be at work. */
const removeLeftovers = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    if (!leftover.test(name)) continue;
    const found = await lstat(join(folder, name)).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > leftBehindMs) await unlink(join(folder, name)).catch(() => undefined);
  }
};
