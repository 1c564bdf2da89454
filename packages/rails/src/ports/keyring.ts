import type { Result } from '@atelier/kernel/core';
import type { SigningKeys } from '../core/token.ts';

export type KeyringRefused = { readonly code: 'KEYRING_CORRUPT'; readonly detail: string };

/** The keys tokens are signed with. Missing: made. Damaged: refused, never made anew, for that would void every token. */
export interface Keyring {
  readonly keys: () => Promise<Result<SigningKeys, KeyringRefused>>;
  /** The current key becomes the previous one; tokens survive one rotation, not two. */
  readonly rotate: () => Promise<Result<SigningKeys, KeyringRefused>>;
}
