import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FileError } from '../tools/errors.ts';
import type { PoolLimits } from './limits.ts';
import type { Task } from './task.ts';

export type Child = {
  readonly process: ChildProcess;
  readonly folder: string;
  task: Task | undefined;
  jobs: number;
  ending: FileError | undefined;
  timer: NodeJS.Timeout | undefined;
  isUp: boolean;
  whenUp: (() => void) | undefined;
  /** It has done its share: it leaves as soon as another child can take its place. */
  isSpent: boolean;
};

export type ChildOptions = {
  readonly name: string;
  readonly limits: PoolLimits;
  readonly folder: string;
  readonly codeRoots: readonly string[];
  readonly entry: string;
};

export const startChild = (options: ChildOptions): Child => {
  const folder = join(options.folder, 'workers', `${options.name}-${randomUUID()}`);
  const [staging, temp] = [join(folder, 'staging'), join(folder, 'temp')];
  for (const each of [staging, temp]) mkdirSync(each, { recursive: true });
  const cache = join(options.folder, 'cache');
  const child: Child = {
    process: fork(options.entry, [JSON.stringify({ staging, temp, cache })], {
      execArgv: flags(options, folder, cache),
      env: { LANG: 'C.UTF-8', TMPDIR: temp, HOME: temp },
      cwd: folder,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    }),
    folder,
    task: undefined,
    jobs: 0,
    ending: undefined,
    timer: undefined,
    isUp: false,
    whenUp: undefined,
    isSpent: false,
  };
  hold(child, false);
  return child;
};

/** An idle child must not keep its host alive; one with a job must, or the host could end before the answer. */
export const hold = ({ process: child }: Child, isHeld: boolean): void => {
  if (isHeld) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
};

/** Read: code, inputs, caches and its own folder. Write: its own folder and the caches. No processes. */
const flags = ({ limits, codeRoots, folder }: ChildOptions, own: string, cache: string): string[] => [
  '--no-warnings',
  `--max-old-space-size=${limits.heapMb}`,
  // Small young spaces are emptied early: of a part with a million elements most of the memory would be what is over.
  '--max-semi-space-size=4',
  '--permission',
  ...(limits.addons ? ['--allow-addons'] : []),
  ...[...codeRoots, join(folder, 'inputs'), own, cache].map((each) => `--allow-fs-read=${each}/`),
  ...[own, cache].map((each) => `--allow-fs-write=${each}/`),
];
