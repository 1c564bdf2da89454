import { homedir } from 'node:os';
import { join } from 'node:path';

/** `ATELIER_DATA_DIR`, else the per-user data folder. */
export const dataFolder = (env: Readonly<Record<string, string | undefined>>): string =>
  env.ATELIER_DATA_DIR || join(env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'atelier');
