import { join } from 'node:path';
import type { FileSystem } from '../../ports/file-system.ts';
import { partPath, partsIn } from './layout.ts';
import { readAppended } from './whole-io.ts';

/** No record was ever written to it: lines that may lie there are nobody's. */
export const isUnborn = (fs: FileSystem, folder: string): boolean => {
  try {
    return partsIn(fs, folder).every((first) => first === 0 && readAppended(fs, partPath(folder, 0)) === '');
  } catch {
    return false;
  }
};

/**
 * Under the stream's own lock: takes away what a birth left that the disk cut short. Whoever tries again under another
 * name would leave one such folder each time, on a disk that has no room. What cannot be removed reads as empty.
 */
export const removeUnborn = async (fs: FileSystem, folder: string): Promise<void> => {
  try {
    for (const path of [join(folder, 'events'), join(folder, 'manifest'), folder]) {
      if (!fs.statSync(path)) continue;
      for (const name of fs.readdirSync(path)) fs.unlinkSync(join(path, name));
      await fs.rmdir(path);
    }
  } catch {
    // Only tidiness.
  }
};
