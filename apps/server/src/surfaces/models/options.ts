import type { GateOptions, Keychain } from '@atelier/models';

/** What a server takes from its surroundings and a test gives it instead; `dispatcher` carries what leaves the process. */
export type ModelsOptions = GateOptions & {
  /** Absent: the system's, unless `ATELIER_KEYCHAIN=off`. Null: none. */
  readonly keychain?: Keychain | null;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** In [0, 1): how retries are spread. */
  readonly random?: () => number;
};
