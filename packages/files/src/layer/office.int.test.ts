import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as csv from '../../fixtures/csv/tables.ts';
import { plainDocx } from '../../fixtures/docx/small.ts';
import { slidesPptx } from '../../fixtures/pptx/small.ts';
import { naiveCells, naiveParts } from '../../fixtures/xlsx/naive-reader.ts';
import { bank, quarterly } from '../../fixtures/xlsx/plain-books.ts';
import { createMemoryHost } from '../hosts/memory-host.ts';
import { type OpenFiles as Files, openFiles } from '../testing/open-files.ts';

let folder = '';
let files: Files;
const host = createMemoryHost();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-office-'));
  files = openFiles(host, { folder });
  host.put('quarterly.xlsx', quarterly());
  host.put('bank.xlsx', bank());
  host.put('plain.docx', plainDocx());
  host.put('slides.pptx', slidesPptx());
  host.put('renamed.txt', quarterly());
  host.put('roster.csv', csv.roster(9).bytes);
  host.put('inject.csv', csv.inject().bytes);
});
afterAll(async () => {
  await files.close();
  await rm(folder, { recursive: true, force: true });
});
const reason = (answer: Awaited<ReturnType<Files['call']>>) => (answer.ok ? 'ok' : answer.error.details?.reason);

describe('office files through the tools', () => {
  test('maps and reads of every office kind', async () => {
    expect(await files.call('get_file_map', { path: 'quarterly.xlsx' })).toMatchObject({
      ok: true,
      kind: 'xlsx',
      sheet_count: 4,
      path: 'quarterly.xlsx',
      root: 'published',
    });
    expect(await files.call('get_file_info', { path: 'quarterly.xlsx' })).toMatchObject({
      sheets: [{ name: 'Q1' }, { name: 'Q2' }, { name: 'Q3' }, { name: 'Q4' }],
    });
    expect(await files.call('get_file_map', { path: 'plain.docx' })).toMatchObject({
      ok: true,
      kind: 'docx',
      readable: true,
    });
    expect(await files.call('get_file_map', { path: 'slides.pptx' })).toMatchObject({
      ok: true,
      kind: 'pptx',
      slide_count: expect.any(Number),
    });
    for (const path of ['quarterly.xlsx', 'plain.docx', 'slides.pptx']) {
      const answer = (await files.call('read_file', { path })) as { ok: boolean; text?: string };
      expect(answer.text?.length ?? 0, path).toBeGreaterThan(10);
    }
  });

  test('[FL-10] a slide index on a document is refused and section named', async () => {
    const answer = await files.call('read_file', { path: 'plain.docx', slide_index: 0 });
    expect(answer).toMatchObject({
      ok: false,
      error: { details: { reason: 'selector_not_for_kind', candidates: ['section', 'view'] } },
    });
  });

  test('[FL-16] a workbook named .txt is mapped as what it is, and no tool writes it', async () => {
    expect(await files.call('get_file_map', { path: 'renamed.txt' })).toMatchObject({
      kind: 'xlsx',
      sheet_count: 4,
      warnings: expect.arrayContaining(['kind_mismatch:xlsx']),
    });
    const before = host.bytes('renamed.txt');
    for (const [tool, args] of [
      ['write_text_file', { content: 'x' }],
      ['edit_text_file', { edits: [{ op: 'append', text: 'x' }] }],
      ['xlsx_operations', { operations: [{ op: 'ensure_sheet', sheet: 'x' }] }],
    ] as const) {
      expect(reason(await files.call(tool, { path: 'renamed.txt', ...args })), tool).toBe('kind_mismatch');
    }
    expect(host.bytes('renamed.txt')).toEqual(before);
  });

  test('an edit goes through with its certificate, and a bad batch changes nothing', async () => {
    const cells = [{ cell: 'A1', value: 'Changed' }];
    const before = host.bytes('quarterly.xlsx');
    const bad = [
      { op: 'set_cells', sheet: 'Q1', cells },
      { op: 'delete_sheet', sheet: 'nope' },
    ];
    expect(await files.call('xlsx_operations', { path: 'quarterly.xlsx', operations: bad })).toMatchObject({
      ok: false,
      error: { details: { op_index: 1 } },
    });
    expect(host.bytes('quarterly.xlsx')).toEqual(before);
    expect(await files.call('xlsx_operations', { path: 'quarterly.xlsx', operations: [bad[0]] })).toMatchObject({
      ok: true,
      action: 'modified',
    });
    expect(host.staged.at(-1)?.certificate).toMatchObject({ parts: expect.anything() });
    host.put('quarterly.xlsx', before ?? Buffer.alloc(0));
    expect(
      await files.call('docx_operations', {
        path: 'made.docx',
        create_new: true,
        operations: [{ op: 'append_paragraph', text: 'Hello' }],
      }),
    ).toMatchObject({ ok: true, action: 'created' });
  });
});

describe('sheets as tables', () => {
  test('a region of a workbook is queried like a table', async () => {
    const expected = naiveCells(host.bytes('quarterly.xlsx') ?? Buffer.alloc(0), 'Q1');
    const amounts = [...expected].flatMap(([ref, { value }]) => (/^C([2-9]|\d\d)$/.test(ref) ? [Number(value)] : []));
    const described = await files.call('table_describe', { path: 'quarterly.xlsx', sheet: 'Q1' });
    expect(described).toMatchObject({ ok: true, row_count: amounts.length });
    const columns = (described as unknown as { columns: { name: string }[] }).columns.map(({ name }) => name);
    const summed = await files.call('table_query', {
      path: 'quarterly.xlsx',
      sheet: 'Q1',
      query: `SELECT sum(TRY_CAST("${columns[2]}" AS DOUBLE)) FROM data`,
    });
    const [[sum]] = (summed as unknown as { rows: number[][] }).rows as [[number]];
    expect(sum).toBeCloseTo(
      amounts.filter(Number.isFinite).reduce((total, amount) => total + amount, 0),
      6,
    );
  });
});

describe('updating a sheet from an export', () => {
  const sheetParts = (name: string) =>
    [...naiveParts(host.bytes(name) ?? Buffer.alloc(0))].filter(([part]) => /worksheets\/sheet\d+\.xml$/.test(part));
  const changedSheets = (before: [string, string][], name: string) => {
    const now = new Map(sheetParts(name));
    return before.filter(([part, xml]) => now.get(part) !== xml).map(([part]) => part);
  };

  test('[FL-28] each mode touches one sheet; append skips the header and says so; export refuses an existing target', async () => {
    const rows = csv.roster(9).rows;
    for (const mode of ['replace_sheet', 'append_rows', 'write_range'] as const) {
      host.put('target.xlsx', quarterly());
      const before = sheetParts('target.xlsx');
      expect(before).toHaveLength(4);
      const old = naiveCells(host.bytes('target.xlsx') ?? Buffer.alloc(0), 'Q3');
      const lastRow = Math.max(...[...old.keys()].map((ref) => Number(ref.replace(/\D/g, ''))));
      const answer = await files.call('table_update_from_export', {
        path: 'roster.csv',
        query: 'SELECT id, name FROM data ORDER BY id',
        target_path: 'target.xlsx',
        sheet: 'Q3',
        mode,
        start_cell: mode === 'write_range' ? 'H2' : null,
      });
      expect(answer, mode).toMatchObject({ ok: true, mode, sheet: 'Q3', row_count: 9, column_count: 2 });
      expect(changedSheets(before, 'target.xlsx'), mode).toEqual(['xl/worksheets/sheet3.xml']);
      const now = naiveCells(host.bytes('target.xlsx') ?? Buffer.alloc(0), 'Q3');
      const text = (ref: string) => String(now.get(ref)?.value ?? '');
      if (mode === 'append_rows') {
        expect((answer as unknown as { warnings: string[] }).warnings).toContain('header_skipped_on_append');
        expect(text(`B${lastRow + 1}`)).toBe(rows[0]?.[1]);
        expect(text(`B${lastRow + 9}`)).toBe(rows[8]?.[1]);
        expect(text('A1')).toBe(String(old.get('A1')?.value));
      } else if (mode === 'replace_sheet') {
        expect(text('B1')).toBe('name');
        expect(text('B10')).toBe(rows[8]?.[1]);
        expect(text(`A${lastRow}`)).toBe(lastRow > 10 ? '' : text(`A${lastRow}`));
        expect(text('C2')).toBe('');
      } else {
        expect(text('I2')).toBe('name');
        expect(text('I11')).toBe(rows[8]?.[1]);
        expect(text('A1')).toBe(String(old.get('A1')?.value));
      }
    }
    expect(
      reason(await files.call('table_export', { path: 'roster.csv', target_path: 'target.xlsx', format: 'xlsx' })),
    ).toBe('target_exists');
  });

  test('text that looks like a formula stays text', async () => {
    await files.call('table_update_from_export', {
      path: 'inject.csv',
      target_path: 'fresh.xlsx',
      sheet: 'In',
      mode: 'replace_sheet',
    });
    const cells = naiveCells(host.bytes('fresh.xlsx') ?? Buffer.alloc(0), 'In');
    expect(cells.get('B2')).toMatchObject({ value: '=1+1' });
    expect([...cells.values()].some((cell) => 'formula' in cell && cell.formula)).toBe(false);
  });
});
