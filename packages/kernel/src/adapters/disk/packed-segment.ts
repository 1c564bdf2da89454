import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * A segment that rests, compressed whole: `magic`, 64 bytes of parity, the deflated lines. It stands under the name of
 * the segment it replaces, so that there is always exactly one. Only the manifest says what is right, here as there.
 */
const MAGIC = Buffer.from('atelier-packed-1\n');
const BLOCK = 64;
const BODY = MAGIC.length + BLOCK;
/** A few wrong letters do not make a packed segment a plain one, nor a plain one packed. */
const ALIKE = 12;

/** The most that is packed: one wrong bit is looked for by trying each block. */
export const PACKED_AT_MOST = 512 * 1024;

export const isPacked = (beginning: Uint8Array): boolean =>
  beginning.length >= MAGIC.length && MAGIC.filter((byte, at) => beginning[at] === byte).length >= ALIKE;

export const packSegment = (lines: Uint8Array): Buffer => {
  const body = deflateRawSync(lines, { level: 9 });
  return Buffer.concat([MAGIC, parityOf(body), body]);
};

/** The lines, or as many of them as come before the damage: the digest of each commit tells which are right. */
export const unpackSegment = (packed: Uint8Array): Buffer => {
  const body = packed.subarray(BODY);
  return inflated(body) ?? soundBeginning(body);
};

/**
 * The lines as they were before one block was changed, a bit or some bytes of it: parity says by how much, `isRight`
 * which block it was. Undefined when no single block does it.
 */
export const mendPacked = (packed: Uint8Array, isRight: (lines: Buffer) => boolean): Buffer | undefined => {
  const body = Buffer.from(packed.subarray(BODY));
  const kept = packed.subarray(MAGIC.length, BODY);
  const change = parityOf(body).map((byte, at) => byte ^ (kept[at] ?? 0));
  for (let from = 0; from < body.length; from += BLOCK) {
    flip(body, from, change);
    const lines = inflated(body);
    if (lines && isRight(lines)) return lines;
    flip(body, from, change);
  }
  return undefined;
};

const parityOf = (body: Uint8Array): Buffer => {
  const parity = Buffer.alloc(BLOCK);
  for (const [at, byte] of body.entries()) parity[at % BLOCK] = (parity[at % BLOCK] ?? 0) ^ byte;
  return parity;
};

const flip = (body: Buffer, from: number, change: Uint8Array): void => {
  for (let at = from; at < Math.min(from + BLOCK, body.length); at += 1)
    body[at] = (body[at] ?? 0) ^ (change[at - from] ?? 0);
};

const inflated = (body: Uint8Array, finishFlush: number = constants.Z_FINISH): Buffer | undefined => {
  try {
    return inflateRawSync(body, { finishFlush, maxOutputLength: 2 * PACKED_AT_MOST });
  } catch {
    return undefined;
  }
};

/** The longest beginning that can still be read. */
const soundBeginning = (body: Uint8Array): Buffer => {
  let [good, bad] = [0, body.length + 1];
  while (bad - good > 1) {
    const middle = (good + bad) >>> 1;
    if (inflated(body.subarray(0, middle), constants.Z_SYNC_FLUSH)) good = middle;
    else bad = middle;
  }
  return inflated(body.subarray(0, good), constants.Z_SYNC_FLUSH) ?? Buffer.alloc(0);
};
