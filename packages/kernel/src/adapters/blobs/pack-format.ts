import { hash } from 'node:crypto';
import { readIds, writeId } from '../../core/chunks/recipe.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { BlobId } from '../../ports/blobs.ts';
import type { ObjectRole } from '../../ports/object-store.ts';
import type { Encoding } from './encoding.ts';
import { encodings, roles } from './stored-codes.ts';

/**
 * A pack is `magic, stored bytes of each object, index, trailer`. It is written under another name, synced and
 * renamed, so a pack that can be seen is whole; the index's hash tells damage from truth.
 */
export type PackEntry = {
  readonly id: BlobId;
  readonly role: ObjectRole;
  readonly encoding: Encoding;
  readonly offset: number;
  readonly storedLength: number;
  /** Of the content the id stands for; for a recipe, of the whole. */
  readonly size: number;
};
export type PackRefused = { readonly code: 'BAD_PACK'; readonly reason: 'trailer' | 'index' | 'version' };

export const PACK_HEADER: Uint8Array = Uint8Array.of(0x41, 0x54, 0x4c, 0x50, 0x41, 0x43, 0x4b, 1);
export const TRAILER_BYTES = 56;
const ROW = 56;

export const encodePackIndex = (entries: readonly PackEntry[], indexOffset: number): Uint8Array => {
  const bytes = new Uint8Array(entries.length * ROW + TRAILER_BYTES);
  const view = new DataView(bytes.buffer);
  entries.forEach((entry, index) => {
    const at = index * ROW;
    writeId(entry.id, bytes, at);
    bytes[at + 32] = roles.indexOf(entry.role);
    bytes[at + 33] = encodings.indexOf(entry.encoding);
    view.setUint32(at + 36, entry.storedLength);
    view.setBigUint64(at + 40, BigInt(entry.offset));
    view.setBigUint64(at + 48, BigInt(entry.size));
  });
  const at = entries.length * ROW;
  view.setBigUint64(at, BigInt(indexOffset));
  view.setUint32(at + 8, entries.length);
  bytes.set(digest(bytes.subarray(0, at)), at + 16);
  bytes.set(PACK_HEADER, at + 48);
  return bytes;
};

export type PackTrailer = { readonly indexOffset: number; readonly indexBytes: number; readonly digest: Uint8Array };

export const decodePackTrailer = (bytes: Uint8Array, packSize: number): Result<PackTrailer, PackRefused> => {
  if (bytes.length !== TRAILER_BYTES) return err({ code: 'BAD_PACK', reason: 'trailer' });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = bytes.subarray(48);
  if (PACK_HEADER.subarray(0, 7).some((byte, index) => magic[index] !== byte)) {
    return err({ code: 'BAD_PACK', reason: 'trailer' });
  }
  if (magic[7] !== PACK_HEADER[7]) return err({ code: 'BAD_PACK', reason: 'version' });
  const indexOffset = Number(view.getBigUint64(0));
  const indexBytes = view.getUint32(8) * ROW;
  if (indexOffset + indexBytes + TRAILER_BYTES !== packSize) return err({ code: 'BAD_PACK', reason: 'trailer' });
  return ok({ indexOffset, indexBytes, digest: bytes.slice(16, 48) });
};

export const decodePackIndex = (bytes: Uint8Array, trailer: PackTrailer): Result<readonly PackEntry[], PackRefused> => {
  const found = digest(bytes);
  if (trailer.digest.some((byte, index) => found[index] !== byte)) return err({ code: 'BAD_PACK', reason: 'index' });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: PackEntry[] = [];
  for (const [index, id] of readIds(bytes, ROW).entries()) {
    const at = index * ROW;
    const role = roles[bytes[at + 32] as number];
    const encoding = encodings[bytes[at + 33] as number];
    if (role === undefined || encoding === undefined) return err({ code: 'BAD_PACK', reason: 'version' });
    entries.push({
      id,
      role,
      encoding,
      storedLength: view.getUint32(at + 36),
      offset: Number(view.getBigUint64(at + 40)),
      size: Number(view.getBigUint64(at + 48)),
    });
  }
  return ok(entries);
};

const digest = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');
