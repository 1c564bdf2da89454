// Two servers on one PostgreSQL behind a balancer, as plain processes: for trying out what docs/operating.md deploys.
//   node scripts/cluster.mjs [--port N] [--servers N] [--data DIR]
// Starts on any Node >= 20 and goes on with the pinned one: an older one cannot read TypeScript.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const modules = join(root, 'node_modules');
const pinned = [
  join(modules, `node-${process.platform}-${process.arch}`, 'bin', 'node'),
  join(modules, '.bin', 'node'),
];
const node = pinned.find((path) => existsSync(path)) ?? process.execPath;

if (!existsSync(modules)) {
  console.error(`cluster: the dependencies are not installed. Run "npm ci" in ${root}.`);
  process.exit(1);
}
const child = spawn(node, [join(root, 'scripts', 'cluster', 'main.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
// A terminal tells both of Ctrl+C; whoever ends this process alone means the other one, too.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code) => process.exit(code ?? 1));
