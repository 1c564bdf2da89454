import { join } from 'node:path';
import type { EventLog } from '@atelier/kernel';
import {
  createDiskContent,
  createNodeFileSystem,
  createSqliteLocks,
  type DiskLog,
  sha256,
  systemWorld,
} from '@atelier/kernel/adapters';
import type { Blobs } from '@atelier/kernel/ports';
import {
  createDiskRemoval,
  createDiskStamps,
  createFileIntents,
  createFileJournal,
  createFileKeyring,
  createFileMarks,
  createLogStamps,
  createPinnedWorkflows,
  createResumeIndex,
  createSessionStore,
  createSourceWatch,
  readRailsConfig,
} from '@atelier/rails/adapters';
import { createWorkflowCatalog, createWorkflowSaver, type SourceSettings } from '@atelier/rails/adapters/authoring';

/** WorkRail's data folder as the Console sees it: it reads sessions and writes none of their truth. */
export const openRailsStore = (log: EventLog, data: string) => {
  const applied = readRailsConfig(data);
  const settings: SourceSettings = { userFolder: join(data, 'workflows'), configured: applied.sources };
  const content = lazily(() =>
    createDiskContent({ fs: createNodeFileSystem(), folder: join(data, 'objects'), entropy: systemWorld.entropy }),
  );
  const blobs: Pick<Blobs, 'put' | 'get'> = {
    put: async (bytes) => (await content.open()).blobs.put(bytes),
    get: async (id) => (await content.open()).blobs.get(id),
  };
  const disk = isDiskLog(log) ? log : undefined;
  const {
    at,
    content: contentOf,
    events,
    recall,
  } = createSessionStore({
    log,
    blobs,
    ...(disk ? { snapshots: disk.snapshots } : {}),
  });
  const stamps = disk ? createDiskStamps(data) : createLogStamps(log);
  const workflows = createPinnedWorkflows(blobs);
  const sources = createWorkflowCatalog({ ...settings, sha256 });
  return {
    data,
    log,
    disk,
    blobs,
    applied,
    settings,
    // The reading half alone: a Console that cannot append cannot change what happened.
    sessions: { at, content: contentOf, events, recall },
    workflows,
    stamps,
    sessionIndex: createResumeIndex({
      sessions: { at, recall },
      workflows,
      stamps,
      // The one that agents' own processes write: what they looked at need not be looked at again.
      journal: createFileJournal(join(data, 'cache', 'rails-resume.jsonl')),
    }),
    marks: createFileMarks(join(data, 'config', 'session-marks.json')),
    /** Sessions can be taken away where they are folders of this machine. */
    removal: disk ? createDiskRemoval(data, createSqliteLocks, stamps) : undefined,
    keyring: createFileKeyring(join(data, 'keys', 'keyring.json')),
    intents: createFileIntents(join(data, 'intents')),
    sources,
    save: createWorkflowSaver(sources, settings, sha256),
    watch: createSourceWatch({ ...settings, sha256 }),
    close: async () => (await content.opened())?.close(),
  };
};
export type RailsStore = ReturnType<typeof openRailsStore>;

const isDiskLog = (log: EventLog): log is DiskLog => 'salvage' in log && 'repair' in log;

const lazily = <T>(make: () => Promise<T>) => {
  let made: Promise<T> | undefined;
  return {
    open: (): Promise<T> => {
      made ??= make();
      return made;
    },
    opened: async (): Promise<T | undefined> => made,
  };
};
