import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mutated } from '../../fixtures/lib/mutate.ts';
import { seeded } from '../../fixtures/lib/random.ts';
import { richPptx } from '../../fixtures/pptx/rich.ts';
import type { FileResult } from '../tools/errors.ts';
import type { EditRequest, ReadSelectors, Source } from '../tools/kind-handler.ts';
import { pptxHandler } from './handler.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-pptx-mutations-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const source = (name: string, bytes: Buffer): Source => {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return { path: name, file, version: name, size_bytes: bytes.length, format: 'pptx' };
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
  { op: 'set_slide_text', index: 1, title: 'New' },
  { op: 'duplicate_slide', index: 1 },
  { op: 'delete_slide', index: 0 },
  { op: 'add_slide', title: 'Last', notes: 'Remember' },
  { op: 'replace_text', search: 'e', replace: 'E', allow_no_match: true },
];
const edit = (draft: Source, seed: number): EditRequest => ({
  tool: 'pptx_operations',
  source: draft,
  path: 'draft.pptx',
  copy_from: null,
  args: { operations, track_changes: seed % 2 === 0 } as never,
  resources: {},
  output: join(folder, 'out.pptx'),
});

test('500 damaged presentations are mapped, read, compared and edited, or refused by name; nothing else is thrown', async () => {
  const whole = richPptx();
  const reference = source('reference.pptx', whole);
  const workspace = { temp: folder, cache: folder };
  let opened = 0;
  let refused = 0;
  const count = (result: FileResult<unknown>) => {
    if (result.ok) opened += 1;
    else refused += 1;
  };
  for (let seed = 0; seed < 500; seed++) {
    const draft = source('draft.pptx', mutated(whole, seeded(seed)));
    try {
      count(await pptxHandler.map(draft, { part: null, detail: 'full' }, workspace));
      count(await pptxHandler.read(draft, selectors, workspace));
      count((await pptxHandler.diff?.({ reference, draft, options: {} }, workspace)) as FileResult<unknown>);
      if (seed % 5 === 1) count((await pptxHandler.edit?.(edit(draft, seed), workspace)) as FileResult<unknown>);
      if (seed % 5 === 0) count((await pptxHandler.styles?.(draft, {}, workspace)) as FileResult<unknown>);
    } catch (cause) {
      throw new Error(`seed ${seed}: ${(cause as Error).stack}`);
    }
  }
  // Both ends are met: a generator whose files all open, or none, would prove nothing.
  expect(opened).toBeGreaterThan(300);
  expect(refused).toBeGreaterThan(300);
}, 60_000);
