import type { BlobId } from './blobs.ts';
import type { ObjectStore } from './object-store.ts';

/** A store that can let go. An object is deleted only after two marks found it dead and nobody put it in between. */
export interface CollectableObjects extends ObjectStore {
  /** When the standing first mark was made, in the clock's milliseconds. */
  readonly markedAt: () => Promise<number | undefined>;
  /** Makes the first mark: whatever is stored and not live is condemned. Replaces the mark before. */
  readonly mark: (live: ReadonlySet<BlobId>, at: number) => Promise<{ readonly condemned: number }>;
  /** Deletes what was condemned, is still not live and was not put again. */
  readonly sweep: (live: ReadonlySet<BlobId>) => Promise<Swept>;
}

export type Swept = { readonly objects: number; readonly bytes: number };

/** What commits pin: the fold of every stream's pins and unpins. */
export interface LivePins {
  readonly livePins: () => AsyncIterable<BlobId>;
}

/** Keeps commits and sweeps apart. Commits go side by side; a quiet job waits for them and holds back new ones. */
export interface CommitGate {
  readonly commit: <T>(job: () => Promise<T>) => Promise<T>;
  readonly quiet: <T>(job: () => Promise<T>) => Promise<T>;
}
