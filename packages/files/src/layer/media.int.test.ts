import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as pictures from '../../fixtures/image/pictures.ts';
import * as pdf from '../../fixtures/pdf/documents.ts';
import { odt, odtParts } from '../../fixtures/text/odt.ts';
import { createMemoryHost } from '../hosts/memory-host.ts';
import { zipToBuffer } from '../package/zip-write.ts';
import { type OpenFiles as Files, openFiles } from '../testing/open-files.ts';

let folder = '';
let files: Files;
const host = createMemoryHost();
const macroWorkbook = () =>
  zipToBuffer(
    [
      [
        '[Content_Types].xml',
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>',
      ],
      [
        '_rels/.rels',
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
      ],
      [
        'xl/workbook.xml',
        '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheets/></workbook>',
      ],
    ].map(([name = '', text = '']) => ({ from: 'bytes' as const, name, bytes: Buffer.from(text) })),
  );

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-media-'));
  files = openFiles(host, { folder });
  host.put('report.pdf', await pdf.report(12));
  host.put('scanned.pdf', await pdf.scanned());
  host.put('toc.pdf', await pdf.toc());
  host.put('locked.pdf', await pdf.locked());
  host.put('chart.png', await pictures.picture('png', 320, 200));
  host.put('photo.jpg', await pictures.picture('jpeg', 64, 48));
  host.put('logo.svg', pictures.logoSvg());
  host.put('evil.svg', pictures.evilSvg());
  host.put('notes.odt', await odt());
  host.put('macro.xlsm', await macroWorkbook());
  host.put('unknown.bin', Buffer.from([7, 0, 7]));
  host.put(
    'secret.docx',
    Buffer.concat([
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
      Buffer.alloc(600),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]),
  );
});
afterAll(async () => {
  await files.close();
  await rm(folder, { recursive: true, force: true });
});

const read = (path: string, more: object = {}) => files.call('read_file', { path, ...more });
const reason = (answer: Awaited<ReturnType<Files['call']>>) => (answer.ok ? 'ok' : answer.error.details?.reason);

describe('pdf', () => {
  test('a map tells pages, text and contents', async () => {
    expect(await files.call('get_file_map', { path: 'report.pdf' })).toMatchObject({
      page_count: 12,
      text: 'all',
      pages_without_text: [],
      title: 'Quarterly report',
      has_toc: false,
      chunks: { unit: 'pages', size: 5, count: 3 },
    });
    const { toc } = (await files.call('get_file_map', { path: 'toc.pdf' })) as Record<string, unknown>;
    expect(toc).toEqual(pdf.tocTitles.map((title, at) => ({ title, page: at * 2 + 1, level: 1 })));
  });

  test('[FL-13] page lists: 1-5, 3, 2,4-6 and 9- are read, 0 and x are not', async () => {
    const shown = async (pages: string) => {
      const { text } = (await read('report.pdf', { pages })) as unknown as { text: string };
      const numbers = [...text.matchAll(/--- page (\d+) ---/g)].map(([, number]) => Number(number));
      for (const number of numbers) expect(text).toContain(pdf.pageText(number));
      return numbers;
    };
    expect(await shown('1-5')).toEqual([1, 2, 3, 4, 5]);
    expect(await shown('3')).toEqual([3]);
    expect(await shown('2,4-6')).toEqual([2, 4, 5, 6]);
    expect(await shown('9-')).toEqual([9, 10, 11, 12]);
    for (const pages of ['0', 'x']) expect(reason(await read('report.pdf', { pages }))).toBe('bad_selector');
  });

  test('following next shows every page once', async () => {
    const seen: number[] = [];
    let args: object | null = {};
    while (args) {
      const answer = (await read('report.pdf', args)) as unknown as {
        text: string;
        chunk_info?: { next: object | null };
      };
      seen.push(...[...answer.text.matchAll(/--- page (\d+) ---/g)].map(([, number]) => Number(number)));
      args = answer.chunk_info?.next ?? null;
    }
    expect(seen).toEqual(Array.from({ length: 12 }, (_, at) => at + 1));
  });

  test('[FL-14] a scan has no text and says so, in the map and when read', async () => {
    expect(await files.call('get_file_map', { path: 'scanned.pdf' })).toMatchObject({
      text: 'none',
      has_images: true,
      warnings: ['needs_ocr'],
    });
    const { warnings } = (await read('scanned.pdf')) as unknown as { warnings: string[] };
    expect(warnings.some((warning) => warning.startsWith('needs_ocr'))).toBe(true);
  });

  test('new files are merged, extracted and rotated; existing ones are never written', async () => {
    const operations = [
      { op: 'merge', sources: [{ path: 'report.pdf', pages: '2-3' }, { path: 'scanned.pdf' }] },
      { op: 'extract', path: 'report.pdf', pages: '12' },
      { op: 'rotate', pages: '1', degrees: 90 },
    ];
    expect(await files.call('pdf_operations', { target_path: 'made.pdf', operations })).toMatchObject({
      ok: true,
      action: 'created',
      page_count: 6,
    });
    const made = await files.call('get_file_map', { path: 'made.pdf' });
    expect(made).toMatchObject({
      page_count: 6,
      text: 'partial',
      pages_without_text: ['3-5'],
      page_sizes: expect.arrayContaining([{ width_pt: 842, height_pt: 595, pages: 1 }]),
    });
    expect((await read('made.pdf', { pages: '6' })) as unknown).toMatchObject({
      text: expect.stringContaining(pdf.pageText(12)),
    });
    expect(reason(await files.call('pdf_operations', { target_path: 'report.pdf', operations }))).toBe(
      'read_only_format',
    );
    expect(
      reason(
        await files.call('pdf_operations', {
          target_path: 'other.pdf',
          operations: [{ op: 'extract', path: 'report.pdf', pages: '13' }],
        }),
      ),
    ).toBe('bad_selector');
  });
});

describe('pictures and other kinds', () => {
  test('metadata of pictures', async () => {
    expect(await files.call('get_file_map', { path: 'chart.png' })).toMatchObject({
      kind: 'image',
      format: 'png',
      width: 320,
      height: 200,
      color_depth: 8,
      has_alpha: false,
      frames: 1,
    });
    expect(await files.call('get_file_info', { path: 'photo.jpg' })).toMatchObject({
      width: 64,
      height: 48,
      format: 'jpeg',
    });
    expect(await files.call('get_file_map', { path: 'logo.svg' })).toMatchObject({
      width: 120,
      height: 60,
      has_scripts: false,
      external_refs: 0,
    });
    expect(await files.call('get_file_map', { path: 'evil.svg' })).toMatchObject({
      has_scripts: true,
      external_refs: 4,
    });
    expect(await read('chart.png')).toMatchObject({ text: expect.stringContaining('320 × 200') });
  });

  test('odt shows its sections', async () => {
    expect(await files.call('get_file_map', { path: 'notes.odt' })).toMatchObject({
      section_count: 2,
      sections: odtParts.map(({ heading, level }, index) => ({ index, heading, level })),
    });
    expect(await read('notes.odt', { section: 'details' })).toMatchObject({ text: '## Details\nA single line.' });
  });

  test('[FL-17] what cannot be opened is opaque with its reason, and everything else goes on', async () => {
    const expected = [
      ['unknown.bin', 'unsupported_type'],
      ['locked.pdf', 'encrypted'],
      ['secret.docx', 'encrypted'],
    ] as const;
    const { files: rows } = (await files.call('list_files', {})) as unknown as { files: Record<string, unknown>[] };
    for (const [path, why] of expected) {
      expect(rows.find((row) => row.path === path)).toMatchObject({ kind: 'binary', is_opaque: true, reason: why });
      expect(await files.call('get_file_map', { path })).toMatchObject({ ok: true, readable: false, reason: why });
      expect(await read(path)).toMatchObject({ ok: true, text: expect.stringContaining(why) });
    }
    expect(await read('notes.odt')).toMatchObject({ ok: true });
  });

  test('a pdf that is encrypted with an empty password is read', async () => {
    host.put('unlocked.pdf', await pdf.locked(''));
    expect(await files.call('get_file_map', { path: 'unlocked.pdf' })).toMatchObject({ readable: true });
    expect(await read('unlocked.pdf')).toMatchObject({ text: expect.stringContaining('quick brown fox') });
  });

  test('[FL-50] no write tool changes a pdf, an odt, a picture or a macro workbook', async () => {
    const calls = (path: string): [string, object][] => [
      ['write_text_file', { path, content: 'x' }],
      ['edit_text_file', { path, edits: [{ op: 'append', text: 'x' }] }],
      ['csv_operations', { path, operations: [{ op: 'delete_column', name: 'x' }] }],
      ['xlsx_operations', { path, operations: [{ op: 'ensure_sheet', sheet: 'x' }] }],
      ['docx_operations', { path, operations: [{ op: 'append_paragraph', text: 'x' }] }],
      ['pptx_operations', { path, operations: [{ op: 'set_notes', index: 0, text: 'x' }] }],
      ['pdf_operations', { target_path: path, operations: [{ op: 'extract', path: 'report.pdf', pages: '1' }] }],
      ['xlsx_copy_assets', { source_path: 'macro.xlsm', target_path: path, assets: ['named_style:x'] }],
      ['docx_copy_assets', { source_path: 'macro.xlsm', target_path: path, assets: ['image:0'] }],
      ['pptx_copy_assets', { source_path: 'macro.xlsm', target_path: path, assets: ['image:0'] }],
    ];
    for (const path of ['report.pdf', 'notes.odt', 'chart.png', 'macro.xlsm']) {
      const before = host.bytes(path);
      for (const [tool, args] of calls(path))
        expect(reason(await files.call(tool, args)), `${tool} ${path}`).toBe('read_only_format');
      expect(host.bytes(path)).toEqual(before);
    }
  });
});
