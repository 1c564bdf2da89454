// Runs the promises of the model port on real providers, on the pinned Node. Keys come from the environment.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const pinned = join(root, 'node_modules', '.bin', 'node');
const main = join(root, 'packages', 'models', 'src', 'live', 'main.ts');
const { status } = spawnSync(existsSync(pinned) ? pinned : process.execPath, [main], { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
