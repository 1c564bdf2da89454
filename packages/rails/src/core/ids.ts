import type { BlobId, Id as KernelId } from '@atelier/kernel/core';
import { derivedId, idFromBytes as idFrom, isId } from '@atelier/kernel/core';
import type { Sha256 } from './crypto.ts';

export { isId } from '@atelier/kernel/core';

export type IdPrefix =
  | 'sess'
  | 'run'
  | 'node'
  | 'attempt'
  | 'wf'
  | 'evt'
  | 'out'
  | 'gap'
  | 'prefchg'
  | 'capobs'
  | 'div'
  | 'trace'
  | 'val'
  | 'ctx'
  | 'bundle';

export type Id<P extends IdPrefix> = KernelId<P>;
export type SessionId = Id<'sess'>;
export type RunId = Id<'run'>;
export type NodeId = Id<'node'>;
export type AttemptId = Id<'attempt'>;
export type WorkflowHashRef = Id<'wf'>;
export type Digest = BlobId;

export const ID_BYTES = 16;

export const idFromBytes = <P extends IdPrefix>(prefix: P, bytes: Uint8Array): Id<P> => idFrom(prefix, bytes);

/** The reverse of `idFromBytes`, for ids that are well formed: the 26th letter carries three bits. */
export const bytesOfId = (id: string): Uint8Array => {
  const bytes = new Uint8Array(ID_BYTES);
  let carry = 0;
  let bits = 0;
  let filled = 0;
  for (let index = id.lastIndexOf('_') + 1; index < id.length; index += 1) {
    const code = id.charCodeAt(index);
    carry = ((carry << 5) | (code >= LETTER_A ? code - LETTER_A : code - DIGIT_2 + 26)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[filled] = (carry >> bits) & 0xff;
    filled += 1;
  }
  return bytes;
};

const LETTER_A = 97;
const DIGIT_2 = 50;

/** The attempt that follows an attempt: a replayed advance hands out the receipt it handed out before. */
export const nextAttempt = (sha256: Sha256, attempt: AttemptId): AttemptId =>
  derivedId('attempt', sha256, `atelier_attempt_next_v1:${attempt}`);

/** A save point is no receipt: its attempt is another one, so that a plan's events are told by their attempt. */
export const checkpointAttempt = (sha256: Sha256, attempt: AttemptId): AttemptId =>
  derivedId('attempt', sha256, `atelier_attempt_checkpoint_v1:${attempt}`);

/** Ids made inside one attempt; `discriminator` separates the several things one attempt makes. */
export const idOfAttempt = <P extends IdPrefix>(
  sha256: Sha256,
  prefix: P,
  attempt: AttemptId,
  discriminator: string,
): Id<P> => derivedId(prefix, sha256, `atelier_${prefix}_v1:${attempt}:${discriminator}`);

export const digestOf = (sha256: Sha256, content: Uint8Array | string): Digest => `sha256:${sha256(content)}`;

export const hashRefOf = (workflowHash: Digest): WorkflowHashRef =>
  idFrom('wf', hexToBytes(workflowHash, 'sha256:'.length, ID_BYTES));

export const isSessionId = (text: string): text is SessionId => isId('sess', text);
export const isRunId = (text: string): text is RunId => isId('run', text);

/** By UTF-16 code unit, never by locale: order must not depend on the machine. */
export const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const encoder = new TextEncoder();
export const utf8 = (text: string): Uint8Array => encoder.encode(text);

const hexToBytes = (text: string, from: number, length: number): Uint8Array => {
  const bytes = new Uint8Array(length);
  for (let index = 0; index < length; index += 1)
    bytes[index] = Number.parseInt(text.slice(from + index * 2, from + index * 2 + 2), 16);
  return bytes;
};
