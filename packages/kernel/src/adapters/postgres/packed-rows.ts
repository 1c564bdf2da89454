import { StoreAway } from '../../core/system-error.ts';
import type { BlobId } from '../../ports/blobs.ts';
import type { StoredObject } from '../../ports/object-store.ts';
import { ContentCorrupt } from '../blobs/content-corrupt.ts';
import { decode } from '../blobs/encoding.ts';
import { isSound } from '../blobs/sound-object.ts';
import { encodings } from '../blobs/stored-codes.ts';
import type { Stretch } from '../bucket/block-cache.ts';
import type { ContentBucket } from '../bucket/content-bucket.ts';
import { type HeadRow, rowToHead } from './object-rows.ts';

/** An object that lies in a pack: where, and how long the pack is. */
export type PackedRow = HeadRow & {
  readonly encoding: number;
  readonly stored: number;
  readonly pack: string;
  readonly at: string;
  readonly pack_bytes: string | null;
};

const AT_ONCE = 8;

/** Of each row its object, or `'gone'` when the bucket has no such pack. Never what has another hash: that is damage. */
export const readPacked = async (
  bucket: ContentBucket | undefined,
  rows: readonly PackedRow[],
): Promise<ReadonlyMap<BlobId, StoredObject | 'gone'>> => {
  if (bucket === undefined) throw new StoreAway('no bucket is named here (ATELIER_S3_BUCKET)');
  const found = new Map<BlobId, StoredObject | 'gone'>();
  const left = rows.values();
  const work = async (): Promise<void> => {
    for (const row of left) found.set(row.id, await readOne(bucket, row));
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, rows.length) }, work));
  return found;
};

const readOne = async ({ blocks }: ContentBucket, row: PackedRow): Promise<StoredObject | 'gone'> => {
  const stretch = stretchOf(row);
  if (stretch.packBytes === 0) return 'gone';
  const stored = await blocks.read(stretch);
  if (stored === undefined) return 'gone';
  const object = soundOf(row, stored);
  if (object) return object;
  // A file of the cache may have been changed, and a store may answer wrongly once.
  await blocks.drop(stretch);
  const fresh = await blocks.readFresh(stretch);
  if (fresh === undefined) return 'gone';
  return soundOf(row, fresh) ?? damaged(row, fresh);
};

export const stretchOf = ({ pack, pack_bytes, at, stored }: PackedRow): Stretch => ({
  pack,
  packBytes: Number(pack_bytes ?? 0),
  from: Number(at),
  length: stored,
});

export const soundOf = (row: PackedRow, stored: Uint8Array): StoredObject | undefined => {
  const encoding = encodings[row.encoding];
  if (encoding === undefined) return undefined;
  try {
    const object = { ...rowToHead(row), bytes: decode(encoding, stored) };
    return isSound(object) ? object : undefined;
  } catch {
    return undefined;
  }
};

/** As it is: whoever reads it hashes it and says so. What cannot even be unpacked is said here. */
const damaged = (row: PackedRow, stored: Uint8Array): StoredObject => {
  const encoding = encodings[row.encoding];
  if (encoding === undefined) throw new ContentCorrupt(row.id, `its encoding ${row.encoding} is unknown`);
  try {
    return { ...rowToHead(row), bytes: decode(encoding, stored) };
  } catch (cause) {
    throw new ContentCorrupt(row.id, 'its bytes cannot be unpacked', { cause });
  }
};
