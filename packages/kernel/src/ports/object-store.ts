import type { BlobId } from './blobs.ts';
import type { Usage } from './content-store.ts';

/** `bytes` are themselves; a `recipe` names the chunks of larger content; a `tree` names blobs. */
export type ObjectRole = 'bytes' | 'recipe' | 'tree';

/** The id is always the hash of the content: of a recipe, the hash of what its chunks make together. */
export type ObjectHead = { readonly id: BlobId; readonly role: ObjectRole; readonly size: number };
export type StoredObject = ObjectHead & { readonly bytes: Uint8Array };

/**
 * Where blobs and trees keep their pieces: packs on disk, rows in a database, a map in memory.
 * Unlike a blob, an object always fits in memory; and what is read here is not yet verified.
 */
export interface ObjectStore {
  readonly head: (id: BlobId) => Promise<ObjectHead | undefined>;
  /** Many at once, in the order of `ids`: where each question is a trip of its own. */
  readonly heads?: (ids: readonly BlobId[]) => Promise<readonly (ObjectHead | undefined)[]>;
  /** In the order of `ids`; undefined for what is not stored. */
  readonly read: (ids: readonly BlobId[]) => Promise<readonly (StoredObject | undefined)[]>;
  /** What `read` gave is not needed any more, and its memory may be used again. Nobody has to say so. */
  readonly done?: (objects: readonly (StoredObject | undefined)[]) => void;
  /**
   * What was read of this content is not what its id says: looks which of its pieces are damaged, so that nobody relies
   * on them and a put writes them again. Only where they can stand beside a damaged copy.
   */
  readonly doubt?: (id: BlobId) => Promise<void>;
  /**
   * Those of `ids` whose content one pass over the store, in the order in which it lies there, proved to be what the
   * id says. Says nothing about the others. Only where there is such an order.
   */
  readonly prove?: (ids: Iterable<BlobId>, onBytes: (count: number) => void) => Promise<ReadonlySet<BlobId>>;
  /** Durable and visible as one when it resolves, invisible when the job throws. */
  readonly write: <T>(job: (batch: ObjectBatch) => Promise<T>) => Promise<T>;
  readonly list: () => AsyncIterable<ObjectHead>;
  readonly usage: () => Promise<Usage>;
  readonly close: () => Promise<void>;
}

export interface ObjectBatch {
  /** Those of `ids` that can be named without adding them, in that role if one is given; never condemned ones. */
  readonly held: (ids: readonly BlobId[], role?: ObjectRole) => Promise<ReadonlySet<BlobId>>;
  /** The bytes may be reused once this resolves. */
  readonly add: (objects: readonly StoredObject[]) => Promise<void>;
}
