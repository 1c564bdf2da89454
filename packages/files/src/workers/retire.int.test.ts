import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quarterly } from '../../fixtures/xlsx/plain-books.ts';
import { createMemoryHost } from '../hosts/memory-host.ts';
import type { FileWorkersOptions } from '../layer/file-workers.ts';
import type { FilesHost } from '../ports/files-host.ts';
import { type OpenFiles, openFiles } from '../testing/open-files.ts';
import { type Job, sourcesOf } from './job.ts';
import { poolLimits } from './limits.ts';

let root = '';
const opened: OpenFiles[] = [];
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'atelier-retire-'));
});
afterAll(async () => {
  await Promise.all(opened.map((each) => each.close()));
  await rm(root, { recursive: true, force: true });
});

const faultyChild = fileURLToPath(new URL('./faulty-child.ts', import.meta.url));
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
const one = { ...poolLimits.parse, count: 1 };

const open = (host: FilesHost, name: string, options: FileWorkersOptions = {}): OpenFiles => {
  const files = openFiles(host, { folder: join(root, name), limits: { parse: one }, ...options });
  opened.push(files);
  return files;
};

/** A host that is still reading the new file long after the worker that made it has gone. */
const slowHost = () => {
  const memory = createMemoryHost();
  const host: FilesHost = {
    ...memory,
    stage: async (staged) => {
      await pause(250);
      return memory.stage(staged);
    },
  };
  return { memory, host };
};

const edit = (path: string, value: number) => ({
  path,
  operations: [{ op: 'set_cells', sheet: 'Q1', cells: [{ cell: 'A1', value }] }],
});

describe('[FL-73] an edit and the end of its worker', () => {
  test.each([
    ['after its share of jobs', 'book.xlsx', { recycle: { jobs: 1 } }],
    ['because it holds too much memory', 'book.xlsx', { recycle: { residentBytes: 0 } }],
    ['by a crash just after its answer', 'parting.xlsx', { entry: faultyChild }],
  ] as const)('a worker that ends %s leaves every finished edit to the host', async (name, path, options) => {
    const { memory, host } = slowHost();
    memory.put(path, quarterly());
    const files = open(host, name, options);
    for (const value of [1, 2, 3]) {
      const answer = await files.call('xlsx_operations', edit(path, value));
      expect(JSON.stringify(answer)).not.toContain(root);
      expect(answer).toMatchObject({ ok: true, action: 'modified' });
      expect((await memory.list())[0]?.version).toBe((answer as { version?: string }).version);
    }
    expect(await readdir(join(root, name, 'outputs')), 'nothing is left behind').toEqual([]);
  });

  test('answers too large for a message survive their worker as well', async () => {
    const host = createMemoryHost();
    const lines = (word: string) =>
      Array.from({ length: 40_000 }, (_, at) => `${at} ${at % 2 ? word : 'same'}\n`).join('');
    host.put('a.md', Buffer.from(lines('before')));
    host.beginDraft();
    host.put('a.md', Buffer.from(lines('after')));
    const files = open(host, 'spilled', { recycle: { jobs: 1 } });
    const changes = await files.review.changes('a.md');
    expect(changes.ok && changes.value.length).toBe(20_000);
    expect(JSON.stringify(changes).length, 'more than one message holds').toBeGreaterThan(1024 * 1024);
  });

  test('a host that fails is a refusal, without its paths, and the next call works', async () => {
    const memory = createMemoryHost();
    memory.put('book.xlsx', quarterly());
    let isBroken = true;
    const host: FilesHost = {
      ...memory,
      stage: (staged) =>
        isBroken
          ? Promise.reject(Object.assign(new Error(`ENOENT: no such file '${staged.file}'`), { code: 'ENOENT' }))
          : memory.stage(staged),
    };
    const told: unknown[] = [];
    const files = open(host, 'broken', { onToolFault: (tool) => told.push(tool) });
    const answer = await files.call('xlsx_operations', edit('book.xlsx', 1));
    expect(answer).toMatchObject({ ok: false, error: { code: 'TOOL_FAILED', details: { reason: 'internal' } } });
    expect(JSON.stringify(answer)).not.toContain(root);
    expect(told).toEqual(['xlsx_operations']);
    isBroken = false;
    expect(await files.call('xlsx_operations', edit('book.xlsx', 1))).toMatchObject({ ok: true });
  });
});

test('a worker does its share of jobs, then the next one is up before it leaves', async () => {
  const host = createMemoryHost();
  const many = (name: string, jobs?: number) => {
    for (let at = 0; at < 9; at += 1) host.put(`${name}${at}.md`, Buffer.from(`# ${name} ${at}\n`));
    return open(host, name, jobs === undefined ? {} : { recycle: { jobs } });
  };
  const lasting = many('lasting');
  const brief = many('brief', 3);
  const waits: boolean[] = [];
  for (let at = 0; at < 9; at += 1) {
    await lasting.call('read_file', { path: `lasting${at}.md` });
    await brief.call('read_file', { path: `brief${at}.md` });
    // Until its successor is up a spent worker goes on, so some child is always ready to answer.
    waits.push(brief.workers.counts().idle > 0);
    await pause(30);
  }
  // 18 jobs each: detection and reading.
  expect(lasting.workers.counts().started).toBe(1);
  expect(brief.workers.counts().started).toBeGreaterThan(1);
  expect(brief.workers.counts().started).toBeLessThanOrEqual(6);
  expect(waits).not.toContain(false);
});

test('a job that takes too long is answered even when nothing else keeps the process alive', async () => {
  const script = join(root, 'alone.ts');
  const at = (path: string) => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)));
  await writeFile(
    script,
    `import { openFiles } from ${at('../testing/open-files.ts')};
import { createMemoryHost } from ${at('../hosts/memory-host.ts')};
const host = createMemoryHost();
host.put('hang.md', Buffer.from('x'));
const files = openFiles(host, { folder: ${JSON.stringify(join(root, 'alone'))}, entry: ${at('./faulty-child.ts')}, wallLimit: () => 300 });
console.log(JSON.stringify(await files.call('read_file', { path: 'hang.md' })));
`,
  );
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', script]);
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: 'TOOL_TIMEOUT' } });
});

// Only what hangs is waited for: an honest file may take long on a busy machine.
const impatient = (job: Job): number => (sourcesOf(job).some(({ path }) => path.startsWith('hang')) ? 400 : 30_000);

test('a job that took too long is not tried again on the same bytes; other files are served', async () => {
  const host = createMemoryHost();
  host.put('hang.md', Buffer.from('x'));
  host.put('fine.md', Buffer.from('# fine\n'));
  let clock = 0;
  const files = open(host, 'slow', { entry: faultyChild, wallLimit: impatient, now: () => clock });
  const read = () => files.call('read_file', { path: 'hang.md' });
  expect(await read()).toMatchObject({ ok: false, error: { code: 'TOOL_TIMEOUT' } });
  const { started } = files.workers.counts();
  expect(await read()).toMatchObject({ ok: false, error: { code: 'TOOL_TIMEOUT' } });
  // Each try would cost a worker: none was started for the second.
  expect(files.workers.counts().started).toBe(started);
  expect(await files.call('read_file', { path: 'fine.md' })).toMatchObject({ ok: true });
  clock += 11 * 60_000;
  await read();
  expect(files.workers.counts().started).toBeGreaterThan(started);
});
