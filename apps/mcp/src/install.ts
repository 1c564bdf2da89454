import { join } from 'node:path';
import {
  createDiskContent,
  createDiskLog,
  createIds,
  createNodeFileSystem,
  sha256,
  systemWorld,
} from '@atelier/kernel/adapters';
import type { Blobs } from '@atelier/kernel/ports';
import {
  createDiskStamps,
  createFileIntents,
  createFileJournal,
  createFileKeyring,
  createGitFacts,
  createNearCopies,
  createPinnedWorkflows,
  createResumeIndex,
  createSessionStore,
  createSourceWatch,
  hmacSha256,
  randomAttempt,
  readRailsConfig,
  testPattern,
} from '@atelier/rails/adapters';
import type { McpDeps } from './tools/handle.ts';

export type RailsInstall = { readonly deps: McpDeps; readonly close: () => Promise<void> };

/** WorkRail over one data folder. Any number of processes may open the same folder. */
export const openRailsInstall = (data: string): RailsInstall => {
  // What a person set in the Console counts from the start of a process; running ones keep theirs.
  const config = readRailsConfig(data);
  const settings = { sha256, userFolder: join(data, 'workflows'), configured: config.sources };
  // Compiler and bundled workflows are a large part of the whole, and most calls need neither.
  const authoring = lazily(async () => {
    const { openCatalog } = await import('./authoring.ts');
    return openCatalog(settings);
  });
  const log = createDiskLog({ data });
  const content = lazily(() =>
    createDiskContent({ fs: createNodeFileSystem(), folder: join(data, 'objects'), entropy: systemWorld.entropy }),
  );
  const blobs: Pick<Blobs, 'put' | 'get'> = {
    put: async (bytes) => (await content.open()).blobs.put(bytes),
    get: async (id) => (await content.open()).blobs.get(id),
  };
  const workflows = createPinnedWorkflows(blobs, createNearCopies(join(data, 'cache', 'workflows'), sha256));
  const sessions = createSessionStore({
    log,
    blobs,
    snapshots: log.snapshots,
    onCommit: (sessionId) => resume.touched(sessionId),
  });
  const resume = createResumeIndex({
    sessions,
    workflows,
    stamps: createDiskStamps(data),
    journal: createFileJournal(join(data, 'cache', 'rails-resume.jsonl')),
  });
  return {
    deps: {
      sha256,
      hmac: hmacSha256,
      sessions,
      workflows,
      catalog: {
        list: async (where) => (await authoring.open()).list(where),
        find: async (workflowId, where) => (await authoring.open()).find(workflowId, where),
      },
      sources: createSourceWatch(settings),
      keyring: createFileKeyring(join(data, 'keys', 'keyring.json')),
      git: createGitFacts(sha256),
      intents: createFileIntents(join(data, 'intents')),
      testPattern,
      newAttempt: randomAttempt,
      newId: createIds(systemWorld),
      defaults: async () => config.defaults,
      resume,
    },
    close: async () => {
      await resume.flush();
      await log.close();
      await (await content.opened())?.close();
    },
  };
};

/** Opened when first used: listing tools must not wait for the content store. */
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
