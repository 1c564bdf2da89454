import type { BlobId } from '../../ports/blobs.ts';
import type { ObjectHead, StoredObject } from '../../ports/object-store.ts';
import { ContentCorrupt } from '../blobs/content-corrupt.ts';
import { decode } from '../blobs/encoding.ts';
import { encodings, roles } from '../blobs/stored-codes.ts';

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
