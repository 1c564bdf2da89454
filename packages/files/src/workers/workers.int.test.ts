import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quarterly } from '../../fixtures/xlsx/plain-books.ts';
import { createMemoryHost } from '../hosts/memory-host.ts';
import { type OpenFiles as Files, openFiles } from '../testing/open-files.ts';
import { sourcesOf } from './job.ts';
import { poolLimits } from './limits.ts';
import { createWorkers } from './workers.ts';

let root = '';
const opened: { close: () => Promise<void> }[] = [];
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'atelier-workers-'));
});
afterAll(async () => {
  await Promise.all(opened.map((each) => each.close()));
  await rm(root, { recursive: true, force: true });
});

const entry = fileURLToPath(new URL('./faulty-child.ts', import.meta.url));
const small = { ...poolLimits.parse, heapMb: 64, residentBytes: 220 * 1024 * 1024, count: 1 };
const faulty = async (name: string): Promise<{ files: Files; host: ReturnType<typeof createMemoryHost> }> => {
  const host = createMemoryHost();
  const files = openFiles(host, {
    folder: join(root, name),
    entry,
    // Only what hangs is waited for: an honest file may take long on a busy machine.
    wallLimit: (job) => (sourcesOf(job).some(({ path }) => path.startsWith('hang')) ? 1_000 : 30_000),
    limits: { parse: small },
  });
  opened.push(files);
  return { files, host };
};

describe('a child', () => {
  test('can read only its inputs, write only its own folder, and start nothing', async () => {
    const outside = join(root, 'secret.txt');
    await writeFile(outside, 'secret');
    const workers = createWorkers({ folder: join(root, 'plain') });
    opened.push(workers);
    const source = { path: 'secret.txt', file: outside, version: 'v', size_bytes: 6, format: 'txt' };
    const { result } = await workers.run({
      verb: 'map',
      kind: 'text',
      source,
      options: { part: null, detail: 'full' },
    });
    expect(result).toMatchObject({ ok: false, error: { code: 'TOOL_FAILED', reason: 'internal' } });
    expect(JSON.stringify(result)).not.toContain(root);
  });

  test('that is aborted fails its job alone; cancelling stops a hung one', async () => {
    const { files, host } = await faulty('cancel');
    host.put('hang.md', Buffer.from('x'));
    const control = new AbortController();
    setTimeout(() => control.abort(), 300);
    expect(await files.call('get_file_info', { path: 'hang.md' }, control.signal)).toMatchObject({
      info_error: { details: { reason: 'cancelled' } },
    });
    host.put('fine.md', Buffer.from('# ok\n'));
    expect(await files.call('get_file_map', { path: 'fine.md' })).toMatchObject({ ok: true, line_count: 1 });
  });

  test.each(['greedy.md', 'heaped.md'])(
    'that outgrows its memory is stopped, and nobody tries it again: %s',
    async (path) => {
      const { files, host } = await faulty(`memory-${path}`);
      host.put(path, Buffer.from('x'));
      expect(await files.call('read_file', { path })).toMatchObject({
        ok: false,
        error: { code: 'TOOL_FAILED', retry: { kind: 'not_retryable' }, details: { reason: 'memory' } },
      });
    },
  );

  test('leaves nothing behind when the layer closes', async () => {
    const folder = join(root, 'closing');
    const host = createMemoryHost();
    host.put('a.md', Buffer.from('x\n'));
    const files = openFiles(host, { folder });
    await files.call('get_file_map', { path: 'a.md' });
    expect(await readdir(join(folder, 'workers'))).not.toEqual([]);
    await files.close();
    expect(await readdir(folder)).not.toContain('workers');
  });
});

test('[FL-63] a blob that crashes its reader three times is left alone, other files are not', async () => {
  const { files, host } = await faulty('quarantine');
  host.put('crash.md', Buffer.from('# bad\n'));
  host.put('good.md', Buffer.from('# good\n'));
  // A read is tried twice, so two calls are four crashes.
  expect(await files.call('get_file_map', { path: 'crash.md' })).toMatchObject({
    ok: true,
    readable: false,
    map_error: { details: { reason: 'crashed' } },
  });
  await files.call('get_file_map', { path: 'crash.md' });
  const { files: rows } = (await files.call('list_files', {})) as unknown as { files: Record<string, unknown>[] };
  expect(rows.find(({ path }) => path === 'crash.md')).toMatchObject({
    kind: 'binary',
    is_opaque: true,
    reason: 'damaged',
  });
  expect(await files.call('get_file_map', { path: 'crash.md' })).toMatchObject({
    ok: true,
    readable: false,
    reason: 'damaged',
  });
  expect(await files.call('get_file_map', { path: 'good.md' })).toMatchObject({
    ok: true,
    readable: true,
    line_count: 1,
  });
});

test('[FL-67] ten files, one kills its worker and one takes too long: eight maps as ever, two with map_error', async () => {
  const bytes = (at: number) => Buffer.from(`# File ${at}\n${'line\n'.repeat(at + 1)}`);
  const names = Array.from({ length: 10 }, (_, at) => (at === 3 ? 'crash.md' : at === 7 ? 'hang.md' : `file${at}.md`));
  const { files, host } = await faulty('ten');
  for (const [at, name] of names.entries()) host.put(name, bytes(at));
  const calm = openFiles(host, { folder: join(root, 'calm') });
  opened.push(calm);
  const map = (layer: Files) => Promise.all(names.map((path) => layer.call('get_file_map', { path })));
  const [disturbed, undisturbed] = [await map(files), await map(calm)];
  for (const [at, name] of names.entries()) {
    if (name.startsWith('file')) expect(JSON.stringify(disturbed[at])).toBe(JSON.stringify(undisturbed[at]));
    else
      expect(disturbed[at]).toMatchObject({
        ok: true,
        path: name,
        size_bytes: bytes(at).length,
        readable: false,
        map_error: { code: name === 'crash.md' ? 'TOOL_FAILED' : 'TOOL_TIMEOUT' },
      });
  }
});

test('[FL-38] a worker killed while saving and a full disk leave the Draft as it was, nothing in staging, and a clear error', async () => {
  const { files, host } = await faulty('saving');
  for (const [path, code, reason] of [
    ['dying.xlsx', 'TOOL_FAILED', 'crashed'],
    ['full.xlsx', 'DISK_FULL', 'io'],
  ] as const) {
    const before = host.put(path, quarterly());
    const operations = [{ op: 'set_cells', sheet: 'Q1', cells: [{ cell: 'A1', value: 'new' }] }];
    expect(await files.call('xlsx_operations', { path, operations }), path).toMatchObject({
      ok: false,
      error: { code, details: { reason } },
    });
    expect((await host.list()).find((each) => each.path === path)?.version).toBe(before.version);
    expect(host.staged).toEqual([]);
    for (const worker of await readdir(join(root, 'saving', 'workers')))
      expect(await readdir(join(root, 'saving', 'workers', worker, 'staging'))).toEqual([]);
  }
});

test('a process that waits for nothing but a hung job stays until the job is answered', async () => {
  const url = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  const script = `
    const { createMemoryHost } = await import(${url('../hosts/memory-host.ts')});
    const { openFiles } = await import(${url('../testing/open-files.ts')});
    const host = createMemoryHost();
    host.put('hang.md', Buffer.from('x'));
    const folder = ${JSON.stringify(join(root, 'alone'))};
    const files = openFiles(host, { folder, entry: ${JSON.stringify(entry)}, wallLimit: () => 1_000 });
    const answer = await files.call('get_file_map', { path: 'hang.md' });
    console.log(answer.map_error.code);
  `;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--no-warnings',
    '--input-type=module',
    '-e',
    script,
  ]);
  expect(stdout.trim()).toBe('TOOL_TIMEOUT');
}, 60_000);
