import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lookAtRailsConfig, railsConfigPath } from './config/rails-config.ts';
import { isBundleKey } from './keyring/bundle-signer.ts';

export type FileTrouble = {
  /** Relative to the data folder. */
  readonly file: string;
  readonly problem: string;
  readonly fix: string;
};

/** What WorkRail keeps beside the log and cannot read as it was written, but for the keys that sign people and agents in. */
export const checkRailsFiles = async (data: string): Promise<readonly FileTrouble[]> => {
  const troubles: FileTrouble[] = [];
  if (lookAtRailsConfig(data).state === 'damaged')
    troubles.push({
      file: railsConfigPath(data).slice(data.length + 1),
      problem: 'The settings of WorkRail cannot be read, so its defaults are in force.',
      fix: 'Restore the file from a backup, or save the settings again in the Console; the damaged file is kept beside it.',
    });
  const bundleKey = await readFile(join(data, 'keys', 'bundle.key'), 'utf8').catch(() => undefined);
  if (bundleKey !== undefined && !isBundleKey(bundleKey))
    troubles.push({
      file: 'keys/bundle.key',
      problem: 'The key that signs exported sessions is damaged, so exports are not signed.',
      fix: 'Restore the file from a backup, or delete it: the next export makes a new key.',
    });
  return troubles;
};
