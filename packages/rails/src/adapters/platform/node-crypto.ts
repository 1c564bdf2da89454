import { hash, randomBytes } from 'node:crypto';
import type { HmacSha256 } from '../../core/crypto.ts';
import type { AttemptId } from '../../core/ids.ts';
import { ID_BYTES, idFromBytes } from '../../core/ids.ts';

const BLOCK = 64;
const DIGEST = 32;

type Pads = { readonly inner: Uint8Array; readonly outer: Uint8Array };
const padsByKey = new WeakMap<Uint8Array, Pads>();

/**
 * RFC 2104 over the one-shot digest. An answer signs three tokens, and setting up the platform's own keyed object
 * for each costs more than everything else about them.
 */
export const hmacSha256: HmacSha256 = (key, bytes) => {
  const { inner, outer } = padsOf(key);
  const first = new Uint8Array(BLOCK + bytes.length);
  first.set(inner);
  first.set(bytes, BLOCK);
  const second = new Uint8Array(BLOCK + DIGEST);
  second.set(outer);
  second.set(hash('sha256', first, 'buffer'), BLOCK);
  return hash('sha256', second, 'buffer');
};

const padsOf = (key: Uint8Array): Pads => {
  const known = padsByKey.get(key);
  if (known) return known;
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? hash('sha256', key, 'buffer') : key);
  const pads = { inner: block.map((byte) => byte ^ 0x36), outer: block.map((byte) => byte ^ 0x5c) };
  padsByKey.set(key, pads);
  return pads;
};

export const randomAttempt = (): AttemptId => idFromBytes('attempt', randomBytes(ID_BYTES));
