import { access, constants, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
/** What a test may well fill. Containers often have 64 MB there, and a full one is no test's subject. */
const ROOM = 2 * 1024 ** 3;

/** Where files of a test go that nobody needs on a disk: into memory where there is plenty, else where all others go. */
export const folderInMemory = async (): Promise<string> => {
  try {
    await access(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = await statfs(IN_MEMORY);
    return bavail * bsize >= ROOM ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
};
