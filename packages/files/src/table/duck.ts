import type { Json } from '@atelier/kernel/core';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { FileRefusal, refusal } from '../tools/errors.ts';

/** One engine with one connection; `close` frees its files. */
export type Duck = { readonly connection: DuckDBConnection; readonly close: () => void };

export type DuckOptions = { readonly file?: string; readonly temp: string; readonly readOnly?: boolean };

const limits = { threads: '2', memory_limit: '512MB', max_temp_directory_size: '1GB' };

export const openDuck = async ({ file = ':memory:', temp, readOnly = false }: DuckOptions): Promise<Duck> => {
  const instance = await DuckDBInstance.create(file, {
    ...limits,
    ...(readOnly ? { access_mode: 'READ_ONLY' } : {}),
    temp_directory: temp,
    autoload_known_extensions: 'false',
    autoinstall_known_extensions: 'false',
    allow_community_extensions: 'false',
  });
  const connection = await instance.connect();
  return {
    connection,
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
};

/** Of a csv written here: left to itself the reader takes a carriage return inside the first row for a line end. */
export const plainLineEnds = String.raw`new_line='\n'`;

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export type Rows = {
  readonly columns: readonly string[];
  readonly types: readonly string[];
  readonly rows: readonly (readonly Json[])[];
};

export const rowsOf = async ({ connection }: Duck, sql: string): Promise<Rows> => {
  const reader = await connection.runAndReadAll(sql);
  return {
    columns: reader.columnNames(),
    types: reader.columnTypes().map(String),
    rows: reader.getRowsJson() as unknown as readonly (readonly Json[])[],
  };
};

/** Runs with a deadline: an interrupted query leaves the engine ready for the next. */
export const within = async <T>(
  duck: Duck,
  limit: number,
  reason: 'query' | 'export',
  work: () => Promise<T>,
): Promise<T> => {
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    duck.connection.interrupt();
  }, limit);
  try {
    return await work();
  } catch (cause) {
    if (!late) throw cause;
    throw refusal('TOOL_TIMEOUT', reason, `The query took longer than ${limit / 1000} s.`, {
      hint: 'Filter or aggregate first, and avoid joins without a condition.',
    });
  } finally {
    clearTimeout(timer);
  }
};

/** An engine error as a refusal, without host paths; anything unexpected is a fault. */
export const queryRefusal = (cause: unknown, columns: readonly string[] = []): unknown => {
  if (cause instanceof FileRefusal || !(cause instanceof Error)) return cause;
  const { message } = cause;
  if (/^Out of Memory/.test(message)) {
    return refusal('TOOL_FAILED', 'query_memory', 'The query needs more memory than it may use.', {
      hint: 'Aggregate or filter first.',
    });
  }
  if (/^Permission Error|^Invalid Input Error: Cannot (change|execute)/.test(message)) {
    return refusal(
      'VALIDATION_FAILED',
      'forbidden_function',
      'The query reaches outside its tables, which is not allowed.',
    );
  }
  if (
    !/^(Parser|Binder|Catalog|Conversion|Out of Range|Invalid Input|Constraint|Not implemented|Invalid type)/i.test(
      message,
    )
  )
    return cause;
  const [, position] = /LINE (\d+:.*)/.exec(message) ?? [];
  const [first = ''] = message.split('\n');
  const missing = /column "?([^"\s]+)"? (?:not found|must appear)|Referenced column "([^"]+)"/.exec(message);
  const near = missing ? nearest(missing[1] ?? missing[2] ?? '', columns) : [];
  return refusal(
    'VALIDATION_FAILED',
    'bad_query',
    scrubbed(position === undefined ? first : `${first} (at ${position.trim()})`),
    {
      ...(near.length > 0 ? { candidates: near } : {}),
    },
  );
};

const scrubbed = (message: string): string =>
  message.replace(/(?:[A-Za-z]:)?[\\/][\w.~-]+(?:[\\/][\w.~-]+)+/g, '<path>').slice(0, 300);

const nearest = (wanted: string, names: readonly string[]): readonly string[] => {
  const score = (name: string) => distance(wanted.toLowerCase(), name.toLowerCase());
  return names.toSorted((a, b) => score(a) - score(b) || (a < b ? -1 : 1)).slice(0, 5);
};

const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)),
      );
    }
    row = next;
  }
  return row.at(-1) ?? 0;
};
