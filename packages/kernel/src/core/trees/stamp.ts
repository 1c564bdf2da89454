/** What a file system says of a file, as far as it tells whether the file was touched. */
export type Stamped = {
  readonly size: number;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly inode: bigint;
};

/** Equal stamps mean an unchanged file, if the stamp was settled when its content was read. */
export const stampOf = ({ size, mtimeNs, ctimeNs, inode }: Stamped): string => `${size}.${mtimeNs}.${ctimeNs}.${inode}`;

const SETTLES_AFTER_NS = 2_000_000_000n;

/**
 * Clocks of file systems tick as coarsely as 2 s: a file read in the tick of its last change can change again
 * without its times showing it. Only an older one may be trusted by its stamp.
 */
export const isSettled = ({ mtimeNs, ctimeNs }: Stamped, nowMs: number): boolean => {
  const changed = mtimeNs > ctimeNs ? mtimeNs : ctimeNs;
  return BigInt(Math.floor(nowMs)) * 1_000_000n - changed > SETTLES_AFTER_NS;
};
