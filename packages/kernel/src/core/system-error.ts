/** Whether the system said that there is no such file. */
export const isMissing = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';

/** What the system called it when it refused this one file; undefined when the file is not to blame, or nothing refused. */
export const fileRefusalOf = (cause: unknown): string | undefined => {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' && OF_ONE_FILE.has(code) ? code : undefined;
};

const OF_ONE_FILE: ReadonlySet<string> = new Set(['EIO', 'EACCES', 'EPERM', 'EISDIR', 'ELOOP']);

export type DiskTrouble = 'DISK_FULL' | 'DISK_READ_ONLY';

/** Whether something broke because the disk takes nothing more; undefined when it is not that. */
export const diskTroubleOf = (cause: unknown): DiskTrouble | undefined => {
  if (!(cause instanceof Error)) return undefined;
  const { code, errcode } = cause as { code?: unknown; errcode?: unknown };
  const known = typeof code === 'string' ? diskTroubleOfCode(code) : undefined;
  if (known) return known;
  // SQLite, which our locks are made of, has numbers of its own; their upper bytes only say more of the same.
  if (typeof errcode === 'number' && (errcode & 0xff) === SQLITE_FULL) return 'DISK_FULL';
  return diskTroubleOf(cause.cause);
};

/** The same by the name the system gave to it. */
export const diskTroubleOfCode = (code: string): DiskTrouble | undefined => troubleByCode.get(code);

const SQLITE_FULL = 13;

const troubleByCode: ReadonlyMap<string, DiskTrouble> = new Map([
  ['ENOSPC', 'DISK_FULL'],
  ['EDQUOT', 'DISK_FULL'],
  // PostgreSQL's `disk_full`.
  ['53100', 'DISK_FULL'],
  ['EROFS', 'DISK_READ_ONLY'],
]);

/** A file of ours that cannot be used as it is, which a person can mend: the message says how, and is all they need. */
export class FileUnusable extends Error {}
