import { readdir, stat } from 'node:fs/promises';
import { err, ok, type Result } from '@atelier/kernel/core';

export type DataFolderMissing = { readonly folder: string; readonly reason: Reason };
type Reason = 'not_there' | 'not_a_folder' | 'empty' | 'not_ours';

/** At least one of these is in a data folder from its first start on. */
const OURS = new Set(['streams', 'heads', 'objects', 'keys', 'storage.json', 'in-use.lock']);

/**
 * For whatever only looks at a data folder, and makes none. Any other folder is refused: of one that was named by
 * mistake, "nothing is wrong" would be believed.
 */
export const findDataFolder = async (folder: string): Promise<Result<string, DataFolderMissing>> => {
  const refuse = (reason: Reason) => err({ folder, reason });
  const found = await stat(folder).catch(() => undefined);
  if (!found) return refuse('not_there');
  if (!found.isDirectory()) return refuse('not_a_folder');
  const names = await readdir(folder);
  if (names.some((name) => OURS.has(name))) return ok(folder);
  return refuse(names.length === 0 ? 'empty' : 'not_ours');
};

const wordsByReason: Readonly<Record<Reason, (folder: string) => string>> = {
  not_there: (folder) => `There is no data folder at ${folder}.`,
  not_a_folder: (folder) => `${folder} is not a folder.`,
  empty: (folder) => `${folder} is empty.`,
  not_ours: (folder) => `${folder} has no Atelier data.`,
};

export const missingToSentence = ({ folder, reason }: DataFolderMissing): string =>
  `${wordsByReason[reason](folder)} Name the one you mean with --data DIR.`;
