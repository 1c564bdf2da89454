import { gearTable } from './gear-table.ts';

/** Content-defined chunking: where a cut falls depends on the bytes before it alone, so an insertion moves few cuts. */
export const MIN_CHUNK = 16 * 1024;
export const NORMAL_CHUNK = 40 * 1024;
export const MAX_CHUNK = 128 * 1024;

// The upper bits carry the longest history. Cuts are made rare before the normal size and likely after it,
// which keeps chunk sizes close together: about 47 KB on average, seldom near either limit.
const RARE = 0xffff_0000 | 0;
const LIKELY = 0xfffc_0000 | 0;

/**
 * The length of the chunk that begins at `start`. The answer is final when `end` is the end of the content
 * or lies at least MAX_CHUNK after `start`; with fewer bytes in view the caller reads on first.
 */
export const chunkLength = (bytes: Uint8Array, start: number, end: number): number => {
  const available = end - start;
  if (available <= MIN_CHUNK) return available;
  const normal = start + Math.min(NORMAL_CHUNK, available);
  const last = start + Math.min(MAX_CHUNK, available);
  // Of its own: under tests an imported name is looked up anew wherever it stands, which here is at every byte.
  const gear = gearTable;
  let hash = 0;
  let at = start + MIN_CHUNK;
  for (; at < normal; at++) {
    hash = ((hash << 1) + (gear[bytes[at] as number] as number)) | 0;
    if ((hash & RARE) === 0) return at + 1 - start;
  }
  for (; at < last; at++) {
    hash = ((hash << 1) + (gear[bytes[at] as number] as number)) | 0;
    if ((hash & LIKELY) === 0) return at + 1 - start;
  }
  return last - start;
};
