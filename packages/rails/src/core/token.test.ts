import { createHmac } from 'node:crypto';
import { bech32m } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { idFromBytes } from './ids.ts';
import type { Token } from './token.ts';
import { decodeToken, encodeToken, equalInConstantTime, packToken } from './token.ts';

const hmac = (key: Uint8Array, bytes: Uint8Array): Uint8Array => createHmac('sha256', key).update(bytes).digest();
const sixteen = (from: number): Uint8Array => Uint8Array.from({ length: 16 }, (_, index) => from + index);
const place = {
  sessionId: idFromBytes('sess', sixteen(0)),
  runId: idFromBytes('run', sixteen(16)),
  nodeId: idFromBytes('node', sixteen(32)),
};
const state: Token = { kind: 'state', ...place, workflowHashRef: idFromBytes('wf', sixteen(48)) };
const ack: Token = { kind: 'ack', ...place, attemptId: idFromBytes('attempt', sixteen(48)) };
const checkpoint: Token = { kind: 'checkpoint', ...place, attemptId: idFromBytes('attempt', sixteen(48)) };
const key = new Uint8Array(32).fill(7);
const keys = { current: key, previous: null };
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('tokens', () => {
  test('[lock:token-binary-layout] packing, lengths and encoding are those of the golden vectors', () => {
    const counted = Array.from({ length: 64 }, (_, index) => index.toString(16).padStart(2, '0')).join('');
    expect(hex(packToken(state))).toBe(`0100${counted}`);
    expect(hex(packToken(ack))).toBe(`0101${counted}`);
    expect(hex(packToken(checkpoint))).toBe(`0102${counted}`);
    const texts = [state, ack, checkpoint].map((token) => encodeToken(token, hmac, key));
    expect(texts.map((text) => text.length)).toEqual([166, 167, 167]);
    expect(texts).toEqual(GOLDEN);
    for (const [index, text] of texts.entries())
      expect(decodeToken(text, hmac, keys)).toEqual({ ok: true, value: [state, ack, checkpoint][index] });
  });

  test('[lock:token-corruption] every changed character is refused', () => {
    const text = encodeToken(ack, hmac, key);
    for (let index = 0; index < text.length; index += 1) {
      const other = text[index] === 'q' ? 'p' : 'q';
      const changed = text.slice(0, index) + other + text.slice(index + 1);
      expect(decodeToken(changed, hmac, keys)).toMatchObject({ ok: false, error: { code: 'TOKEN_INVALID_FORMAT' } });
    }
  });

  test('[lock:token-hrp-kind] a payload under another prefix is malformed, whatever its signature', () => {
    const { words } = bech32m.decode(encodeToken(state, hmac, key) as `${string}1${string}`, false);
    const renamed = bech32m.encode('ack', words, false);
    expect(decodeToken(renamed, hmac, keys)).toEqual({
      ok: false,
      error: { code: 'TOKEN_INVALID_FORMAT', reason: 'prefix_kind_mismatch' },
    });
  });

  test('the version is read before the signature', () => {
    const payload = packToken(state);
    payload[0] = 2;
    const signed = new Uint8Array([...payload, ...hmac(key, payload)]);
    expect(decodeToken(bech32m.encode('st', bech32m.toWords(signed), false), hmac, keys)).toEqual({
      ok: false,
      error: { code: 'TOKEN_UNSUPPORTED_VERSION', version: 2 },
    });
  });

  test('every bit of a signature counts: one flipped, with a fresh checksum, is no signature', () => {
    const text = encodeToken(ack, hmac, key);
    const signed = bech32m.fromWords(bech32m.decode(text as `${string}1${string}`, false).words);
    for (let bit = 66 * 8; bit < 98 * 8; bit += 1) {
      const forged = Uint8Array.from(signed);
      forged[bit >> 3] = (forged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const again = bech32m.encode('ack', bech32m.toWords(forged), false);
      expect(decodeToken(again, hmac, keys)).toEqual({ ok: false, error: { code: 'TOKEN_BAD_SIGNATURE' } });
    }
  });

  test('the previous key verifies, a third does not, and lengths must agree', () => {
    const [old, older] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
    expect(decodeToken(encodeToken(state, hmac, old), hmac, { current: key, previous: old }).ok).toBe(true);
    expect(decodeToken(encodeToken(state, hmac, older), hmac, { current: key, previous: old })).toMatchObject({
      error: { code: 'TOKEN_BAD_SIGNATURE' },
    });
    expect(equalInConstantTime(new Uint8Array([1, 2]), new Uint8Array([1, 3]))).toBe(false);
    expect(equalInConstantTime(new Uint8Array([1]), new Uint8Array([1, 3]))).toBe(false);
    expect(equalInConstantTime(new Uint8Array([1, 3]), new Uint8Array([1, 3]))).toBe(true);
  });
});

const GOLDEN = [
  'st1qyqqqqgzqvzq2ps8pqys5zcvp58q7yq3zgf3g9gkzuvpjxsmrsw3u8eqyy3zxfp9ycnjs2f29vkz6t30xqcnyve5x5mrwwpe8ganc0f787jhmlp3p66yr8rwyv5c8sadw4zq9y9yn6wz2s0j8nu902d5vh6fgq80ctz',
  'ack1qyqsqqgzqvzq2ps8pqys5zcvp58q7yq3zgf3g9gkzuvpjxsmrsw3u8eqyy3zxfp9ycnjs2f29vkz6t30xqcnyve5x5mrwwpe8ganc0f78uqr72xq4g7qkanxfkuyz35puyu2hut0uqfx6p9tm38wkyq52anfzfezvhs',
  'chk1qypqqqgzqvzq2ps8pqys5zcvp58q7yq3zgf3g9gkzuvpjxsmrsw3u8eqyy3zxfp9ycnjs2f29vkz6t30xqcnyve5x5mrwwpe8ganc0f78a3lgp9d4upza4lv7088ghxh63jpa0f35m236arcxf3tuavnygdn7weewqk',
];
