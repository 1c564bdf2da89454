import { describe, expect, test } from 'vitest';
import { documentXml, docx, part, png, stylesXml } from '../../fixtures/docx/parts.ts';
import { richDocx, richFeatures } from '../../fixtures/docx/rich.ts';
import { invoiceDocx, plainDocx } from '../../fixtures/docx/small.ts';
import { selectorsWith } from '../../fixtures/lib/damaged-office.ts';
import { officeEditing } from '../../fixtures/lib/edit-office.ts';
import { orderProblems } from '../../fixtures/lib/schema-order.ts';
import { type Certificate, certificateProblems, openPackage } from '../package/index.ts';
import { docxOperations } from '../tools/definitions/docx.ts';
import type { EditAnswer } from '../tools/kind-handler.ts';
import { docxOf } from './docx-file.ts';
import { editDocx } from './edit.ts';
import { readDocx } from './read.ts';

const read = (bytes: Buffer, view: string | null = null) =>
  readDocx(docxOf(openPackage(bytes)), selectorsWith({ view })).text;

const { edit, sourceOf } = officeEditing('docx', docxOperations, editDocx, (bytes) => read(bytes));
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
const changedParts = (before: Buffer, after: Buffer) => {
  const [a, b] = [openPackage(before), openPackage(after)];
  return [...new Set([...a.names(), ...b.names()])].filter(
    (name) => !a.has(name) || !b.has(name) || !a.bytes(name).equals(b.bytes(name)),
  );
};
const bytesOf = (made: { bytes: Buffer | undefined; result: unknown }): Buffer => {
  if (!made.bytes) throw new Error(JSON.stringify(made.result));
  return made.bytes;
};

test('the fixture has the features it claims', () => {
  expect(featureCounts(richDocx())).toEqual(expectedCounts);
});

test('the order check finds what stands wrong', () => {
  const wrong = '<w:p><w:pPr><w:jc w:val="left"/><w:pStyle w:val="x"/></w:pPr></w:p>';
  expect(orderProblems(docx(documentXml(wrong), [part.styles(stylesXml(''))]))).toEqual([
    'word/document.xml: pStyle comes too late in pPr',
  ]);
});

test('[FL-40] replacing a word beside coloured text keeps all 20 features, all runs and every other part', async () => {
  const before = richDocx();
  const made = await edit(before, [
    {
      op: 'replace_text',
      search: 'over the ',
      replace: 'across the ',
      match_case: null,
      scope: null,
      allow_no_match: null,
    },
  ]);
  const after = bytesOf(made);
  expect(Object.keys(expectedCounts)).toHaveLength(20);
  expect(featureCounts(after)).toEqual(expectedCounts);
  expect(changedParts(before, after)).toEqual(['word/document.xml']);
  expect(openPackage(after).bytes('word/document.xml').toString()).toBe(
    openPackage(before).bytes('word/document.xml').toString().replace(' over the ', ' across the '),
  );
  expect(made.result).toMatchObject({
    ok: true,
    value: { action: 'modified', extra: { replacements: 1 }, focus_hint: { section_index: 0, block: 'b1' } },
  });
});

test("a replacement that spans runs takes the first run's format and leaves the neighbours alone", async () => {
  const { text, bytes } = await edit(richDocx(), [
    { op: 'replace_text', search: 'by twelve percent over', replace: 'strongly through' },
  ]);
  expect(text).toContain('The budget grew strongly through the whole year.');
  const xml = openPackage(bytes as Buffer)
    .bytes('word/document.xml')
    .toString();
  expect(xml).toContain('The budget grew strongly through</w:t>');
  expect(xml).toContain('<w:b/>');
});

test('words are replaced in the body, a box (both branches, counted once), header, footer and a content control', async () => {
  const box = await edit(richDocx(), [{ op: 'replace_text', search: 'words in a box', replace: 'Text in a frame' }]);
  expect(box.result).toMatchObject({ value: { extra: { replacements: 1 } } });
  expect(
    openPackage(bytesOf(box))
      .bytes('word/document.xml')
      .toString()
      .match(/Text in a frame/g),
  ).toHaveLength(2);
  const budget = await edit(richDocx(), [{ op: 'replace_text', search: 'budget', replace: 'plan' }]);
  expect(budget.result).toMatchObject({ value: { extra: { replacements: 4 } } });
  expect(changedParts(richDocx(), bytesOf(budget))).toEqual([
    'word/document.xml',
    'word/header1.xml',
    'word/footer1.xml',
  ]);
});

test('struck-out text and field codes are never replaced', async () => {
  const made = await edit(richDocx(), [{ op: 'replace_text', search: 'old words', replace: 'x' }]);
  expect(made.result).toMatchObject({ ok: false, error: { reason: 'no_match', op_index: 0 } });
  const code = await edit(richDocx(), [{ op: 'replace_text', search: 'PAGEREF', replace: 'x' }]);
  expect(code.result).toMatchObject({ ok: false, error: { reason: 'no_match' } });
});

test('[FL-41] tokens split over runs and in a table are filled in the format of their first run, none left over', async () => {
  const made = await edit(invoiceDocx(), [
    {
      op: 'fill_placeholders',
      values: [
        { token: 'company', value: 'Harbour & Sons' },
        { token: '{{item}}', value: 'Survey' },
        { token: 'amount', value: '1,200' },
        { token: 'due', value: 'May' },
      ],
    },
  ]);
  expect(made.result).toMatchObject({ ok: true, value: { extra: { replacements: 4, unresolved: [] } } });
  expect(made.text).toContain('Bill to: Harbour & Sons, with thanks.');
  expect(made.text).toContain('r1 | Survey | 1,200');
  expect(openPackage(bytesOf(made)).bytes('word/document.xml').toString()).toContain(
    '<w:color w:val="1F4E79"/></w:rPr><w:t>Harbour &amp; Sons</w:t>',
  );
  const partly = await edit(invoiceDocx(), [{ op: 'fill_placeholders', values: [{ token: 'due', value: 'May' }] }]);
  expect(partly.result).toMatchObject({ value: { extra: { unresolved: ['company', 'item', 'amount'] } } });
});

test('[FL-42] a replaced body keeps headers, footers, styles and page setup; what it alone referred to is removed and named', async () => {
  const before = richDocx();
  const made = await edit(before, [
    { op: 'set_paragraphs', paragraphs: [{ text: 'New title', style: 'Heading 1' }, { text: 'New text.' }] },
  ]);
  const after = bytesOf(made);
  const kept = [
    'word/styles.xml',
    'word/numbering.xml',
    'word/settings.xml',
    'word/header1.xml',
    'word/footer1.xml',
    'customXml/item1.xml',
  ];
  for (const name of kept) expect(openPackage(after).bytes(name).equals(openPackage(before).bytes(name))).toBe(true);
  const xml = openPackage(after).bytes('word/document.xml').toString();
  expect(xml).toContain('w:orient="landscape"');
  expect(xml.match(/<w:(header|footer)Reference /g)).toHaveLength(2);
  expect(openPackage(after).has('word/media/image1.png')).toBe(false);
  expect(openPackage(after).bytes('word/comments.xml').toString()).not.toContain('<w:comment ');
  expect(made.result).toMatchObject({
    value: {
      extra: { removed: ['comment 0', 'footnote 2', 'image media/image1.png', expect.stringContaining('hyperlink')] },
    },
  });
  expect(made.text).toContain('b0| # New title\nb1| New text.');
});

test('[FL-43] no hit, and an expectation that no longer holds', async () => {
  expect((await edit(plainDocx(), [{ op: 'replace_text', search: 'absent', replace: 'x' }])).result).toMatchObject({
    ok: false,
    error: { code: 'VALIDATION_FAILED', reason: 'no_match' },
  });
  expect(
    (await edit(plainDocx(), [{ op: 'replace_text', search: 'absent', replace: 'x', allow_no_match: true }])).result,
  ).toMatchObject({ ok: true, value: { action: 'unchanged' } });
  expect(
    (await edit(plainDocx(), [{ op: 'update_paragraph', block: 'b1', expect: 'Three', text: 'x' }])).result,
  ).toMatchObject({ ok: false, error: { code: 'CONFLICT_STALE_STATE', reason: 'expect' } });
});

test('[FL-44] a tracked edit is one deletion and one insertion, and the final view shows the new text', async () => {
  const made = await edit(plainDocx(), [{ op: 'replace_text', search: 'Two', replace: 'Zwei' }], {
    track_changes: true,
  });
  const xml = openPackage(bytesOf(made)).bytes('word/document.xml').toString();
  expect(xml.match(/<w:del /g)).toHaveLength(1);
  expect(xml.match(/<w:ins /g)).toHaveLength(1);
  expect(xml).toContain('w:author="Atelier"');
  expect(made.text).toContain('b1| Zwei.');
  expect(read(bytesOf(made), 'markup')).toContain('b1| {-Two-}{+Zwei+}.');
  const paragraph = await edit(plainDocx(), [{ op: 'update_paragraph', block: 'b0', text: 'Eins.' }], {
    track_changes: true,
  });
  expect(read(bytesOf(paragraph), 'markup')).toContain('b0| {-One.-}{+Eins.+}');
});

describe('block ids mean the document before the batch', () => {
  test('inserting, deleting and updating in one call', async () => {
    const made = await edit(plainDocx(), [
      { op: 'insert_paragraphs', before: 'b0', paragraphs: [{ text: 'Zero.' }] },
      { op: 'update_paragraph', block: 'b2', text: 'Last.' },
      { op: 'delete_blocks', from: 'b1', to: 'b1', expect: 'Two' },
      { op: 'append_to_section', section: 0, paragraphs: [{ text: 'End.' }] },
      { op: 'append_to_section', section: '(untitled)', paragraphs: [{ text: 'Very end.' }] },
    ]);
    expect(made.text).toBe('b0| Zero.\nb1| One.\nb2| Last.\nb3| End.\nb4| Very end.');
    expect(made.result).toMatchObject({
      value: { ops_applied: 5, auto_summary: expect.stringContaining('2 blocks added') },
    });
  });

  test('a batch with one bad operation changes nothing and names it', async () => {
    const made = await edit(plainDocx(), [
      { op: 'update_paragraph', block: 'b0', text: 'x' },
      { op: 'delete_blocks', from: 'b1', to: 'b1' },
      { op: 'update_paragraph', block: 'b1', text: 'y' },
    ]);
    expect(made.result).toMatchObject({ ok: false, error: { reason: 'bad_op', op_index: 2 } });
    expect(made.bytes).toBeUndefined();
  });
});

describe('tables', () => {
  test('a new table, its cells, its rows', async () => {
    const made = await edit(plainDocx(), [
      {
        op: 'insert_table',
        after: 'b0',
        rows: [
          ['Item', 'Sum'],
          ['a', '1'],
        ],
        header: true,
      },
      { op: 'set_table_cells', table: 0, cells: [{ row: 1, col: 1, text: '2' }] },
      {
        op: 'insert_table_rows',
        table: 0,
        at: 2,
        rows: [
          ['b', '3'],
          ['c', '4'],
        ],
      },
      { op: 'delete_table_rows', table: 0, from: 2, to: 2 },
    ]);
    expect(made.text).toContain('b1| r0 | Item | Sum\nb1| r1 | a | 2\nb1| r2 | c | 4');
  });

  test('merged cells are respected, or the operation refused by name', async () => {
    const reason = async (operation: object) => {
      const { result } = await edit(richDocx(), [operation]);
      return result.ok ? 'ok' : (result.error as { reason: string }).reason;
    };
    expect(await reason({ op: 'set_table_cells', table: 0, cells: [{ row: 0, col: 1, text: 'Area' }] })).toBe('ok');
    expect(await reason({ op: 'set_table_cells', table: 0, cells: [{ row: 2, col: 0, text: 'x' }] })).toBe('bad_op');
    expect(await reason({ op: 'insert_table_rows', table: 0, at: 2, rows: [['a', 'b', 'c']] })).toBe(
      'unsupported_structure',
    );
    expect(await reason({ op: 'delete_table_rows', table: 0, from: 1, to: 1 })).toBe('unsupported_structure');
    expect(await reason({ op: 'set_table_cells', table: 4, cells: [{ row: 0, col: 0, text: 'x' }] })).toBe(
      'index_out_of_range',
    );
  });
});

test('a new file begins blank and takes built-in styles as they are asked for', async () => {
  const made = await edit(null, [
    { op: 'append_paragraph', text: 'Report', style: 'Title' },
    { op: 'append_paragraph', text: 'Part one', style: 'Heading 1' },
    {
      op: 'append_paragraph',
      runs: [
        { text: 'Bold ', bold: true },
        { text: 'red\nnext', font_color: '#FF0000', font_size: 14 },
      ],
      alignment: 'justify',
      space_after: 6,
    },
    { op: 'append_paragraph', text: 'Odd', style: 'No Such Style', alignment: 'sideways' },
  ]);
  expect(made.text).toContain('b1| # Part one\nb2| Bold red\\nnext');
  expect(made.result).toMatchObject({
    value: { action: 'created', warnings: ['unknown_style:No Such Style', 'style_ignored:alignment=sideways'] },
  });
});

test('pictures, headers, breaks and styles', async () => {
  const logo = sourceOf('logo.png', png(192, 96, [200, 30, 30]));
  const made = await edit(
    richDocx(),
    [
      { op: 'insert_image', after: 'b1', source_path: 'logo.png', alt_text: 'A "red" box' },
      { op: 'set_header_footer', slot: 'header', type: 'default', paragraphs: [{ text: 'New header' }] },
      { op: 'set_header_footer', slot: 'footer', type: 'first', section: 1, paragraphs: [{ text: 'First foot' }] },
      { op: 'insert_break', after: 'b2', kind: 'page' },
      { op: 'insert_break', after: 'b3', kind: 'section_next' },
      { op: 'apply_style', from: 'b4', to: 'b5', style: 'heading 2' },
    ],
    {},
    { 'logo.png': logo },
  );
  expect(made.text).toContain('[image 0: A "red" box]');
  expect(made.text).toContain('[header default of page section 0: New header]');
  expect(made.text).toContain('First foot');
  expect(made.text).toContain('## First point.');
  expect(featureCounts(bytesOf(made))).toMatchObject({ comment: 1, footnote: 1, 'text box': 2, 'content control': 1 });
});

test('the certificate names every part, and a tampered result fails it', async () => {
  const before = richDocx();
  const made = await edit(before, [{ op: 'append_paragraph', text: 'More.' }]);
  if (!made.result.ok) throw new Error('refused');
  const certificate = (made.result.value as EditAnswer).certificate as unknown as Certificate;
  expect(await certificateProblems(certificate, before, bytesOf(made))).toEqual([]);
  expect(certificate.parts.filter(({ named }) => named).map(({ name }) => name)).toEqual(['word/document.xml']);
  const other = await edit(before, [{ op: 'append_paragraph', text: 'Other.' }]);
  expect((await certificateProblems(certificate, before, bytesOf(other))).length).toBeGreaterThan(0);
});

test('what XML cannot hold is taken out and said', async () => {
  const made = await edit(plainDocx(), [{ op: 'append_paragraph', text: 'a\u0001b <&> "c"' }]);
  expect(made.text).toContain('ab <&> "c"');
  expect(made.result).toMatchObject({ value: { warnings: ['illegal_characters_removed'] } });
});

test('an edit of a signed document says that its signature is no longer valid', async () => {
  const body = documentXml('<w:p><w:r><w:t>Signed words</w:t></w:r></w:p>');
  const signed = docx(body, [{ name: '_xmlsignatures/sig1.xml', data: '<Signature/>' }]);
  const operations = [{ op: 'append_paragraph', text: 'More' }];
  const made = await edit(signed, operations);
  expect(made.result.ok && (made.result.value as EditAnswer).warnings).toContain('signature_invalid');
  const plain = await edit(docx(body), operations);
  expect(plain.result.ok && (plain.result.value as EditAnswer).warnings).not.toContain('signature_invalid');
});

test('what a batch did is told whole, and only what changed is counted', async () => {
  const summary = async (...operations: readonly object[]) => {
    const { result } = await edit(plainDocx(), operations);
    return result.ok ? result.value.auto_summary : result.error.message;
  };
  const ends = [
    { op: 'update_paragraph', block: 'b0', text: 'First.' },
    { op: 'update_paragraph', block: 'b2', text: 'Last.' },
  ];
  expect(await summary(...ends)).toContain('2 blocks changed');
  const reworded = { op: 'replace_text', search: 'Two', replace: 'Deux' };
  expect(await summary(reworded, ends[1] ?? {})).toContain('1 replacement made; 2 blocks changed');
});
