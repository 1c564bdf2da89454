import { randomBytes } from 'node:crypto';
import { link } from 'node:fs/promises';
import { dirname } from 'node:path';
import { removeLeftParts, replaceFile, writePart } from '../replace-file.ts';
import { createNodeFileSystem } from './node-file-system.ts';

export type DurableOptions = {
  /** Rights of a new file; `0o600` for what only its owner may read. */
  readonly rights?: number;
};

const fs = createNodeFileSystem();
const newOwn = (): string => randomBytes(6).toString('hex');
const bytesOf = (contents: string | Uint8Array): Uint8Array =>
  typeof contents === 'string' ? Buffer.from(contents) : contents;

/**
 * Replaces a file: after a power cut the old one or the new one is there, and once this resolves the new one. For
 * everything that is kept beside the log. A write that fails leaves nothing behind.
 */
export const writeFileDurably = async (
  path: string,
  contents: string | Uint8Array,
  { rights }: DurableOptions = {},
): Promise<void> => {
  await replaceFile(fs, path, bytesOf(contents), { own: newOwn(), rights });
  await removeLeftParts(fs, path, BigInt(Date.now()) * 1_000_000n).catch(() => undefined);
};

/** The same for a file that must not replace another. False: one was there, or somebody else was first. */
export const createFileDurably = async (
  path: string,
  contents: string | Uint8Array,
  { rights }: DurableOptions = {},
): Promise<boolean> => {
  const part = await writePart(fs, path, bytesOf(contents), { own: newOwn(), rights });
  try {
    // A hard link fails where a rename would replace.
    await link(part, path);
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    return false;
  } finally {
    await fs.unlink(part);
    await fs.syncFolder(dirname(path));
  }
};

/** Makes removals and renames in a folder last. */
export const syncFolder = (folder: string): Promise<void> => fs.syncFolder(folder);
