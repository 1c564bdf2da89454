import { join } from 'node:path';
import { createIds, sha256, systemWorld } from '@atelier/kernel/adapters';
import type { Storage } from '@atelier/kernel/storage';
import type { SessionId } from '../core/ids.ts';
import { tokenOfTip } from '../usecases/resume.ts';
import { readRailsConfig } from './config/rails-config.ts';
import { createConsoleFacts } from './console/console-facts.ts';
import { createGitFacts } from './git/git-facts.ts';
import { createFileBundleSigner, createRecordBundleSigner } from './keyring/bundle-signer.ts';
import { createFileKeyring } from './keyring/file-keyring.ts';
import { createRecordKeyring } from './keyring/record-keyring.ts';
import { hmacSha256, randomAttempt } from './platform/node-crypto.ts';
import { testPattern } from './platform/test-pattern.ts';
import { createResumeIndex } from './resume/resume-index.ts';
import { createDiskStamps, createLogStamps } from './resume/stamps.ts';
import { createFileJournal } from './resume/summary-journal.ts';
import { createSessionRemoval } from './retention/session-removal.ts';
import { createNearCopies } from './sessions/near-copies.ts';
import { createPastCheck } from './sessions/past-check.ts';
import { createPinnedWorkflows } from './sessions/pinned-workflows.ts';
import { createSessionStore } from './sessions/session-store.ts';
import { createSourceWatch } from './source-watch/source-watch.ts';
import type { SaveRequest } from './workflow-sources/save-workflow.ts';
import type { SourceSettings } from './workflow-sources/source-folders.ts';
import type { WorkflowSources } from './workflow-sources/workflow-catalog.ts';

/**
 * WorkRail over one data folder and its storage: sessions, workflows, keys and what people said about them. Any number
 * of processes may open the same folder. The storage belongs to whoever opened it.
 */
export const openRails = (storage: Storage, data: string) => {
  const { log, blobs, snapshots, records } = storage;
  const onDisk = storage.place === 'disk';
  // What a person set in the Console counts from the start of a process; running ones keep theirs.
  const applied = readRailsConfig(data);
  const settings: SourceSettings = { userFolder: join(data, 'workflows'), configured: applied.sources };
  const { sources, save } = lazySources(settings);
  const workflows = createPinnedWorkflows(blobs, createNearCopies(join(data, 'cache', 'workflows'), sha256));
  const past = createPastCheck(log);
  const onCommit = (sessionId: SessionId): void => {
    resume.touched(sessionId);
    past.touched(sessionId);
  };
  const sessions = createSessionStore({ log, blobs, snapshots, onCommit });
  const stamps = onDisk ? createDiskStamps(data) : createLogStamps(log, storage.lengths);
  const journal = createFileJournal(join(data, 'cache', 'rails-resume.jsonl'));
  const keyring = records ? createRecordKeyring(records) : createFileKeyring(join(data, 'keys', 'keyring.json'));
  const signer = records ? createRecordBundleSigner(records) : createFileBundleSigner(join(data, 'keys', 'bundle.key'));
  const resume = createResumeIndex({ sessions, workflows, stamps, journal });
  const watch = createSourceWatch({ ...settings, sha256 });
  const facts = createConsoleFacts(log);
  return {
    data,
    storage,
    applied,
    settings,
    /** All that the use-cases need, in this process or behind a protocol. */
    deps: {
      sha256,
      hmac: hmacSha256,
      sessions,
      workflows,
      catalog: sources,
      sources: watch,
      keyring,
      git: createGitFacts(sha256),
      intents: facts.intents,
      words: facts.words,
      testPattern,
      newAttempt: randomAttempt,
      newId: createIds(systemWorld),
      defaults: async () => applied.defaults,
      resume,
    },
    facts,
    sources,
    signer,
    save,
    stamps,
    removal: createSessionRemoval({ log, remove: storage.remove, stamps }),
    /** Where the session that was worked on last stands: most likely what is asked for next. */
    lastToken: async (): Promise<string | undefined> => {
      const runs = (await journal.last())?.runs ?? [];
      const newest = runs.reduce<(typeof runs)[number] | undefined>(
        (best, run) => (!best || run.lastActivitySeq > best.lastActivitySeq ? run : best),
        undefined,
      );
      const keys = await keyring.read();
      return newest && keys.ok && keys.value ? tokenOfTip(hmacSha256, keys.value, newest) : undefined;
    },
    close: (): Promise<void> => {
      past.close();
      return resume.flush();
    },
  };
};
export type OpenedRails = ReturnType<typeof openRails>;

/** Compiler and bundled workflows are a large part of the whole, and most calls need neither. */
const lazySources = (settings: SourceSettings) => {
  let made: ReturnType<typeof load> | undefined;
  const load = async () => {
    const { createWorkflowCatalog, createWorkflowSaver } = await import('./authoring.ts');
    const catalog = createWorkflowCatalog({ ...settings, sha256 });
    return { catalog, save: createWorkflowSaver(catalog, settings, sha256) };
  };
  const open = () => {
    made ??= load();
    return made;
  };
  const sources: WorkflowSources = {
    list: async (where) => (await open()).catalog.list(where),
    find: async (workflowId, where) => (await open()).catalog.find(workflowId, where),
    help: async (about) => (await open()).catalog.help(about),
    check: async (source, where) => (await open()).catalog.check(source, where),
    candidates: async (workspacePath) => (await open()).catalog.candidates(workspacePath),
    bindings: async (workspacePath) => (await open()).catalog.bindings(workspacePath),
  };
  return { sources, save: async (request: SaveRequest) => (await open()).save(request) };
};
