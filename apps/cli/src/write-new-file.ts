import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { syncFolder } from '@atelier/kernel/adapters';
import type { Io } from './io.ts';

type Pieces = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;

/**
 * Writes what somebody asked for to a file of their own; says why when it can't, and returns false. A file that is
 * there is never replaced, one that could not be finished is not left behind, and one that is told of is on the disk.
 */
export const writeNewFile = async (file: string, pieces: Pieces, io: Io, otherwise: string): Promise<boolean> => {
  try {
    await pipeline(Readable.from(pieces), createWriteStream(file, { flags: 'wx', flush: true }));
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === 'EEXIST') io.err(`atelier: ${file} is there already. ${otherwise}`);
    else {
      io.err(`atelier: couldn’t write ${file}: ${code === 'ENOSPC' ? FULL : `${message}.`}`);
      if (code !== 'ENOENT') await rm(file, { force: true });
    }
    return false;
  }
  // Where a place cannot do that, such as a share, the file is written all the same.
  await syncFolder(dirname(file)).catch(() => undefined);
  return true;
};

const FULL = 'the disk is full. Make room on it, then try again.';
