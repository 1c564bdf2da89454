import { join } from 'node:path';
import { FileUnusable } from '../../core/system-error.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import { readFile, writeWhole } from '../disk/whole-io.ts';
import { createNodeFileSystem } from '../node/node-file-system.ts';

type Place = 'disk' | 'database';

/** Says on which side the data of this folder is; without it, nobody ever chose. */
const pathOf = (data: string): string => join(data, 'storage.json');

/** Read at every start, of a server and of every agent's process: without it two sides would grow apart unnoticed. */
export const readPlaceInUse = (data: string, fs: FileSystem = createNodeFileSystem()): Place | undefined => {
  const bytes = readFile(fs, pathOf(data));
  if (!bytes) return undefined;
  const found = /^{"v":1,"place":"(disk|database)"}\n$/.exec(bytes.toString())?.[1];
  if (found === undefined)
    throw new FileUnusable(
      `${pathOf(data)} cannot be understood. Bring it back from a backup, or write into it on which side the data is: {"v":1,"place":"disk"}, or "database", and a new line.`,
    );
  return found as Place;
};

/** Durable when it resolves, content before name: after a power cut the side that was left must not look chosen again. */
export const writePlaceInUse = async (
  data: string,
  place: Place,
  fs: FileSystem = createNodeFileSystem(),
): Promise<void> => {
  const part = `${pathOf(data)}.${process.pid}.part`;
  if (fs.statSync(part)) fs.unlinkSync(part);
  const file = fs.openSync(part, 'create');
  try {
    writeWhole(file, Buffer.from(`${JSON.stringify({ v: 1, place })}\n`), 0);
    file.datasyncSync();
  } finally {
    file.closeSync();
  }
  fs.renameSync(part, pathOf(data));
  await fs.syncFolder(data);
};
