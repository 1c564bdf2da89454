// Builds what cannot run as TypeScript: the web app and the bundled MCP server. Each is rebuilt only when an input changed.
//   node scripts/build.mjs [--force]
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const targets = [
  {
    name: 'the web app',
    inputs: [
      'apps/web',
      'packages/contracts/src',
      'packages/kernel/src/core',
      'packages/rails/src',
      'packages/files/src/view',
      'packages/models/src/view',
      'packages/workshop/src',
      'packages/studio/src',
    ],
    output: 'apps/web/dist',
    command: ['node_modules/vite/bin/vite.js', 'build', 'apps/web', '--logLevel', 'warn'],
  },
  {
    name: 'the MCP server',
    inputs: ['apps/mcp', 'packages/kernel/src', 'packages/rails', 'packages/contracts/src'],
    output: 'apps/mcp/dist',
    command: ['apps/mcp/build.mjs'],
  },
];

export const build = ({ force = false } = {}) => {
  for (const target of targets) {
    const stampFile = join(root, target.output, '.stamp');
    const stamp = digestOf(target.inputs);
    if (!force && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) continue;
    console.error(`Building ${target.name} …`);
    const { status } = spawnSync(process.execPath, target.command, { cwd: root, stdio: ['ignore', 2, 2] });
    if (status !== 0) throw new Error(`${target.name} did not build; what is printed above says why`);
    writeFileSync(stampFile, stamp);
  }
};

const digestOf = (folders) => {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const folder of folders) addFolder(hash, join(root, folder));
  return hash.digest('hex');
};

const addFolder = (hash, folder) => {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (['node_modules', 'dist', 'test'].includes(entry.name) || entry.name.includes('.test.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) addFolder(hash, path);
    else if (entry.isFile()) hash.update(path.slice(root.length)).update('\0').update(readFileSync(path));
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) build({ force: process.argv.includes('--force') });
