import { z } from 'zod';

const Bytes = z.number().nonnegative();

/** What content may take. A bound below a megabyte would refuse everything. */
export const QuotaBytes = z.int().min(1_000_000).nullable();

/** What the last sweep that found something let go. */
export const LastCollection = z.object({ at: z.string(), objects: z.int().nonnegative(), bytes: Bytes });
export type LastCollection = z.infer<typeof LastCollection>;

/** What the log says of storage; a screen follows it like every other view. */
export const StorageView = z.object({ quotaBytes: QuotaBytes, lastCollection: LastCollection.nullable() });
export type StorageView = z.infer<typeof StorageView>;

export const emptyStorage: StorageView = { quotaBytes: null, lastCollection: null };

/** Why nothing is collected at present. Nothing is lost by it; the store only grows. */
export const collectionTroubles = ['LIVE_CONTENT_UNREADABLE', 'STREAM_UNREADABLE', 'FAULT'] as const;

/** What is measured when somebody asks. */
export const StorageFacts = z.object({
  place: z.enum(['disk', 'database', 'memory']),
  /** What content takes, after sharing and compression: this is what the quota is held against. */
  usedBytes: Bytes,
  objects: z.int().nonnegative(),
  quotaBytes: QuotaBytes,
  /** On the disk that holds the data folder; null when nobody knows. */
  freeBytes: Bytes.nullable(),
  /** All that the installation takes. `cache` may be deleted at any time. */
  byKind: z.object({ content: Bytes, log: Bytes, cache: Bytes, other: Bytes }),
  lastCollection: LastCollection.nullable(),
  /** When dead content was last looked for; what is still dead an hour later goes. */
  lookedAt: z.string().nullable(),
  trouble: z.enum(collectionTroubles).nullable(),
});
export type StorageFacts = z.infer<typeof StorageFacts>;
