// Brings a fresh clone to the state its commands need. Runs on the host's Node (>= 20), before any dependency exists.
//   node scripts/ensure.mjs                     dependencies and the pinned Node
//   node scripts/ensure.mjs --with-test-tools   also a browser and LibreOffice, by the system's package manager
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeProblem } from './node-problem.mjs';
import { ensureTestTools } from './test-tools.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const modules = join(root, 'node_modules');
const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

const problem = nodeProblem({ version: process.versions.node, platform, brought: broughtAlong() });
if (problem) stop(problem);
installDependencies();
linkPinnedNode();
if (process.argv.includes('--with-test-tools')) {
  const missing = ensureTestTools();
  if (missing) stop(missing);
}

function broughtAlong() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.keys(optionalDependencies);
}

function installDependencies() {
  const stampFile = join(modules, '.atelier-stamp');
  const stamp = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(platform)
    .digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;

  console.error('Installing dependencies (a minute or two, once) …');
  const npm = process.env.npm_execpath;
  const [command, args] = npm ? [process.execPath, [npm]] : ['npm', []];
  const { status } = spawnSync(command, [...args, 'ci', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: !npm && process.platform === 'win32',
  });
  if (status !== 0) stop('npm ci failed; what it printed above says why. Mend that and run the command again.');
  writeFileSync(stampFile, stamp);
}

// npm 10 removes the link when it prunes the other platforms' Node packages.
function linkPinnedNode() {
  if (process.platform === 'win32') return;
  const link = join(modules, '.bin', 'node');
  const target = join(modules, `node-${platform}`, 'bin', 'node');
  if (existsSync(link) || !existsSync(target)) return;
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(target, link);
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
