import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defaultDataFolder } from '@atelier/kernel/storage';

/** Writes a command of ours so that it can be pasted as it is, from any folder. */
export type Call = (command: string) => string;

type Surroundings = {
  readonly script: string;
  /** The folder that is meant where none is named. */
  readonly usual: string;
  readonly platform: NodeJS.Platform;
};

/** Nothing puts `atelier` on the path, and one machine may have several installations: both are spelled out. */
export const createCall =
  ({ script, usual, platform }: Surroundings, dataFolder: string): Call =>
  (command) => {
    const quoted = (path: string) => (platform === 'win32' ? `"${path}"` : `'${path.replaceAll("'", "'\\''")}'`);
    return `node ${quoted(script)} ${command}${dataFolder === usual ? '' : ` --data ${quoted(dataFolder)}`}`;
  };

const script = fileURLToPath(new URL('../../../../bin/atelier.mjs', import.meta.url));

/** As it is called here. Where the environment chose the folder, it is named: another terminal may have another one. */
export const ownCall = (dataFolder: string): Call => {
  const { platform, env } = process;
  const usual = defaultDataFolder({ env: { LOCALAPPDATA: env.LOCALAPPDATA }, platform, home: homedir() });
  return createCall({ script, usual, platform }, dataFolder);
};

/** For those who must not be told where anything is on this machine, and for words that are written before anybody knows. */
export const callInWords = (command: string): string => `\`npx atelier ${command}\` in Atelier’s folder`;
