import { join } from 'node:path';
import { createIds, sha256, systemWorld } from '@atelier/kernel/adapters';
import { openDiskStorage, type Storage } from '@atelier/kernel/storage';
import {
  createDiskStamps,
  createFileIntents,
  createFileJournal,
  createFileKeyring,
  createGitFacts,
  createLogStamps,
  createNearCopies,
  createPinnedWorkflows,
  createRecordIntents,
  createRecordKeyring,
  createResumeIndex,
  createSessionStore,
  createSourceWatch,
  hmacSha256,
  randomAttempt,
  readRailsConfig,
  testPattern,
} from '@atelier/rails/adapters';
import { tokenOfTip } from '@atelier/rails/usecases';
import type { McpDeps } from './tools/handle.ts';

export type RailsInstall = {
  readonly deps: McpDeps;
  /** Where the session that was worked on last stands: most likely what is asked for next. */
  readonly lastToken: () => Promise<string | undefined>;
  readonly close: () => Promise<void>;
};

/**
 * WorkRail over one data folder and its storage. Any number of processes may open the same folder. Storage that is
 * handed in belongs to whoever opened it.
 */
export const openRailsInstall = (data: string, shared?: Storage): RailsInstall => {
  const storage = shared ?? openDiskStorage(data);
  const { log, blobs, snapshots, records } = storage;
  // What a person set in the Console counts from the start of a process; running ones keep theirs.
  const config = readRailsConfig(data);
  const settings = { sha256, userFolder: join(data, 'workflows'), configured: config.sources };
  // Compiler and bundled workflows are a large part of the whole, and most calls need neither.
  const authoring = lazily(async () => {
    const { openCatalog } = await import('./authoring.ts');
    return openCatalog(settings);
  });
  const workflows = createPinnedWorkflows(blobs, createNearCopies(join(data, 'cache', 'workflows'), sha256));
  const sessions = createSessionStore({
    log,
    blobs,
    snapshots,
    onCommit: (sessionId) => resume.touched(sessionId),
  });
  const journal = createFileJournal(join(data, 'cache', 'rails-resume.jsonl'));
  const keyring = records ? createRecordKeyring(records) : createFileKeyring(join(data, 'keys', 'keyring.json'));
  const resume = createResumeIndex({
    sessions,
    workflows,
    stamps: storage.place === 'disk' ? createDiskStamps(data) : createLogStamps(log, storage.lengths),
    journal,
  });
  return {
    deps: {
      sha256,
      hmac: hmacSha256,
      sessions,
      workflows,
      catalog: {
        list: async (where) => (await authoring.open()).list(where),
        help: async (about) => (await authoring.open()).help(about),
        check: async (source, where) => (await authoring.open()).check(source, where),
        find: async (workflowId, where) => (await authoring.open()).find(workflowId, where),
      },
      sources: createSourceWatch(settings),
      keyring,
      git: createGitFacts(sha256),
      intents: records ? createRecordIntents(records) : createFileIntents(join(data, 'intents')),
      testPattern,
      newAttempt: randomAttempt,
      newId: createIds(systemWorld),
      defaults: async () => config.defaults,
      resume,
    },
    lastToken: async () => {
      const runs = (await journal.last())?.runs ?? [];
      const newest = runs.reduce<(typeof runs)[number] | undefined>(
        (best, run) => (!best || run.lastActivitySeq > best.lastActivitySeq ? run : best),
        undefined,
      );
      const keys = await keyring.read();
      return newest && keys.ok && keys.value ? tokenOfTip(hmacSha256, keys.value, newest) : undefined;
    },
    close: async () => {
      await resume.flush();
      if (!shared) await storage.close();
    },
  };
};

const lazily = <T>(make: () => Promise<T>) => {
  let made: Promise<T> | undefined;
  return {
    open: (): Promise<T> => {
      made ??= make();
      return made;
    },
  };
};
