import { rmSync } from 'node:fs';

/** What cannot be deleted (a disk that takes no writes, rights that were changed) is left for the next start. */
export const removeFolder = (path: string): void => {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Nothing in it is read by anybody else.
  }
};
