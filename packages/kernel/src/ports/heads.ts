import type { Sha256Hex } from '../core/digest.ts';
import type { StreamId } from '../core/event.ts';

/** How far a stream had come: so many commits, the last of them with this hash. */
export type Head = { readonly stream: StreamId; readonly commits: number; readonly head: Sha256Hex };

/** Heads signed and kept apart from the log, so that a tail that was cut off is missed. Written off the hot path. */
export interface Heads {
  /** Durable when it resolves. Moves a head back only after a repair, on the operator's word. */
  readonly sign: (heads: readonly Head[], after?: 'commit' | 'repair') => Promise<void>;
  /** `forged`: there is one, and the signature is not ours. */
  readonly of: (stream: StreamId) => Promise<Head | 'forged' | undefined>;
  readonly streams: () => Promise<readonly StreamId[]>;
}
