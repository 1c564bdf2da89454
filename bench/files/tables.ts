import { link, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilesHost } from '@atelier/files';
import { openFiles } from '@atelier/files/testing';
import { DuckDBInstance } from '@duckdb/node-api';
import { type Bench, median, type Row } from '../bench.ts';

const rowCount = 5_000_000;
const MB = 1024 * 1024;

/** About 80 bytes a row: a number, a code, two words, an amount, a date and a flag. */
const writeCsv = async (file: string, rows: number): Promise<void> => {
  const words = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf', 'hotel'];
  const handle = await open(file, 'w');
  let text = 'id,code,category,customer,amount,day,paid\n';
  for (let at = 0; at < rows; at++) {
    const mixed = Math.imul(at + 1, 2_654_435_761) >>> 0;
    text += `${at + 1},C${mixed},${words[mixed & 7]} group ${mixed % 40},customer number ${mixed % 90_000},${(mixed % 10_000_000) / 100},20${10 + (mixed % 15)}-0${1 + (mixed % 9)}-1${mixed % 10},${mixed % 3 === 0}\n`;
    if (text.length > 8 * MB) {
      await handle.write(text);
      text = '';
    }
  }
  await handle.write(text);
  await handle.close();
};

/** A host whose one file lies on disk already. */
const hostOf = (
  files: readonly { readonly path: string; readonly file: string; readonly size: number }[],
  adopt: (file: string) => Promise<void>,
): FilesHost => ({
  list: async () =>
    files.map(({ path, size }) => ({ path, version: `bench:${path}`, size_bytes: size, root: 'draft' as const })),
  materialise: async (version, folder) => {
    const found = files.find(({ path }) => `bench:${path}` === version);
    if (!found) return undefined;
    const target = join(folder, found.path);
    await link(found.file, target).catch(() => undefined);
    return target;
  },
  stage: async ({ file }) => {
    await adopt(file);
    return { ok: true, value: { version: 'bench:staged' } };
  },
  reference: async () => [],
});

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

const raw = async (file: string, sql: readonly string[]): Promise<number> => {
  const instance = await DuckDBInstance.create(file, { threads: '2', memory_limit: '512MB' });
  const connection = await instance.connect();
  try {
    return await timed(async () => {
      for (const each of sql) await connection.run(each);
    });
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
};

const groupBy = 'SELECT category, count(*) AS n, sum(amount) AS total FROM data GROUP BY category ORDER BY category';

export const tables: Bench = {
  ids: ['csv-ingest', 'csv-describe', 'csv-export', 'csv-query-extra', 'memory-sql'],
  run: async ({ folder, say }) => {
    const [large, small] = [join(folder, 'large.csv'), join(folder, 'small.csv')];
    say(`writing ${rowCount} rows`);
    await writeCsv(large, rowCount);
    await writeCsv(small, 100);
    const size = (await stat(large)).size;
    // Three names, three versions: each is loaded anew.
    const names = ['large.csv', 'again.csv', 'once-more.csv'];
    const files = openFiles(
      hostOf(
        [
          ...names.map((path) => ({ path, file: large, size })),
          { path: 'small.csv', file: small, size: (await stat(small)).size },
        ],
        async () => undefined,
      ),
      { folder: join(folder, 'layer'), maxBytes: 1024 * MB },
    );
    const call = async (name: string, args: object) => {
      const answer = await files.call(name, args);
      if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.error)}`);
      return answer;
    };
    const rows: Row[] = [];
    try {
      await call('table_describe', { path: 'small.csv' });
      say(`ingesting ${Math.round(size / MB)} MB`);
      const rawDb = join(folder, 'raw.duckdb');
      const [ingests, rawIngests]: [number[], number[]] = [[], []];
      for (const path of names) {
        ingests.push(await timed(() => call('table_get_map', { path })));
        await rm(rawDb, { force: true });
        rawIngests.push(await raw(rawDb, [`CREATE TABLE rows AS FROM read_csv('${large}')`, 'CHECKPOINT']));
        say(`${ingests.at(-1)?.toFixed(0)} ms, raw ${rawIngests.at(-1)?.toFixed(0)} ms`);
      }
      rows.push({ id: 'csv-ingest', value: median(ingests), unit: 'ms', yardstick: median(rawIngests) });

      say('describing');
      const columns = ['id', 'code', 'category', 'customer', 'amount', 'day', 'paid'];
      const aggregates = `SELECT ${columns.flatMap((name) => [`count(${name})`, `approx_count_distinct(${name})`]).join(', ')} FROM rows`;
      const describe = await several(3, () => timed(() => call('table_describe', { path: 'large.csv' })));
      rows.push({
        id: 'csv-describe',
        value: median(describe),
        unit: 'ms',
        yardstick: median(await several(3, () => raw(rawDb, [aggregates]))),
      });

      say('querying');
      const query = await several(5, () => timed(() => call('table_query', { path: 'large.csv', query: groupBy })));
      const rawQuery = await several(5, () => raw(rawDb, [groupBy.replace('data', 'rows')]));
      rows.push({ id: 'csv-query-extra', value: median(query) - 2 * median(rawQuery), unit: 'ms' });

      say('exporting');
      let turn = 0;
      const exported = await several(2, () =>
        timed(() => call('table_export', { path: 'large.csv', target_path: `out${++turn}.csv`, format: 'csv' })),
      );
      const rawExport = await several(2, () =>
        raw(rawDb, [`COPY rows TO '${join(folder, 'raw.csv')}' (FORMAT csv, HEADER true)`]),
      );
      rows.push({ id: 'csv-export', value: Math.min(...exported), unit: 'ms', yardstick: Math.min(...rawExport) });
      rows.push({ id: 'memory-sql', value: files.workers.peakBytes('sql') / MB, unit: 'MB' });
      return rows;
    } finally {
      await files.close();
    }
  },
};

const several = async (times: number, work: () => Promise<number>): Promise<readonly number[]> => {
  const samples: number[] = [];
  for (let turn = 0; turn < times; turn++) samples.push(await work());
  return samples;
};
