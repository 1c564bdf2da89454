const MiB = 1024 * 1024;

/** Caps that hold for every package, whatever its kind. */
export type PackageLimits = {
  readonly entries: number;
  readonly totalBytes: number;
  readonly streamedPartBytes: number;
  readonly treePartBytes: number;
  readonly ratio: number;
  /** The ratio is only judged once a package inflates to more than this. */
  readonly ratioFloorBytes: number;
  readonly xmlDepth: number;
  readonly xmlAttributes: number;
  readonly xmlTextLength: number;
};

export const packageLimits: PackageLimits = {
  entries: 10_000,
  totalBytes: 1024 * MiB,
  streamedPartBytes: 512 * MiB,
  treePartBytes: 64 * MiB,
  ratio: 300,
  ratioFloorBytes: 32 * MiB,
  xmlDepth: 256,
  xmlAttributes: 1_000,
  xmlTextLength: 32 * MiB,
};
