import type pg from 'pg';
import { DatabaseAway } from '../../core/system-error.ts';

/** What was met, told as a database that is away where it is that. */
export const awayOr = (cause: unknown): unknown =>
  cause instanceof Error && isAway(cause) ? new DatabaseAway(cause) : cause;

const LOST = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', '57P01', '57P02']);

const isAway = (cause: Error): boolean =>
  troubleOf(cause) === 'unreachable' ||
  ('code' in cause && LOST.has(String(cause.code))) ||
  // The driver has no codes of its own.
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/.test(
    cause.message,
  );

export type DatabaseTrouble =
  /** Another process holds the row, or every connection is in use: nothing was sent, and waiting helps. */
  | 'busy'
  /** Nothing reached the server. */
  | 'unreachable'
  /** The connection was lost after something was sent: it may or may not have been done. */
  | 'lost'
  /** The server answered with an error: nothing was done. */
  | 'refused';

export const troubleOf = (cause: unknown): DatabaseTrouble => {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const message = cause instanceof Error ? cause.message : '';
  if (code === '55P03' || code === '40P01' || message.includes('timeout exceeded when trying to connect'))
    return 'busy';
  if (code === 'ECONNREFUSED' || code === 'ENOENT' || code === 'ENOTFOUND' || code === '57P03' || code === '53300') {
    return 'unreachable';
  }
  // 57P01 and 57P02: the backend was told to go, perhaps just after it committed.
  if (code === '57P01' || code === '57P02' || !/^[0-9A-Z]{5}$/.test(code)) return 'lost';
  return 'refused';
};

/** So often a question is asked again when its connection was lost: every pooled one may have died with a server. */
const ASKED_AT_MOST = 12;

/** For what changes nothing: a connection that died while nobody used it is no reason to fail. */
export const ask = async <Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  query: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> => {
  for (let asked = 1; ; asked += 1) {
    try {
      return await pool.query<Row>(query);
    } catch (cause) {
      if (asked === ASKED_AT_MOST || troubleOf(cause) !== 'lost') throw cause;
    }
  }
};
