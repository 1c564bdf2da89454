// Runs on real providers, on the pinned Node: the promises of the model port, then whole runs of a Workbench. Keys come
// from the environment.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const pinned = join(root, 'node_modules', '.bin', 'node');
const node = existsSync(pinned) ? pinned : process.execPath;
const ends = ['models', 'workshop'].map((name) => {
  const main = join(root, 'packages', name, 'src', 'live', 'main.ts');
  return spawnSync(node, [main], { cwd: root, stdio: 'inherit' }).status ?? 1;
});
process.exit(Math.max(...ends));
