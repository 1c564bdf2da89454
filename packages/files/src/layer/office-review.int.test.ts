import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { richDocx } from '../../fixtures/docx/rich.ts';
import { richPptx } from '../../fixtures/pptx/rich.ts';
import { rich } from '../../fixtures/xlsx/rich.ts';
import { createMemoryHost } from '../hosts/memory-host.ts';
import { type Certificate, certificateProblems } from '../package/certificate.ts';
import { type OpenFiles as Files, openFiles } from '../testing/open-files.ts';

let folder = '';
let files: Files;
const host = createMemoryHost();
const originals: Readonly<Record<string, Buffer>> = {
  'rich.docx': richDocx(),
  'rich.pptx': richPptx(),
  'rich.xlsx': rich(),
};
const edits = [
  ['docx_operations', 'rich.docx', [{ op: 'append_paragraph', text: 'A closing line.' }]],
  ['pptx_operations', 'rich.pptx', [{ op: 'set_notes', index: 0, text: 'Say this.' }]],
] as const;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-office-review-'));
  files = openFiles(host, { folder: join(folder, 'one'), rendererPath: join(folder, 'nothing-here') });
  for (const [path, bytes] of Object.entries(originals)) host.put(path, bytes);
  host.beginDraft();
});
afterAll(async () => {
  await files.close();
  await rm(folder, { recursive: true, force: true });
});

test('[FL-69] every office edit has a certificate that lists all parts, holds for its files and fails for tampered ones', async () => {
  const sheet =
    JSON.stringify(await files.call('get_file_info', { path: 'rich.xlsx' })).match(/"name":"([^"]+)"/)?.[1] ?? '';
  const all = [
    ...edits,
    [
      'xlsx_operations',
      'rich.xlsx',
      [{ op: 'set_cells', sheet, cells: [{ cell: 'A1', value: 'certified' }] }],
    ] as const,
  ];
  for (const [tool, path, operations] of all) {
    expect(await files.call(tool, { path, operations }), path).toMatchObject({ ok: true, action: 'modified' });
    const certificate = host.staged.at(-1)?.certificate as unknown as Certificate;
    const [before, after] = [originals[path] ?? Buffer.alloc(0), host.bytes(path) ?? Buffer.alloc(0)];
    expect(await certificateProblems(certificate, before, after), path).toEqual([]);
    expect(certificate.parts.length, path).toBeGreaterThan(5);
    for (const part of certificate.parts) if (!part.named) expect(part.after, `${path} ${part.name}`).toBe(part.before);
    expect(certificate.parts.filter(({ named }) => named).length, path).toBeLessThan(certificate.parts.length);
    const forged = {
      ...certificate,
      parts: certificate.parts.map((part, at) => (at === 0 ? { ...part, after: 'sha256:0' } : part)),
    };
    expect(await certificateProblems(forged, before, after), path).not.toEqual([]);
    expect(await certificateProblems(certificate, before, before), path).not.toEqual([]);
  }
});

test('[FL-54] without a renderer documents and slides are reviewed by structure where the edit was, with one notice', async () => {
  for (const [tool, path] of edits) {
    const hint = host.staged.find((each) => each.tool === tool)?.focus_hint ?? {};
    const answer = await files.review.get(path, { hint });
    expect(answer, path).toMatchObject({
      ok: true,
      value: { change: 'modified', notices: ['no_renderer'], ...pick(hint) },
    });
    expect(JSON.stringify(answer)).toContain(path.endsWith('docx') ? 'A closing line.' : 'Say this.');
    expect(await files.preview.page({ path, page: 1, scale: 1, side: 'draft' })).toMatchObject({
      ok: false,
      error: { code: 'PREVIEW_UNAVAILABLE', reason: 'no_renderer' },
    });
  }
});

const pick = (hint: object): object =>
  Object.fromEntries(Object.entries(hint).filter(([key]) => key === 'section_index' || key === 'slide_index'));

test('[FL-66] section and slide content is the same JSON in two workers, and both sides align by index', async () => {
  const other = openFiles(host, { folder: join(folder, 'two') });
  try {
    for (const [path, key, counted] of [
      ['rich.docx', 'section_index', 'sections'],
      ['rich.pptx', 'slide_index', 'slides'],
    ] as const) {
      const map = (await files.call('get_file_map', { path })) as unknown as Record<string, unknown[]>;
      const count = map[counted]?.length ?? 0;
      expect(count, path).toBeGreaterThan(1);
      for (let index = 0; index < count; index++) {
        const [first, again, elsewhere] = [
          await files.review.content(path, 'draft', { [key]: index }),
          await files.review.content(path, 'draft', { [key]: index }),
          await other.review.content(path, 'draft', { [key]: index }),
        ];
        expect(first, `${path} ${index}`).toMatchObject({ ok: true });
        expect(JSON.stringify(again)).toBe(JSON.stringify(first));
        expect(JSON.stringify(elsewhere)).toBe(JSON.stringify(first));
        const reference = await files.review.content(path, 'reference', { [key]: index });
        expect(titleOf(reference), `${path} ${index}`).toEqual(titleOf(first));
      }
    }
  } finally {
    await other.close();
  }
});

const titleOf = (answer: Awaited<ReturnType<Files['review']['content']>>): unknown =>
  answer.ok ? (answer.value.heading ?? answer.value.title ?? null) : answer;
