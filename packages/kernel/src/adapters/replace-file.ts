import { basename, dirname, join } from 'node:path';
import type { FileSystem } from '../ports/file-system.ts';

export type ReplaceOptions = {
  /** Makes the name of the draft unique: two writers must never share one. */
  readonly own: string;
  readonly rights?: number | undefined;
};

/**
 * A power cut leaves the old file or the new one, and once this resolves always the new one: the bytes are synced
 * before the name, and the name before the answer. Folders that are missing are made, durably too.
 */
export const replaceFile = async (
  fs: FileSystem,
  path: string,
  bytes: Uint8Array,
  options: ReplaceOptions,
): Promise<void> => {
  const part = await writePart(fs, path, bytes, options);
  try {
    await fs.rename(part, path);
  } catch (cause) {
    await fs.unlink(part).catch(() => undefined);
    throw cause;
  }
  await fs.syncFolder(dirname(path));
};

/** Written and synced under another name, beside the one it is for. */
export const writePart = async (
  fs: FileSystem,
  path: string,
  bytes: Uint8Array,
  { own, rights }: ReplaceOptions,
): Promise<string> => {
  await makeFolder(fs, dirname(path));
  const part = `${path}.${own}.part`;
  try {
    const file = await fs.open(part, 'create', rights);
    try {
      for (let done = 0; done < bytes.length; ) done += await file.write(bytes.subarray(done), done);
      await file.datasync();
    } finally {
      await file.close();
    }
    return part;
  } catch (cause) {
    await fs.unlink(part).catch(() => undefined);
    throw cause;
  }
};

const makeFolder = async (fs: FileSystem, folder: string): Promise<void> => {
  if (await fs.stat(folder)) return;
  await makeFolder(fs, dirname(folder));
  await fs.mkdir(folder);
  await fs.syncFolder(dirname(folder));
};

const LEFT_BEHIND_NS = 3_600_000_000_000n;

/** Removes what processes killed in the middle of a write left beside a file. What is younger may be at work. */
export const removeLeftParts = async (fs: FileSystem, path: string, nowNs: bigint): Promise<void> => {
  const [folder, name] = [dirname(path), basename(path)];
  for (const other of await fs.readdir(folder)) {
    if (!other.startsWith(`${name}.`) || !other.endsWith('.part')) continue;
    const found = await fs.stat(join(folder, other));
    if (found && nowNs - found.mtimeNs > LEFT_BEHIND_NS) await fs.unlink(join(folder, other));
  }
};
