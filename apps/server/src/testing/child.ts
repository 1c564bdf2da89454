import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const atelierScript: string = fileURLToPath(new URL('../../../../bin/atelier.mjs', import.meta.url));

export type Ended = { readonly code: number | null; readonly out: string; readonly err: string };

export type Child = {
  readonly process: ChildProcess;
  readonly out: () => string;
  readonly ended: Promise<Ended>;
};

/** `atelier …` as a real process; killed if the test ends before it does. */
export const spawnAtelier = (
  args: readonly string[],
  { env = {}, node = process.execPath }: { env?: Readonly<Record<string, string>>; node?: string } = {},
): Child => {
  const child = spawn(node, [atelierScript, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  });
  const pieces = { out: '', err: '' };
  child.stdout.on('data', (piece) => (pieces.out += piece));
  child.stderr.on('data', (piece) => (pieces.err += piece));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...pieces }));
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { process: child, out: () => pieces.out, ended };
};

export type ServingChild = Child & { readonly link: string; readonly origin: string; readonly port: number };

/** Starts a server process and waits for its one line. */
export const serveAtelier = async (
  dataFolder: string,
  port = 0,
  env: Readonly<Record<string, string>> = {},
): Promise<ServingChild> => {
  const child = spawnAtelier(['start', '--no-open', '--data', dataFolder, '--port', String(port)], { env });
  const link = await Promise.race([
    new Promise<string>((resolve) => {
      child.process.stdout?.on('data', () => {
        const ready = /^Atelier is ready: (\S+)$/m.exec(child.out())?.[1];
        if (ready) resolve(ready);
      });
    }),
    child.ended.then(({ code, err }) => Promise.reject(new Error(`It ended with ${code}: ${err}`))),
  ]);
  const { origin, port: actual } = new URL(link);
  return { ...child, link, origin, port: Number(actual) };
};
