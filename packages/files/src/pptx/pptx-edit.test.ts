import { describe, expect, test } from 'vitest';
import { png } from '../../fixtures/docx/parts.ts';
import { selectorsWith } from '../../fixtures/lib/damaged-office.ts';
import { officeEditing } from '../../fixtures/lib/edit-office.ts';
import { body, bullet, chartFrame, line, pptx, run, slideXml, table, title } from '../../fixtures/pptx/parts.ts';
import { richFeatures, richPptx } from '../../fixtures/pptx/rich.ts';
import { slidesPptx } from '../../fixtures/pptx/small.ts';
import { openPackage } from '../package/index.ts';
import { pptxOperations } from '../tools/definitions/pptx.ts';
import type { Source } from '../tools/kind-handler.ts';
import { editPptx } from './edit.ts';
import { mapPptx } from './map.ts';
import { pptxOf } from './pptx-file.ts';
import { readPptx } from './read.ts';

const read = (bytes: Buffer) => readPptx(pptxOf(openPackage(bytes)), selectorsWith()).text;

const { edit: editWith, sourceOf } = officeEditing('pptx', pptxOperations, editPptx, read);
const edit = (bytes: Buffer | null, operations: readonly object[], resources: Record<string, Source> = {}) =>
  editWith(bytes, operations, {}, resources);
const titles = (bytes: Buffer | undefined) =>
  (
    mapPptx(pptxOf(openPackage(bytes ?? Buffer.alloc(0))), { part: null, detail: 'full' }).slides as { title: string }[]
  ).map((slide) => slide.title);
const changedParts = (before: Buffer, after: Buffer) => {
  const [a, b] = [openPackage(before), openPackage(after)];
  return [...new Set([...a.names(), ...b.names()])].filter(
    (name) => !a.has(name) || !b.has(name) || !a.bytes(name).equals(b.bytes(name)),
  );
};

const featureCounts = (bytes: Buffer) => {
  const pkg = openPackage(bytes);
  return Object.fromEntries(
    Object.entries(richFeatures).map(([name, { part, mark }]) => [
      name,
      pkg.has(part) ? (pkg.bytes(part).toString('latin1').match(mark) ?? []).length : 0,
    ]),
  );
};
const expectedCounts = Object.fromEntries(Object.entries(richFeatures).map(([name, { count }]) => [name, count]));

test('the fixture has the features it claims', () => {
  expect(featureCounts(richPptx())).toEqual(expectedCounts);
});

test('[FL-45] new text on one slide keeps all 17 features and changes that slide part only', async () => {
  const before = richPptx();
  const made = await edit(before, [
    { op: 'set_slide_text', index: 2, title: 'Photographs' },
    { op: 'set_slide_text', index: 2, title: 'Photos' },
  ]);
  expect(Object.keys(expectedCounts)).toHaveLength(17);
  expect(featureCounts(made.bytes as Buffer)).toEqual(expectedCounts);
  expect(changedParts(before, made.bytes as Buffer)).toEqual(['ppt/slides/slide3.xml']);
  expect(made.text).toContain('[s2 title] Photos\n');
});

test('a deleted slide leaves no entry in sections or custom shows, and no part of its own', async () => {
  const made = await edit(richPptx(), [{ op: 'delete_slide', index: 2 }]);
  const pkg = openPackage(made.bytes as Buffer);
  const xml = pkg.bytes('ppt/presentation.xml').toString();
  expect(xml).not.toContain('id="258"');
  expect(xml.match(/<p:sld r:id/g)).toHaveLength(1);
  expect(pkg.names().filter((name) => /media\/|slide3/.test(name))).toEqual([]);
});

test('text of one slide changes that slide part only, and keeps the look of what stood there', async () => {
  const before = pptx([
    { xml: slideXml(title('One')) },
    {
      xml: slideXml(
        title('Two') +
          body(
            line(run('Old point', ' b="1" sz="2000"'), '<a:pPr lvl="1"><a:buChar char="-"/></a:pPr>') + bullet('Other'),
          ),
      ),
    },
  ]);
  const made = await edit(before, [{ op: 'set_slide_text', index: 1, title: 'Zwei', body: 'New point\n\nSecond' }]);
  expect(changedParts(before, made.bytes as Buffer)).toEqual(['ppt/slides/slide2.xml']);
  const xml = openPackage(made.bytes as Buffer)
    .bytes('ppt/slides/slide2.xml')
    .toString();
  expect(xml.match(/b="1" sz="2000"/g)).toHaveLength(2);
  expect(xml.match(/<a:buChar char="-"\/>/g)).toHaveLength(2);
  expect(made.text).toContain('[s2 title] Zwei\n[s3 obj]\n    - New point\n    - Second');
  expect(made.result).toMatchObject({ value: { focus_hint: { slide_index: 1 }, action: 'modified' } });
});

test('[FL-46] a new slide by its layout; an unknown layout lists the names; a body needs a place', async () => {
  const made = await edit(slidesPptx(), [{ op: 'add_slide', title: 'Next Steps', body: 'Plan\nBuild\nShip' }]);
  expect(titles(made.bytes)).toEqual(['Harbour project', 'Findings', 'Thanks', 'Next Steps']);
  const xml = openPackage(made.bytes as Buffer)
    .bytes('ppt/slides/slide4.xml')
    .toString();
  expect(xml.match(/<a:t>(Plan|Build|Ship)<\/a:t>/g)).toHaveLength(3);
  expect(made.result).toMatchObject({ value: { focus_hint: { slide_index: 3 } } });
  expect((await edit(slidesPptx(), [{ op: 'add_slide', layout: 'fancy' }])).result).toMatchObject({
    ok: false,
    error: {
      reason: 'unknown_layout',
      candidates: ['Title Slide', 'Title and Content', 'Section Header', 'Title Only', 'Blank'],
    },
  });
  expect(
    (await edit(slidesPptx(), [{ op: 'add_slide', layout: 'title_only', title: 'x', body: 'y' }])).result,
  ).toMatchObject({ ok: false, error: { reason: 'no_placeholder', op_index: 0 } });
});

describe('slides are deleted, moved, duplicated and hidden; indexes mean the file before the call', () => {
  test('in one batch', async () => {
    const made = await edit(slidesPptx(), [
      { op: 'delete_slide', index: 0 },
      { op: 'move_slide', index: 2, to: 0 },
      { op: 'duplicate_slide', index: 1 },
      { op: 'set_slide_hidden', index: 1, hidden: true },
      { op: 'append_bullets', index: 2, bullets: ['And more', { text: 'deeper', level: 1 }] },
    ]);
    expect(titles(made.bytes)).toEqual(['Thanks', 'Findings', 'Findings']);
    expect(made.text).toContain('  - Questions\n  - And more\n    - deeper');
    expect(made.text).toContain('Slide 2 (index 1) Title and Content hidden');
    const pkg = openPackage(made.bytes as Buffer);
    expect(pkg.has('ppt/slides/slide1.xml')).toBe(false);
    expect(pkg.names().filter((name) => /notesSlides\/notesSlide\d/.test(name))).toHaveLength(2);
  });

  test('[FL-47] a duplicated chart has a workbook of its own and survives the original; nothing is left behind', async () => {
    const chart =
      '<?xml version="1.0"?><c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><c:chart><c:plotArea/></c:chart><c:externalData r:id="rId1"/></c:chartSpace>';
    const deck = pptx(
      [
        {
          xml: slideXml(title('Chart') + chartFrame(5, 'rIdChart')),
          relations: [['rIdChart', 'chart', '../charts/chart1.xml']],
        },
        { xml: slideXml(title('Other')) },
      ],
      {
        types: [['ppt/charts/chart1.xml', 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml']],
        entries: [
          { name: 'ppt/charts/chart1.xml', data: chart },
          {
            name: 'ppt/charts/_rels/chart1.xml.rels',
            data: '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/package" Target="../embeddings/book1.xlsx"/></Relationships>',
          },
          { name: 'ppt/embeddings/book1.xlsx', data: 'PK-not-really' },
        ],
      },
    );
    const copied = await edit(deck, [{ op: 'duplicate_slide', index: 0 }]);
    const charts = (bytes: Buffer) =>
      openPackage(bytes)
        .names()
        .filter((name) => /^ppt\/(charts\/chart|embeddings)/.test(name))
        .toSorted();
    expect(charts(copied.bytes as Buffer)).toEqual([
      'ppt/charts/chart1.xml',
      'ppt/charts/chart2.xml',
      'ppt/embeddings/book1.xlsx',
      'ppt/embeddings/book2.xlsx',
    ]);
    const left = await edit(copied.bytes as Buffer, [{ op: 'delete_slide', index: 0 }]);
    expect(charts(left.bytes as Buffer)).toEqual(['ppt/charts/chart2.xml', 'ppt/embeddings/book2.xlsx']);
    const pkg = openPackage(left.bytes as Buffer);
    const [slide] = pptxOf(pkg).slides;
    expect(pkg.relationships(slide?.part ?? '').find(({ kind }) => kind === 'chart')?.part).toBe(
      'ppt/charts/chart2.xml',
    );
    expect(pkg.relationships('ppt/charts/chart2.xml')[0]?.part).toBe('ppt/embeddings/book2.xlsx');
  });

  test('the last slide stays', async () => {
    const one = pptx([{ xml: slideXml(title('Only')) }]);
    expect((await edit(one, [{ op: 'delete_slide', index: 0 }])).result).toMatchObject({
      ok: false,
      error: { reason: 'bad_op' },
    });
  });
});

test('words are replaced across runs, in tables and notes; nothing found is refused', async () => {
  const deck = pptx([
    {
      xml: slideXml(
        title('Plan') + body(line(run('The ha') + run('rbour plan', ' b="1"'))) + table(7, [['Harbour', 'x']]),
      ),
      notes: 'harbour talk',
    },
  ]);
  const made = await edit(deck, [{ op: 'replace_text', search: 'harbour', replace: 'Port' }]);
  expect(made.result).toMatchObject({ value: { extra: { replacements: 3 } } });
  expect(made.text).toContain('The Port plan');
  expect(made.text).toContain('r0 | Port | x');
  expect(made.text).toContain('Notes: Port talk');
  expect((await edit(deck, [{ op: 'replace_text', search: 'absent', replace: 'x' }])).result).toMatchObject({
    ok: false,
    error: { reason: 'no_match' },
  });
});

test('notes are made where there were none, master included', async () => {
  const made = await edit(pptx([{ xml: slideXml(title('A')) }]), [
    { op: 'set_notes', index: 0, text: 'First\nSecond' },
  ]);
  expect(made.text).toContain('Notes: First\\nSecond');
  expect(
    openPackage(made.bytes as Buffer)
      .names()
      .some((name) => name.includes('notesMaster1.xml')),
  ).toBe(true);
});

test('shapes, cells and pictures by id', async () => {
  const deck = pptx([
    {
      xml: slideXml(
        title('A') +
          table(7, [
            ['a', 'b'],
            ['c', 'd'],
          ]),
      ),
    },
  ]);
  const logo = sourceOf('logo.png', png(200, 100, [9, 9, 9]));
  const made = await edit(
    deck,
    [
      { op: 'set_table_cells', index: 0, shape_id: 7, cells: [{ row: 1, col: 1, text: 'D' }] },
      {
        op: 'set_shape_text',
        index: 0,
        shape_id: 2,
        paragraphs: [{ runs: [{ text: 'New', bold: true, font_color: '#112233' }] }],
      },
      { op: 'insert_image', index: 0, source_path: 'logo.png', left_in: 1, top_in: 1, width_in: 2, alt_text: 'Logo' },
    ],
    { 'logo.png': logo },
  );
  expect(made.text).toContain('r1 | c | D');
  expect(made.text).toContain('[s8 picture] Logo');
  expect(
    openPackage(made.bytes as Buffer)
      .bytes('ppt/slides/slide1.xml')
      .toString(),
  ).toContain('cx="1828800" cy="914400"');
  expect((await edit(deck, [{ op: 'set_shape_text', index: 0, shape_id: 99, paragraphs: [] }])).result).toMatchObject({
    ok: false,
    error: { candidates: [2, 7] },
  });
});

test('a new presentation begins blank with seven layouts', async () => {
  const made = await edit(null, [
    { op: 'add_slide', layout: 'title_slide', title: 'Report', body: 'For the board' },
    { op: 'add_slide', title: 'Points', body: 'One\nTwo', notes: 'Remember' },
  ]);
  expect(titles(made.bytes)).toEqual(['Report', 'Points']);
  expect(made.result).toMatchObject({ value: { action: 'created', auto_summary: '2 slides added.' } });
});

test('what a batch did is told whole: slides that changed beside those that were added', async () => {
  const summary = async (...operations: readonly object[]) => {
    const { result } = await edit(slidesPptx(), operations);
    return result.ok ? result.value.auto_summary : result.error.message;
  };
  const added = { op: 'add_slide', title: 'Next steps', body: 'One' };
  const renamed = [
    { op: 'set_slide_text', index: 0, title: 'Port project' },
    { op: 'set_slide_text', index: 2, title: 'Thank you' },
  ];
  expect(await summary(...renamed, added)).toBe('1 slide added; 2 slides changed.');
  expect(await summary(...renamed)).toBe('2 slides changed.');
  const reworded = { op: 'replace_text', search: 'Harbour', replace: 'Port' };
  expect(await summary(reworded)).toBe('1 replacement made.');
});
