import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { picture } from '../../fixtures/image/pictures.ts';
import * as pdf from '../../fixtures/pdf/documents.ts';
import { odt, odtParts } from '../../fixtures/text/odt.ts';
import { makeBook } from '../../fixtures/xlsx/book.ts';
import { createMemoryHost } from '../hosts/memory-host.ts';
import { type OpenFiles as Files, openFiles } from '../testing/open-files.ts';

let folder = '';
let files: Files;
const host = createMemoryHost();

/** A workbook whose one formula has this value. */
const valued = (v: number) => makeBook({ sheets: [{ name: 'S', cells: { A1: 10, B1: { f: 'A1*2', v } } }] });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-review-'));
  files = openFiles(host, { folder });
  host.put('notes.md', Buffer.from('a\nb\nc\n'));
  host.put('table.csv', Buffer.from('id,n\n1,x\n2,y\n3,z\n'));
  host.put('report.pdf', await pdf.report(4));
  host.put('chart.png', await picture('png', 64, 64));
  host.put('notes.odt', await odt());
  host.put('blob.bin', Buffer.from([0, 1]));
  host.put('gone.md', Buffer.from('x\n'));
  host.put('scan.pdf', await pdf.scanned(2));
  host.put('value.xlsx', valued(20));
  host.beginDraft();
  host.put('value.xlsx', valued(21));
  host.put('notes.md', Buffer.from('a\nB\nc\nd\n'));
  host.put('table.csv', Buffer.from('id,n\n1,x\n2,Y\n3,z\n'));
  host.put('report.pdf', await pdf.report(5));
  host.put('chart.png', await picture('png', 64, 64, 40));
  host.put(
    'notes.odt',
    await odt(odtParts.toSpliced(1, 1, { heading: 'Details', level: 2, paragraphs: ['Another line.'] })),
  );
  host.put('blob.bin', Buffer.from([0, 2]));
  host.put('fresh.md', Buffer.from('new\n'));
  host.remove('gone.md');
  host.put('scan.pdf', await pdf.mixedScan());
});
afterAll(async () => {
  await files.close();
  await rm(folder, { recursive: true, force: true });
});

const review = async (path: string) => {
  const answer = await files.review.get(path);
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
};

test('every kind has a review with the common envelope', async () => {
  expect(await review('notes.md')).toMatchObject({
    kind: 'text',
    change: 'modified',
    reference_source: 'draft_start_snapshot',
    baseline_missing: false,
    stats: { added: 2, removed: 1 },
  });
  expect(await review('table.csv')).toMatchObject({ kind: 'table', stats: { cells_changed: 1 }, key: ['id'] });
  expect(await review('report.pdf')).toMatchObject({
    kind: 'pdf',
    page_count_before: 4,
    page_count_after: 5,
    stats: { added: 1, changed: 0 },
  });
  expect(await review('chart.png')).toMatchObject({
    kind: 'image',
    same_size: true,
    boxes: expect.arrayContaining([expect.objectContaining({ top: 0 })]),
  });
  expect(await review('notes.odt')).toMatchObject({
    kind: 'odt',
    compared_by: 'text',
    stats: { added: 1, removed: 1 },
  });
  expect(await review('blob.bin')).toMatchObject({
    kind: 'binary',
    before: { size_bytes: 2 },
    other_changes: ['the whole file'],
  });
  expect(await review('fresh.md')).toMatchObject({ change: 'added', reference_source: 'none', baseline_missing: true });
  expect(await review('gone.md')).toMatchObject({ change: 'deleted', stats: { removed: 1 } });
});

test('another picture on a page that says the same is seen, and where', async () => {
  expect(await review('scan.pdf')).toMatchObject({
    stats: { changed: 0, visual: 1 },
    pages: [{ status: 'visual_change', page_before: 2, page_after: 2 }],
  });
});

test('accepting one change of two puts exactly that into the Draft', async () => {
  const changes = await files.review.changes('notes.md');
  const [first] = changes.ok ? changes.value : [];
  expect(changes).toMatchObject({
    ok: true,
    value: [{ label: 'line 2 changed' }, { label: '1 line added after line 3' }],
  });
  expect(await files.review.accept('notes.md', [first?.id ?? ''])).toMatchObject({ ok: true });
  expect(host.bytes('notes.md')?.toString()).toBe('a\nB\nc\n');
});

test('keeping everything is the Draft as it is, also where it differs in nothing that can be chosen', async () => {
  expect(await files.review.changes('value.xlsx')).toEqual({ ok: true, value: [] });
  expect(await files.review.acceptExcept('value.xlsx', [])).toMatchObject({ ok: true, value: { action: 'unchanged' } });
  expect(host.bytes('value.xlsx')?.equals(valued(21))).toBe(true);
  expect(await files.review.accept('value.xlsx', [])).toMatchObject({ ok: true });
  expect(host.bytes('value.xlsx')?.equals(valued(20))).toBe(true);
});

test('[FL-55] an unreadable reference falls back to Published with a warning; without both there is none', async () => {
  const before = host.put('lost.md', Buffer.from('start\n'));
  host.beginDraft();
  host.put('lost.md', Buffer.from('draft\n'));
  const published = host.publish('lost.md', Buffer.from('published\n'));
  expect(await review('lost.md')).toMatchObject({ reference_source: 'draft_start_snapshot' });
  host.lose(before.version);
  await rm(join(folder, 'inputs'), { recursive: true, force: true });
  const { mkdir } = await import('node:fs/promises');
  await mkdir(join(folder, 'inputs'));
  const fallen = await review('lost.md');
  expect(fallen).toMatchObject({
    reference_source: 'published_current_fallback',
    reference_warning: expect.any(String),
    baseline_missing: false,
  });
  expect(JSON.stringify(fallen.hunks)).toContain('published');
  host.lose(published.version);
  await rm(join(folder, 'inputs'), { recursive: true, force: true });
  await mkdir(join(folder, 'inputs'));
  expect(await review('lost.md')).toMatchObject({ reference_source: 'none', baseline_missing: true });
});
