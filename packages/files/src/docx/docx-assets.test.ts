import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { documentXml, docx, paragraph, part, run, stylesXml, wrap } from '../../fixtures/docx/parts.ts';
import { richDocx } from '../../fixtures/docx/rich.ts';
import { plainDocx } from '../../fixtures/docx/small.ts';
import { orderProblems } from '../../fixtures/lib/schema-order.ts';
import { openPackage } from '../package/index.ts';
import type { Source } from '../tools/kind-handler.ts';
import { docxOf } from './docx-file.ts';
import { docxHandler } from './handler.ts';

let folder: string;
let made = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-docx-assets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const source = (bytes: Buffer): Source => {
  const file = join(folder, `${made++}.docx`);
  writeFileSync(file, bytes);
  return { path: 'donor.docx', file, version: file, size_bytes: bytes.length, format: 'docx' };
};
const workspace = () => ({ temp: folder, cache: folder });
const copy = async (donor: Buffer, target: Buffer | null, assets: readonly (string | object)[]) => {
  const output = join(folder, `${made++}.docx`);
  const result = await docxHandler.copyAssets?.(
    {
      tool: 'docx_copy_assets',
      source: target && source(target),
      path: 'target.docx',
      copy_from: null,
      args: { source_path: 'donor.docx', target_path: 'target.docx', assets } as never,
      resources: { 'donor.docx': source(donor) },
      output,
    },
    workspace(),
  );
  const bytes = result?.ok ? readFileSync(output) : undefined;
  if (bytes) expect(orderProblems(bytes)).toEqual([]);
  return { result, bytes };
};
const styles = async (bytes: Buffer) => {
  const answer = await docxHandler.styles?.(source(bytes), {}, workspace());
  if (!answer?.ok) throw new Error('refused');
  return answer.value as Record<string, { asset_id: string; in_use: boolean; base_style: string | null }[]>;
};

/** A house style on a base of its own, with a list, under another prefix than the target's. */
const donor = () =>
  docx(documentXml(paragraph(run('Sample'), 'House')), [
    part.styles(
      stylesXml(
        '<w:style w:type="paragraph" w:customStyle="1" w:styleId="Base"><w:name w:val="House base"/><w:basedOn w:val="Normal"/><w:rPr><w:color w:val="204060"/></w:rPr></w:style><w:style w:type="paragraph" w:customStyle="1" w:styleId="House"><w:name w:val="House"/><w:basedOn w:val="Base"/><w:next w:val="Normal"/><w:pPr><w:numPr><w:numId w:val="7"/></w:numPr></w:pPr></w:style>',
      )
        .replaceAll('xmlns:w=', 'xmlns:ns0=')
        .replaceAll('w:', 'ns0:'),
    ),
    part.numbering(
      wrap(
        'numbering',
        '<w:abstractNum w:abstractNumId="4"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:pStyle w:val="House"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="4"/></w:num>',
      ),
    ),
  ]);

test('[FL-52] a style brings its base along; with an unknown asset beside it nothing is copied', async () => {
  const refused = await copy(donor(), plainDocx(), ['paragraph_style:House', 'paragraph_style:Nowhere']);
  expect(refused.result).toMatchObject({ ok: false, error: { code: 'VALIDATION_FAILED', reason: 'asset_not_found' } });
  expect(refused.bytes).toBeUndefined();

  const copied = await copy(donor(), plainDocx(), ['paragraph_style:House']);
  expect(copied.result).toMatchObject({
    ok: true,
    value: { action: 'modified', extra: { copied_count: 1, copied: ['paragraph_style:House'] } },
  });
  const after = docxOf(openPackage(copied.bytes as Buffer)).styles;
  expect(after.find('House')).toMatchObject({ basedOn: 'Base', numbering: { numId: '1', level: 0 } });
  expect(after.find('House base')).toMatchObject({ basedOn: 'Normal' });
  expect(after.all.filter(({ isDefault, type }) => isDefault && type === 'paragraph')).toHaveLength(1);
  expect(openPackage(copied.bytes as Buffer).bytes('word/document.xml')).toEqual(
    openPackage(plainDocx()).bytes('word/document.xml'),
  );
});

test('a style that is there already is replaced under its own id, its base kept as the target has it', async () => {
  const target = docx(documentXml(paragraph(run('x'), 'h9')), [
    part.styles(
      stylesXml(
        '<w:style w:type="paragraph" w:styleId="h9"><w:name w:val="house"/></w:style><w:style w:type="paragraph" w:styleId="Base"><w:name w:val="Something else"/></w:style>',
      ),
    ),
  ]);
  const { bytes } = await copy(donor(), target, [{ type: 'paragraph_style', name: 'House' }]);
  const { styles: after, numbering } = docxOf(openPackage(bytes as Buffer));
  expect(after.find('House')).toMatchObject({ id: 'h9', basedOn: 'Base1' });
  expect(after.byId.get('Base')?.name).toBe('Something else');
  expect(numbering.formatOf('1', 0)).toBe('decimal');
});

test('pictures, headers and themes are copied with what they lead to; a missing target is made', async () => {
  const { bytes, result } = await copy(richDocx(), null, ['image:0', 'header_footer:header:default:0']);
  expect(result).toMatchObject({ ok: true, value: { action: 'created', extra: { copied_count: 2 } } });
  const pkg = openPackage(bytes as Buffer);
  const file = docxOf(pkg);
  expect(file.headersFooters).toMatchObject([{ slot: 'header', type: 'default', section: 0 }]);
  expect(pkg.bytes(file.headersFooters[0]?.part ?? '').toString()).toContain('Annual budget');
  expect((await styles(bytes as Buffer)).images).toMatchObject([{ asset_id: 'image:0', alt_text: 'Logo of the firm' }]);
  expect((await copy(richDocx(), null, ['theme:'])).result).toMatchObject({ error: { reason: 'asset_not_found' } });
  expect((await copy(richDocx(), null, ['chart:1'])).result).toMatchObject({
    error: { reason: 'unsupported_structure' },
  });
});

test('styles are listed by kind with their base and use; a long list is cut and says so', async () => {
  const answer = await styles(richDocx());
  expect(answer.paragraph_styles).toMatchObject([
    { asset_id: 'paragraph_style:Normal', in_use: true },
    { asset_id: 'paragraph_style:heading 1', base_style: 'Normal', in_use: true },
    { asset_id: 'paragraph_style:heading 2' },
  ]);
  const many = docx(documentXml(paragraph(run('x'))), [
    part.styles(
      stylesXml(
        Array.from(
          { length: 2_000 },
          (_, at) => `<w:style w:type="paragraph" w:styleId="s${at}"><w:name w:val="Style number ${at}"/></w:style>`,
        ).join(''),
      ),
    ),
  ]);
  const cut = await styles(many);
  expect(JSON.stringify(cut).length).toBeLessThanOrEqual(32 * 1024);
  expect(cut.omitted).toMatchObject([
    { what: 'paragraph_styles', total: 2_001 },
    { what: 'assets', total: 2_002 },
  ]);
});
