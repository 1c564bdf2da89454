import { join } from 'node:path';
import { createSqliteLocks, sha256 } from '@atelier/kernel/adapters';
import type { Storage } from '@atelier/kernel/storage';
import {
  createDiskRemoval,
  createDiskStamps,
  createFileIntents,
  createFileJournal,
  createFileKeyring,
  createFileMarks,
  createLogStamps,
  createPinnedWorkflows,
  createRecordIntents,
  createRecordKeyring,
  createResumeIndex,
  createSessionStore,
  createSourceWatch,
  readRailsConfig,
} from '@atelier/rails/adapters';
import { createWorkflowCatalog, createWorkflowSaver, type SourceSettings } from '@atelier/rails/adapters/authoring';

/** WorkRail's data folder as the Console sees it: it reads sessions and writes none of their truth. */
const openRailsStore = (storage: Storage, data: string) => {
  const { log, blobs, snapshots, records, salvage, repair, listen } = storage;
  const onDisk = storage.place === 'disk';
  const applied = readRailsConfig(data);
  const settings: SourceSettings = { userFolder: join(data, 'workflows'), configured: applied.sources };
  const { at, content, events, recall } = createSessionStore({ log, blobs, snapshots });
  const stamps = onDisk ? createDiskStamps(data) : createLogStamps(log, storage.lengths);
  const workflows = createPinnedWorkflows(blobs);
  const sources = createWorkflowCatalog({ ...settings, sha256 });
  return {
    data,
    log,
    blobs,
    salvage,
    repair,
    listen,
    applied,
    settings,
    // The reading half alone: a Console that cannot append cannot change what happened.
    sessions: { at, content, events, recall },
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
    removal: onDisk ? createDiskRemoval(data, createSqliteLocks, stamps) : undefined,
    keyring: records ? createRecordKeyring(records) : createFileKeyring(join(data, 'keys', 'keyring.json')),
    intents: records ? createRecordIntents(records) : createFileIntents(join(data, 'intents')),
    sources,
    save: createWorkflowSaver(sources, settings, sha256),
    watch: createSourceWatch({ ...settings, sha256 }),
  };
};
export type RailsStore = ReturnType<typeof openRailsStore>;

/** WorkRail's runs, opened once for the whole server when something first needs them. */
export const createRunServices = (storage: Storage, dataFolder: string) => {
  let opened: RailsStore | undefined;
  return {
    open: (): RailsStore => {
      opened ??= openRailsStore(storage, dataFolder);
      return opened;
    },
  };
};
export type RunServices = ReturnType<typeof createRunServices>;
