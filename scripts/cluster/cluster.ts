import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startPostgres } from '@atelier/kernel/testing/postgres';
import { type Balancer, startBalancer } from './balancer.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

export type Cluster = {
  readonly proxy: Balancer;
  readonly servers: readonly ServerProcess[];
  readonly stop: () => Promise<void>;
};

export type ClusterOptions = {
  /** Each server has a data folder of its own in it. */
  readonly folder: string;
  /** Of an existing PostgreSQL; otherwise one is started that forgets everything when it stops. */
  readonly databaseUrl?: string | undefined;
  readonly servers?: number;
  readonly port?: number;
  /** For every server, such as `ATELIER_S3_…`. */
  readonly env?: Readonly<Record<string, string>>;
};

/** One PostgreSQL, some servers and a balancer as plain processes: the same as the containers, without any. */
export const startCluster = async (options: ClusterOptions): Promise<Cluster> => {
  const { folder, servers: count = 2, port = 0, env = {} } = options;
  const postgres = options.databaseUrl ? undefined : await startPostgres();
  const servers: ServerProcess[] = [];
  let proxy: Balancer | undefined;
  const stop = async (): Promise<void> => {
    await proxy?.stop();
    await Promise.all(servers.map((server) => server.stop()));
    await postgres?.stop();
  };
  try {
    const databaseUrl = options.databaseUrl ?? (await postgres?.newDatabase()) ?? '';
    for (let nth = 1; nth <= count; nth += 1) {
      const data = join(folder, `server-${nth}`);
      await mkdir(data, { recursive: true, mode: 0o700 });
      servers.push(await startServerProcess(data, { ...env, ATELIER_DATABASE_URL: databaseUrl }));
    }
    const upstreams = servers.map(({ origin }) => ({ host: '127.0.0.1', port: Number(new URL(origin).port) }));
    proxy = await startBalancer(upstreams, port);
    return { proxy, servers, stop };
  } catch (cause) {
    await stop();
    throw cause;
  }
};
