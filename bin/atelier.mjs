#!/usr/bin/env node
// Starts on any Node >= 20 and goes on with the pinned one, which this repository brings along.
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import module from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(import.meta.url);
const root = join(dirname(script), '..');
const neededMajor = 24;

const pinned = findPinnedNode();
const isPinned = pinned !== undefined && realpathSync(pinned) === realpathSync(process.execPath);
const isNewEnough = Number(process.versions.node.split('.')[0]) >= neededMajor;

if (!existsSync(join(root, 'node_modules', '@atelier', 'cli'))) {
  stop(`The dependencies are not installed. Run "npm ci" in ${root}, or "npm start", which does it for you.`);
} else if (isPinned || (isNewEnough && (pinned === undefined || process.env.ATELIER_ON_PINNED_NODE))) {
  await runHere();
} else if (pinned !== undefined) {
  runOn(pinned);
} else {
  stop(
    `This is Node ${process.versions.node}; Atelier needs Node ${neededMajor}. Run "npm start" in ${root}, which brings it where it can, or install it.`,
  );
}

function findPinnedNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const candidates = [
    join(root, 'node_modules', `node-${platform}-${process.arch}`, 'bin', name),
    join(root, 'node_modules', '.bin', name),
  ];
  return candidates.find((path) => existsSync(path));
}

async function runHere() {
  // Who reads our lines may stop (`atelier doctor | head`). The command goes on, and its code says how it ended.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (cause) => {
      if (cause.code !== 'EPIPE') throw cause;
    });
  // Compiled code is kept between runs: the second start reads no TypeScript.
  module.enableCompileCache?.();
  const { run } = await import('../apps/cli/src/index.ts');
  try {
    process.exitCode = await run(process.argv.slice(2));
  } catch (cause) {
    // What the system refused (a full disk, a file it may not read) is a sentence; the rest is ours, and needs its place.
    console.error(`atelier: ${cause?.syscall ? cause.message : (cause?.stack ?? cause)}`);
    process.exit(1);
  }
}

function runOn(node) {
  const child = spawnOrStop(node);
  if (child === undefined) return;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (cause) => stopFor(node, cause));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

// Some refusals of the system come as an event, others are thrown.
function spawnOrStop(node) {
  try {
    return spawn(node, [script, ...process.argv.slice(2)], {
      stdio: 'inherit',
      env: { ...process.env, ATELIER_ON_PINNED_NODE: '1' },
    });
  } catch (cause) {
    stopFor(node, cause);
    return undefined;
  }
}

function stopFor(node, cause) {
  stop(
    cause.code === 'ETXTBSY'
      ? 'Atelier is being installed just now. Try again when that is done.'
      : `The pinned Node at ${node} does not run: ${cause.message}. Run "npm ci" in ${root}.`,
  );
}

function stop(sentence) {
  console.error(`atelier: ${sentence}`);
  process.exitCode = 1;
}
