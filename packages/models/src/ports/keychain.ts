import type { Result } from '@atelier/kernel/core';
import type { KeychainTrouble } from './key-store.ts';

/** The system's own store of secrets. It may be absent, locked or unwilling, at any moment: that is an answer, in bounded time. */
export interface Keychain {
  /** Whether it takes keys now. */
  readonly ready: () => Promise<Result<undefined, KeychainTrouble>>;
  readonly get: (account: string) => Promise<Result<string | undefined, KeychainTrouble>>;
  readonly set: (account: string, key: string) => Promise<Result<undefined, KeychainTrouble>>;
  readonly remove: (account: string) => Promise<Result<undefined, KeychainTrouble>>;
  readonly close: () => void;
}
