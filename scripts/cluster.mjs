// Two servers on one PostgreSQL behind a balancer, as plain processes: for trying out what docs/operating.md deploys.
//   node scripts/cluster.mjs [--port N] [--servers N] [--data DIR]
// ATELIER_DATABASE_URL and ATELIER_S3_… are used where they are set; without a database, one is started for as long.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startCluster } from './cluster/cluster.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4980' },
    servers: { type: 'string', default: '2' },
    data: { type: 'string' },
  },
});
const own = values.data === undefined ? mkdtempSync(join(tmpdir(), 'atelier-cluster-')) : undefined;
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('ATELIER_S3_')));
const cluster = await startCluster({
  folder: values.data ?? own,
  databaseUrl: process.env.ATELIER_DATABASE_URL,
  servers: Number(values.servers),
  port: Number(values.port),
  env,
});
for (const [nth, { origin, pid, folder }] of cluster.servers.entries())
  console.log(`server ${nth + 1}: ${origin}, process ${pid}, data in ${folder}`);
console.log(`Sign in first: ${cluster.servers[0]?.link}`);
console.log(`Then use the balancer: ${cluster.proxy.origin} (agents: ${cluster.proxy.origin}/mcp)`);
console.log('Kill one of them and go on. Stop everything with Ctrl+C.');

const stop = async () => {
  await cluster.stop();
  if (own) rmSync(own, { recursive: true, force: true });
  process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM']) {
  // The database's library ends the process on a signal, before the servers have stopped.
  process.removeAllListeners(signal);
  process.once(signal, stop);
}
