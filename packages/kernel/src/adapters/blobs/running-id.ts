import { createHash } from 'node:crypto';
import type { BlobId } from '../../core/digest.ts';

/** The id of content that arrives in pieces. */
export const createRunningId = (): { readonly add: (bytes: Uint8Array) => void; readonly id: () => BlobId } => {
  const running = createHash('sha256');
  return { add: (bytes) => void running.update(bytes), id: () => `sha256:${running.digest('hex')}` };
};
