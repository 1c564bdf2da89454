import { join } from 'node:path';
import { fileRefusalOf, isMissing } from '../../core/system-error.ts';
import type { Entropy } from '../../ports/clock.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import { HEAD_KEY_BYTES as KEY_BYTES, NoHeadsKey } from '../signed-head.ts';
import { readFile, writeWhole } from './whole-io.ts';

const pathOf = (data: string): string => join(data, 'keys', 'heads.key');

/** Undefined when there is none. Throws `NoHeadsKey` for one that the system refuses: that one is not lost. */
export const readHeadsKey = (fs: FileSystem, data: string): Buffer | undefined => {
  try {
    const key = readFile(fs, pathOf(data));
    return key?.length === KEY_BYTES ? key : undefined;
  } catch (cause) {
    // Gone between being seen and being opened.
    if (isMissing(cause)) return undefined;
    const refusal = fileRefusalOf(cause);
    if (refusal === undefined) throw cause;
    throw new NoHeadsKey({ kind: 'unreadable', why: refusal }, { cause });
  }
};

/** Two processes may make one at once: whichever name comes first is the key. */
export const makeHeadsKey = (fs: FileSystem, data: string, entropy: Entropy): Buffer => {
  const path = pathOf(data);
  fs.mkdirSync(join(data, 'keys'));
  // One of another length was never signed with, for there is no head: its maker died while writing it.
  if (fs.statSync(path)) fs.unlinkSync(path);
  const file = fs.openSync(path, 'create', 0o600);
  try {
    writeWhole(file, entropy.bytes(KEY_BYTES), 0);
    file.datasyncSync();
  } finally {
    file.closeSync();
  }
  const key = readHeadsKey(fs, data);
  if (!key) throw new Error(`${path} could not be written`);
  return key;
};

/** Beside the heads it does not fit, so that a new one can be made. */
export const setKeyAside = (fs: FileSystem, data: string, aside: string): void => {
  fs.renameSync(pathOf(data), join(aside, 'heads.key'));
  fs.syncFolderSync(aside);
  fs.syncFolderSync(join(data, 'keys'));
};

/**
 * Before anything is signed with it: a key that a power cut could take makes every signature a forgery. Whoever made
 * it may have died before its syncs, or met one that failed: so it is written again, and synced.
 */
export const makeSureOfHeadsKey = (fs: FileSystem, data: string, key: Buffer): void => {
  const file = fs.openSync(pathOf(data), 'update');
  try {
    writeWhole(file, key, 0);
    file.datasyncSync();
  } finally {
    file.closeSync();
  }
  fs.syncFolderSync(join(data, 'keys'));
  fs.syncFolderSync(data);
};
