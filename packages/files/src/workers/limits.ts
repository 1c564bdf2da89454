import { availableParallelism } from 'node:os';
import type { Job, PoolName } from './job.ts';

const MiB = 1024 * 1024;

export type PoolLimits = {
  readonly count: number;
  readonly heapMb: number;
  readonly residentBytes: number;
  /** Native code needs the flag; the parse pool has none. */
  readonly addons: boolean;
  /** How many children may wait with nothing to do; more are started for a burst of work and end after it. */
  readonly idle: number;
};

export const poolLimits: Readonly<Record<PoolName, PoolLimits>> = {
  parse: {
    count: Math.min(4, Math.max(1, availableParallelism() - 1)),
    heapMb: 512,
    residentBytes: 1024 * MiB,
    addons: false,
    idle: 2,
  },
  media: { count: 1, heapMb: 256, residentBytes: 1024 * MiB, addons: true, idle: 1 },
  sql: { count: 2, heapMb: 256, residentBytes: 1229 * MiB, addons: true, idle: 1 },
};

export type RecycleLimits = {
  /** A child is replaced after so many jobs, and when it holds more than so many bytes. */
  readonly jobs: number;
  readonly residentBytes: number;
  readonly idleMs: number;
};

export const recycleLimits: RecycleLimits = { jobs: 200, residentBytes: 600 * MiB, idleMs: 10_000 };
export const cancelGrace = 500;

/** Wall time of a job. Queries stop themselves first; the process limit is behind them. */
export const wallLimit = (job: Job): number =>
  job.verb === 'table' && job.op === 'query' ? 25_000 : job.verb === 'table' ? 120_000 : 30_000;

export const timeoutReason = (job: Job): 'parse' | 'query' | 'export' | 'render' => {
  if (job.verb === 'raster') return 'render';
  if (job.verb !== 'table') return 'parse';
  return job.op === 'export' ? 'export' : job.op === 'query' ? 'query' : 'parse';
};
