export type KeyPlace = 'keychain' | 'file';

/** Why keys do not go into the system's keychain. */
export type KeychainTrouble = 'no_keychain' | 'keychain_locked' | 'keychain_denied' | 'turned_off';

/** Where API keys rest. For the server alone: what a screen sees is a status and four characters. */
export interface KeyStore {
  /** Where a key that is saved now goes. */
  readonly status: () => Promise<{ readonly kind: KeyPlace; readonly because: KeychainTrouble | null }>;
  readonly find: (name: string) => Promise<{ readonly key: string; readonly keptIn: KeyPlace } | undefined>;
  readonly set: (name: string, key: string) => Promise<void>;
  /** Throws when a key rests where it cannot be removed now: a key that is said to be gone must be gone. */
  readonly remove: (name: string) => Promise<void>;
}

/** One place for keys. Trouble with it is thrown. */
export interface KeyShelf {
  readonly get: (name: string) => Promise<string | undefined>;
  readonly set: (name: string, key: string) => Promise<void>;
  readonly remove: (name: string) => Promise<void>;
}

/** Keys that are there cannot be read or changed now; the sentence says what to do about it. */
export class KeysUnreadable extends Error {}
