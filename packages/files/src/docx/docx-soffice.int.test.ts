import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { png } from '../../fixtures/docx/parts.ts';
import { richDocx } from '../../fixtures/docx/rich.ts';
import { convert, hasSoffice } from '../../fixtures/lib/soffice.ts';
import type { Source } from '../tools/kind-handler.ts';
import { docxHandler } from './handler.ts';

if (!hasSoffice) console.warn('LibreOffice is not installed: what it shows of our documents is not checked here.');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-docx-soffice-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const source = (name: string, bytes: Buffer): Source => {
  writeFileSync(join(folder, name), bytes);
  return { path: name, file: join(folder, name), version: name, size_bytes: bytes.length, format: 'docx' };
};
const edited = async (bytes: Buffer | null, operations: readonly object[], more: object = {}): Promise<Buffer> => {
  const output = join(folder, 'out.docx');
  const made = await docxHandler.edit?.(
    {
      tool: 'docx_operations',
      source: bytes && source('a.docx', bytes),
      path: 'a.docx',
      copy_from: null,
      args: { operations, ...more } as never,
      resources: { 'logo.png': source('logo.png', png(192, 96, [200, 30, 30])) },
      output,
    },
    { temp: folder, cache: folder },
  );
  if (!made?.ok) throw new Error(JSON.stringify(made));
  return readFileSync(output);
};
/** The words as LibreOffice reads them: it repairs in silence, so only the words prove that it understood. */
const shown = async (bytes: Buffer): Promise<string> =>
  (await convert(bytes, 'a.docx', 'txt:Text (encoded):UTF8', 'a.txt')).toString('utf8').replace(/^\ufeff/, '');

test.skipIf(!hasSoffice)(
  'LibreOffice shows the words of an edited document, and none that were taken out',
  async () => {
    const text = await shown(
      await edited(richDocx(), [
        { op: 'replace_text', search: 'twelve percent', replace: 'fifteen percent' },
        { op: 'update_paragraph', block: 'b4', text: 'First point, sharpened.' },
        { op: 'insert_paragraphs', after: 'b5', paragraphs: [{ text: 'שלום third point', style: 'Heading 3' }] },
        {
          op: 'insert_table',
          after: 'b1',
          rows: [
            ['Item', 'Sum'],
            ['Survey', '1,200'],
          ],
          header: true,
        },
        { op: 'set_table_cells', table: 1, cells: [{ row: 1, col: 1, text: 'Q9' }] },
        { op: 'insert_table_rows', table: 1, at: 3, rows: [['South', 'Q3', '99']] },
        { op: 'insert_image', after: 'b0', source_path: 'logo.png', alt_text: 'Red box' },
        { op: 'insert_break', after: 'b3', kind: 'section_next' },
        { op: 'set_header_footer', slot: 'header', type: 'first', paragraphs: [{ text: 'A first header' }] },
        { op: 'append_to_section', section: 'Outlook', paragraphs: [{ text: 'A <last> & final word.' }] },
      ]),
    );
    for (const words of [
      'The budget grew by fifteen percent over the whole year.',
      'First point, sharpened.',
      'שלום third point',
      'Survey',
      '1,200',
      'Q9',
      'South',
      'The client is Harbour Works.',
      'A <last> & final word.',
    ])
      expect(text).toContain(words);
    expect(text).not.toContain('twelve percent');
    expect(text.indexOf('Survey')).toBeLessThan(text.indexOf('First point, sharpened.'));
  },
  120_000,
);

test.skipIf(!hasSoffice)(
  'LibreOffice shows a document made from nothing, tracked changes and all',
  async () => {
    const blank = await edited(null, [
      { op: 'append_paragraph', text: 'Report', style: 'Title' },
      { op: 'append_paragraph', text: 'Part one', style: 'Heading 1' },
      {
        op: 'append_paragraph',
        runs: [
          { text: 'Bold ', bold: true },
          { text: 'and plain', font_color: '#FF0000' },
        ],
      },
      { op: 'set_header_footer', slot: 'footer', type: 'default', paragraphs: [{ text: 'At the foot' }] },
    ]);
    const text = await shown(
      await edited(
        blank,
        [
          { op: 'replace_text', search: 'plain', replace: 'tracked' },
          { op: 'append_paragraph', text: 'A tracked line' },
        ],
        { track_changes: true },
      ),
    );
    expect(text.split(/\r?\n/).map((line) => line.trim())).toEqual(
      expect.arrayContaining(['Report', 'Part one', 'A tracked line']),
    );
    expect(text).toMatch(/Bold and (plain)?tracked/);
  },
  120_000,
);
