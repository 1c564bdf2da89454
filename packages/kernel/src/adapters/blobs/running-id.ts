import { createHash } from 'node:crypto';
import type { BlobId } from '../../core/digest.ts';
import type { ByteSource } from '../../ports/blobs.ts';

/** The id of content that arrives in pieces. */
export const createRunningId = (): { readonly add: (bytes: Uint8Array) => void; readonly id: () => BlobId } => {
  const running = createHash('sha256');
  return { add: (bytes) => void running.update(bytes), id: () => `sha256:${running.digest('hex')}` };
};

/** The id of content nobody stores. */
export const identify = async (source: ByteSource): Promise<BlobId> => {
  const running = createRunningId();
  const window = new Uint8Array(1024 * 1024);
  for (let count = await source.read(window); count > 0; count = await source.read(window)) {
    running.add(window.subarray(0, count));
  }
  return running.id();
};
