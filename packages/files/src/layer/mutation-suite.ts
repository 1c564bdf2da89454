import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as csv from '../../fixtures/csv/tables.ts';
import { logoSvg, picture } from '../../fixtures/image/pictures.ts';
import { mutate } from '../../fixtures/lib/damage.ts';
import { report, toc } from '../../fixtures/pdf/documents.ts';
import { odt } from '../../fixtures/text/odt.ts';
import { detect } from '../detect/detect.ts';
import { versionOf } from '../package/version-of.ts';
import type { Job } from '../workers/job.ts';
import { createWorkers, type Workers } from '../workers/workers.ts';

const seeds: readonly (readonly [string, () => Promise<Buffer>])[] = [
  ['notes.md', async () => Buffer.from('# One\n\n```\nx\n```\n\n- a\n- b\n\nTitle\n===\n'.repeat(8))],
  ['data.json', async () => Buffer.from(JSON.stringify({ a: [1, 2, { b: 'c' }], d: null, e: 'é' }))],
  ['roster.csv', async () => csv.roster(20).bytes],
  ['report.pdf', async () => report(2)],
  ['toc.pdf', async () => toc()],
  ['chart.png', () => picture('png', 24, 24)],
  ['photo.jpg', () => picture('jpeg', 24, 24)],
  ['moving.gif', () => picture('gif', 24, 24)],
  ['small.webp', () => picture('webp', 24, 24)],
  ['logo.svg', async () => logoSvg()],
  ['notes.odt', () => odt()],
];

/** Every format of this layer under seeded damage. */
export const mutationSuite = (count: number): void => {
  let folder = '';
  let workers: Workers;
  const faults: string[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'atelier-mutations-'));
    workers = createWorkers({ folder, onFault: (_, fault) => faults.push(fault) });
  });
  afterAll(async () => {
    await workers.close();
    await rm(folder, { recursive: true, force: true });
  });

  describe.each(seeds)('%s', (path, make) => {
    test(`${count} seeded mutations are answered or refused, and never kill or hang a worker`, async () => {
      const original = await make();
      const file = join(folder, 'inputs', path);
      const codes = new Set<string>();
      for (let seed = 1; seed <= count; seed++) {
        const bytes = mutate(original, seed);
        await writeFile(file, bytes);
        const { kind, format } = detect(path, bytes);
        if (kind === 'binary') continue;
        const source = { path, file, version: versionOf(bytes), size_bytes: bytes.length, format };
        const job: Job =
          kind === 'table'
            ? {
                verb: 'read',
                kind,
                source,
                selectors: {
                  sheet: null,
                  range: null,
                  section: null,
                  slide_index: null,
                  pages: null,
                  line_start: 1,
                  line_count: 50,
                  view: null,
                },
              }
            : { verb: 'map', kind, source, options: { part: null, detail: 'full' } };
        const { result } = await workers.run(job);
        if (!result.ok) codes.add(`${result.error.code}/${result.error.reason}`);
      }
      expect(faults).toEqual([]);
      for (const code of codes) expect(code).toMatch(/^(FILE_READ_FAILED|VALIDATION_FAILED|LIMIT_FILE_SIZE)\//);
    }, 300_000);
  });

  test('mutated tables are ingested or refused, too', async () => {
    const original = csv.roster(20).bytes;
    const file = join(folder, 'inputs', 'mutated.csv');
    for (let seed = 1; seed <= count / 10; seed++) {
      const bytes = mutate(original, seed);
      await writeFile(file, bytes);
      if (detect('mutated.csv', bytes).kind !== 'table') continue;
      const source = { path: 'mutated.csv', file, version: versionOf(bytes), size_bytes: bytes.length, format: 'csv' };
      const { result } = await workers.run({
        verb: 'table',
        op: 'map',
        tables: [{ name: 'data', source, kind: 'table', sheet: null, range: null }],
        args: {},
      });
      if (!result.ok) expect(result.error.code).toMatch(/^(FILE_READ_FAILED|VALIDATION_FAILED)$/);
    }
    expect(faults).toEqual([]);
  }, 300_000);
};
