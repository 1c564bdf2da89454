import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileWorkers, type FileWorkers } from '@atelier/files';
import { afterAll, beforeAll } from 'vitest';

/** One farm of file workers for all tests of a file: starting one takes longer than most of them. */
export const sharedWorkers = (): (() => FileWorkers) => {
  let folder = '';
  let workers: FileWorkers | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'atelier-workers-'));
    workers = createFileWorkers(folder, {});
  });
  afterAll(async () => {
    await workers?.close();
    await rm(folder, { recursive: true, force: true });
  });
  return () => {
    if (!workers) throw new Error('the workers start before the first test');
    return workers;
  };
};
