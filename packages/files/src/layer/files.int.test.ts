import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as csv from '../../fixtures/csv/tables.ts';
import { createMemoryHost } from '../hosts/memory-host.ts';
import { type OpenFiles as Files, openFiles } from '../testing/open-files.ts';

let folder = '';
let files: Files;
const host = createMemoryHost();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-files-'));
  files = openFiles(host, { folder });
  host.put('notes.md', Buffer.from('# One\n\ntext\n\n## Two\nmore\n'));
  host.put('roster.csv', csv.roster().bytes);
  host.put('projects.csv', csv.projects().bytes);
  host.put('inject.csv', csv.inject().bytes);
  host.put('unknown.bin', Buffer.from([1, 0, 2, 3]));
});
afterAll(async () => {
  await files.close();
  await rm(folder, { recursive: true, force: true });
});

const details = (answer: Awaited<ReturnType<Files['call']>>) => (answer.ok ? undefined : answer.error.details);

describe('reading', () => {
  test('files are listed by the bytes of their names, opaque ones with a reason', async () => {
    const { files: rows } = (await files.call('list_files', {})) as unknown as { files: Record<string, unknown>[] };
    expect(rows.map(({ path }) => path)).toEqual([
      'inject.csv',
      'notes.md',
      'projects.csv',
      'roster.csv',
      'unknown.bin',
    ]);
    expect(rows[1]).toMatchObject({ kind: 'text', is_opaque: false, read_only: false, mime_type: 'text/markdown' });
    expect(rows[4]).toMatchObject({ kind: 'binary', is_opaque: true, reason: 'unsupported_type' });
  });

  test('a map, a read and a query go through their workers', async () => {
    expect(await files.call('get_file_map', { path: 'draft/notes.md' })).toMatchObject({
      ok: true,
      path: 'notes.md',
      kind: 'text',
      format: 'md',
      root: 'published',
      line_count: 6,
      headings: [
        { level: 1, text: 'One', line: 1 },
        { level: 2, text: 'Two', line: 5 },
      ],
    });
    expect(await files.call('read_file', { path: 'notes.md', line_start: 5, line_count: 1 })).toMatchObject({
      ok: true,
      text: '## Two',
    });
    expect(
      await files.call('table_query', { path: 'roster.csv', query: 'SELECT count(*) AS n FROM data' }),
    ).toMatchObject({ rows: [[120]] });
    const { query_elapsed_ms: _, ...first } = (await files.call('get_file_map', { path: 'roster.csv' })) as Record<
      string,
      unknown
    >;
    expect(first).toMatchObject({ kind: 'table', row_count: 120, delimiter: ',' });
  });

  test('names that lead elsewhere are refused', async () => {
    for (const path of ['../x.md', 'a/b.md', 'c:\\x.md', '/etc/passwd', 'a\u0000b']) {
      expect(await files.call('get_file_map', { path }), path).toMatchObject({
        ok: false,
        error: { code: 'SANDBOX_VIOLATION' },
      });
    }
    expect(await files.call('read_file', { path: 'nothing.md' })).toMatchObject({
      error: { details: { reason: 'not_found', candidates: expect.arrayContaining(['notes.md']) } },
    });
  });

  test('a selector of another kind is refused with those that are valid', async () => {
    expect(await files.call('read_file', { path: 'notes.md', slide_index: 2 })).toMatchObject({
      ok: false,
      error: { details: { reason: 'selector_not_for_kind', candidates: ['line_start', 'line_count', 'view'] } },
    });
  });
});

describe('writing', () => {
  test('lines between two changes are not called changed', async () => {
    const write = (content: string) => files.call('write_text_file', { path: 'lines.txt', content });
    const lines = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`);
    const text = (changed: Readonly<Record<number, string>>) =>
      `${lines.map((line, at) => changed[at + 1] ?? line).join('\n')}\n`;
    await write(text({}));
    expect(await write(text({ 3: 'three', 28: 'twenty-eight' }))).toMatchObject({
      auto_summary: '2 lines changed between lines 3 and 28.',
    });
    expect(await write(text({ 3: '3', 28: '28\n28' }))).toMatchObject({
      auto_summary: 'Changes between lines 3 and 29; 26 lines there before, 27 lines now.',
    });
    expect(await write(text({ 3: 'a', 4: 'b', 28: '28\n28' }))).toMatchObject({ auto_summary: 'Lines 3-4 changed.' });
  });

  test('an edit makes a new version, an effect-free one does not', async () => {
    const edits = [{ op: 'replace', search: 'text', replace: 'words' }];
    const before = host.staged.length;
    const changed = await files.call('edit_text_file', { path: 'notes.md', edits });
    expect(changed).toMatchObject({
      ok: true,
      action: 'modified',
      focus_hint: { line: 3 },
      auto_summary: 'Line 3 changed.',
    });
    expect(host.bytes('notes.md')?.toString()).toBe('# One\n\nwords\n\n## Two\nmore\n');
    const again = await files.call('edit_text_file', {
      path: 'notes.md',
      edits: [{ op: 'replace', search: 'words', replace: 'words' }],
    });
    expect(again).toMatchObject({ ok: true, action: 'unchanged' });
    expect(host.staged).toHaveLength(before + 1);
    const stale = await files.call('edit_text_file', { path: 'notes.md', edits, expected_version: 'sha256:old' });
    expect(stale).toMatchObject({ ok: false, error: { code: 'CONFLICT_STALE_STATE' } });
  });

  test('tools refuse what they do not write', async () => {
    expect(details(await files.call('write_text_file', { path: 'roster.csv', content: 'x' }))).toMatchObject({
      reason: 'ext_mismatch',
    });
    expect(details(await files.call('write_text_file', { path: 'new.xlsx', content: 'x' }))).toMatchObject({
      reason: 'ext_mismatch',
    });
    expect(
      details(
        await files.call('csv_operations', { path: 'unknown.bin', operations: [{ op: 'delete_column', name: 'a' }] }),
      ),
    ).toMatchObject({ reason: 'read_only_format' });
    const created = await files.call('write_text_file', { path: 'new.txt', content: 'a\nb\n' });
    expect(created).toMatchObject({ ok: true, action: 'created' });
  });

  test('a csv edit keeps other records, and a bad batch changes nothing', async () => {
    const before = host.bytes('projects.csv');
    const op = {
      op: 'update_where',
      key: [{ column: 'project', value: 'P3' }],
      set: [{ column: 'Update', value: 99 }],
      expect_count: 1,
    };
    const wrong = await files.call('csv_operations', {
      path: 'projects.csv',
      operations: [op, { op: 'delete_column', name: 'nope' }],
    });
    expect(details(wrong)).toMatchObject({ reason: 'unknown_column', op_index: 1 });
    expect(host.bytes('projects.csv')).toEqual(before);
    expect(await files.call('csv_operations', { path: 'projects.csv', operations: [op] })).toMatchObject({
      auto_summary: '1 cell changed in 1 row.',
      focus_hint: { row_start: 4, column: 'Update' },
    });
    const lines = (bytes: Buffer | undefined) => bytes?.toString().split('\n') ?? [];
    const changed = lines(host.bytes('projects.csv')).flatMap((line, at) => (line === lines(before)[at] ? [] : [at]));
    expect(changed).toEqual([4]);
  });

  test('nothing is left in staging', async () => {
    const workers = await readdir(join(folder, 'workers'));
    for (const worker of workers) expect(await readdir(join(folder, 'workers', worker, 'staging'))).toEqual([]);
  });
});

describe('exports', () => {
  test('[FL-27] csv keeps dangerous cells and counts them, or prefixes them when asked; in xlsx they are text', async () => {
    const { dangerous, rows } = csv.inject();
    const plain = await files.call('table_export', { path: 'inject.csv', target_path: 'plain.csv', format: 'csv' });
    expect(plain).toMatchObject({ ok: true, row_count: rows.length, warnings: [`formula_like_cells:${dangerous}`] });
    expect(host.bytes('plain.csv')?.toString()).toBe(host.bytes('inject.csv')?.toString());
    await files.call('table_export', {
      path: 'inject.csv',
      target_path: 'safe.csv',
      format: 'csv',
      neutralize_formulas: true,
    });
    const safe = host.bytes('safe.csv')?.toString() ?? '';
    expect(safe).toContain("0,'=1+1\n");
    expect(safe).toContain('5,-5\n');
    expect(safe.match(/,"?'/g)).toHaveLength(dangerous);
    expect(
      await files.call('table_export', { path: 'inject.csv', target_path: 'out.xlsx', format: 'xlsx' }),
    ).toMatchObject({ ok: true, sheet: 'Sheet1' });
    const { openZip, entryBytes } = await import('../package/index.ts');
    const zip = openZip(host.bytes('out.xlsx') ?? Buffer.alloc(0));
    const sheet = zip.byName.get('xl/worksheets/sheet1.xml');
    const xml = sheet ? entryBytes(zip, sheet).toString() : '';
    expect(xml).toContain('=1+1');
    expect(xml).not.toMatch(/<(\w+:)?f[ >]/);
  });

  test('an existing target, a wrong extension and a query without order are told', async () => {
    expect(
      details(await files.call('table_export', { path: 'roster.csv', target_path: 'plain.csv', format: 'csv' })),
    ).toMatchObject({ reason: 'target_exists' });
    expect(
      details(await files.call('table_export', { path: 'roster.csv', target_path: 'x.csv', format: 'xlsx' })),
    ).toMatchObject({ reason: 'ext_mismatch' });
    const over = await files.call('table_export', {
      path: 'roster.csv',
      target_path: 'plain.csv',
      format: 'csv',
      overwrite: true,
      query: 'SELECT name FROM data WHERE false',
      bom: true,
    });
    expect(over).toMatchObject({ ok: true, action: 'modified', row_count: 0, warnings: ['query_has_no_order_by'] });
    expect(host.bytes('plain.csv')?.toString()).toBe('\ufeffname\n');
  });

  test('[FL-26] more rows than a sheet holds are refused and no file appears', async () => {
    const answer = await files.call('table_export', {
      path: 'roster.csv',
      target_path: 'huge.xlsx',
      format: 'xlsx',
      query: 'SELECT * FROM range(1200000)',
    });
    expect(details(answer)).toMatchObject({ reason: 'limit_rows' });
    expect(host.bytes('huge.xlsx')).toBeUndefined();
  });
});
