import type { StreamId } from '../core/event.ts';
import type { BlobId } from './blobs.ts';
import type { ObjectStore } from './object-store.ts';

/** A store that can let go. An object is deleted only after two marks found it dead and nobody put it in between. */
export interface CollectableObjects extends ObjectStore {
  /** When the standing first mark was made, in the clock's milliseconds. */
  readonly markedAt: () => Promise<number | undefined>;
  /**
   * Makes the first mark: whatever is stored and not live is condemned. Replaces the mark before. The clock is read
   * last: the hour begins when the mark stands, not when looking began.
   */
  readonly mark: (live: ReadonlySet<BlobId>, now: () => number) => Promise<{ readonly condemned: number }>;
  /**
   * Deletes of what was condemned, is still not live and was not put again as much as one step may; says if more is
   * left. Only by the mark that `markedAt` told of last: what a newer one condemned was perhaps put a moment ago.
   */
  readonly sweep: (live: ReadonlySet<BlobId>) => Promise<Swept & { readonly more: boolean }>;
  /** Where processes that share nothing else collect: one at a time. Undefined when another is at it. */
  readonly alone?: <T>(job: () => Promise<T>) => Promise<T | undefined>;
  /** Parts of the store that are known to be damaged, where it has parts. */
  readonly damaged?: () => Promise<readonly DamagedPart[]>;
}

/**
 * `unreadable`, or `refused` by the system, whose word `why` ends with: nobody knows what it holds, so nothing may be
 * deleted anywhere. `unsound`: some of it was found changed.
 */
export type DamagedPart = {
  readonly name: string;
  readonly kind: 'unreadable' | 'refused' | 'unsound';
  readonly why: string;
};

export type Swept = { readonly objects: number; readonly bytes: number };

/** What one stream pins. */
export type StreamPins = { readonly stream: StreamId; readonly ids: Iterable<BlobId> };

/** What commits pin: the fold of every stream's pins and unpins. */
export interface LivePins {
  readonly livePins: () => AsyncIterable<StreamPins>;
  /** Those of the ids whose bytes ride in a commit of the stream, so that they need no object. */
  readonly carried: (stream: StreamId, ids: ReadonlySet<BlobId>) => Promise<ReadonlySet<BlobId>>;
}

/** Keeps commits and sweeps apart. Commits go side by side; a quiet job waits for them and holds back new ones. */
export interface CommitGate {
  /** `pins` are what the commit makes live. */
  readonly commit: <T>(job: () => Promise<T>, pins?: StreamPins) => Promise<T>;
  readonly quiet: <T>(job: () => Promise<T>) => Promise<T>;
  /** Gathers the pins of commits that pass from now on: a long look at the log is made current by them. */
  readonly watch: () => PinWatch;
}

export interface PinWatch {
  /** Those since the last time this was asked. */
  readonly take: () => readonly StreamPins[];
  readonly stop: () => void;
}
