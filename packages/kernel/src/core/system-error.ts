/** Whether the system said that there is no such file. */
export const isMissing = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';

/** What the system called it when it refused this one file; undefined when the file is not to blame, or nothing refused. */
export const fileRefusalOf = (cause: unknown): string | undefined => {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' && OF_ONE_FILE.has(code) ? code : undefined;
};

/** The same of what lies behind an error, however deep. */
export const fileRefusalIn = (cause: unknown): string | undefined =>
  cause instanceof Error ? (fileRefusalOf(cause) ?? fileRefusalIn(cause.cause)) : undefined;

/** The path the system named when it refused; undefined when it named none. */
export const refusedPathOf = (cause: unknown): string | undefined =>
  cause instanceof Error && 'path' in cause && typeof cause.path === 'string' ? cause.path : undefined;

const OF_ONE_FILE: ReadonlySet<string> = new Set(['EIO', 'EACCES', 'EPERM', 'EISDIR', 'ENOTDIR', 'ELOOP']);

export type StoreTrouble = 'DISK_FULL' | 'DISK_READ_ONLY' | 'DATABASE_AWAY' | 'STORE_AWAY';

/** The bucket that holds content did not answer, or not as it should. Says nothing about what is in it. */
export class StoreAway extends Error {
  constructor(why: string, cause?: Error) {
    super(`The bucket with the content cannot be used: ${why}`, { cause });
    this.name = 'StoreAway';
  }
}

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
  if (cause instanceof StoreAway) return 'STORE_AWAY';
  if (cause instanceof WriteFault) return cause.refused.code === 'WRITE_FAILED' ? undefined : cause.refused.code;
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
  ['STORE_AWAY', 'STORE_AWAY'],
]);

/** What holds the data did not take a write. The stream is as it was; this says nothing about its health. */
export type WriteRefused = {
  readonly code: StoreTrouble | 'WRITE_FAILED';
  /** The write may stand all the same: a retry with the same keys finds out. */
  readonly inDoubt: boolean;
  readonly detail?: string;
  /** What the system refused it with, by its own name: `EIO`. */
  readonly system?: string;
};

export const writeRefused = (cause: unknown, inDoubt: boolean): WriteRefused => {
  const system = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return {
    code: storeTroubleOf(cause) ?? 'WRITE_FAILED',
    inDoubt,
    detail: cause instanceof Error ? cause.message : String(cause),
    ...(typeof system === 'string' && { system }),
  };
};

const WRITE_REFUSALS: ReadonlySet<string> = new Set([
  'DISK_FULL',
  'DISK_READ_ONLY',
  'DATABASE_AWAY',
  'STORE_AWAY',
  'WRITE_FAILED',
] satisfies WriteRefused['code'][]);

export const isWriteRefused = <Refused extends { readonly code: string }>(
  refused: Refused,
): refused is Extract<Refused, { readonly code: WriteRefused['code'] }> => WRITE_REFUSALS.has(refused.code);

/** A refused write on its way to the edge, which says it in words: no surface needs words of its own for a full disk. */
export class WriteFault extends Error {
  readonly refused: WriteRefused;
  constructor(refused: WriteRefused) {
    super(`The log could not be written: ${refused.detail ?? refused.code}.`);
    this.name = 'WriteFault';
    this.refused = refused;
  }
}

/** A file of ours that cannot be used as it is, which a person can mend: the message says how, and is all they need. */
export class FileUnusable extends Error {}
