import { join } from 'node:path';
import { createDiskContent, createNodeFileSystem, createSystemEntropy, type DiskLog } from '@atelier/kernel/adapters';
import { createMemoryKeyring } from '../adapters/keyring/memory-keyring.ts';
import { createTestWorld, linear, type TestWorld } from './world.ts';

/** An install that several processes open: sessions and content in one folder, and the same keys. */
export const openSharedWorld = async (data: string, log: DiskLog, seed: number): Promise<TestWorld> => {
  const folder = join(data, 'content');
  const { blobs } = await createDiskContent({ fs: createNodeFileSystem(), folder, entropy: createSystemEntropy() });
  const keyring = createMemoryKeyring(() => new Uint8Array(32).fill(7));
  await keyring.open();
  return createTestWorld({ 'project.abc': linear('project.abc', ['a', 'b', 'c']) }, { log, blobs, keyring, seed });
};
