import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { richDocx } from '../../fixtures/docx/rich.ts';
import { mutated } from '../../fixtures/lib/mutate.ts';
import { seeded } from '../../fixtures/lib/random.ts';
import type { FileResult } from '../tools/errors.ts';
import type { EditRequest, ReadSelectors, Source } from '../tools/kind-handler.ts';
import { docxHandler } from './handler.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-docx-mutations-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const source = (name: string, bytes: Buffer): Source => {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return { path: name, file, version: name, size_bytes: bytes.length, format: 'docx' };
};
const selectors: ReadSelectors = {
  sheet: null,
  range: null,
  section: null,
  slide_index: null,
  pages: null,
  line_start: null,
  line_count: null,
  view: 'markup',
};

const operations = [
  { op: 'replace_text', search: 'budget', replace: 'plan', allow_no_match: true },
  { op: 'update_paragraph', block: 'b1', text: 'New' },
  { op: 'insert_table', after: 'b0', rows: [['a']] },
  { op: 'set_header_footer', slot: 'header', type: 'first', paragraphs: [{ text: 'Top' }] },
  { op: 'append_paragraph', text: 'Last', style: 'Heading 4' },
  { op: 'delete_blocks', from: 'b2', to: 'b2' },
];
const edit = (draft: Source, seed: number): EditRequest => ({
  tool: 'docx_operations',
  source: draft,
  path: 'draft.docx',
  copy_from: null,
  args: { operations, track_changes: seed % 2 === 0 } as never,
  resources: {},
  output: join(folder, 'out.docx'),
});

test('500 damaged documents are mapped, read, compared and edited, or refused by name; nothing else is thrown', async () => {
  const whole = richDocx();
  const reference = source('reference.docx', whole);
  const workspace = { temp: folder, cache: folder };
  let opened = 0;
  let refused = 0;
  const count = (result: FileResult<unknown>) => {
    if (result.ok) opened += 1;
    else refused += 1;
  };
  for (let seed = 0; seed < 500; seed++) {
    const draft = source('draft.docx', mutated(whole, seeded(seed)));
    try {
      count(await docxHandler.map(draft, { part: null, detail: 'full' }, workspace));
      count(await docxHandler.read(draft, selectors, workspace));
      count((await docxHandler.diff?.({ reference, draft, options: {} }, workspace)) as FileResult<unknown>);
      if (seed % 5 === 1) count((await docxHandler.edit?.(edit(draft, seed), workspace)) as FileResult<unknown>);
      if (seed % 5 === 0) count((await docxHandler.styles?.(draft, {}, workspace)) as FileResult<unknown>);
    } catch (cause) {
      throw new Error(`seed ${seed}: ${(cause as Error).stack}`);
    }
  }
  // Both ends are met: a generator whose files all open, or none, would prove nothing.
  expect(opened).toBeGreaterThan(300);
  expect(refused).toBeGreaterThan(300);
}, 60_000);
