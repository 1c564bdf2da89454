import type { Result } from '@atelier/kernel/core';
import { err, ok } from '@atelier/kernel/core';
import { decodeBech32m, encodeBech32m } from './bech32m.ts';
import type { HmacSha256 } from './crypto.ts';
import type { AttemptId, NodeId, RunId, SessionId, WorkflowHashRef } from './ids.ts';
import { bytesOfId, idFromBytes } from './ids.ts';

type Place = { readonly sessionId: SessionId; readonly runId: RunId; readonly nodeId: NodeId };
export type StateToken = Place & { readonly kind: 'state'; readonly workflowHashRef: WorkflowHashRef };
export type AckToken = Place & { readonly kind: 'ack'; readonly attemptId: AttemptId };
export type CheckpointToken = Place & { readonly kind: 'checkpoint'; readonly attemptId: AttemptId };
export type Token = StateToken | AckToken | CheckpointToken;
export type TokenKind = Token['kind'];

export type TokenRefused =
  | { readonly code: 'TOKEN_INVALID_FORMAT'; readonly reason: TokenFormatFault }
  | { readonly code: 'TOKEN_UNSUPPORTED_VERSION'; readonly version: number }
  | { readonly code: 'TOKEN_BAD_SIGNATURE' };
export type TokenFormatFault = 'prefix' | 'charset' | 'checksum' | 'length' | 'prefix_kind_mismatch';

/** Current key first; tokens signed by the one before still verify. */
export type SigningKeys = { readonly current: Uint8Array; readonly previous: Uint8Array | null };

const VERSION = 1;
const PAYLOAD_BYTES = 66;
const SIGNATURE_BYTES = 32;
const KINDS: readonly TokenKind[] = ['state', 'ack', 'checkpoint'];
const PREFIXES = { state: 'st', ack: 'ack', checkpoint: 'chk' } as const;
const SHAPE = /^(st|ack|chk)1/;
const CHARSET = /^[a-z]+1[qpzry9x8gf2tvdw0s3jn54khce6mua7l]+$/;

export const packToken = (token: Token): Uint8Array => {
  const payload = new Uint8Array(PAYLOAD_BYTES);
  payload[0] = VERSION;
  payload[1] = KINDS.indexOf(token.kind);
  payload.set(bytesOfId(token.sessionId), 2);
  payload.set(bytesOfId(token.runId), 18);
  payload.set(bytesOfId(token.nodeId), 34);
  payload.set(bytesOfId(token.kind === 'state' ? token.workflowHashRef : token.attemptId), 50);
  return payload;
};

export const encodeToken = (token: Token, hmac: HmacSha256, key: Uint8Array): string => {
  const payload = packToken(token);
  const signed = new Uint8Array(PAYLOAD_BYTES + SIGNATURE_BYTES);
  signed.set(payload);
  signed.set(hmac(key, payload), PAYLOAD_BYTES);
  // The 90-character guarantee of bech32m is given up: the checksum catches copying slips, the HMAC decides.
  return encodeBech32m(PREFIXES[token.kind], signed);
};

export const decodeToken = (text: string, hmac: HmacSha256, keys: SigningKeys): Result<Token, TokenRefused> => {
  const cleaned = cleanToken(text);
  if (!SHAPE.test(cleaned)) return malformed('prefix');
  if (!CHARSET.test(cleaned)) return malformed('charset');
  const decoded = decodeBech32m(cleaned);
  if (!decoded) return malformed('checksum');
  const { bytes } = decoded;
  if (bytes?.length !== PAYLOAD_BYTES + SIGNATURE_BYTES) return malformed('length');
  const payload = bytes.subarray(0, PAYLOAD_BYTES);
  const kind = KINDS[payload[1] ?? KINDS.length];
  if (kind === undefined || decoded.prefix !== PREFIXES[kind]) return malformed('prefix_kind_mismatch');
  const version = payload[0] ?? 0;
  if (version !== VERSION) return err({ code: 'TOKEN_UNSUPPORTED_VERSION', version });
  const signature = bytes.subarray(PAYLOAD_BYTES);
  if (!isSigned(payload, signature, hmac, keys)) return err({ code: 'TOKEN_BAD_SIGNATURE' });
  return ok(unpack(kind, payload));
};

/** What kind of token a text looks like, going by its beginning alone. */
export const tokenKindOf = (text: string): TokenKind | undefined => {
  const bare = cleanToken(text);
  return KINDS.find((kind) => bare.startsWith(`${PREFIXES[kind]}1`));
};

/** Chats wrap tokens in quotes, back-ticks, stars, line breaks and marks of direction. None of these is in the alphabet. */
export const cleanToken = (text: string): string => {
  const bare = text.replace(/[\s\p{Cf}"'`“”‘’«»*<>,.;]+/gu, '');
  return bare === bare.toUpperCase() ? bare.toLowerCase() : bare;
};

const unpack = (kind: TokenKind, payload: Uint8Array): Token => {
  const place: Place = {
    sessionId: idFromBytes('sess', payload.subarray(2, 18)),
    runId: idFromBytes('run', payload.subarray(18, 34)),
    nodeId: idFromBytes('node', payload.subarray(34, 50)),
  };
  const last = payload.subarray(50, 66);
  return kind === 'state'
    ? { kind, ...place, workflowHashRef: idFromBytes('wf', last) }
    : { kind, ...place, attemptId: idFromBytes('attempt', last) };
};

const isSigned = (payload: Uint8Array, signature: Uint8Array, hmac: HmacSha256, keys: SigningKeys): boolean => {
  const byCurrent = equalInConstantTime(hmac(keys.current, payload), signature);
  const byPrevious = keys.previous !== null && equalInConstantTime(hmac(keys.previous, payload), signature);
  return byCurrent || byPrevious;
};

/** Looks at every byte whatever it finds, so that timing tells a forger nothing. */
export const equalInConstantTime = (a: Uint8Array, b: Uint8Array): boolean => {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let index = 0; index < a.length; index += 1) difference |= (a[index] ?? 0) ^ (b[index] ?? 0);
  return difference === 0;
};

const malformed = (reason: TokenFormatFault): Result<never, TokenRefused> =>
  err({ code: 'TOKEN_INVALID_FORMAT', reason });
