/**
 * Small records that every process of an installation must agree on, such as its signing keys. The first to write
 * one wins; a change says what it replaces.
 */
export interface SharedRecords {
  readonly read: (name: string) => Promise<string | undefined>;
  /** Answers what is recorded now: this value, or the one that was there first. */
  readonly putIfAbsent: (name: string, value: string) => Promise<string>;
  /** False when the record is not `before` any more; nothing has changed then. */
  readonly replace: (name: string, before: string, after: string) => Promise<boolean>;
}
