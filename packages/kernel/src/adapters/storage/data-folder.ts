import { constants } from 'node:fs';
import { access, chmod, mkdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { err, ok, type Result } from '../../core/result.ts';

export type DataFolderRefused = {
  readonly code: 'DATA_FOLDER_UNUSABLE';
  readonly folder: string;
  readonly reason: 'not_a_folder' | 'no_permission' | 'cannot_create';
};

type Surroundings = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly home: string;
};

/** Where data lives unless a flag says otherwise: `ATELIER_DATA_DIR`, or the platform's own place for it. */
export const defaultDataFolder = ({ env, platform, home }: Surroundings): string => {
  if (env.ATELIER_DATA_DIR) return resolve(env.ATELIER_DATA_DIR);
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Atelier');
  if (platform === 'win32') return join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'Atelier');
  // The XDG rules: a relative value is to be ignored.
  const xdg = env.XDG_DATA_HOME?.startsWith('/') ? env.XDG_DATA_HOME : join(home, '.local', 'share');
  return join(xdg, 'atelier');
};

export const hereDataFolder = (): string =>
  defaultDataFolder({ env: process.env, platform: process.platform, home: homedir() });

const whyRefused: Readonly<Record<DataFolderRefused['reason'], string>> = {
  not_a_folder: 'there is something else of that name',
  no_permission: 'you may not write there',
  cannot_create: 'it could not be created',
};

/** `… cannot be used: …`, for whoever goes on to say what to choose instead. */
export const unusableToWords = ({ folder, reason }: DataFolderRefused): string =>
  `${folder} cannot be used: ${whyRefused[reason]}`;

/** Creates the folder for its owner alone; a folder that exists keeps its rights (the doctor says if they are wide). */
export const prepareDataFolder = async (folder: string): Promise<Result<string, DataFolderRefused>> => {
  const refuse = (reason: DataFolderRefused['reason']) =>
    err({ code: 'DATA_FOLDER_UNUSABLE', folder, reason } as const);
  try {
    await makeFolder(folder);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'ENOTDIR') return refuse('not_a_folder');
    return refuse(code === 'EACCES' || code === 'EPERM' || code === 'EROFS' ? 'no_permission' : 'cannot_create');
  }
  if (!(await stat(folder)).isDirectory()) return refuse('not_a_folder');
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return refuse('no_permission');
  }
  return ok(folder);
};

// Not mkdir's own `recursive`: where a file system answers ENOENT to any creation (/proc), it tries for ever.
const makeFolder = async (folder: string): Promise<void> => {
  if (await stat(folder).catch(() => undefined)) return;
  const parent = dirname(folder);
  if (parent !== folder) await makeFolder(parent);
  try {
    await mkdir(folder, { mode: 0o700 });
    // The mask of the process may have taken rights away from the owner, too.
    await chmod(folder, 0o700);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  }
};
