import { type StoreTrouble, storeTroubleOf } from '@atelier/kernel/core';

/** What a system refused that a person can mend, told apart from faults that are ours. */
export type SystemTrouble =
  | { readonly code: StoreTrouble }
  | {
      readonly code: 'FILE_UNUSABLE';
      readonly reason: 'no_permission' | 'not_ours';
      /** Absent where the system did not say which. */
      readonly file?: string;
    };

export const systemTroubleOf = (cause: unknown): SystemTrouble | undefined => {
  const disk = storeTroubleOf(cause);
  return disk ? { code: disk } : fileTroubleOf(cause);
};

const fileTroubleOf = (cause: unknown): SystemTrouble | undefined => {
  if (!(cause instanceof Error)) return undefined;
  const { code, errcode, path } = cause as { code?: unknown; errcode?: unknown; path?: unknown };
  const known =
    (typeof code === 'string' ? troubleByCode[code] : undefined) ??
    // The upper bytes of SQLite's numbers only say more of the same.
    (typeof errcode === 'number' ? troubleBySqlite[errcode & 0xff] : undefined);
  if (known === undefined) return fileTroubleOf(cause.cause);
  return { code: 'FILE_UNUSABLE', reason: known, ...(typeof path === 'string' && { file: path }) };
};

type Known = 'no_permission' | 'not_ours';

const troubleByCode: Readonly<Record<string, Known>> = {
  EACCES: 'no_permission',
  EPERM: 'no_permission',
  EISDIR: 'not_ours',
  ENOTDIR: 'not_ours',
};

/** SQLite, which our locks are made of, has numbers of its own and names no file. */
const troubleBySqlite: Readonly<Record<number, Known>> = {
  3: 'no_permission', // SQLITE_PERM
  8: 'no_permission', // SQLITE_READONLY: a file that may be read alone
  14: 'no_permission', // SQLITE_CANTOPEN
  26: 'not_ours', // SQLITE_NOTADB
};
