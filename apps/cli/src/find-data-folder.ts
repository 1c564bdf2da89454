import { stat } from 'node:fs/promises';
import { err, ok, type Result } from '@atelier/kernel/core';

export type DataFolderMissing = { readonly folder: string; readonly reason: 'not_there' | 'not_a_folder' };

/** For whatever only looks at a data folder, and makes none. */
export const findDataFolder = async (folder: string): Promise<Result<string, DataFolderMissing>> => {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return ok(folder);
  return err({ folder, reason: found ? 'not_a_folder' : 'not_there' });
};

export const missingToSentence = ({ folder, reason }: DataFolderMissing): string =>
  reason === 'not_there'
    ? `There is no data folder at ${folder}. Name the one you mean with --data DIR.`
    : `${folder} is not a folder. Name the one you mean with --data DIR.`;
