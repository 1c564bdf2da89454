import { randomBytes } from 'node:crypto';
import type { Result } from '@atelier/kernel/core';
import { err, ok } from '@atelier/kernel/core';
import type { SigningKeys } from '../../core/token.ts';
import type { KeyringRefused } from '../../ports/keyring.ts';

type StoredKey = { readonly alg: 'hmac_sha256'; readonly keyBase64Url: string };
/** One shape, wherever it is kept: a keyring moves between a file and a database as it is. */
export type StoredKeys = { readonly v: 1; readonly current: StoredKey; readonly previous: StoredKey | null };

// By hand: this is read before every first answer, where building a checker would be most of the work.
const isKey = (value: unknown): value is StoredKey =>
  hasExactly(value, ['alg', 'keyBase64Url']) &&
  value.alg === 'hmac_sha256' &&
  typeof value.keyBase64Url === 'string' &&
  /^[A-Za-z0-9_-]{43}$/.test(value.keyBase64Url);

const isStored = (value: unknown): value is StoredKeys =>
  hasExactly(value, ['current', 'previous', 'v']) &&
  value.v === 1 &&
  isKey(value.current) &&
  (value.previous === null || isKey(value.previous));

const hasExactly = (value: unknown, keys: readonly string[]): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.keys(value).sort().join() === keys.join();

export const parseStoredKeys = (text: string): Result<StoredKeys, KeyringRefused> => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return err({ code: 'KEYRING_CORRUPT', detail: 'not JSON' });
  }
  return isStored(json) ? ok(json) : err({ code: 'KEYRING_CORRUPT', detail: 'not a keyring of version 1' });
};

export const firstKeys = (): StoredKeys => ({ v: 1, current: newKey(), previous: null });

/** The current key becomes the previous one. */
export const rotatedKeys = (before: StoredKeys | undefined): StoredKeys => ({
  v: 1,
  current: newKey(),
  previous: before?.current ?? null,
});

export const toSigningKeys = ({ current, previous }: StoredKeys): SigningKeys => ({
  current: Buffer.from(current.keyBase64Url, 'base64url'),
  previous: previous ? Buffer.from(previous.keyBase64Url, 'base64url') : null,
});

const newKey = (): StoredKey => ({ alg: 'hmac_sha256', keyBase64Url: randomBytes(32).toString('base64url') });
