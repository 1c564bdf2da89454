import type { BlobId } from '../core/digest.ts';

export type { BlobId };

/** Content-addressed bytes. Two writers of the same content both succeed; what is read is verified. */
export interface Blobs {
  /** Durable when it resolves: blobs are synced before the event that names them. */
  readonly put: (bytes: Uint8Array) => Promise<BlobId>;
  /** The same for content too large to hold in memory. */
  readonly putFrom: (source: ByteSource) => Promise<{ readonly id: BlobId; readonly size: number }>;
  readonly get: (id: BlobId) => Promise<Uint8Array | undefined>;
  /**
   * Pieces in order, each valid until the next is asked for. Throws `ContentCorrupt` in place of its end when
   * the whole is not what the id says, so nobody who reads to the end keeps wrong bytes unknowingly.
   */
  readonly stream: (id: BlobId) => Promise<AsyncIterable<Uint8Array> | undefined>;
  /**
   * Whether the source's content is the blob's; stops reading as soon as it is not. False for what is not stored.
   * `supposed` is what the content probably is, if anybody knows: the same answer, sooner.
   */
  readonly matches: (id: BlobId, source: PositionedSource, supposed?: BlobId) => Promise<boolean>;
  readonly has: (id: BlobId) => Promise<boolean>;
  /** Those of `ids` that are not stored: one question for a whole tree. */
  readonly missing: (ids: readonly BlobId[]) => Promise<ReadonlySet<BlobId>>;
  readonly size: (id: BlobId) => Promise<number | undefined>;
  /** Re-hashes what is stored; tells how many bytes at a time. */
  readonly check: (id: BlobId, onBytes?: (count: number) => void) => Promise<'sound' | 'missing' | 'corrupt'>;
  /** The same for many, in whichever order is quickest; answers with those that are not sound. */
  readonly checkAll: (
    ids: ReadonlySet<BlobId>,
    onBytes?: (count: number) => void,
  ) => Promise<ReadonlyMap<BlobId, 'missing' | 'corrupt'>>;
}

/** Fills `into` from its start and says how many bytes it wrote there; 0 at the end. */
export interface ByteSource {
  readonly read: (into: Uint8Array) => Promise<number>;
}

/** The same from any place, as an open file is. */
export interface PositionedSource {
  readonly read: (into: Uint8Array, position: number) => Promise<number>;
}
