import type { StreamId } from '../core/event.ts';

/** How many events streams of a kind have: all of them, or those that moved since an earlier answer. */
export type StreamLengths = (
  kind: string,
  /** `next` of an earlier answer. Some that moved shortly before it may be told of again. */
  since?: string,
) => Promise<{
  readonly lengths: ReadonlyMap<StreamId, number>;
  /** Those that were there and are not any more; none where everything was asked for. */
  readonly removed: readonly StreamId[];
  readonly next: string;
}>;
