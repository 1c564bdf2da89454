import type { Sha256, Sha256Hex } from '../../core/digest.ts';

/** Bytes that are hashed before it is given up: some seconds of one core, for commits of up to 27 KB. */
const MOST_WORK = 6e9;

/**
 * One flipped bit is what failing memory and disks leave most often, and the digest proves the right one: no other
 * bytes have it. Undefined when no single bit gives the digest, or when trying them all would take too long.
 */
export const mendBit = (
  bytes: Uint8Array,
  wanted: Sha256Hex,
  sha256: Sha256,
): { readonly at: number; readonly byte: number } | undefined => {
  if (bytes.length * bytes.length * 8 > MOST_WORK) return undefined;
  const tried = new Uint8Array(bytes);
  for (let at = 0; at < tried.length; at += 1) {
    const found = bytes[at] ?? 0;
    for (let bit = 0; bit < 8; bit += 1) {
      tried[at] = found ^ (1 << bit);
      if (sha256(tried) === wanted) return { at, byte: tried[at] ?? 0 };
    }
    tried[at] = found;
  }
  return undefined;
};
