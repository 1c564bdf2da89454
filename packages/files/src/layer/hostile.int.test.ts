import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentXml, docx, paragraph, run } from '../../fixtures/docx/parts.ts';
import { type Hostile, hostileFiles } from '../../fixtures/hostile/files.ts';
import { toc } from '../../fixtures/pdf/documents.ts';
import { makeBook } from '../../fixtures/xlsx/book.ts';
import { createMemoryHost } from '../hosts/memory-host.ts';
import { type OpenFiles as Files, openFiles } from '../testing/open-files.ts';
import { poolLimits } from '../workers/limits.ts';

let folder = '';
let files: Files;
let hostile: readonly Hostile[] = [];
const faults: string[] = [];
const host = createMemoryHost();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-hostile-'));
  files = openFiles(host, { folder, onFault: (job, fault) => faults.push(`${job.verb}: ${fault}`) });
  hostile = await hostileFiles();
  host.put('calm.md', Buffer.from('# Calm\n'));
  host.put('calm.xlsx', makeBook({ sheets: [{ name: 'S', cells: { A1: 1 } }] }));
  host.put('calm.docx', docx(documentXml(paragraph(run('Calm'))), []));
  host.put('calm.csv', Buffer.from('a,b\n1,2\n'));
  host.put('calm.pdf', await toc());
  host.put('calm.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'));
  // The reference of each is a harmless file of the same name, so that a review has two sides.
  for (const { path } of hostile) host.put(path, Buffer.from('plain\n'));
  host.beginDraft();
  for (const { path, bytes } of hostile) host.put(path, bytes);
});
afterAll(async () => {
  await files.close();
  await rm(folder, { recursive: true, force: true });
});

type Answer = Awaited<ReturnType<Files['call']>> & {
  readonly map_error?: { readonly details: { readonly reason: string } };
  readonly reason?: string;
  readonly readable?: boolean;
};

/** What a hostile file may cost beyond a worker at rest. */
const mostAboveIdle = 256 * 1024 * 1024;
const pools = ['parse', 'media', 'sql'] as const;

test('[FL-61] every hostile file gets its result from map, read, review and preview within its memory; the host lives and the next job is fine', async () => {
  // Workers that never ran have loaded nothing: at rest means after an honest file of each kind.
  for (const path of ['calm.md', 'calm.xlsx', 'calm.docx', 'calm.csv', 'calm.pdf', 'calm.svg']) {
    expect(await files.call('get_file_map', { path }), path).toMatchObject({ ok: true });
    await files.preview.page({ path, page: 1, scale: 0.25, side: 'draft' });
  }
  for (const { path, expect: wanted } of hostile) {
    const measures = pools.map((pool) => files.workers.measure(pool));
    const map = (await files.call('get_file_map', { path })) as Answer;
    if (wanted === 'ok') expect(map, path).toMatchObject({ ok: true, readable: true });
    else if ('opaque' in wanted) expect(map, path).toMatchObject({ ok: true, readable: false, reason: wanted.opaque });
    else {
      const reason = map.ok ? map.map_error?.details.reason : map.error.details?.reason;
      expect(wanted.reason, `${path}: ${JSON.stringify(map).slice(0, 300)}`).toContain(reason);
    }
    const read = await files.call('read_file', { path });
    if (typeof wanted === 'object' && 'reason' in wanted && !path.endsWith('.csv'))
      expect(read, path).toMatchObject({ ok: false });
    expect(JSON.stringify([map, read]), path).not.toMatch(/root:x:|\/etc\/passwd|node_modules/);
    expect(await files.review.get(path), path).toMatchObject({ ok: true, value: { change: 'modified' } });
    const drawn = await files.preview.page({ path, page: 1, scale: 0.25, side: 'draft' });
    if (!drawn.ok) expect(['PREVIEW_UNAVAILABLE', 'FILE_READ_FAILED'], path).toContain(drawn.error.code);
    for (const [at, { idleBytes, peakBytes }] of measures.entries())
      expect(peakBytes() - idleBytes, `${path} in ${pools[at]}`).toBeLessThan(mostAboveIdle);
  }
  expect(await files.call('read_file', { path: 'calm.md' })).toMatchObject({ ok: true, text: '# Calm' });
  expect(faults).toEqual([]);
  for (const pool of pools) expect(files.workers.peakBytes(pool), pool).toBeLessThan(poolLimits[pool].residentBytes);
}, 180_000);
