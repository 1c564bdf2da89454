import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  documentXml,
  docx,
  headingStyles,
  paragraph,
  part,
  png,
  run,
  stylesXml,
  table,
  wrap,
} from '../../fixtures/docx/parts.ts';
import { richDocx } from '../../fixtures/docx/rich.ts';
import { plainDocx } from '../../fixtures/docx/small.ts';
import { orderProblems } from '../../fixtures/lib/schema-order.ts';
import { openPackage } from '../package/index.ts';
import { settle } from '../tools/errors.ts';
import type { Source } from '../tools/kind-handler.ts';
import { blocksOf, blockText } from './blocks.ts';
import { acceptDocx, changesOf } from './changes.ts';
import { compareDocx } from './compared.ts';
import { diffDocx } from './diff.ts';
import { docxOf } from './docx-file.ts';
import { editDocx } from './edit.ts';
import { sectionContent } from './section-content.ts';

let folder: string;
let made = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-docx-diff-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const source = (bytes: Buffer): Source => {
  const file = join(folder, `${made++}.docx`);
  writeFileSync(file, bytes);
  return { path: 'a.docx', file, version: file, size_bytes: bytes.length, format: 'docx' };
};
const edited = async (
  bytes: Buffer,
  operations: readonly object[],
  resources: Record<string, Source> = {},
): Promise<Buffer> => {
  const output = join(folder, `${made++}.docx`);
  await editDocx({
    tool: 'docx_operations',
    source: source(bytes),
    path: 'a.docx',
    copy_from: null,
    args: { path: 'a.docx', operations } as never,
    resources,
    output,
  });
  const result = readFileSync(output);
  expect(orderProblems(result)).toEqual([]);
  return result;
};
const diff = (before: Buffer, after: Buffer, options = {}) =>
  diffDocx({ reference: source(before), draft: source(after), options });

test('[FL-56] a toggled bold is a change without text spans that says so', async () => {
  const before = docx(documentXml(paragraph(`${run('Plain and ')}${run('heavy')}${run(' words.')}`)), [
    part.styles(stylesXml('')),
  ]);
  const after = docx(documentXml(paragraph(`${run('Plain and ')}${run('heavy', '<w:b/>')}${run(' words.')}`)), [
    part.styles(stylesXml('')),
  ]);
  const { body, stats } = await diff(before, after);
  expect(stats).toEqual({ changed: 1, added: 0, removed: 0, moved: 0 });
  expect(body.alignment).toEqual([{ status: 'changed', before: 0, after: 0, spans: [], format_changes: ['bold on'] }]);
});

test('only what changed is shown: an inserted paragraph is one addition, a moved one a move', async () => {
  const inserted = await diff(
    plainDocx(),
    await edited(plainDocx(), [{ op: 'insert_paragraphs', before: 'b0', paragraphs: [{ text: 'New.' }] }]),
  );
  expect(inserted.stats).toEqual({ changed: 0, added: 1, removed: 0, moved: 0 });
  const moved = await edited(await edited(plainDocx(), [{ op: 'delete_blocks', from: 'b0', to: 'b0' }]), [
    { op: 'append_paragraph', text: 'x' },
  ]);
  const texts = openPackage(moved)
    .bytes('word/document.xml')
    .toString()
    .replace(
      '<w:p><w:r><w:t>x</w:t></w:r></w:p>',
      '<w:p><w:pPr></w:pPr><w:r><w:t xml:space="preserve">One.</w:t></w:r></w:p>',
    );
  const after = docx(texts, [part.styles(stylesXml(''))]);
  expect((await diff(plainDocx(), after)).stats).toEqual({ changed: 0, added: 0, removed: 0, moved: 1 });
});

test('changed words have their places; changed cells their coordinates; other parts their names', async () => {
  const after = await edited(richDocx(), [
    { op: 'update_paragraph', block: 'b4', text: 'First big point.' },
    { op: 'set_table_cells', table: 0, cells: [{ row: 1, col: 2, text: '130' }] },
    { op: 'set_header_footer', slot: 'header', type: 'default', paragraphs: [{ text: 'Other header' }] },
  ]);
  const { body, other_changes, stats } = await diff(richDocx(), after, { section_index: 1 });
  expect(stats).toMatchObject({ changed: 2, added: 0, removed: 0 });
  const rows = body.alignment as { status: string; spans?: object[]; table_cells?: object[] }[];
  expect(rows.find(({ spans }) => spans?.length)?.spans).toEqual([{ type: 'added', start: 6, end: 10 }]);
  expect(rows.find(({ table_cells }) => table_cells)?.table_cells).toEqual([
    { row: 1, col: 2, before: '120', after: '130' },
  ]);
  expect(other_changes).toEqual(['header 1']);
});

test('a document in which only the theme differs is never shown as unchanged', async () => {
  const theme = (name: string) =>
    `<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="${name}"/>`;
  const make = (name: string) =>
    docx(documentXml(paragraph(run('x'))), [part.styles(stylesXml('')), part.theme(theme(name))]);
  expect((await diff(make('A'), make('B'))).other_changes).toEqual(['theme']);
});

test('a moved paragraph, a comment and a note with odd ids do not upset the comparison', async () => {
  const noted = (id: string) =>
    docx(
      documentXml(
        paragraph(`${run('Noted')}<w:r><w:footnoteReference w:id="${id}"/></w:r>`) + paragraph(run(`Text ${id}`)),
      ),
      [
        part.styles(stylesXml('')),
        part.footnotes(wrap('footnotes', `<w:footnote w:id="${id}">${paragraph(run('A note'))}</w:footnote>`)),
      ],
    );
  const { body } = await diff(noted('(['), noted('*+?'));
  expect(body.changes).toMatchObject([
    { id: 'change:0:0', requires: ['part:word/footnotes.xml'] },
    { id: 'change:1:1', requires: [] },
    { id: 'part:word/footnotes.xml', requires: ['change:0:0'] },
  ]);
});

test('a document in another encoding is composed in that encoding', async () => {
  const wide = (text: string) => {
    const xml = documentXml(paragraph(run(text)) + paragraph(run('Same')) + paragraph(run(`${text} too`))).replace(
      'UTF-8',
      'UTF-16',
    );
    return docx(Buffer.from(`\ufeff${xml}`, 'utf16le'), [part.styles(stylesXml(''))]);
  };
  const [reference, draft] = [source(wide('Öl')), source(wide('Ål'))];
  const output = join(folder, 'wide.docx');
  await acceptDocx({ reference, draft, accepted: ['change:0:0'], output });
  const texts = blocksOf(docxOf(openPackage(readFileSync(output)))).map(blockText);
  expect(texts).toEqual(['Ål', 'Same', 'Öl too']);
});

test('two long documents with nothing in common are compared in good time', async () => {
  const long = (word: string) =>
    docx(
      documentXml(
        Array.from({ length: 3_000 }, (_, at) =>
          at % 3 === 0 ? paragraph(run(`${word} ${at}`), 'Heading1') : paragraph(run(`${word} number ${at} of many`)),
        ).join(''),
      ),
      [part.styles(stylesXml(headingStyles([['Heading1', 'heading 1']])))],
    );
  const { stats } = await diff(long('alpha'), long('omega'));
  expect(stats).toMatchObject({ moved: 0 });
}, 20_000);

test('section content is the same for the same bytes and keyed by index', () => {
  const open = () => docxOf(openPackage(richDocx()));
  expect(JSON.stringify(sectionContent(open(), 2))).toBe(JSON.stringify(sectionContent(open(), 2)));
  expect(sectionContent(open(), 2)).toMatchObject({
    heading: 'Figures',
    level: 2,
    images: [{ alt_text: 'Logo of the firm' }],
  });
  expect(sectionContent(open(), 99)).toBeUndefined();
});

/** None gives the reference, all the draft, and each closed subset exactly the file it names. */
const everySubsetHolds = async (before: Buffer, after: Buffer, rounds: number) => {
  const [reference, draft] = [source(before), source(after)];
  const changes = changesOf(await compareDocx(reference, draft));
  const accept = async (accepted: readonly string[]) => {
    const output = join(folder, `${made++}.docx`);
    const result = await settle(() => acceptDocx({ reference, draft, accepted, output }));
    return { result, bytes: result.ok ? readFileSync(output) : undefined };
  };
  expect((await accept([])).bytes?.equals(before)).toBe(true);
  expect((await accept(changes.map(({ id }) => id))).bytes?.equals(after)).toBe(true);

  const signatures = async (a: Source, b: Source) =>
    changesOf(await compareDocx(a, b))
      .map(({ label }) => label)
      .toSorted();
  let seed = 7;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  const comparedByIds = new Map<string, Buffer>();
  for (let round = 0; round < rounds; round += 1) {
    const chosen = new Set(changes.filter(() => random() < 0.5).map(({ id }) => id));
    for (const { id, requires } of changes.toReversed())
      if (chosen.has(id)) for (const each of requires) chosen.add(each);
    for (const { id, requires } of changes) if (chosen.has(id)) for (const each of requires) chosen.add(each);
    const { bytes, result } = await accept([...chosen]);
    if (!bytes) throw new Error(JSON.stringify(result));
    const ids = [...chosen].toSorted().join();
    const compared = comparedByIds.get(ids);
    if (compared) {
      expect(bytes.equals(compared), ids).toBe(true);
      continue;
    }
    comparedByIds.set(ids, bytes);
    const label = (isWanted: (id: string) => boolean) =>
      changes
        .filter(({ id }) => isWanted(id))
        .map((each) => each.label)
        .toSorted();
    const middle = source(bytes);
    expect(await signatures(reference, middle)).toEqual(label((id) => chosen.has(id)));
    expect(await signatures(middle, draft)).toEqual(label((id) => !chosen.has(id)));
  }
  return { changes, accept };
};

test('[FL-68] none, all and 200 random closed subsets give exactly that document; an open one is refused by name', async () => {
  const logo = { ...source(png(10, 10, [1, 2, 3])), path: 'logo.png' };
  const before = richDocx();
  const after = await edited(
    before,
    [
      { op: 'update_paragraph', block: 'b4', text: 'First changed point.' },
      { op: 'insert_paragraphs', after: 'b5', paragraphs: [{ text: 'Third point.' }, { text: 'Fourth point.' }] },
      { op: 'delete_blocks', from: 'b2', to: 'b2' },
      { op: 'insert_image', after: 'b0', source_path: 'logo.png', alt_text: 'x' },
      { op: 'set_header_footer', slot: 'footer', type: 'default', paragraphs: [{ text: 'New foot' }] },
      { op: 'set_table_cells', table: 0, cells: [{ row: 1, col: 1, text: 'Q9' }] },
    ],
    { 'logo.png': logo },
  );
  const { changes, accept } = await everySubsetHolds(before, after, 200);
  expect(changes.length).toBeGreaterThanOrEqual(7);
  const picture = changes.find(({ requires }) => requires.includes('structure'));
  expect((await accept([picture?.id ?? ''])).result).toMatchObject({
    ok: false,
    error: { reason: 'dependent_change', candidates: ['structure'] },
  });
}, 60_000);

test('runs of a paragraph, cells and rows of a table are accepted one by one', async () => {
  const styled = [part.styles(stylesXml(''))];
  const before = docx(
    documentXml(
      paragraph(`${run('Plain ')}${run('heavy')}${run(' words and ')}${run('more')}${run(' of them.')}`) +
        table([
          ['Item', 'Amount'],
          ['Rope', '10'],
          ['Sail', '20'],
          ['Mast', '30'],
        ]),
    ),
    styled,
  );
  const after = docx(
    documentXml(
      paragraph(`${run('Plain ')}${run('heavy', '<w:b/>')}${run(' words and ')}${run('fewer')}${run(' of them.')}`) +
        table([
          ['Item', 'Price'],
          ['Rope', '10'],
          ['Oar', '15'],
          ['Mast', '35'],
          ['Anchor', '40'],
        ]),
    ),
    styled,
  );
  const { changes, accept } = await everySubsetHolds(before, after, 60);
  expect(changes.map(({ id, label }) => `${id} ${label}`)).toEqual([
    'change:0:0:0 Changed: Format: heavy',
    'change:0:0:1 Changed: more → fewer',
    'change:1:1:0 Changed: Cell: Amount → Price',
    'change:1:1:1 Changed: Row removed: Sail | 20',
    'change:1:1:2 Changed: Row added: Oar | 15',
    'change:1:1:3 Changed: Cell: 30 → 35',
    'change:1:1:4 Changed: Row added: Anchor | 40',
  ]);
  const { bytes } = await accept(['change:0:0:1', 'change:1:1:2', 'change:1:1:3']);
  const blocks = blocksOf(docxOf(openPackage(bytes ?? Buffer.alloc(0))));
  expect(blocks.map(blockText)).toEqual([
    'Plain heavy words and fewer of them.',
    'Item\nAmount\nRope\n10\nSail\n20\nOar\n15\nMast\n35',
  ]);
}, 60_000);

test('a field that is cut in two by a change is taken whole', async () => {
  const field = (text: string) =>
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${text}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
  const make = (text: string, word: string) =>
    docx(documentXml(paragraph(`${run(word)}${field(text)}${run(' end')}`)), [part.styles(stylesXml(''))]);
  const { body } = await diff(make(' PAGE ', 'one'), make(' NUMPAGES ', 'two'));
  expect(body.changes).toMatchObject([{ id: 'change:0:0', label: 'Changed: two end' }]);
});
