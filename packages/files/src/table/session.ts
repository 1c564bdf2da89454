import { refusal } from '../tools/errors.ts';
import { type Duck, literal, openDuck, quoted, rowsOf } from './duck.ts';
import type { TableFacts } from './types.ts';

/** One source under the name by which SQL knows it. */
export type SessionSource = { readonly name: string; readonly database: string };

export type Session = {
  readonly duck: Duck;
  /** Names a query may use. */
  readonly tables: readonly string[];
  readonly facts: readonly TableFacts[];
};

const macros = [
  // 1.234,56 as people write it where the comma is the decimal sign.
  "CREATE MACRO num_eu(x) AS TRY_CAST(replace(replace(trim(x), '.', ''), ',', '.') AS DOUBLE)",
];

/**
 * An engine that holds the given sources read-only and can reach nothing else: no file, no network, no extension,
 * no setting. This stands alone, whatever a query says; the guard before it is a second wall.
 */
export const openSession = async (
  sources: readonly SessionSource[],
  temp: string,
  allowedPath?: string,
): Promise<Session> => {
  const duck = await openDuck({ temp });
  try {
    const facts: TableFacts[] = [];
    for (const [at, { name, database }] of sources.entries()) {
      await duck.connection.run(`ATTACH ${literal(database)} AS source${at} (READ_ONLY)`);
      facts.push(await factsOf(duck, `source${at}.`));
      const isMain = at === 0;
      await duck.connection.run(`CREATE VIEW ${quoted(name)} AS SELECT * FROM source${at}.rows`);
      if (isMain)
        await duck.connection.run(`CREATE VIEW data_rows AS SELECT rowid + 1 AS __row, * FROM source${at}.rows`);
    }
    for (const macro of macros) await duck.connection.run(macro);
    if (allowedPath !== undefined) await duck.connection.run(`SET allowed_paths = [${literal(allowedPath)}]`);
    await duck.connection.run('SET enable_external_access = false');
    await duck.connection.run('SET lock_configuration = true');
    return { duck, facts, tables: [...sources.map(({ name }) => name), 'data_rows'] };
  } catch (cause) {
    duck.close();
    throw cause;
  }
};

export const factsOf = async (duck: Duck, prefix = ''): Promise<TableFacts> => {
  const { rows } = await rowsOf(duck, `SELECT json FROM ${prefix}facts`);
  return JSON.parse(String(rows[0]?.[0])) as TableFacts;
};

const reserved: ReadonlySet<string> = new Set(['data', 'data_rows']);

export const checkTableNames = (names: readonly string[]): void => {
  const seen = new Set(reserved);
  for (const name of names) {
    if (
      !/^[A-Za-z_][A-Za-z0-9_]{0,62}$/.test(name) ||
      seen.has(name.toLowerCase()) ||
      /^(source\d+|duckdb_|pg_)/i.test(name)
    ) {
      throw refusal('VALIDATION_FAILED', 'bad_selector', `"${name}" cannot name a further table.`, {
        hint: 'Use letters, digits and underscores; data and data_rows are taken.',
      });
    }
    seen.add(name.toLowerCase());
  }
};
