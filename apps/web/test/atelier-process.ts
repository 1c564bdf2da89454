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
  /** A fresh single-use link, asked for the way a person does. */
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
  let stopRunning = await spawnServer(port, dataFolder, environment);
  const stop = async () => {
    await stopRunning();
    stopRunning = async () => {};
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    dataFolder,
    link: () => {
      const { stdout, stderr } = spawnSync(process.execPath, [atelierBin, 'link', '--data', dataFolder], {
        encoding: 'utf8',
      });
      const url = /http:\/\/\S+/.exec(stdout)?.[0];
      if (url === undefined) throw new Error(`atelier link printed no link: ${stdout}${stderr}`);
      return url;
    },
    stop,
    start: async () => {
      stopRunning = await spawnServer(port, dataFolder, environment);
    },
    remove: async () => {
      await stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
};

const spawnServer = async (
  port: number,
  dataFolder: string,
  environment: Environment,
): Promise<() => Promise<void>> => {
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
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said += chunk;
      if (said.includes('Atelier is ready')) resolve();
    });
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    child.once('exit', (code) => reject(new Error(`Atelier ended with ${code} before it was ready: ${said}`)));
  });
  await ready;
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
};

/** Keys and the keychain of whoever runs this are none of a test's business. */
const withoutKeys = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !name.endsWith('_API_KEY')));

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('No free port was found.'));
        else resolve(address.port);
      });
    });
  });
