import type { StreamId } from '../core/event.ts';
import type { Json } from '../core/json.ts';

/** Which view a snapshot is of. A new `version` lets the old ones go. */
export type SnapshotOf = { readonly name: string; readonly version: number };

/** Folded states that spare a long read. Free to delete; never truth. */
export interface Snapshots {
  /** Undefined when there is none, or when it does not belong to the log as it stands. */
  readonly load: (
    stream: StreamId,
    of: SnapshotOf,
  ) => Promise<{ readonly seq: number; readonly state: Json } | undefined>;
  /** Does nothing unless this process writes the stream: a reader has no business in another's folder. */
  readonly save: (
    stream: StreamId,
    of: SnapshotOf,
    at: { readonly seq: number; readonly state: Json },
  ) => Promise<void>;
}
