import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesHostKeepsItsPromises } from '@atelier/files/testing';
import { createScratchHost } from './scratch-host.ts';

filesHostKeepsItsPromises('scratch', async (folder) => {
  const host = createScratchHost(join(folder, 'dropped'));
  return {
    host,
    add: async (path, bytes) => {
      const place = join(folder, 'incoming');
      await writeFile(place, bytes);
      await host.drop(path, place, `sha256:${createHash('sha256').update(bytes).digest('hex')}`);
    },
    // What was dropped is what a review compares with, so a Draft begins by itself.
    beginDraft: async () => undefined,
  };
});
