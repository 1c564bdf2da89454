import type { Sha256Hex } from '../core/digest.ts';
import type { StreamId } from '../core/event.ts';

/** How far a stream had come: so many commits, the last of them with this hash. */
export type Head = { readonly stream: StreamId; readonly commits: number; readonly head: Sha256Hex };

/** Why a signed head and a stream do not agree: commits it attests are gone, or are others, or it is not ours. */
export type HeadDoubt = 'tail_cut' | 'head_differs' | 'head_forged' | 'head_keyless' | 'head_unreadable';

/** A head that could not be signed, and why. The commits it would attest stand all the same. */
export type UnsignedHead = {
  readonly stream: StreamId;
  readonly reason: 'no_key' | 'failed';
  readonly detail: string;
};

/**
 * `missing`: there are signed heads, and no key that signed them. `unreadable`: it is there, and the system refuses it.
 * `damaged`: it is there, and it is not the one that signed most of the heads.
 */
export type KeyTrouble =
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly why: string }
  | { readonly kind: 'damaged'; readonly forged: number };

/** Heads that were put aside because their key was lost: what they attested can be proved only with that key. */
export type HeadsPutAside = { readonly at: number; readonly heads: number; readonly where: string };

/** Whether a stream's chain goes through both: the head signed before and the one to be signed now. */
export type GoesThrough = (before: Head, now: Head) => Promise<boolean>;

/** Heads signed and kept apart from the log, so that a tail that was cut off is missed. Written off the hot path. */
export interface Heads {
  /**
   * Durable when it resolves, but for those it answers with. Never moves a head back, and never off its chain: a head
   * that the chain does not go through, or that is not ours, stays as the evidence it is.
   */
  readonly sign: (heads: readonly Head[], goesThrough: GoesThrough) => Promise<readonly UnsignedHead[]>;
  /** Whatever was signed before: only ever on the operator's word. */
  readonly signAnew: (head: Head) => Promise<void>;
  /** Of a stream that is about to be removed: a head without its stream would read as a log that was cut off. */
  readonly forget: (stream: StreamId) => Promise<void>;
  /**
   * `forged`: there is one, and the signature is not ours. `keyless`: there is one, and nobody can say. `unreadable`:
   * there is one, and the system refuses it.
   */
  readonly of: (stream: StreamId) => Promise<Head | 'forged' | 'keyless' | 'unreadable' | undefined>;
  readonly streams: () => Promise<readonly StreamId[]>;
  /** A key is made for the first head of all. Never again by itself: with another key every head would look forged. */
  readonly keyTrouble: () => Promise<KeyTrouble | undefined>;
  /** Puts all heads aside, so that a new key can be made: only on the operator's word, and only when it is missing or damaged; a damaged key is kept with them. */
  readonly putAside: (now: number) => Promise<HeadsPutAside | undefined>;
  /** Every time that was done. */
  readonly asides: () => Promise<readonly HeadsPutAside[]>;
}
