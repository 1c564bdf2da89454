import { err, ok, type Result } from '../../core/result.ts';
import { type Database, type DatabaseOptions, openDatabase } from './database.ts';
import { OLDEST_SERVER, SCHEMA_VERSION, SchemaRefused } from './schema.ts';

/** Which database, for a sentence: never the user's name, never a password. */
export type DatabasePlace = { readonly host: string; readonly port: number; readonly database: string };

export type DatabaseRefused =
  | { readonly code: 'DATABASE_URL_INVALID' }
  | {
      readonly code: 'DATABASE_UNREACHABLE';
      readonly place: DatabasePlace;
      readonly reason: 'nobody_listens' | 'unknown_host' | 'no_answer' | 'starting' | 'full';
    }
  | {
      readonly code: 'DATABASE_LOGIN_REFUSED' | 'DATABASE_MISSING' | 'DATABASE_FORBIDDEN';
      readonly place: DatabasePlace;
    }
  /** Nothing of Atelier is in it, where something has to be. */
  | { readonly code: 'DATABASE_EMPTY'; readonly place: DatabasePlace }
  /** `schema`: a newer Atelier made it. `server`: PostgreSQL itself is too old. */
  | {
      readonly code: 'DATABASE_VERSION';
      readonly place: DatabasePlace;
      readonly what: 'schema' | 'server';
      readonly found: number;
      readonly known: number;
    }
  | { readonly code: 'DATABASE_ENCODING'; readonly place: DatabasePlace; readonly found: string };

/** Opens the database, or says as data why it cannot be used. What is no such reason is a fault and thrown. */
export const reachDatabase = async (options: DatabaseOptions): Promise<Result<Database, DatabaseRefused>> => {
  const place = placeOf(options.url);
  if (place === undefined) return err({ code: 'DATABASE_URL_INVALID' });
  try {
    return ok(await openDatabase(options));
  } catch (cause) {
    const refused = refusedFor(cause, place);
    if (refused === undefined) throw cause;
    return err(refused);
  }
};

/** Undefined for what is not the address of a PostgreSQL database. */
export const placeOf = (url: string): DatabasePlace | undefined => {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname, port, pathname, searchParams } = new URL(url);
  const database = decoded(pathname.slice(1));
  if (!/^postgres(ql)?:$/.test(protocol) || !database || database.includes('/')) return undefined;
  const host = hostname || searchParams.get('host') || 'localhost';
  return { host, port: Number(port || 5432), database };
};

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

export const refusedFor = (cause: unknown, place: DatabasePlace): DatabaseRefused | undefined => {
  if (cause instanceof SchemaRefused) {
    const { kind, found } = cause.refusal;
    if (kind === 'never_used') return { code: 'DATABASE_EMPTY', place };
    if (kind === 'encoding') return { code: 'DATABASE_ENCODING', place, found };
    const [what, known] =
      kind === 'made_by_newer' ? ['schema' as const, SCHEMA_VERSION] : ['server' as const, OLDEST_SERVER];
    return { code: 'DATABASE_VERSION', place, what, found, known };
  }
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const reason = reasonByCode[code];
  if (reason) return { code: 'DATABASE_UNREACHABLE', place, reason };
  const refused = refusalByCode[code];
  if (refused) return { code: refused, place };
  // The driver's own words have no codes.
  const words = cause instanceof Error ? cause.message : '';
  if (words.startsWith('SASL')) return { code: 'DATABASE_LOGIN_REFUSED', place };
  if (/timeout|terminated/i.test(words)) return { code: 'DATABASE_UNREACHABLE', place, reason: 'no_answer' };
  return undefined;
};

type Unreachable = Extract<DatabaseRefused, { code: 'DATABASE_UNREACHABLE' }>['reason'];

const reasonByCode: Readonly<Record<string, Unreachable>> = {
  ECONNREFUSED: 'nobody_listens',
  ENOENT: 'nobody_listens',
  EACCES: 'nobody_listens',
  ENOTFOUND: 'unknown_host',
  EAI_AGAIN: 'unknown_host',
  ETIMEDOUT: 'no_answer',
  EHOSTUNREACH: 'no_answer',
  ENETUNREACH: 'no_answer',
  ECONNRESET: 'no_answer',
  EPIPE: 'no_answer',
  '57P03': 'starting',
  '53300': 'full',
};

const refusalByCode: Readonly<Record<string, 'DATABASE_LOGIN_REFUSED' | 'DATABASE_MISSING' | 'DATABASE_FORBIDDEN'>> = {
  '28P01': 'DATABASE_LOGIN_REFUSED',
  '28000': 'DATABASE_LOGIN_REFUSED',
  '3D000': 'DATABASE_MISSING',
  '42501': 'DATABASE_FORBIDDEN',
};
