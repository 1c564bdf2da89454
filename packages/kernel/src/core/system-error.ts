/** Whether the system said that there is no such file. */
export const isMissing = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';

/** What the system called it when it refused this one file; undefined when the file is not to blame, or nothing refused. */
export const fileRefusalOf = (cause: unknown): string | undefined => {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' && OF_ONE_FILE.has(code) ? code : undefined;
};

const OF_ONE_FILE: ReadonlySet<string> = new Set(['EIO', 'EACCES', 'EPERM', 'EISDIR', 'ELOOP']);

export type StoreTrouble = 'DISK_FULL' | 'DISK_READ_ONLY' | 'DATABASE_AWAY';

/** The database that holds the data did not answer. Keeps the name and the words of what it met. */
export class DatabaseAway extends Error {
  readonly code: unknown;
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = 'DatabaseAway';
    this.code = 'code' in cause ? cause.code : undefined;
  }
}

/** Whether something broke because what holds the data takes nothing more or is away; undefined when it is not that. */
export const storeTroubleOf = (cause: unknown): StoreTrouble | undefined => {
  if (!(cause instanceof Error)) return undefined;
  if (cause instanceof DatabaseAway) return 'DATABASE_AWAY';
  const { code, errcode } = cause as { code?: unknown; errcode?: unknown };
  const known = typeof code === 'string' ? storeTroubleOfCode(code) : undefined;
  if (known) return known;
  // SQLite, which our locks are made of, has numbers of its own; their upper bytes only say more of the same.
  if (typeof errcode === 'number' && (errcode & 0xff) === SQLITE_FULL) return 'DISK_FULL';
  return storeTroubleOf(cause.cause);
};

/** The same by the name the system gave to it. */
export const storeTroubleOfCode = (code: string): StoreTrouble | undefined => troubleByCode.get(code);

const SQLITE_FULL = 13;

const troubleByCode: ReadonlyMap<string, StoreTrouble> = new Map([
  ['ENOSPC', 'DISK_FULL'],
  ['EDQUOT', 'DISK_FULL'],
  // PostgreSQL's `disk_full`.
  ['53100', 'DISK_FULL'],
  ['EROFS', 'DISK_READ_ONLY'],
  ['DATABASE_AWAY', 'DATABASE_AWAY'],
]);

/** A file of ours that cannot be used as it is, which a person can mend: the message says how, and is all they need. */
export class FileUnusable extends Error {}
