import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { png } from '../../fixtures/docx/parts.ts';
import { convert, hasSoffice } from '../../fixtures/lib/soffice.ts';
import { richPptx } from '../../fixtures/pptx/rich.ts';
import { entryBytes, openZip } from '../package/index.ts';
import type { Source } from '../tools/kind-handler.ts';
import { pptxHandler } from './handler.ts';

if (!hasSoffice) console.warn('LibreOffice is not installed: what it shows of our presentations is not checked here.');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-pptx-soffice-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const source = (name: string, bytes: Buffer): Source => {
  writeFileSync(join(folder, name), bytes);
  return { path: name, file: join(folder, name), version: name, size_bytes: bytes.length, format: 'pptx' };
};
const edited = async (bytes: Buffer | null, operations: readonly object[]): Promise<Buffer> => {
  const output = join(folder, 'out.pptx');
  const made = await pptxHandler.edit?.(
    {
      tool: 'pptx_operations',
      source: bytes && source('a.pptx', bytes),
      path: 'a.pptx',
      copy_from: null,
      args: { operations } as never,
      resources: { 'logo.png': source('logo.png', png(192, 96, [200, 30, 30])) },
      output,
    },
    { temp: folder, cache: folder },
  );
  if (!made?.ok) throw new Error(JSON.stringify(made));
  return readFileSync(output);
};
/** Each page's words as LibreOffice reads them, from its own format. */
const pages = async (bytes: Buffer): Promise<string[]> => {
  const zip = openZip(await convert(bytes, 'a.pptx', 'odp', 'a.odp'));
  const content = zip.byName.get('content.xml');
  if (!content) throw new Error('no content was written');
  return entryBytes(zip, content)
    .toString('utf8')
    .split('<draw:page ')
    .slice(1)
    .map((page) =>
      page
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll('&amp;', '&')
        .replaceAll(/\s+/g, ' '),
    );
};

test.skipIf(!hasSoffice)(
  'LibreOffice shows the words of an edited presentation, slide by slide',
  async () => {
    const shown = await pages(
      await edited(richPptx(), [
        { op: 'set_slide_text', index: 1, title: 'Results', body: 'Costs & risks\nStaff' },
        { op: 'set_table_cells', index: 1, shape_id: 7, cells: [{ row: 1, col: 1, text: '130' }] },
        { op: 'replace_text', search: 'inside a group', replace: 'Within' },
        { op: 'duplicate_slide', index: 4 },
        { op: 'delete_slide', index: 0 },
        { op: 'insert_image', index: 1, source_path: 'logo.png', left_in: 1, top_in: 1, width_in: 1, alt_text: 'Box' },
        { op: 'add_slide', title: 'Next שלום', body: 'Plan\nShip', notes: 'Do not forget' },
      ]),
    );
    expect(shown).toHaveLength(6);
    for (const words of ['Results', 'Costs & risks', 'Staff', '130', 'Say this slowly.'])
      expect(shown[0]).toContain(words);
    expect(shown[0]).not.toContain('Findings');
    expect(shown[1]).toContain('Within');
    expect(shown[3]).toContain('Figures');
    expect(shown[4]).toContain('Figures');
    for (const words of ['Next שלום', 'Plan', 'Ship', 'Do not forget']) expect(shown[5]).toContain(words);
  },
  120_000,
);

test.skipIf(!hasSoffice)(
  'LibreOffice shows a presentation made from nothing',
  async () => {
    const shown = await pages(
      await edited(null, [
        { op: 'add_slide', layout: 'title_slide', title: 'Report', body: 'For the board' },
        { op: 'add_slide', title: 'Points', body: 'One\nTwo' },
        { op: 'add_slide', layout: 'two_content', title: 'Halves' },
      ]),
    );
    expect(shown).toHaveLength(3);
    expect(shown[0]).toMatch(/Report.*For the board/);
    expect(shown[1]).toMatch(/Points.*One.*Two/);
    expect(shown[2]).toContain('Halves');
  },
  120_000,
);
