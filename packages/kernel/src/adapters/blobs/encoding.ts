import { promisify } from 'node:util';
import { constants, zstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { looksCompressible } from '../../core/chunks/compressible.ts';

/** How an object's bytes lie in the store. */
export type Encoding = 'raw' | 'zstd';

// The quickest level: a capture must keep up with the disk, and the next levels gain a few percent.
const params = { [constants.ZSTD_c_compressionLevel]: 1 };
// Output in pieces of this size; measured, smaller and larger ones take longer.
const chunkSize = 64 * 1024;
// Below this gain the reader's time is worth more than the space.
const WORTH_KEEPING = 0.9;

// From here on another thread is worth its while: the process reads and hashes the next file meanwhile.
const LARGE = 64 * 1024;

export type Encoded = { readonly encoding: Encoding; readonly stored: Uint8Array };

/** The bytes must stay as they are until it is done. */
export const encode = async (bytes: Uint8Array): Promise<Encoded> => {
  if (looksCompressible(bytes)) {
    const options = { chunkSize, params };
    const packed = bytes.length < LARGE ? zstdCompressSync(bytes, options) : await compress(bytes, options);
    if (packed.length < bytes.length * WORTH_KEEPING) return { encoding: 'zstd', stored: packed };
  }
  return { encoding: 'raw', stored: bytes };
};

/** Throws when the stored bytes are damaged; raw damage is found by the hash instead. */
export const decode = (encoding: Encoding, stored: Uint8Array): Uint8Array =>
  encoding === 'zstd' ? plainBytes(zstdDecompressSync(stored, { maxOutputLength: MAX_OBJECT })) : stored;

/** Callers are promised a Uint8Array; a Buffer slices and prints in its own way. */
export const plainBytes = (bytes: Uint8Array): Uint8Array =>
  new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** A damaged length must not make the reader allocate without end. Trees of very large folders stay far below. */
const MAX_OBJECT = 1 << 30;

const compress = promisify(zstdCompress);
