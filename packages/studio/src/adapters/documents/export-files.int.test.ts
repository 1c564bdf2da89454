import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFiles, createFileWorkers, type FileWorkers } from '@atelier/files';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { novaQuote, novaState, working } from '../../core/quote/testing/nova.ts';
import { aTask } from '../../core/testing/records.ts';
import { textByPdfium } from '../../testing/extract-pdf.ts';
import { exportProject, exportQuote, type ProjectExport, type QuoteFormat } from './export-files.ts';
import type { OfficeTools } from './workbook-file.ts';

let folder = '';
let workers: FileWorkers;
const tools: OfficeTools = async (host) => createFiles(host, workers);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-exports-'));
  workers = createFileWorkers(folder);
});
afterAll(async () => {
  await workers.close();
  await rm(folder, { recursive: true, force: true });
});

const begins = {
  html: '<!doctype html>',
  pdf: '%PDF-',
  csv: '\ufeff',
  json: '{',
  xlsx: 'PK',
  docx: 'PK',
  ics: 'BEGIN:VCALENDAR',
};
const beginning = (bytes: Uint8Array): string => Buffer.from(bytes).subarray(0, 40).toString('utf8');

test('a quote is handed out in every format, under its number and version', async () => {
  for (const format of ['html', 'pdf', 'csv', 'json', 'xlsx', 'docx'] satisfies QuoteFormat[]) {
    const { name, bytes } = await exportQuote(novaQuote('both'), format, { tools });
    expect(name).toBe(`Q-2026-0042-v1.${format}`);
    expect(beginning(bytes).startsWith(begins[format])).toBe(true);
  }
});

test('plan, purchases and quantities are handed out for the studio', async () => {
  const state = novaState(aTask('tsk_1', { title: { he: 'ייצור קיר' }, estimateMin: 960 }));
  const project = {
    records: state.records,
    quote: working(state),
    directory: new Map(),
    people: new Map(),
    lang: 'he',
    at: '2026-04-16T08:00:00.000Z',
  } as const;
  const wanted: readonly ProjectExport[] = [
    { kind: 'plan', format: 'xlsx' },
    { kind: 'plan', format: 'docx' },
    { kind: 'plan', format: 'pdf' },
    { kind: 'plan', format: 'ics' },
    { kind: 'purchases', format: 'xlsx' },
    { kind: 'purchases', format: 'pdf' },
    { kind: 'quantities', format: 'xlsx' },
  ];
  for (const each of wanted) {
    const { name, bytes } = await exportProject(project, each, tools);
    expect(name).toBe(`${each.kind}.${each.format}`);
    expect(beginning(bytes).startsWith(begins[each.format])).toBe(true);
  }
  const printed = await textByPdfium((await exportProject(project, { kind: 'purchases', format: 'pdf' }, tools)).bytes);
  // Four sheets and a tenth more: what must be ordered, and no price.
  expect(printed).toContain('דיקט ליבנה 18 קיר לוגו 4.4 לוח');
  expect(printed).not.toContain('₪');
});
