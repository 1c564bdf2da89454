import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { richDocx } from '../../fixtures/docx/rich.ts';
import { slidesPptx } from '../../fixtures/pptx/small.ts';
import { createMemoryHost } from '../hosts/memory-host.ts';
import { type OpenFiles as Files, openFiles } from '../testing/open-files.ts';

/** Documents and presentations through the layer's own door: schema, worker process, staging, hand-over. */
let folder = '';
let files: Files;
const host = createMemoryHost();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-office-'));
  files = openFiles(host, { folder });
  host.put('report.docx', richDocx());
  host.put('talk.pptx', slidesPptx());
  host.beginDraft();
});
afterAll(async () => {
  await files.close();
  await rm(folder, { recursive: true, force: true });
});

test('a document is mapped, read, edited, made and reviewed by its tools', async () => {
  expect(await files.call('get_file_map', { path: 'report.docx' })).toMatchObject({
    ok: true,
    kind: 'docx',
    readable: true,
    section_count: 5,
  });
  expect(await files.call('read_file', { path: 'report.docx', section: 'Outlook' })).toMatchObject({
    ok: true,
    text: expect.stringContaining('The budget will grow again.'),
  });
  expect(
    await files.call('docx_operations', {
      path: 'report.docx',
      operations: [{ op: 'append_to_section', section: 'Outlook', paragraphs: [{ text: 'And again.' }] }],
    }),
  ).toMatchObject({ ok: true, action: 'modified', focus_hint: { section_index: 4 } });
  expect(await files.call('read_file', { path: 'report.docx', section: 'Outlook' })).toMatchObject({
    root: 'draft',
    text: expect.stringContaining('And again.'),
  });
  expect(host.staged.at(-1)).toMatchObject({ path: 'report.docx', certificate: { v: 1 } });
  expect(await files.review.get('report.docx')).toMatchObject({
    ok: true,
    value: { change: 'modified', reference_source: 'draft_start_snapshot', stats: { added: 1, changed: 0 } },
  });
  expect(
    await files.call('docx_operations', {
      path: 'new.docx',
      create_new: true,
      operations: [{ op: 'append_paragraph', text: 'Hello', style: 'Heading 1' }],
    }),
  ).toMatchObject({ ok: true, action: 'created' });
  expect(await files.call('get_file_map', { path: 'new.docx' })).toMatchObject({ sections: [{ heading: 'Hello' }] });
});

test('a presentation is mapped, read, edited, made and reviewed by its tools', async () => {
  expect(await files.call('get_file_map', { path: 'talk.pptx' })).toMatchObject({
    ok: true,
    kind: 'pptx',
    slide_count: 3,
  });
  expect(await files.call('get_file_info', { path: 'talk.pptx' })).toMatchObject({ ok: true, slide_count: 3 });
  expect(
    await files.call('pptx_operations', {
      path: 'talk.pptx',
      operations: [{ op: 'add_slide', title: 'Next Steps', body: 'Plan\nBuild\nShip' }],
    }),
  ).toMatchObject({ ok: true, action: 'modified', focus_hint: { slide_index: 3 } });
  expect(await files.call('read_file', { path: 'talk.pptx', slide_index: 3 })).toMatchObject({
    root: 'draft',
    text: expect.stringContaining('Ship'),
  });
  expect(await files.review.get('talk.pptx')).toMatchObject({
    ok: true,
    value: { change: 'modified', stats: { added: 1, changed: 0, moved: 0 } },
  });
  expect(
    await files.call('pptx_operations', {
      path: 'new.pptx',
      create_new: true,
      operations: [{ op: 'add_slide', layout: 'title_slide', title: 'Hello' }],
    }),
  ).toMatchObject({ ok: true, action: 'created' });
});

test('[FL-10] a slide index on a document is refused with the selectors that are valid', async () => {
  const slide = await files.call('read_file', { path: 'report.docx', slide_index: 0 });
  expect(slide).toMatchObject({
    ok: false,
    error: { details: { reason: 'selector_not_for_kind', candidates: ['section', 'view'] } },
  });
  expect(await files.call('read_file', { path: 'talk.pptx', section: 0 })).toMatchObject({
    error: { details: { reason: 'selector_not_for_kind', candidates: ['slide_index', 'view'] } },
  });
});
