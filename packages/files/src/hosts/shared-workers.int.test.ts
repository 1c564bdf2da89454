import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryContent } from '@atelier/kernel/adapters';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quarterly } from '../../fixtures/xlsx/plain-books.ts';
import { createAnswerCache } from '../layer/answer-cache.ts';
import { createFiles } from '../layer/create-files.ts';
import { createFileWorkers, type FileWorkers } from '../layer/file-workers.ts';
import type { FilesHost } from '../ports/files-host.ts';
import { refuse } from '../tools/errors.ts';
import { poolLimits } from '../workers/limits.ts';
import { createMemoryHost } from './memory-host.ts';
import { createTreeHost, fixedTrees } from './tree-host.ts';

let folder = '';
const opened: FileWorkers[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-farm-'));
});
afterAll(async () => {
  await Promise.all(opened.map((each) => each.close()));
  await rm(folder, { recursive: true, force: true });
});

const farm = (name: string, options = {}): FileWorkers => {
  const workers = createFileWorkers(join(folder, name), options);
  opened.push(workers);
  return workers;
};

/** Counts how often a host is asked for bytes. */
const counting = (host: FilesHost) => {
  let copies = 0;
  return {
    copies: () => copies,
    host: {
      ...host,
      materialise: (version: string, into: string) => {
        copies += 1;
        return host.materialise(version, into);
      },
    } satisfies FilesHost,
  };
};

test('ten hosts share one farm: each answers, one copy and one map per content, at most four idle children', async () => {
  const limits = { parse: { ...poolLimits.parse, count: 4 } };
  const workers = farm('ten', { limits, recycle: { idleMs: 50 } });
  const hosts = Array.from({ length: 10 }, (_, at) => {
    const memory = createMemoryHost();
    memory.put('shared.xlsx', quarterly());
    memory.put('own.md', Buffer.from(`# Host ${at}\n`));
    memory.put('rows.csv', Buffer.from(`id,name\n${at},one\n`));
    return { memory, ...counting(memory) };
  });
  const answers = await Promise.all(
    hosts.map(async ({ host }, at) => {
      const files = createFiles(host, workers);
      await files.call('get_file_map', { path: 'shared.xlsx' });
      const query = await files.call('table_query', { path: 'rows.csv', query: 'SELECT id FROM data' });
      const edit = { path: 'own.md', edits: [{ op: 'replace', search: 'Host', replace: 'Edited' }] };
      return {
        query,
        edit: await files.call('edit_text_file', edit),
        text: await files.call('read_file', { path: 'own.md' }),
        at,
      };
    }),
  );
  for (const { query, edit, text, at } of answers) {
    expect(JSON.stringify(query)).toContain(String(at));
    expect(edit, JSON.stringify(edit)).toMatchObject({ ok: true });
    expect(text).toMatchObject({ text: expect.stringContaining(`Edited ${at}`) });
  }
  expect(hosts.reduce((sum, { copies }) => sum + copies(), 0)).toBe(1 + 10 * 3);
  // Children that a burst started end when nothing needs them.
  await expect.poll(() => workers.counts().idle, { timeout: 10_000 }).toBeLessThanOrEqual(4);
});

test('listing copies nothing once kinds are known, nor do a map and a read that were made; all outlive the process', async () => {
  const memory = createMemoryHost();
  for (let at = 0; at < 5; at += 1) memory.put(`${at}.md`, Buffer.from(`# ${at}\n`));
  memory.put('book.xlsx', quarterly());
  const first = counting(memory);
  const workers = farm('lazy');
  const files = createFiles(first.host, workers);
  const [list, map] = [await files.call('list_files', {}), await files.call('get_file_map', { path: 'book.xlsx' })];
  const read = await files.call('read_file', { path: 'book.xlsx' });
  expect(read).toMatchObject({ ok: true, text: expect.stringMatching(/./) });
  expect(first.copies()).toBe(6);
  await workers.close();

  const second = counting(memory);
  const again = farm('lazy');
  const later = createFiles(second.host, again);
  // Schemas of thirty tools take longer than most of the tools.
  expect(later.tools).toBe(files.tools);
  expect(await later.call('list_files', {})).toEqual(list);
  expect(await later.call('get_file_map', { path: 'book.xlsx' })).toEqual(map);
  expect(await later.call('read_file', { path: 'book.xlsx' })).toEqual(read);
  expect(second.copies()).toBe(0);
  expect(again.counts().started).toBe(0);
});

test('what is known of three hundred files is asked of the disk once, as long as it fits in memory', async () => {
  const place = join(folder, 'kept');
  const answer = (at: number) => ({ ok: true as const, value: { at, text: 'x'.repeat(1_000) } });
  const never = async () => refuse('FILE_READ_FAILED', 'missing', 'it was made before');
  const making = createAnswerCache(place);
  for (let at = 0; at < 300; at += 1) await making.once(`${at}`, async () => answer(at));
  const later = createAnswerCache(place);
  for (let at = 0; at < 300; at += 1) expect(await later.once(`${at}`, never)).toEqual(answer(at));
  await rm(join(place, 'answers'), { recursive: true });
  for (let at = 0; at < 300; at += 1) expect(await later.once(`${at}`, never)).toEqual(answer(at));
  const small = createAnswerCache(place, 5_000);
  for (let at = 0; at < 10; at += 1) await small.once(`${at}`, async () => answer(at));
  await rm(join(place, 'answers'), { recursive: true });
  expect(await small.once('9', never)).toEqual(answer(9));
  expect(await small.once('0', never)).toMatchObject({ ok: false });
});

test('a map can be asked to any number of bytes, and says what it leaves out', async () => {
  const memory = createMemoryHost();
  memory.put('book.xlsx', quarterly());
  memory.put(
    'long.md',
    Buffer.from(Array.from({ length: 400 }, (_, at) => `# Heading number ${at}\n\ntext\n`).join('')),
  );
  const files = createFiles(memory, farm('targets'));
  for (const path of ['book.xlsx', 'long.md']) {
    const sizes = [20_000, 1_400, 600];
    const maps = await files.mapsWithin(path, sizes);
    if (!maps.ok) throw new Error(maps.error.message);
    for (const [at, bytes] of sizes.entries()) {
      expect(maps.value[at], `${path} ${bytes}`).toMatchObject({ path, readable: true });
      expect(Buffer.byteLength(JSON.stringify(maps.value[at])), `${path} ${bytes}`).toBeLessThanOrEqual(bytes);
    }
  }
  const small = await files.mapsWithin('long.md', [600]);
  expect(JSON.stringify(small)).toContain('omitted');
});

test('content that storage has lost is reported as missing, by name, and other files are served', async () => {
  const memory = createMemoryHost();
  const { version } = memory.put('gone.xlsx', quarterly());
  memory.put('here.md', Buffer.from('# here\n'));
  memory.lose(version);
  const files = createFiles(memory, farm('missing'));
  const { files: rows } = (await files.call('list_files', {})) as unknown as { files: Record<string, unknown>[] };
  expect(rows.find(({ path }) => path === 'gone.xlsx')).toMatchObject({
    kind: 'xlsx',
    is_opaque: false,
    missing: true,
    reason: 'missing',
  });
  for (const tool of ['get_file_map', 'get_file_info', 'read_file']) {
    const answer = await files.call(tool, { path: 'gone.xlsx' });
    expect(answer, tool).toMatchObject({ ok: false, error: { details: { reason: 'missing' } } });
    expect(JSON.stringify(answer)).toContain('gone.xlsx');
  }
  expect(await files.call('get_file_map', { path: 'here.md' })).toMatchObject({ ok: true, readable: true });
});

test('any two trees can be compared, and nothing can be written to them', async () => {
  const content = createMemoryContent();
  const treeOf = async (text: string) => {
    const blob = await content.blobs.put(Buffer.from(text));
    const made = await content.trees.put({ v: 1, entries: { 'a.md': { blob, size: text.length, kind: 'file' } } });
    if (!made.ok) throw new Error(made.error.code);
    return made.value;
  };
  const host = createTreeHost(content, fixedTrees(await treeOf('# new\n'), await treeOf('# old\n')));
  const files = createFiles(host, farm('trees'));
  expect(await files.review.get('a.md')).toMatchObject({ ok: true, value: { change: 'modified' } });
  const edit = { path: 'a.md', edits: [{ op: 'replace', search: 'new', replace: 'newer' }] };
  expect(await files.call('edit_text_file', edit)).toMatchObject({
    ok: false,
    error: { code: 'SANDBOX_VIOLATION', details: { reason: 'not_draft' } },
  });
});
