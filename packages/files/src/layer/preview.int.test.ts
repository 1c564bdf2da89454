import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentXml, docx, paragraph, run } from '../../fixtures/docx/parts.ts';
import { evilSvg, picture } from '../../fixtures/image/pictures.ts';
import { makeZip } from '../../fixtures/lib/zip.ts';
import * as pdf from '../../fixtures/pdf/documents.ts';
import { createMemoryHost } from '../hosts/memory-host.ts';
import { entryBytes, openZip } from '../package/zip-read.ts';
import { type ZipItem, zipToBuffer } from '../package/zip-write.ts';
import { createRenderer } from '../preview/renderer.ts';
import { sanitisePackage } from '../preview/sanitise.ts';
import { type OpenFiles as Files, openFiles } from '../testing/open-files.ts';

let folder = '';
let files: Files;
let server: Server;
let visits = 0;
const host = createMemoryHost();

/** A document that would fetch a picture and a template, and that carries a macro project. */
const trap = async (port: number): Promise<Buffer> => {
  const plain = openZip(docx(documentXml(paragraph(run('Hello preview')))));
  const image = `<w:p xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:r><w:pict xmlns:v="urn:schemas-microsoft-com:vml"><v:shape style="width:50pt;height:50pt"><v:imagedata r:id="rIdTrap" src="http://127.0.0.1:${port}/vml.png"/></v:shape></w:pict></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> INCLUDEPICTURE "http://127.0.0.1:${port}/field.png" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;
  const link = `<Relationship Id="rIdTrap" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="http://127.0.0.1:${port}/linked.png" TargetMode="External"/><Relationship Id="rIdVba" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="vbaProject.bin"/>`;
  const items: ZipItem[] = plain.entries.map((entry) => {
    const text = entryBytes(plain, entry).toString('utf8');
    if (entry.name === 'word/document.xml')
      return { from: 'bytes', name: entry.name, bytes: Buffer.from(text.replace('<w:sectPr', `${image}<w:sectPr`)) };
    if (entry.name === 'word/_rels/document.xml.rels')
      return {
        from: 'bytes',
        name: entry.name,
        bytes: Buffer.from(text.replace('</Relationships>', `${link}</Relationships>`)),
      };
    return { from: 'copy', zip: plain, entry };
  });
  return zipToBuffer([...items, { from: 'bytes', name: 'word/vbaProject.bin', bytes: Buffer.from('macro') }]);
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-preview-'));
  files = openFiles(host, { folder });
  server = createServer((_, response) => {
    visits += 1;
    response.end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  host.put('report.pdf', await pdf.report(3));
  host.put('giant.pdf', await pdf.giantPage());
  host.put('big.png', await picture('png', 3_000, 500));
  host.put('evil.svg', evilSvg());
  host.put('trap.docx', await trap((server.address() as AddressInfo).port));
});
afterAll(async () => {
  await files.close();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const draw = (path: string, page = 1, scale = 1, side: 'draft' | 'published' = 'draft') =>
  files.preview.page({ path, page, scale, side });

describe('built in', () => {
  test('pdf pages and pictures are drawn within their limits', async () => {
    const drawn = await draw('report.pdf', 2);
    expect(drawn).toMatchObject({
      ok: true,
      value: { label: 'Draft', facts: { page: 2, page_count: 3, width: 793, height: 1123, scaled_down: false } },
    });
    expect(drawn.ok && (await sharp(drawn.value.png).metadata()).format).toBe('png');
    expect(await draw('giant.pdf', 1, 2)).toMatchObject({
      ok: true,
      value: { facts: { width: 2_048, scaled_down: true } },
    });
    expect(await draw('big.png')).toMatchObject({ ok: true, value: { facts: { width: 2_048, scaled_down: true } } });
    expect(await draw('evil.svg')).toMatchObject({ ok: true, value: { facts: { width: 40, height: 40 } } });
    expect(await draw('report.pdf', 9)).toMatchObject({ ok: false, error: { reason: 'index_out_of_range' } });
    expect(await draw('report.pdf', 1, 0.3)).toMatchObject({ ok: false, error: { reason: 'bad_selector' } });
  });

  test('without a renderer an office file has no picture, and says so', async () => {
    const bare = openFiles(host, { folder: join(folder, 'bare'), rendererPath: '/nonexistent/soffice' });
    expect(await bare.preview.page({ path: 'trap.docx', page: 1, scale: 1, side: 'draft' })).toMatchObject({
      ok: false,
      error: { code: 'PREVIEW_UNAVAILABLE' },
    });
    await bare.close();
  });
});

test('the copy handed to a renderer has no macros and nothing to fetch', async () => {
  const bytes = host.bytes('trap.docx') ?? Buffer.alloc(0);
  expect(partsOf(bytes)).toMatch(/127\.0\.0\.1/);
  const [file, output] = [join(folder, 'trap-source.docx'), join(folder, 'trap-copy.docx')];
  await writeFile(file, bytes);
  const source = { path: 'trap.docx', file, version: 'v', size_bytes: bytes.length, format: 'docx' };
  expect(await sanitisePackage(source, output)).toEqual({ removed_parts: 1, cut_references: expect.any(Number) });
  const copy = await readFile(output);
  expect(partsOf(copy)).not.toMatch(/127\.0\.0\.1|vbaProject|INCLUDEPICTURE/);
  expect(partsOf(copy)).toContain('Hello preview');
});

test.each([
  ['a mode in character references', 'utf8', 'TargetMode="&#69;xternal"'],
  ['relations in UTF-16', 'utf16le', 'TargetMode="External"'],
  ['an address without a mode', 'utf8', ''],
] as const)('%s hides no address from the copy', async (name, encoding, mode) => {
  const relation = `<Relationship Id="rId9" Type="http://x/image" Target="http://203.0.113.9/a.png" ${mode}/>`;
  const text = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation}</Relationships>`;
  const rels = encoding === 'utf8' ? Buffer.from(text) : Buffer.from(`\ufeff${text}`, 'utf16le');
  const bytes = makeZip([
    { name: '[Content_Types].xml', data: '<Types/>' },
    { name: 'word/_rels/document.xml.rels', data: rels },
  ]);
  const [file, output] = [join(folder, `${name}.docx`), join(folder, `${name}-copy.docx`)];
  await writeFile(file, bytes);
  const source = { path: 'x.docx', file, version: 'v', size_bytes: bytes.length, format: 'docx' };
  expect(await sanitisePackage(source, output)).toMatchObject({ cut_references: 1 });
  const copy = await readFile(output);
  const zip = openZip(copy);
  const parts = zip.entries.map((entry) => entryBytes(zip, entry).toString(encoding)).join();
  expect(parts).not.toContain('203.0.113.9');
  expect(parts).toContain('about:blank');
});

test.each([
  ['an address in character references', 'content.xml', '<a xlink:href="&#104;ttp://203.0.113.9/a"/>'],
  ['a link under another prefix', 'content.xml', '<a x1:href="&#x68;ttps&#58;//203.0.113.9/a"/>'],
  ['a picture inside a drawing', 'xl/media/image1.svg', '<svg><image href="http://203.0.113.9/a.png"/></svg>'],
  [
    'a field in one attribute',
    'word/document.xml',
    '<w:fldSimple w:instr=" INCLUDEPICTURE &quot;http://203.0.113.9/a&quot; "/>',
  ],
  [
    'a field cut over runs',
    'word/document.xml',
    '<w:instrText>INCLUDE</w:instrText><w:instrText>PICTURE "http://203.0.113.9/a"</w:instrText>',
  ],
  [
    'a field in a section of characters',
    'word/document.xml',
    '<w:instrText><![CDATA[ INCLUDETEXT "http://203.0.113.9/a" ]]></w:instrText>',
  ],
  ['a function in character references', 'xl/worksheets/sheet1.xml', '<f>WEB&#83;ERVICE(A1)</f>'],
])('%s is cut from the copy', async (name, part, xml) => {
  const bytes = makeZip([
    { name: '[Content_Types].xml', data: '<Types/>' },
    { name: part, data: `<r>${xml}<w:instrText> PAGE </w:instrText></r>` },
  ]);
  const [file, output] = [join(folder, `${name}.zip`), join(folder, `${name}-copy.zip`)];
  await writeFile(file, bytes);
  const source = { path: 'x.docx', file, version: 'v', size_bytes: bytes.length, format: 'docx' };
  const { cut_references } = await sanitisePackage(source, output);
  expect(cut_references).toBeGreaterThan(0);
  const copy = partsOf(await readFile(output));
  expect(copy).not.toMatch(/(?:http|&#104;|&#x68;)[^<]*203|INCLUDE|WEB(?:S|&)/);
});

const partsOf = (bytes: Buffer): string => {
  const zip = openZip(bytes);
  return zip.entries.map((entry) => `${entry.name} ${entryBytes(zip, entry).toString('utf8')}`).join('\n');
};

const isInstalled = createRenderer('/tmp').command !== undefined;
if (!isInstalled) console.warn('not run: LibreOffice is not installed, so office previews were not drawn');

describe.runIf(isInstalled)('with LibreOffice', () => {
  test('[FL-62] a document that links a picture and carries a macro is drawn without one connection', async () => {
    const drawn = await draw('trap.docx');
    expect(drawn).toMatchObject({ ok: true, value: { facts: { page: 1, page_count: 1 } } });
    const rendered = (await readdir(join(folder, 'cache', 'rendered'))).filter((name) => name.endsWith('.pdf'));
    expect(rendered).toHaveLength(1);
    host.put('drawn.pdf', await readFile(join(folder, 'cache', 'rendered', rendered[0] ?? '')));
    expect(await files.call('read_file', { path: 'drawn.pdf' })).toMatchObject({
      text: expect.stringContaining('Hello preview'),
    });
    expect(visits).toBe(0);
  }, 120_000);
});
