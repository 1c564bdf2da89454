import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Json } from '@atelier/kernel/core';
import type { FileError, FileResult } from '../tools/errors.ts';
import { refuse } from '../tools/errors.ts';
import { isWrite, type Job, type Reply } from './job.ts';
import {
  cancelGrace,
  type PoolLimits,
  recycleAboveBytes,
  recycleAfterJobs,
  timeoutReason,
  wallLimit,
} from './limits.ts';
import { forgetPeak, peakResidentBytes, residentBytes } from './memory.ts';

export type PoolOptions = {
  readonly name: string;
  readonly limits: PoolLimits;
  /** The layer's folder: inputs to read, caches to share, a private folder for each child. */
  readonly folder: string;
  readonly codeRoots: readonly string[];
  readonly entry: string;
  readonly wallLimit?: (job: Job) => number;
  /** Told when a child died of a job, by crash or by memory. */
  readonly onCrash?: (job: Job) => void;
  /** Told of a bug met by a job, with its stack. The answer to the caller names no host paths. */
  readonly onFault?: (job: Job, fault: string) => void;
};

export type Done = { readonly result: FileResult<Json>; readonly output?: string };

export type Pool = {
  readonly run: (job: Job, signal?: AbortSignal) => Promise<Done>;
  readonly close: () => Promise<void>;
  /** Highest resident bytes seen in any child, for measurements. */
  readonly peakBytes: () => number;
  /** Measures from now on: what the children hold at rest, and the most any of them has held since. */
  readonly measure: () => Measure;
};

export type Measure = { readonly idleBytes: number; readonly peakBytes: () => number };

type Task = {
  readonly id: number;
  readonly job: Job;
  readonly settle: (done: Done) => void;
  signal: AbortSignal | undefined;
  retried: boolean;
};
type Child = {
  readonly process: ChildProcess;
  readonly folder: string;
  task: Task | undefined;
  jobs: number;
  ending: FileError | undefined;
  timer: NodeJS.Timeout | undefined;
  isUp: boolean;
  whenUp: (() => void) | undefined;
};

const pollEvery = 100;
const startLimit = 60_000;
/** Children that die before doing anything would otherwise be started for ever. */
const failedStarts = 3;

export const createPool = (options: PoolOptions): Pool => {
  const children = new Set<Child>();
  const queue: Task[] = [];
  let nextId = 1;
  let peak = 0;
  let recent = 0;
  let barren = 0;
  let closed = false;
  let poll: NodeJS.Timeout | undefined;

  const run = (job: Job, signal?: AbortSignal): Promise<Done> =>
    new Promise((settle) => {
      if (closed) return settle(down());
      if (signal?.aborted) return settle(cancelled());
      const task: Task = { id: nextId++, job, settle, signal, retried: false };
      signal?.addEventListener('abort', () => cancel(task), { once: true });
      queue.push(task);
      feed();
    });

  const feed = (): void => {
    while (queue.length > 0 && !closed) {
      const idle =
        [...children].find((child) => child.task === undefined) ??
        (children.size < options.limits.count ? start() : undefined);
      const task = idle ? queue.shift() : undefined;
      if (!idle || !task) return;
      give(idle, task);
    }
  };

  const give = (child: Child, task: Task): void => {
    child.task = task;
    const limit = (options.wallLimit ?? wallLimit)(task.job);
    const arm = (): void => {
      clearTimeout(child.timer);
      child.timer = setTimeout(() => {
        const reason = timeoutReason(task.job);
        kill(child, {
          code: 'TOOL_TIMEOUT',
          reason,
          message: `The job took longer than ${Math.round(limit / 1000)} s and was stopped.`,
        });
      }, limit);
    };
    // A job's time begins when its child is up: starting one on a busy machine is not the file's fault.
    if (child.isUp) arm();
    else {
      child.whenUp = arm;
      child.timer = setTimeout(
        () =>
          kill(child, { code: 'TOOL_WORKER_UNAVAILABLE', reason: 'pool_down', message: 'The worker did not start.' }),
        startLimit,
      );
    }
    child.process.send({ id: task.id, job: task.job });
  };

  const start = (): Child => {
    const folder = join(options.folder, 'workers', `${options.name}-${randomUUID()}`);
    const [staging, temp] = [join(folder, 'staging'), join(folder, 'temp')];
    for (const each of [staging, temp]) mkdirSync(each, { recursive: true });
    const cache = join(options.folder, 'cache');
    const process_ = fork(options.entry, [JSON.stringify({ staging, temp, cache })], {
      execArgv: flags(options, folder, cache),
      env: { LANG: 'C.UTF-8', TMPDIR: temp, HOME: temp },
      cwd: folder,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const child: Child = {
      process: process_,
      folder,
      task: undefined,
      jobs: 0,
      ending: undefined,
      timer: undefined,
      isUp: false,
      whenUp: undefined,
    };
    children.add(child);
    process_.on('message', (reply: Reply | 'up') => {
      if (reply !== 'up') return void answer(child, reply);
      child.isUp = true;
      child.whenUp?.();
    });
    process_.on('error', () => gone(child));
    process_.on('exit', () => gone(child));
    process_.unref();
    process_.channel?.unref();
    poll ??= setInterval(watch, pollEvery).unref();
    return child;
  };

  const answer = async (child: Child, reply: Reply): Promise<void> => {
    const { task } = child;
    if (!task || reply.id !== task.id) return;
    clearTimeout(child.timer);
    barren = 0;
    if ('fault' in reply) options.onFault?.(task.job, reply.fault);
    const done = await doneOf(reply);
    child.task = undefined;
    child.jobs += 1;
    task.settle(done);
    if (child.jobs >= recycleAfterJobs || (residentBytes(child.process.pid ?? 0) ?? 0) > recycleAboveBytes)
      retire(child);
    feed();
  };

  /** A polite end: the child closes its files and leaves. */
  const retire = (child: Child): void => {
    children.delete(child);
    if (child.process.connected) child.process.disconnect();
  };

  const kill = (child: Child, error: FileError): void => {
    child.ending ??= error;
    child.process.kill('SIGKILL');
  };

  const gone = (child: Child): void => {
    const { task, ending } = child;
    clearTimeout(child.timer);
    children.delete(child);
    child.task = undefined;
    const died: FileError = ending ?? {
      code: 'TOOL_FAILED',
      reason: 'crashed',
      message: 'The worker died on this file.',
    };
    const isCrash = died.reason === 'crashed' || died.reason === 'memory';
    if (task && isCrash) options.onCrash?.(task.job);
    const mayRetry = task && died.reason === 'crashed' && !task.retried && !isWrite(task.job) && !closed;
    if (mayRetry) {
      task.retried = true;
      queue.unshift(task);
    } else task?.settle({ result: { ok: false, error: died } });
    if (!task && child.jobs === 0 && !closed) barren += 1;
    rmSync(child.folder, { recursive: true, force: true });
    if (barren >= failedStarts) for (const waiting of queue.splice(0)) waiting.settle(down());
    feed();
  };

  const cancel = (task: Task): void => {
    const at = queue.indexOf(task);
    if (at !== -1) {
      queue.splice(at, 1);
      task.settle(cancelled());
      return;
    }
    setTimeout(() => {
      const child = [...children].find((each) => each.task === task);
      if (child) kill(child, cancelledError);
    }, cancelGrace).unref();
  };

  const watch = (): void => {
    for (const child of children) {
      const bytes = residentBytes(child.process.pid ?? 0) ?? 0;
      peak = Math.max(peak, bytes);
      recent = Math.max(recent, bytes);
      if (bytes > options.limits.residentBytes) {
        kill(child, {
          code: 'TOOL_FAILED',
          reason: 'memory',
          message: 'The job needed more memory than it may use and was stopped.',
        });
      }
    }
  };

  return {
    run,
    peakBytes: () => peak,
    measure: () => {
      const over = (read: (pid: number) => number | undefined): number =>
        Math.max(0, ...[...children].map((child) => read(child.process.pid ?? 0) ?? 0));
      for (const child of children) forgetPeak(child.process.pid ?? 0);
      const idleBytes = over(residentBytes);
      recent = 0;
      return { idleBytes, peakBytes: () => Math.max(recent, over(peakResidentBytes)) };
    },
    close: async () => {
      closed = true;
      clearInterval(poll);
      for (const task of queue.splice(0)) task.settle(down());
      const exits = [...children].map((child) => new Promise<void>((left) => child.process.once('exit', () => left())));
      for (const { process: leaving } of children) {
        // Idle children do not keep the host alive; waiting for them must.
        leaving.ref();
        leaving.kill('SIGKILL');
      }
      await Promise.all(exits);
      children.clear();
    },
  };
};

const cancelledError: FileError = { code: 'TOOL_FAILED', reason: 'cancelled', message: 'The job was cancelled.' };
const cancelled = (): Done => ({ result: { ok: false, error: cancelledError } });
const down = (): Done => ({ result: refuse('TOOL_WORKER_UNAVAILABLE', 'pool_down', 'The workers are not running.') });

const doneOf = async (reply: Reply): Promise<Done> => {
  if ('error' in reply) return { result: { ok: false, error: reply.error as unknown as FileError } };
  if ('fault' in reply)
    return {
      result: refuse('TOOL_FAILED', 'internal', 'The job failed in a way nobody foresaw; nothing was changed.'),
    };
  const made = reply.output === undefined ? {} : { output: reply.output };
  if ('value' in reply) return { result: { ok: true, value: reply.value }, ...made };
  const value = JSON.parse(await readFile(reply.spilled, 'utf8')) as Json;
  await rm(reply.spilled, { force: true });
  return { result: { ok: true, value }, ...made };
};

/** Read: code, inputs, caches and its own folder. Write: its own folder and the caches. No processes. */
const flags = ({ limits, codeRoots, folder }: PoolOptions, own: string, cache: string): string[] => [
  '--no-warnings',
  `--max-old-space-size=${limits.heapMb}`,
  '--permission',
  ...(limits.addons ? ['--allow-addons'] : []),
  ...[...codeRoots, join(folder, 'inputs'), own, cache].map((each) => `--allow-fs-read=${each}/`),
  ...[own, cache].map((each) => `--allow-fs-write=${each}/`),
];
