import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { orderProblems } from '../../fixtures/lib/schema-order.ts';
import { body, line, pptx, run, slideXml, title } from '../../fixtures/pptx/parts.ts';
import { richPptx } from '../../fixtures/pptx/rich.ts';
import { slidesPptx } from '../../fixtures/pptx/small.ts';
import { openPackage } from '../package/index.ts';
import type { Source } from '../tools/kind-handler.ts';
import { pptxHandler } from './handler.ts';
import { notesText } from './map.ts';
import { pptxOf } from './pptx-file.ts';
import { shapesOf, titleOf } from './shapes.ts';

let folder: string;
let made = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-pptx-assets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const source = (bytes: Buffer): Source => {
  const file = join(folder, `${made++}.pptx`);
  writeFileSync(file, bytes);
  return { path: 'donor.pptx', file, version: file, size_bytes: bytes.length, format: 'pptx' };
};
const workspace = () => ({ temp: folder, cache: folder });
const copy = async (donor: Buffer, target: Buffer | null, assets: readonly (string | object)[]) => {
  const output = join(folder, `${made++}.pptx`);
  const result = await pptxHandler.copyAssets?.(
    {
      tool: 'pptx_copy_assets',
      source: target && source(target),
      path: 'target.pptx',
      copy_from: null,
      args: { source_path: 'donor.pptx', target_path: 'target.pptx', assets } as never,
      resources: { 'donor.pptx': source(donor) },
      output,
    },
    workspace(),
  );
  if (!result?.ok) return { result, bytes: Buffer.alloc(0), file: undefined };
  const bytes = readFileSync(output);
  expect(orderProblems(bytes)).toEqual([]);
  return { result, bytes, file: pptxOf(openPackage(bytes)) };
};

test('a slide comes with its chart, workbook, layout, master and notes; twins of what is there are not doubled', async () => {
  const { file, result } = await copy(richPptx(), slidesPptx(), ['slide:4->1', 'slide:1']);
  expect(result).toMatchObject({ ok: true, value: { extra: { copied_count: 2, copied: ['slide:4->1', 'slide:1'] } } });
  const parts = file?.parts;
  if (!file || !parts) throw new Error('nothing made');
  expect(file.slides.map(({ part }) => titleOf(shapesOf(parts, part)))).toEqual([
    'Harbour project',
    'Figures',
    'Findings',
    'Thanks',
    'Findings',
  ]);
  expect(file.masters).toHaveLength(2);
  expect(file.layouts.map(({ name }) => name).filter((name) => name === 'House style')).toHaveLength(1);
  expect(file.layouts).toHaveLength(6);
  const chart = parts.relationships(file.slides[1]?.part ?? '').find(({ kind }) => kind === 'chart')?.part ?? '';
  expect(parts.relationships(chart)[0]?.part).toMatch(/embeddings\/book\d\.xlsx/);
  const last = file.slides[4];
  expect(last && notesText(parts, last)).toBe('Say this slowly.\nThen pause.');
});

test('layouts, themes, pictures and text styles; an unknown one copies nothing', async () => {
  const target = pptx([{ xml: slideXml(title('Plain') + body(line(run('Words')))) }]);
  const donor = pptx([
    { xml: slideXml(title('Look') + body(line(run('Bold', ' b="1" sz="3200"'), '<a:pPr algn="ctr"/>'))) },
  ]);
  const styled = await copy(donor, target, ['text_style:0:3->0:3']);
  const xml = openPackage(styled.bytes).bytes('ppt/slides/slide1.xml').toString();
  expect(xml).toContain('<a:pPr algn="ctr"/><a:r><a:rPr lang="en-GB" b="1" sz="3200"/><a:t>Words</a:t>');
  const taken = await copy(richPptx(), target, ['layout:House style', 'theme:1->0', 'image:2:5->0']);
  expect(taken.file?.layouts.at(-1)?.name).toBe('House style');
  expect(taken.file && shapesOf(taken.file.parts, 'ppt/slides/slide1.xml').at(-1)).toMatchObject({
    type: 'picture',
    altText: 'Logo of the firm',
  });
  const answer = await pptxHandler.styles?.(source(taken.bytes), {}, workspace());
  expect(answer).toMatchObject({ ok: true, value: { themes: [{ name: 'House' }, { name: 'House' }] } });
  const refused = await copy(richPptx(), target, ['layout:House style', 'layout:Nowhere']);
  expect(refused.result).toMatchObject({ ok: false, error: { reason: 'asset_not_found' } });
  expect((await copy(richPptx(), target, ['chart:4:6'])).result).toMatchObject({
    ok: false,
    error: { reason: 'unsupported_structure' },
  });
});

test('styles name masters, layouts, themes, fonts, text styles and pictures', async () => {
  const answer = await pptxHandler.styles?.(source(richPptx()), {}, workspace());
  expect(answer).toMatchObject({
    ok: true,
    value: {
      masters: [
        { index: 0, layouts: 5 },
        { index: 1, layouts: 1 },
      ],
      themes: [{ asset_id: 'theme:0', fonts: { major: 'Calibri Light' }, colors: { accent1: '2F5597' } }, {}],
      images: [{ asset_id: 'image:2:5', alt_text: 'Logo of the firm' }, { asset_id: 'image:2:30' }],
      supported_copy_asset_types: ['text_style', 'image', 'layout', 'theme', 'slide'],
    },
  });
});
