import type { Sha256Hex } from '../core/digest.ts';
import type { StreamId } from '../core/event.ts';

/** How far a stream had come: so many commits, the last of them with this hash. */
export type Head = { readonly stream: StreamId; readonly commits: number; readonly head: Sha256Hex };

/** Why a signed head and a stream do not agree: commits it attests are gone, or are others, or it is not ours. */
export type HeadDoubt = 'tail_cut' | 'head_differs' | 'head_forged';

/** Whether a stream's chain goes through both: the head signed before and the one to be signed now. */
export type GoesThrough = (before: Head, now: Head) => Promise<boolean>;

/** Heads signed and kept apart from the log, so that a tail that was cut off is missed. Written off the hot path. */
export interface Heads {
  /**
   * Durable when it resolves. Never moves a head back, and never off its chain: a head that the chain does not go
   * through, or that is not ours, stays as the evidence it is.
   */
  readonly sign: (heads: readonly Head[], goesThrough: GoesThrough) => Promise<void>;
  /** Whatever was signed before: only ever on the operator's word. */
  readonly signAnew: (head: Head) => Promise<void>;
  /** `forged`: there is one, and the signature is not ours. */
  readonly of: (stream: StreamId) => Promise<Head | 'forged' | undefined>;
  readonly streams: () => Promise<readonly StreamId[]>;
}
