import { err, ok, type Result } from '../result.ts';
import { crc32 } from './crc32.ts';

/** How a large object is put together: its chunks in order, each 32 bytes of id and 4 of length. */
export type Recipe = { readonly size: number; readonly chunks: readonly RecipeChunk[] };
export type RecipeChunk = { readonly id: string; readonly length: number };
export type RecipeRefused = { readonly code: 'NOT_A_RECIPE'; readonly reason: 'magic' | 'length' | 'sum' | 'size' };

const MAGIC = 0x41_52_43_01;
const HEADER = 20;
const ROW = 36;
const PREFIX = 'sha256:';
const DIGITS = '0123456789abcdef';
const ID_LENGTH = PREFIX.length + 64;

export const encodeRecipe = ({ size, chunks }: Recipe): Uint8Array => {
  const bytes = new Uint8Array(HEADER + chunks.length * ROW);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC);
  view.setUint32(4, chunks.length);
  view.setBigUint64(8, BigInt(size));
  chunks.forEach(({ id, length }, index) => {
    const at = HEADER + index * ROW;
    writeId(id, bytes, at);
    view.setUint32(at + 32, length);
  });
  // A recipe is not covered by the hash in its id until the whole is read; a collection trusts it before that.
  view.setUint32(16, crc32(bytes.subarray(HEADER)));
  return bytes;
};

export const decodeRecipe = (bytes: Uint8Array): Result<Recipe, RecipeRefused> => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER || view.getUint32(0) !== MAGIC) return err({ code: 'NOT_A_RECIPE', reason: 'magic' });
  const count = view.getUint32(4);
  if (bytes.length !== HEADER + count * ROW) return err({ code: 'NOT_A_RECIPE', reason: 'length' });
  if (view.getUint32(16) !== crc32(bytes.subarray(HEADER))) return err({ code: 'NOT_A_RECIPE', reason: 'sum' });
  const size = Number(view.getBigUint64(8));
  let total = 0;
  const chunks = readIds(bytes.subarray(HEADER), ROW).map((id, index): RecipeChunk => {
    const length = view.getUint32(HEADER + index * ROW + 32);
    total += length;
    return { id, length };
  });
  if (total !== size) return err({ code: 'NOT_A_RECIPE', reason: 'size' });
  return ok({ size, chunks });
};

/** The 32 bytes behind a `sha256:` id. */
export const writeId = (id: string, into: Uint8Array, at: number): void => {
  for (let index = 0; index < 32; index++) {
    const digits = PREFIX.length + index * 2;
    into[at + index] = Number.parseInt(id.slice(digits, digits + 2), 16);
  }
};

/** The ids that rows of `row` bytes begin with. As one text that is cut up: putting each together takes eight times as long. */
export const readIds = (rows: Uint8Array, row: number): readonly `sha256:${string}`[] => {
  const count = rows.length / row;
  const text = new Uint8Array(count * ID_LENGTH);
  for (let index = 0; index < count; index++) {
    let to = index * ID_LENGTH;
    for (let at = 0; at < PREFIX.length; at++) text[to++] = PREFIX.charCodeAt(at);
    for (let at = index * row; at < index * row + 32; at++) {
      const byte = rows[at] as number;
      text[to++] = DIGITS.charCodeAt(byte >> 4);
      text[to++] = DIGITS.charCodeAt(byte & 15);
    }
  }
  const ids = new TextDecoder().decode(text);
  return Array.from({ length: count }, (_, index) => {
    const at = index * ID_LENGTH;
    return ids.slice(at, at + ID_LENGTH) as `sha256:${string}`;
  });
};
