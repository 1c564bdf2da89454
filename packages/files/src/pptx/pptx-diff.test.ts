import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { orderProblems } from '../../fixtures/lib/schema-order.ts';
import { makeZip } from '../../fixtures/lib/zip.ts';
import { body, bullet, pptx, slideXml, table, textBox, title } from '../../fixtures/pptx/parts.ts';
import { richPptx } from '../../fixtures/pptx/rich.ts';
import { openPackage } from '../package/index.ts';
import { settle } from '../tools/errors.ts';
import type { Source } from '../tools/kind-handler.ts';
import { acceptPptx } from './accept.ts';
import { changesOf } from './changes.ts';
import { comparePptx } from './compared.ts';
import { diffPptx } from './diff.ts';
import { editPptx } from './edit.ts';
import { pptxHandler } from './handler.ts';

let folder: string;
let made = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-pptx-diff-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const source = (bytes: Buffer): Source => {
  const file = join(folder, `${made++}.pptx`);
  writeFileSync(file, bytes);
  return { path: 'a.pptx', file, version: file, size_bytes: bytes.length, format: 'pptx' };
};
const edited = async (bytes: Buffer, operations: readonly object[]): Promise<Buffer> => {
  const output = join(folder, `${made++}.pptx`);
  await editPptx({
    tool: 'pptx_operations',
    source: source(bytes),
    path: 'a.pptx',
    copy_from: null,
    args: { path: 'a.pptx', operations } as never,
    resources: {},
    output,
  });
  const result = readFileSync(output);
  expect(orderProblems(result)).toEqual([]);
  return result;
};
const deck = () =>
  pptx([
    { xml: slideXml(title('One') + body(bullet('First'))) },
    {
      xml: slideXml(title('Two') + body(bullet('Second')) + table(7, [['a', 'b']]) + textBox(9, 'Aside')),
      notes: 'Old notes',
    },
    { xml: slideXml(title('Three') + body(bullet('Third'))) },
    { xml: slideXml(title('Four') + body(bullet('Fourth'))) },
  ]);
const diff = (before: Buffer, after: Buffer, options = {}) =>
  diffPptx({ reference: source(before), draft: source(after), options });

test('[FL-57] one slide moved and one shape edited are one move and one text change', async () => {
  const after = await edited(deck(), [
    { op: 'move_slide', index: 3, to: 0 },
    { op: 'set_shape_text', index: 1, shape_id: 9, paragraphs: [{ text: 'Beside' }] },
  ]);
  const { stats, body: answer } = await diff(deck(), after, { slide_index: 2 });
  expect(stats).toEqual({ changed: 1, added: 0, removed: 0, moved: 1 });
  expect(
    (answer.slides as { status: string; title: string }[]).map(({ status, title: name }) => [status, name]),
  ).toEqual([
    ['moved', 'Four'],
    ['same', 'One'],
    ['changed', 'Two'],
    ['same', 'Three'],
  ]);
  expect(answer.shape_changes).toEqual([
    { shape_id: 9, name: 'Box 9', status: 'changed', what: ['text'], before: 'Aside', after: 'Beside' },
  ]);
});

test('added and removed slides, changed notes and cells are told apart', async () => {
  const after = await edited(deck(), [
    { op: 'delete_slide', index: 0 },
    { op: 'add_slide', title: 'Five', body: 'New' },
    { op: 'set_notes', index: 1, text: 'New notes' },
    { op: 'set_table_cells', index: 1, shape_id: 7, cells: [{ row: 0, col: 0, text: 'A' }] },
  ]);
  const { stats, body: answer } = await diff(deck(), after);
  expect(stats).toEqual({ changed: 1, added: 1, removed: 1, moved: 0 });
  expect(answer.shape_changes).toMatchObject([
    { shape_id: 7, what: ['table'] },
    { name: 'Notes', before: 'Old notes', after: 'New notes' },
  ]);
});

test('slide content is the same for the same bytes; a positioned one knows where its layout puts it', async () => {
  const content = (detail: string) =>
    pptxHandler.content?.(source(deck()), { slide_index: 1, detail }, { temp: folder, cache: folder });
  expect(JSON.stringify(await content('layout_lite'))).toBe(JSON.stringify(await content('layout_lite')));
  const positioned = await content('positioned');
  expect(positioned).toMatchObject({
    ok: true,
    value: {
      render_mode: 'positioned',
      shapes: [{ placeholder_type: 'title', left: 0.0688, top: 0.0532 }, {}, {}, {}],
    },
  });
});

test('any closed subset of changes gives exactly that presentation', async () => {
  const before = deck();
  const after = await edited(before, [
    { op: 'delete_slide', index: 2 },
    { op: 'add_slide', title: 'Five', body: 'New', position: 1 },
    { op: 'move_slide', index: 3, to: 0 },
    { op: 'set_notes', index: 1, text: 'New notes' },
    { op: 'set_table_cells', index: 1, shape_id: 7, cells: [{ row: 0, col: 0, text: 'A' }] },
    { op: 'set_slide_text', index: 1, title: 'Zwei' },
    { op: 'append_bullets', index: 0, bullets: ['More'] },
  ]);
  const [reference, draft] = [source(before), source(after)];
  const changes = changesOf(await comparePptx(reference, draft));
  expect(changes.map(({ id }) => id.split(':')[0]).toSorted()).toEqual([
    'add',
    'move',
    'notes',
    'remove',
    'shape',
    'shape',
    'shape',
  ]);
  const accept = async (accepted: readonly string[]) => {
    const output = join(folder, `${made++}.pptx`);
    const result = await settle(() => acceptPptx({ reference, draft, accepted, output }));
    if (!result.ok) throw new Error(JSON.stringify(result.error));
    return readFileSync(output);
  };
  expect((await accept([])).equals(before)).toBe(true);
  expect((await accept(changes.map(({ id }) => id))).equals(after)).toBe(true);
  const ids = async (a: Source, b: Source) =>
    changesOf(await comparePptx(a, b))
      .map(({ id }) => id)
      .toSorted();
  for (let subset = 1; subset < 2 ** changes.length - 1; subset += 3) {
    const chosen = changes.filter((_, at) => (subset >> at) & 1);
    const middle = source(await accept(chosen.map(({ id }) => id)));
    expect(await ids(reference, middle)).toEqual(chosen.map(({ id }) => id).toSorted());
    const rest = changes.filter((change) => !chosen.includes(change)).map(({ id }) => id);
    expect(await ids(middle, draft)).toEqual(rest.toSorted());
  }
});

test('a part that the draft has no more stays while the presentation still leads to it', async () => {
  const reference = source(deck());
  const draft = source(pptx([{ xml: slideXml(title('One') + body(bullet('First'))) }]));
  const changes = changesOf(await comparePptx(reference, draft));
  const structure = changes.filter(({ id }) => id === 'structure').map(({ id }) => id);
  expect(structure).toEqual(['structure']);
  const output = join(folder, 'kept.pptx');
  await acceptPptx({ reference, draft, accepted: structure, output });
  const result = source(readFileSync(output));
  expect(changesOf(await comparePptx(reference, result)).map(({ id }) => id)).not.toContain('structure');
});

const withPart = (bytes: Buffer, name: string, change: (text: string) => string): Buffer => {
  const pkg = openPackage(bytes);
  return makeZip(
    pkg.zip.entries.map((entry) => ({
      name: entry.name,
      data: entry.name === name ? change(pkg.bytes(name).toString('utf8')) : pkg.bytes(entry.name),
    })),
  );
};

test.each([
  ['the size of slides', 'ppt/presentation.xml', /(<p:sldSz cx="\d+" cy=")\d+/, '$15143500', 'slide size'],
  ['the name of a section', 'ppt/presentation.xml', /(<p14:section name=")Opening/, '$1Beginning', 'sections'],
  ['a custom show', 'ppt/presentation.xml', /(<p:custShow name=")Short/, '$1Long', 'custom shows'],
  [
    'the workbook a chart links to',
    'ppt/charts/_rels/chart1.xml.rels',
    /Target="[^"]*book1\.xlsx"/,
    'Target="file:///C:/figures.xlsx" TargetMode="External"',
    'Links changed: chart 1',
  ],
  [
    'an address in the links of a master',
    'ppt/slideMasters/_rels/slideMaster1.xml.rels',
    /<\/Relationships>/,
    '<Relationship Id="rId99" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="https://example.org/" TargetMode="External"/></Relationships>',
    'Links changed: master 1',
  ],
  ['the look of a notes page', 'ppt/notesSlides/notesSlide2.xml', /lang="en-GB"/, 'lang="he-IL"', 'Notes page changed'],
])('%s is a change of its own, taken or left alone', async (_, part, found, put, words) => {
  const reference = withPart(richPptx(), 'none', (text) => text);
  const draft = withPart(await edited(reference, [{ op: 'delete_slide', index: 3 }]), part, (text) =>
    text.replace(found, put),
  );
  const changes = changesOf(await comparePptx(source(reference), source(draft)));
  const own = changes.filter(({ label }) => label.includes(words));
  expect(own).toHaveLength(1);
  const taken = async (accepted: readonly string[]) => {
    const output = join(folder, `${made++}.pptx`);
    await acceptPptx({ reference: source(reference), draft: source(draft), accepted, output });
    return readFileSync(output);
  };
  const isIn = (bytes: Buffer) => openPackage(bytes).bytes(part).toString('utf8').includes(put.replace('$1', ''));
  const needed = new Set([...own.map(({ id }) => id), ...own.flatMap(({ requires }) => requires)]);
  const only = await taken([...needed]);
  expect([isIn(only), orderProblems(only)]).toEqual([true, []]);
  const others = changes.filter(({ id }) => !own.some((it) => it.id === id)).map(({ id }) => id);
  expect(isIn(await taken(others))).toBe(false);
  expect((await taken(changes.map(({ id }) => id))).equals(draft)).toBe(true);
});

test('whatever differs between two presentations is at least one change', async () => {
  const reference = withPart(richPptx(), 'none', (text) => text);
  const draft = withPart(reference, '[Content_Types].xml', (text) =>
    text.replace('<Default ', '<Default Extension="wav" ContentType="audio/wav"/><Default '),
  );
  expect(changesOf(await comparePptx(source(reference), source(draft)))).toMatchObject([{ id: 'details' }]);
  const output = join(folder, 'all.pptx');
  await acceptPptx({ reference: source(reference), draft: source(draft), accepted: ['details'], output });
  expect(readFileSync(output).equals(draft)).toBe(true);
});
