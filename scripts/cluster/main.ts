// What scripts/cluster.mjs starts, on the pinned Node. ATELIER_DATABASE_URL and ATELIER_S3_… are used where they are
// set; without a database, one is started for as long.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startCluster } from './cluster.ts';

const usage = 'It takes --port N, --servers N and --data DIR.';
const refuse = (why: string): never => {
  console.error(`cluster: ${why} ${usage}`);
  process.exit(2);
};
const asked = () => {
  try {
    return parseArgs({
      options: {
        port: { type: 'string', default: '4980' },
        servers: { type: 'string', default: '2' },
        data: { type: 'string' },
      },
    }).values;
  } catch (cause) {
    return refuse(cause instanceof Error ? cause.message.replace(/\.?$/, '.') : 'That was not understood.');
  }
};
const values = asked();
const [port, servers] = [Number(values.port), Number(values.servers)];
if (!Number.isInteger(port) || port < 0 || port > 65_535) refuse(`"${values.port}" is no port.`);
if (!Number.isInteger(servers) || servers < 1 || servers > 8) refuse(`"${values.servers}" is no number from 1 to 8.`);
const folder = values.data ?? mkdtempSync(join(tmpdir(), 'atelier-cluster-'));
const env = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value = '']) => (name.startsWith('ATELIER_S3_') ? [[name, value]] : [])),
);
const cluster = await startCluster({
  folder,
  databaseUrl: process.env.ATELIER_DATABASE_URL,
  servers,
  port,
  env,
});
for (const [nth, { origin, pid, folder }] of cluster.servers.entries())
  console.log(`server ${nth + 1}: ${origin}, process ${pid}, data in ${folder}`);
console.log(`Sign in first: ${cluster.servers[0]?.link}`);
console.log(`Then use the balancer: ${cluster.proxy.origin} (agents: ${cluster.proxy.origin}/mcp)`);
console.log('Kill one of them and go on. Stop everything with Ctrl+C.');

const stop = async () => {
  await cluster.stop();
  if (values.data === undefined) rmSync(folder, { recursive: true, force: true });
  process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM']) {
  // The database's library ends the process on a signal, before the servers have stopped.
  process.removeAllListeners(signal);
  process.once(signal, stop);
}
