import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const atelierBin = join(root, 'bin/atelier.mjs');

export type AtelierProcess = {
  readonly origin: string;
  readonly dataFolder: string;
  /** A fresh single-use link, got the way a person does: first the one that is printed at the start, then by asking. */
  readonly link: () => string;
  readonly stop: () => Promise<void>;
  /** Starts again on the same port and data folder. */
  readonly start: () => Promise<void>;
  /** Stops, and removes the data folder. */
  readonly remove: () => Promise<void>;
};

export type Environment = Readonly<Record<string, string>>;

/** The real server as a child process, on a free port, with a data folder of its own unless one is given. */
export const startAtelier = async (chosenFolder?: string, environment: Environment = {}): Promise<AtelierProcess> => {
  const dataFolder = chosenFolder ?? (await mkdtemp(join(tmpdir(), 'atelier-e2e-')));
  const port = await freePort();
  let running = await spawnServer(port, dataFolder, environment);
  let printed: string | undefined = running.link;
  const stop = async () => {
    await running.stop();
    running = { ...running, stop: async () => {} };
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    dataFolder,
    link: () => {
      const unused = printed;
      printed = undefined;
      if (unused !== undefined) return unused;
      const { stdout, stderr } = spawnSync(process.execPath, [atelierBin, 'link', '--data', dataFolder], {
        encoding: 'utf8',
      });
      const url = /http:\/\/\S+/.exec(stdout)?.[0];
      if (url === undefined) throw new Error(`atelier link printed no link: ${stdout}${stderr}`);
      return url;
    },
    stop,
    start: async () => {
      running = await spawnServer(port, dataFolder, environment);
      printed = running.link;
    },
    remove: async () => {
      await stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
};

type Running = { readonly link: string; readonly stop: () => Promise<void> };

const spawnServer = async (port: number, dataFolder: string, environment: Environment): Promise<Running> => {
  const child = spawn(
    process.execPath,
    [atelierBin, 'start', '--no-open', '--port', String(port), '--data', dataFolder],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...withoutKeys(process.env), ATELIER_KEYCHAIN: 'off', ...environment },
    },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let said = '';
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said += chunk;
      const link = /^Atelier is ready: (\S+)\n/m.exec(said)?.[1];
      if (link !== undefined) resolve(link);
    });
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    child.once('exit', (code) => reject(new Error(`Atelier ended with ${code} before it was ready: ${said}`)));
  });
  const link = await ready;
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { link, stop };
};

/** Keys and the keychain of whoever runs this are none of a test's business. */
const withoutKeys = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !name.endsWith('_API_KEY')));

/**
 * Below the range a system takes ports from for outgoing connections: while a server is stopped, one of those could
 * take its port, a browser's own tries to reconnect among them.
 */
const [lowestPort, ports] = [20_000, 12_000];

const freePort = async (): Promise<number> => {
  for (;;) {
    const port = lowestPort + Math.floor(Math.random() * ports);
    if (await isFree(port)) return port;
  }
};

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
