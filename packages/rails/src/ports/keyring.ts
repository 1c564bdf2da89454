import type { Result } from '@atelier/kernel/core';
import type { SigningKeys } from '../core/token.ts';

export type KeyringRefused = { readonly code: 'KEYRING_CORRUPT'; readonly detail: string };

/** Verifies and signs; makes nothing. Null when no key was ever made: then no token can be ours either. */
export interface KeyReader {
  readonly read: () => Promise<Result<SigningKeys | null, KeyringRefused>>;
}

/** Missing keys are made. Damaged ones are refused, never made anew, for that would void every token. */
export interface Keyring extends KeyReader {
  readonly open: () => Promise<Result<SigningKeys, KeyringRefused>>;
  /** The current key becomes the previous one; tokens survive one rotation, not two. */
  readonly rotate: () => Promise<Result<SigningKeys, KeyringRefused>>;
}
