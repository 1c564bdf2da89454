/** Where API keys rest. What is listed never includes a key: a status and its last four characters are all a screen sees. */
export interface KeyStore {
  /** Where keys rest, in words for the Settings page. */
  readonly place: 'keychain' | 'encrypted_file';
  readonly get: (provider: string) => Promise<string | undefined>;
  readonly set: (provider: string, key: string) => Promise<void>;
  readonly remove: (provider: string) => Promise<void>;
}
