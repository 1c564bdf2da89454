import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Json } from '@atelier/kernel/core';
import { refuse } from '../tools/errors.ts';
import { type Job, type PoolName, poolOf, sourcesOf } from './job.ts';
import { type PoolLimits, poolLimits, type RecycleLimits, recycleLimits } from './limits.ts';
import { createPool, type Done, type Measure, type Pool, type PoolCounts } from './pool.ts';
import { createQuarantine } from './quarantine.ts';
import { removeFolder } from './remove-folder.ts';
import { createSlowJobs } from './slow-jobs.ts';

export type WorkersOptions = {
  /** Everything the layer keeps on disk: inputs, caches, staging. Safe to delete while it is not running. */
  readonly folder: string;
  readonly entry?: string;
  readonly limits?: Partial<Readonly<Record<PoolName, PoolLimits>>>;
  readonly recycle?: Partial<RecycleLimits>;
  readonly wallLimit?: (job: Job) => number;
  readonly onFault?: (job: Job, fault: string) => void;
  readonly now?: () => number;
};

export type Workers = {
  readonly run: <T = Json>(job: Job, signal?: AbortSignal) => Promise<Done & { readonly value?: T }>;
  readonly isQuarantined: (version: string) => boolean;
  /** Children over all pools. */
  readonly counts: () => PoolCounts;
  readonly peakBytes: (pool: PoolName) => number;
  readonly measure: (pool: PoolName) => Measure;
  readonly close: () => Promise<void>;
};

export const createWorkers = (options: WorkersOptions): Workers => {
  const { folder } = options;
  // A process that died left its children's folders behind.
  for (const each of ['workers', 'outputs']) removeFolder(join(folder, each));
  for (const each of ['inputs', 'cache', 'workers', 'outputs']) mkdirSync(join(folder, each), { recursive: true });
  const quarantine = createQuarantine(options.now);
  const slow = createSlowJobs(options.now);
  const pools = new Map<PoolName, Pool>();

  const poolNamed = (name: PoolName): Pool => {
    const found = pools.get(name);
    if (found) return found;
    const made = createPool({
      name,
      folder,
      limits: options.limits?.[name] ?? poolLimits[name],
      recycle: { ...recycleLimits, ...options.recycle },
      codeRoots: codeRoots(),
      entry: options.entry ?? fileURLToPath(new URL('./child-main.ts', import.meta.url)),
      ...(options.wallLimit ? { wallLimit: options.wallLimit } : {}),
      ...(options.onFault ? { onFault: options.onFault } : {}),
      onCrash: (job) => {
        for (const { version } of sourcesOf(job)) quarantine.note(version);
      },
      onTimeout: slow.note,
    });
    pools.set(name, made);
    return made;
  };

  return {
    run: async (job, signal) => {
      const held = sourcesOf(job).find(({ version }) => quarantine.holds(version));
      if (held)
        return {
          result: refuse(
            'FILE_READ_FAILED',
            'damaged',
            `${held.path} crashed its reader three times, so Atelier no longer opens it.`,
          ),
        };
      const tooSlow = slow.errorOf(job);
      if (tooSlow) return { result: { ok: false, error: tooSlow } };
      return poolNamed(poolOf(job)).run(job, signal) as Promise<Done & { readonly value?: never }>;
    },
    isQuarantined: quarantine.holds,
    counts: () => {
      const all = [...pools.values()].map((pool) => pool.counts());
      const sum = (pick: (counts: PoolCounts) => number): number => all.reduce((total, each) => total + pick(each), 0);
      return { started: sum((each) => each.started), idle: sum((each) => each.idle), busy: sum((each) => each.busy) };
    },
    peakBytes: (name) => pools.get(name)?.peakBytes() ?? 0,
    measure: (name) => poolNamed(name).measure(),
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
      for (const each of ['workers', 'outputs']) removeFolder(join(folder, each));
    },
  };
};

/** The folder that holds the packages and their dependencies. */
const codeRoots = (): readonly string[] => {
  let at = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(at, 'node_modules', 'zod')) && dirname(at) !== at) at = dirname(at);
  return [at];
};
