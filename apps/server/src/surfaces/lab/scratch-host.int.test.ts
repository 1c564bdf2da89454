import { join } from 'node:path';
import { filesHostKeepsItsPromises } from '@atelier/files/testing';
import { createScratchHost } from './scratch-host.ts';

filesHostKeepsItsPromises('scratch', async (folder) => {
  const host = createScratchHost(join(folder, 'dropped'));
  return {
    host,
    add: async (path, bytes) => void (await host.drop(path, bytes)),
    // What was dropped is what a review compares with, so a Draft begins by itself.
    beginDraft: async () => undefined,
  };
});
