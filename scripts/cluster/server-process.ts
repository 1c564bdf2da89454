import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const atelierBin = join(import.meta.dirname, '../../bin/atelier.mjs');

export type ServerProcess = {
  readonly origin: string;
  readonly folder: string;
  readonly pid: number;
  /** The single-use link that it printed when it started. */
  readonly link: string;
  /** What agents of this machine prove themselves with. */
  readonly installToken: () => Promise<string>;
  readonly stop: () => Promise<void>;
  /** At once, without a word to its clients. */
  readonly kill: () => Promise<void>;
  readonly ended: Promise<{ readonly code: number | null; readonly said: string }>;
};

/** One server as a process of its own, with a data folder of its own. */
export const startServerProcess = async (
  folder: string,
  env: Readonly<Record<string, string>> = {},
  port = 0,
): Promise<ServerProcess> => {
  const child = spawn(process.execPath, [atelierBin, 'start', '--no-open', '--port', String(port), '--data', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ATELIER_KEYCHAIN: 'off', ...env },
  });
  let said = '';
  const ended = new Promise<{ code: number | null; said: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, said }));
  });
  const link = await new Promise<string>((resolve, reject) => {
    const hear = (piece: Buffer): void => {
      said += piece.toString();
      const ready = /^Atelier is ready: (\S+)$/m.exec(said)?.[1];
      if (ready) resolve(ready);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('error', reject);
    void ended.then(({ code }) => reject(new Error(`The server ended with ${code} before it was ready: ${said}`)));
  });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  return {
    origin: new URL(link).origin,
    folder,
    pid: child.pid ?? 0,
    link,
    installToken: async () => (await readFile(join(folder, 'keys', 'install-token'), 'utf8')).trim(),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    ended,
  };
};
