import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';

export type Keys = {
  /** Signs cookies: as long as it stays, every signed-in tab stays signed in. */
  readonly cookieKey: Uint8Array;
  /** `Authorization: Bearer <install token>`: for MCP clients and the command line. */
  readonly installToken: string;
};

/** Reads the keys of a data folder, making them the first time; two processes that race end up with the same ones. */
export const loadKeys = async (dataFolder: string): Promise<Keys> => {
  const folder = join(dataFolder, 'keys');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const cookieKey = await readOrMake(join(folder, 'cookie-key'), () => randomBytes(32).toString('base64url'));
  const installToken = await readOrMake(
    join(folder, 'install-token'),
    () => `atl_${randomBytes(32).toString('base64url')}`,
  );
  return { cookieKey: Buffer.from(cookieKey, 'base64url'), installToken };
};

/** Undefined when nothing was ever started on this folder. */
export const readInstallToken = async (dataFolder: string): Promise<string | undefined> =>
  readText(join(dataFolder, 'keys', 'install-token'));

const readOrMake = async (path: string, make: () => string): Promise<string> => {
  const there = await readText(path);
  if (there !== undefined) return there;
  const part = `${path}.${randomUUID()}.part`;
  const file = await open(part, 'wx', 0o600);
  try {
    await file.writeFile(`${make()}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  // A hard link fails where a rename would replace: whoever comes first has made the key, for everyone.
  await link(part, path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EEXIST') throw cause;
  });
  await unlink(part);
  const made = await readText(path);
  if (made === undefined) throw new Error(`A key could not be read back: ${path}`);
  return made;
};

const readText = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').then(
    (text) => text.trim() || undefined,
    (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return undefined;
      throw cause;
    },
  );
