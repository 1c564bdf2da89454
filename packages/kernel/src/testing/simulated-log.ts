import { createDiskLog, type DiskLog } from '../adapters/disk/disk-log.ts';
import { noHeads } from '../adapters/disk/head-keeper.ts';
import { systemTimers } from '../adapters/node/system-timers.ts';
import type { SegmentLimits } from '../core/log/plan-batch.ts';
import { err, ok } from '../core/result.ts';
import type { FileSystem } from '../ports/file-system.ts';
import type { Heads } from '../ports/heads.ts';
import type { Doorbell, StreamLocks } from '../ports/stream-locks.ts';
import type { Timers } from '../ports/timers.ts';
import { createSeededWorld } from './seeded.ts';
import type { SimulatedDisk } from './simulated-disk.ts';

export type SimulatedMachine = {
  /** A process that opens the log. */
  readonly open: () => DiskLog;
  /** The disk as the process of a log sees it: what else it opens dies with it. */
  readonly fsOf: (log: DiskLog) => FileSystem;
  /** Ends one process as SIGKILL would: its handles are dead and its locks free. */
  readonly kill: (log: DiskLog) => void;
  /** From now on a ring fails with this. */
  readonly breakBell: (cause: Error) => void;
  /** Every process ended: the system freed their locks. */
  readonly freeLocks: () => void;
};

export type SimulatedWorld = ReturnType<typeof createSeededWorld>;

export type SimulatedOptions = {
  readonly seed?: number;
  /** The clock and the ids of another machine, to go on from. */
  readonly world?: SimulatedWorld;
  readonly limits?: SegmentLimits;
  readonly heads?: Heads | 'on disk';
  readonly timers?: Timers;
};

/** Disk logs over one simulated disk, as processes on one machine: locks and doorbell shared, in memory. */
export const openOnSimulatedDisk = (
  disk: Pick<SimulatedDisk, 'mount' | 'kill'>,
  { seed = 1, world = createSeededWorld(seed), limits, heads = noHeads, timers = systemTimers }: SimulatedOptions = {},
): SimulatedMachine => {
  const owners = new Map<string, symbol>();
  const listeners = new Set<() => void>();

  const waiters = new Map<string, number>();
  const processes = new Map<DiskLog, { readonly owner: symbol; readonly fs: FileSystem }>();
  const killed = new Set<symbol>();

  const locksOf = (owner: symbol): StreamLocks => ({
    acquire: async (folder, waitMs) => {
      for (let waited = 0; owners.has(folder); waited += 1) {
        if (waited >= waitMs || killed.has(owner)) return err({ ownerPid: 1 });
        waiters.set(folder, (waiters.get(folder) ?? 0) + 1);
        await timers.pause(1);
        waiters.set(folder, (waiters.get(folder) ?? 1) - 1);
      }
      owners.set(folder, owner);
      return ok({
        wanted: () => (waiters.get(folder) ?? 0) > 0,
        release: () => {
          if (owners.get(folder) === owner) owners.delete(folder);
        },
      });
    },
    close: () => undefined,
  });

  let broken: Error | undefined;
  const doorbell: Doorbell = {
    ring: () => {
      if (broken) throw broken;
      for (const listener of listeners) listener();
    },
    listen: (onRing) => {
      listeners.add(onRing);
      return () => listeners.delete(onRing);
    },
    close: () => undefined,
  };

  const processOf = (log: DiskLog) => {
    const process = processes.get(log);
    if (!process) throw new Error('not a process of this machine');
    return process;
  };

  return {
    open: () => {
      const owner = Symbol('process');
      const fs = disk.mount();
      const log = createDiskLog({
        data: '/data',
        world,
        fs,
        locks: locksOf(owner),
        doorbell,
        timers,
        ...(limits ? { limits } : {}),
        ...(heads === 'on disk' ? {} : { heads }),
      });
      processes.set(log, { owner, fs });
      return log;
    },
    fsOf: (log) => processOf(log).fs,
    kill: (log) => {
      const process = processOf(log);
      disk.kill(process.fs);
      killed.add(process.owner);
      for (const [folder, owner] of owners) if (owner === process.owner) owners.delete(folder);
    },
    breakBell: (cause) => {
      broken = cause;
    },
    freeLocks: () => owners.clear(),
  };
};
