import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FileError } from '../tools/errors.ts';
import { type Child, type ChildOptions, hold, startChild } from './child-process.ts';
import { isWrite, type Job, type Reply } from './job.ts';
import { cancelGrace, type RecycleLimits, recycleLimits, timeoutReason, wallLimit } from './limits.ts';
import { forgetPeak, peakResidentBytes, residentBytes } from './memory.ts';
import { removeFolder } from './remove-folder.ts';
import { cancelled, cancelledError, type Done, doneOf, poolDown, poolDownError, type Task, takeFiles } from './task.ts';

export type { Done } from './task.ts';

/** `folder` is the farm's: inputs to read, caches to share, a private folder for each child. */
export type PoolOptions = ChildOptions & {
  readonly recycle?: RecycleLimits;
  readonly wallLimit?: (job: Job) => number;
  /** Told when a child died of a job, by crash or by memory, or was stopped because it took too long. */
  readonly onCrash?: (job: Job) => void;
  readonly onTimeout?: (job: Job, error: FileError) => void;
  /** Told of a bug met by a job, with its stack. The answer to the caller names no host paths. */
  readonly onFault?: (job: Job, fault: string) => void;
};

export type Pool = {
  readonly run: (job: Job, signal?: AbortSignal) => Promise<Done>;
  readonly close: () => Promise<void>;
  readonly counts: () => PoolCounts;
  /** Highest resident bytes seen in any child, for measurements. */
  readonly peakBytes: () => number;
  /** Measures from now on: what the children hold at rest, and the most any of them has held since. */
  readonly measure: () => Measure;
};

/** `started` counts children since the pool began; the others are of this moment. */
export type PoolCounts = { readonly started: number; readonly idle: number; readonly busy: number };
export type Measure = { readonly idleBytes: number; readonly peakBytes: () => number };

const pollEvery = 100;
const startLimit = 60_000;
/** Children that die before doing anything would otherwise be started for ever. */
const failedStarts = 3;

/** How a process ends that the engine aborts, which it does when its heap is full. */
const ABORTED = 134;
const outOfMemory: FileError = {
  code: 'TOOL_FAILED',
  reason: 'memory',
  message: 'The job needed more memory than it may use and was stopped.',
};

export const createPool = (options: PoolOptions): Pool => {
  const children = new Set<Child>();
  const leaving = new Set<Child>();
  const queue: Task[] = [];
  const recycle = options.recycle ?? recycleLimits;
  const outputs = join(options.folder, 'outputs');
  mkdirSync(outputs, { recursive: true });
  let nextId = 1;
  let started = 0;
  let peak = 0;
  let recent = 0;
  let barren = 0;
  let closed = false;
  let poll: NodeJS.Timeout | undefined;
  let trim: NodeJS.Timeout | undefined;

  const run = (job: Job, signal?: AbortSignal): Promise<Done> =>
    new Promise((settle, fail) => {
      if (closed) return settle(poolDown());
      if (signal?.aborted) return settle(cancelled());
      const task: Task = { id: nextId++, job, settle, fail, signal, retried: false };
      signal?.addEventListener('abort', () => cancel(task), { once: true });
      queue.push(task);
      feed();
    });

  const idleChildren = (): Child[] => [...children].filter((child) => child.task === undefined);
  const working = (): number => [...children].filter((child) => !child.isSpent).length;

  const feed = (): void => {
    while (queue.length > 0 && !closed) {
      const free = idleChildren();
      // A child that is still starting is taken only when there is no other: its job would wait for it.
      const idle = free.find((child) => child.isUp) ?? free[0] ?? startForQueue();
      const task = idle ? queue.shift() : undefined;
      if (!idle || !task) return;
      give(idle, task);
    }
    if (queue.length === 0) trim ??= setTimeout(trimIdle, recycle.idleMs).unref();
  };

  /** Called for a job's sake, and when a child ends: there is nobody there to be told but those who wait. */
  const startForQueue = (): Child | undefined => {
    if (working() >= options.limits.count) return undefined;
    try {
      return start();
    } catch (cause) {
      for (const waiting of queue.splice(0)) waiting.fail(cause);
      return undefined;
    }
  };

  /** What a burst of work started and nothing needs any more ends, newest first. */
  const trimIdle = (): void => {
    trim = undefined;
    const spare = idleChildren().filter((child) => child.isUp && !child.isSpent);
    for (const child of spare.slice(options.limits.idle)) retire(child);
  };

  const give = (child: Child, task: Task): void => {
    child.task = task;
    hold(child, true);
    const limit = (options.wallLimit ?? wallLimit)(task.job);
    const arm = (): void => {
      clearTimeout(child.timer);
      child.timer = setTimeout(() => {
        const reason = timeoutReason(task.job);
        const message = `The job took longer than ${Math.round(limit / 1000)} s and was stopped.`;
        kill(child, { code: 'TOOL_TIMEOUT', reason, message });
      }, limit);
    };
    // A job's time begins when its child is up: starting one on a busy machine is not the file's fault.
    if (child.isUp) arm();
    else {
      child.whenUp = arm;
      const message = 'The worker did not start.';
      child.timer = setTimeout(
        () => kill(child, { code: 'TOOL_WORKER_UNAVAILABLE', reason: 'pool_down', message }),
        startLimit,
      );
    }
    // A channel that just closed is answered by the child's exit.
    child.process.send({ id: task.id, job: task.job }, () => undefined);
  };

  const start = (): Child => {
    const child = startChild(options);
    started += 1;
    children.add(child);
    child.process.on('message', (reply: Reply | 'up') => {
      if (reply !== 'up') return void answer(child, reply);
      child.isUp = true;
      child.whenUp?.();
      child.whenUp = undefined;
      retireSpent();
      feed();
    });
    child.process.on('error', () => gone(child));
    child.process.on('exit', (code, signal) => {
      if (signal === 'SIGABRT' || code === ABORTED) child.ending ??= outOfMemory;
      gone(child);
    });
    poll ??= setInterval(watch, pollEvery).unref();
    return child;
  };

  const answer = async (child: Child, reply: Reply): Promise<void> => {
    const { task } = child;
    if (!task || reply.id !== task.id) return;
    clearTimeout(child.timer);
    barren = 0;
    // Before anything can end the child: from here on the job has its result, whatever becomes of its worker.
    const taken = takeFiles(reply, outputs);
    child.task = undefined;
    child.jobs += 1;
    hold(child, false);
    if ('fault' in reply) options.onFault?.(task.job, reply.fault);
    const isLarge = (residentBytes(child.process.pid ?? 0) ?? 0) > recycle.residentBytes;
    if (!closed && (child.jobs >= recycle.jobs || isLarge)) replace(child, isLarge);
    feed();
    task.settle(await doneOf(taken));
  };

  /** The next child is up before this one leaves, so that no job waits for a start. A large one leaves at once. */
  const replace = (child: Child, isLarge: boolean): void => {
    child.isSpent = true;
    try {
      if (!idleChildren().some((each) => !each.isSpent)) start();
    } catch {
      // No room for another: this one goes on, and its next job tries again.
    }
    if (isLarge) retire(child);
    else retireSpent();
  };

  const retireSpent = (): void => {
    for (const child of idleChildren()) {
      if (child.isSpent && [...children].some((each) => each.isUp && !each.isSpent)) retire(child);
    }
  };

  /** A polite end: the child closes its files and leaves. */
  const retire = (child: Child): void => {
    children.delete(child);
    leaving.add(child);
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
    leaving.delete(child);
    child.task = undefined;
    const died: FileError = ending ?? {
      code: 'TOOL_FAILED',
      reason: 'crashed',
      message: 'The worker died on this file.',
    };
    if (task && (died.reason === 'crashed' || died.reason === 'memory')) options.onCrash?.(task.job);
    if (task && died.code === 'TOOL_TIMEOUT') options.onTimeout?.(task.job, died);
    const mayRetry = task && died.reason === 'crashed' && !task.retried && !isWrite(task.job) && !closed;
    if (mayRetry) {
      task.retried = true;
      queue.unshift(task);
    } else task?.settle({ result: { ok: false, error: died } });
    if (!task && child.jobs === 0 && !closed) barren += 1;
    removeFolder(child.folder);
    if (barren >= failedStarts) for (const waiting of queue.splice(0)) waiting.settle(poolDown());
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
      if (bytes <= options.limits.residentBytes) continue;
      kill(child, outOfMemory);
    }
  };

  return {
    run,
    counts: () => {
      const idle = idleChildren().length;
      return { started, idle, busy: children.size - idle };
    },
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
      clearTimeout(trim);
      for (const task of queue.splice(0)) task.settle(poolDown());
      const all = [...children, ...leaving];
      const exits = all.map((child) => new Promise<void>((left) => child.process.once('exit', () => left())));
      for (const child of all) {
        // Idle children do not keep the host alive; waiting for them must.
        hold(child, true);
        kill(child, poolDownError);
      }
      await Promise.all(exits);
    },
  };
};
