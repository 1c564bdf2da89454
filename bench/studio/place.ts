import { mkdirSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { sha256 } from '@atelier/kernel/adapters';
import { openDiskStorage, openStorage, type Storage } from '@atelier/kernel/storage';
import { startPostgres } from '@atelier/kernel/testing/postgres';
import {
  createCommit,
  createKeptProjects,
  createKeptWorkspaces,
  createStudioTurns,
  type StudioCaller,
  type StudioPorts,
} from '@atelier/studio';
import type { StudioEvent } from '../../packages/studio/src/core/domain/studio-event.ts';
import { noModels } from '../../packages/studio/src/testing/studio-world.ts';
import { must } from '../timing.ts';

const caller: StudioCaller = { userId: 'dana', isAdmin: true };

/** Studio's use-cases on a real storage, as the server puts them together; no model is chosen. */
export const studioOn = (storage: Storage) => {
  const { log, blobs } = storage;
  const snapshots = watched(storage);
  // Nobody sends thirty turns a minute: every look at the clock finds three seconds gone.
  let clock = Date.parse('2026-04-16T08:00:00.000Z');
  const ports: StudioPorts = {
    log,
    projects: createKeptProjects({ log, snapshots }),
    workspaces: createKeptWorkspaces({ log, snapshots }),
    blobs,
    models: noModels,
    tell: () => {},
    sha256,
    now: () => {
      clock += 3_000;
      return new Date(clock);
    },
    random: Math.random,
    onFault: (cause) => {
      throw cause;
    },
  };
  const turns = createStudioTurns(ports);
  let keys = 0;
  return {
    ports,
    commit: createCommit(ports),
    /** One whole turn; anything but `done` is a broken bench. */
    turn: async (projectId: string, event: StudioEvent) => {
      keys += 1;
      const idempotencyKey = `bench-${String(keys).padStart(8, '0')}`;
      const done = await must(turns.run({ projectId, idempotencyKey, event }, caller));
      if (done.outcome !== 'done') throw new Error(`${event.type}: ${JSON.stringify(done).slice(0, 600)}`);
      return done;
    },
  };
};
/** Snapshots are saved after the answer, so the last one may still be on its way when the rounds are over. */
const saves = new WeakMap<Storage, Promise<unknown>[]>();

const watched = (storage: Storage): Storage['snapshots'] => {
  const started: Promise<unknown>[] = [];
  saves.set(storage, started);
  return {
    ...storage.snapshots,
    save: (...snapshot) => {
      const saving = storage.snapshots.save(...snapshot);
      started.push(saving);
      return saving;
    },
  };
};

const closeOnceSaved = async (storage: Storage): Promise<void> => {
  await setImmediate();
  await Promise.all(saves.get(storage) ?? []);
  await storage.close();
};

export type StudioHere = ReturnType<typeof studioOn>;

export const onDisk = async <T>(folder: string, work: (storage: Storage) => Promise<T>): Promise<T> => {
  mkdirSync(folder, { recursive: true });
  const storage = openDiskStorage(folder);
  try {
    return await work(storage);
  } finally {
    await closeOnceSaved(storage);
  }
};

/** A PostgreSQL of its own, which syncs as any server does. */
export const onPostgres = async <T>(folder: string, work: (storage: Storage) => Promise<T>): Promise<T> => {
  mkdirSync(folder, { recursive: true });
  const server = await startPostgres({ syncs: true });
  try {
    const storage = await must(openStorage({ data: folder, databaseUrl: await server.newDatabase() }));
    try {
      return await work(storage);
    } finally {
      await closeOnceSaved(storage);
    }
  } finally {
    await server.stop();
  }
};
