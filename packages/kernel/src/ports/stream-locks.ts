import type { Result } from '../core/result.ts';

/** One writer per stream, across processes. The system frees a lock when its owner dies; nobody breaks one by age. */
export interface StreamLocks {
  /** `folder` is the stream's own. Waits at most `waitMs` for another owner. */
  readonly acquire: (folder: string, waitMs: number) => Promise<Result<HeldLock, LockBusy>>;
  readonly close: () => void;
}

export interface HeldLock {
  /** Another process waits: let it in before the next commit. */
  readonly wanted: () => boolean;
  readonly release: () => void;
}

export type LockBusy = { readonly ownerPid?: number };

/** Rung after each commit, for those who follow from another process. A ring may be lost. */
export interface Doorbell {
  readonly ring: () => void;
  /** Returns what stops the listening. */
  readonly listen: (onRing: () => void) => () => void;
  readonly close: () => void;
}
