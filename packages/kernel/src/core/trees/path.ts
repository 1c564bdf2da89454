import { err, type Result } from '../result.ts';
import { type BadPath, parseStoredPath, type StoredPath } from '../stored-path.ts';

export type TreePathRefused =
  | BadPath
  | { readonly code: 'BAD_PATH'; readonly reason: 'not_nfc'; readonly path: string };

/** A stored path that is also spelled one way only: two spellings of one name would be two files, or one. */
export const parseTreePath = (path: string): Result<StoredPath, TreePathRefused> => {
  const parsed = parseStoredPath(path);
  if (parsed.ok && path.normalize('NFC') !== path) return err({ code: 'BAD_PATH', reason: 'not_nfc', path });
  return parsed;
};
