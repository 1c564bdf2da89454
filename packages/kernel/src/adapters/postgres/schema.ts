import type { Pool, PoolClient } from 'pg';
import { MOVED_ABOUT, STEPS } from './schema-steps.ts';

/** Any number: whoever prepares the schema takes this lock first, so that two first starts do not collide. */
const PREPARING = 4_715_201;

export const SCHEMA_VERSION: number = STEPS.length;
/** The oldest PostgreSQL that is still looked after by its makers. */
export const OLDEST_SERVER = 14;

/** Why a database that can be reached cannot be used. */
export type SchemaRefusal =
  | { readonly kind: 'encoding'; readonly found: string }
  | { readonly kind: 'server_too_old'; readonly found: number }
  | { readonly kind: 'made_by_newer'; readonly found: number }
  | { readonly kind: 'never_used'; readonly found: number };

export class SchemaRefused extends Error {
  readonly refusal: SchemaRefusal;
  constructor(refusal: SchemaRefusal) {
    super(`the database cannot be used: ${refusal.kind} (${refusal.found})`);
    this.name = 'SchemaRefused';
    this.refusal = refusal;
  }
}

const versionOf = async (client: PoolClient): Promise<number> => {
  // Not to_regclass: whoever waited for another server's first start would still be told that the table is missing.
  const found = await client.query(
    `select 1 from pg_catalog.pg_tables where schemaname = 'atelier' and tablename = 'schema_version'`,
  );
  if (found.rows.length === 0) return 0;
  const rows = await client.query<{ version: number }>('select version from atelier.schema_version');
  return rows.rows[0]?.version ?? 0;
};

const settingsOf = async (client: PoolClient): Promise<{ readonly encoding: string; readonly major: number }> => {
  const found = await client.query<{ encoding: string; version: string }>(
    `select current_setting('server_encoding') as encoding, current_setting('server_version_num') as version`,
  );
  const [row] = found.rows;
  return { encoding: row?.encoding ?? '', major: Math.floor(Number(row?.version) / 10_000) };
};

/** A dump brings the numbers of another server's transactions along; those ahead of ours would count as moved for ever. */
const forgetForeignMoves = async (client: PoolClient): Promise<void> => {
  const next = 'pg_snapshot_xmax(pg_current_snapshot())';
  await client.query(
    `update atelier.streams set moved = pg_current_xact_id(), moved_about = ${MOVED_ABOUT}
      where moved_about >= (${next}::text)::bigint >> 6 and moved > ${next}`,
  );
  await client.query(`update atelier.removed_streams set moved = pg_current_xact_id() where moved > ${next}`);
};

/** Makes the schema, or brings an older one up to date. Two first starts at once do not collide. */
export const prepareSchema = async (pool: Pool, { mustBeUsed }: { readonly mustBeUsed: boolean }): Promise<void> => {
  const client = await pool.connect();
  try {
    const { encoding, major } = await settingsOf(client);
    if (encoding !== 'UTF8') throw new SchemaRefused({ kind: 'encoding', found: encoding });
    if (major < OLDEST_SERVER) throw new SchemaRefused({ kind: 'server_too_old', found: major });
    const found = await versionOf(client);
    if (found === SCHEMA_VERSION) return await forgetForeignMoves(client);
    if (found === 0 && mustBeUsed) throw new SchemaRefused({ kind: 'never_used', found });
    await client.query('begin');
    await client.query(`set local lock_timeout = '60s'`);
    await client.query('select pg_advisory_xact_lock($1)', [PREPARING]);
    const version = await versionOf(client);
    if (version > SCHEMA_VERSION) throw new SchemaRefused({ kind: 'made_by_newer', found: version });
    for (const step of STEPS.slice(version)) await client.query(step);
    await client.query('delete from atelier.schema_version');
    await client.query('insert into atelier.schema_version values ($1)', [SCHEMA_VERSION]);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback').catch(() => undefined);
    throw cause;
  } finally {
    client.release();
  }
};
