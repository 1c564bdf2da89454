import type { BlobId } from '../../ports/blobs.ts';
import type { ObjectHead, ObjectRole, StoredObject } from '../../ports/object-store.ts';
import { ContentCorrupt } from '../blobs/content-corrupt.ts';
import { decode, type Encoding } from '../blobs/encoding.ts';

/** Stored as their place in these lists: add to the end only. */
export const roles: readonly ObjectRole[] = ['bytes', 'recipe', 'tree'];
export const encodings: readonly Encoding[] = ['raw', 'zstd'];

export type HeadRow = { readonly id: BlobId; readonly role: number; readonly size: string };
export type ObjectRow = HeadRow & { readonly encoding: number; readonly bytes: Buffer };

export const rowToHead = ({ id, role, size }: HeadRow): ObjectHead => ({
  id,
  role: roles[role] ?? 'bytes',
  size: Number(size),
});

export const rowToObject = (row: ObjectRow): StoredObject => {
  const encoding = encodings[row.encoding];
  if (encoding === undefined) throw new ContentCorrupt(row.id, `its encoding ${row.encoding} is unknown`);
  const stored = new Uint8Array(row.bytes.buffer, row.bytes.byteOffset, row.bytes.byteLength);
  try {
    return { ...rowToHead(row), bytes: decode(encoding, stored) };
  } catch (cause) {
    throw new ContentCorrupt(row.id, 'its bytes cannot be unpacked', { cause });
  }
};
