import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  cell,
  documentXml,
  docx,
  headingStyles,
  pageSetup,
  paragraph,
  part,
  png,
  run,
  stylesXml,
} from '../../fixtures/docx/parts.ts';
import { richDocx } from '../../fixtures/docx/rich.ts';
import { plainDocx, translatedHeadingsDocx } from '../../fixtures/docx/small.ts';
import { orderProblems } from '../../fixtures/lib/schema-order.ts';
import { makeZip } from '../../fixtures/lib/zip.ts';
import { openPackage } from '../package/index.ts';
import type { EditAnswer, ReadAnswer, ReadSelectors, Source } from '../tools/kind-handler.ts';
import { docxHandler } from './handler.ts';

let folder: string;
let made = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-docx-odd-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const workspace = () => ({ temp: folder, cache: folder });
const source = (bytes: Buffer, path = 'a.docx'): Source => {
  const file = join(folder, `${made++}.docx`);
  writeFileSync(file, bytes);
  return { path, file, version: file, size_bytes: bytes.length, format: 'docx' };
};
const read = async (bytes: Buffer, more: Partial<ReadSelectors> = {}): Promise<ReadAnswer> => {
  const selectors = { section: null, view: null, ...more } as ReadSelectors;
  const answer = await docxHandler.read(source(bytes), selectors, workspace());
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value;
};
const map = async (bytes: Buffer) => {
  const answer = await docxHandler.map(source(bytes), { part: null, detail: 'full' }, workspace());
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value;
};
const section = async (bytes: Buffer, index = 0) => {
  const answer = await docxHandler.content?.(source(bytes), { section_index: index }, workspace());
  if (!answer?.ok) throw new Error(JSON.stringify(answer?.error));
  return answer.value as { paragraphs: { text: string }[]; tables: object[]; margins?: object[] };
};
const edit = async (bytes: Buffer | null, operations: readonly object[], more: object = {}, copy?: Buffer) => {
  const output = join(folder, `${made++}.docx`);
  const answer = await docxHandler.edit?.(
    {
      tool: 'docx_operations',
      source: bytes && source(bytes),
      path: 'a.docx',
      copy_from: copy ? source(copy) : null,
      args: { operations, ...more } as never,
      resources: { 'logo.png': source(png(20, 10, [1, 2, 3]), 'logo.png') },
      output,
    },
    workspace(),
  );
  if (!answer?.ok) return { error: answer?.error, bytes: Buffer.alloc(0), answer: undefined, xml: '' };
  const value: EditAnswer = answer.value;
  const result = value.action === 'unchanged' ? Buffer.alloc(0) : readFileSync(output);
  if (result.length > 0) expect(orderProblems(result)).toEqual([]);
  const xml = result.length > 0 ? openPackage(result).bytes('word/document.xml').toString() : '';
  return { error: undefined, answer: value, bytes: result, xml };
};
const styles = part.styles(stylesXml(headingStyles([['Heading1', 'heading 1']])));
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

test('[FL-12] translated headings are found, and a section has one number in map, read, edits and reviews', async () => {
  const bytes = translatedHeadingsDocx();
  const { sections } = (await map(bytes)) as unknown as {
    sections: { index: number; heading: string; level: number }[];
  };
  expect(sections.map(({ heading, level }) => [heading, level])).toEqual([
    ['(untitled)', 0],
    ['Einleitung', 1],
    ['פרטים', 2],
    ['Eigene Ebene', 1],
  ]);
  for (const { index, heading } of sections) {
    const { text } = await read(bytes, { section: index });
    expect(text).toContain(index === 0 ? 'Vor der ersten' : `# ${heading}`);
    const content = await docxHandler.content?.(source(bytes), { section_index: index }, workspace());
    expect(content).toMatchObject({ ok: true, value: { heading } });
    const changed = await edit(bytes, [
      { op: 'append_to_section', section: index, paragraphs: [{ text: `Neu in ${index}` }] },
    ]);
    expect(changed.answer?.focus_hint).toMatchObject({ section_index: index });
    expect((await read(changed.bytes, { section: index })).text).toContain(`Neu in ${index}`);
    const request = { reference: source(bytes), draft: source(changed.bytes), options: {} };
    const review = await docxHandler.diff?.(request, workspace());
    expect(review).toMatchObject({ ok: true, value: { body: { section_index: index, draft: { heading } } } });
  }
});

describe('odd spellings of the same document', () => {
  test('elements without a prefix still get attributes with one', async () => {
    const bare = documentXml(paragraph(run('Plain'), 'Heading1') + paragraph(run('Second')))
      .replace(/xmlns:w=/, 'xmlns=')
      .replaceAll(/<(\/?)w:/g, '<$1')
      .replaceAll(/ w:(\w+)=/g, ' x:$1=')
      .replace('<document ', `<document xmlns:x="${word}" `);
    const changed = await edit(docx(bare, [styles]), [
      { op: 'append_paragraph', text: 'Third', style: 'Heading 1', alignment: 'center' },
      { op: 'replace_text', search: 'Second', replace: 'Zweiter' },
    ]);
    expect((await read(changed.bytes)).text).toBe('b0| # Plain\nb1| Zweiter\nb2| # Third');
    const only = await edit(docx(bare.replaceAll(/ x:\w+="[^"]*"/g, '').replace(` xmlns:x="${word}"`, ''), [styles]), [
      { op: 'append_paragraph', text: 'Third', style: 'Heading 1' },
    ]);
    expect((await read(only.bytes)).text).toContain('# Third');
  });

  test('a document in the strict dialect is read and stays in it', async () => {
    const strict = (xml: string) =>
      xml.replaceAll(/http:\/\/schemas\.openxmlformats\.org\/(\w+)\/2006\//g, 'http://purl.oclc.org/ooxml/$1/');
    const bytes = docx(strict(documentXml(paragraph(run('Title'), 'Heading1') + paragraph(run('Text')))), [
      part.styles(strict(stylesXml(headingStyles([['Heading1', 'heading 1']])))),
    ]);
    expect((await map(bytes)).sections).toMatchObject([{ heading: 'Title', level: 1 }]);
    const changed = await edit(bytes, [
      { op: 'insert_image', after: 'b1', source_path: 'logo.png', alt_text: 'Logo' },
      { op: 'set_header_footer', slot: 'header', type: 'default', paragraphs: [{ text: 'On top' }] },
    ]);
    expect(changed.xml).not.toContain('schemas.openxmlformats.org/drawingml');
    const { text } = await read(changed.bytes);
    expect(text).toContain('[image 0: Logo]');
    expect(text).toContain('On top');
  });

  test('alternate content around blocks, nested content controls and a page setup inside one', async () => {
    const inner = (content: string) => `<w:sdt><w:sdtPr/><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
    const setup = paragraph('', undefined, pageSetup('', true));
    const bytes = docx(
      documentXml(
        `<mc:AlternateContent><mc:Choice Requires="wps">${paragraph(run('Chosen'))}</mc:Choice><mc:Fallback>${paragraph(run('Fallen back'))}</mc:Fallback></mc:AlternateContent>${inner(inner(paragraph(run('Deep'))) + setup)}${paragraph(run('Last'))}`,
      ),
      [styles],
    );
    expect((await read(bytes)).text).toBe('b0| Chosen\nb1| Deep\nb2| \nb3| Last');
    expect((await map(bytes)).page_setups).toMatchObject([{ orientation: 'landscape' }, { orientation: 'portrait' }]);
    const cut = await edit(bytes, [{ op: 'delete_blocks', from: 'b1', to: 'b1' }]);
    expect((await read(cut.bytes)).text).toBe('b0| Chosen\nb1| \nb2| Last');
    expect(cut.xml.match(/<w:sdt>/g)).toHaveLength(1);
  });

  test('missing parts, absurd symbols and a field that runs over paragraphs do not stop a read', async () => {
    const field = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const bytes = docx(
      documentXml(
        paragraph(`<w:r><w:sym w:font="x" w:char="FFFFFFFF"/></w:r>${run(' odd')}`) +
          paragraph(
            `${field('begin')}<w:r><w:instrText> TOC </w:instrText></w:r>${field('separate')}${run('Entry one')}`,
          ) +
          paragraph(`${run('Entry two')}${field('end')}${run(' after')}`) +
          paragraph(`<w:r><w:footnoteReference w:id="7"/></w:r>${run('Noted')}`),
      ),
      [styles, { name: 'word/other.xml', data: '<x/>', relation: 'comments' }],
    );
    expect((await read(bytes)).text).toBe('b0| \ufffd odd\nb1| Entry one\nb2| Entry two after\nb3| Noted');
    expect(await map(bytes)).toMatchObject({ fields: ['TOC'], comments: 0 });
  });
});

describe('what a read must not hide', () => {
  test('tracked words and rows of tables, by view', async () => {
    const tracked = (kind: string, text: string) =>
      `<w:${kind} w:id="9" w:author="R"><w:r><w:${kind === 'del' ? 'delText' : 't'}>${text}</w:${kind === 'del' ? 'delText' : 't'}></w:r></w:${kind}>`;
    const row = (mark: string, content: string) => `<w:tr>${mark}${cell(paragraph(content))}</w:tr>`;
    const bytes = docx(
      documentXml(
        `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="2000"/></w:tblGrid>${row('', `${run('Old ')}${tracked('del', 'gone')}${tracked('ins', 'new')}`)}${row('<w:trPr><w:del w:id="1" w:author="R"/></w:trPr>', run('Struck'))}${row('<w:trPr><w:ins w:id="2" w:author="R"/></w:trPr>', run('Added'))}</w:tbl>${paragraph('')}`,
      ),
      [styles],
    );
    const final = await read(bytes);
    expect(final.text).toBe('b0| r0 | Old new\nb0| r2 | Added\nb1| ');
    expect(final.warnings).toEqual(['deletions_hidden:2']);
    expect((await read(bytes, { view: 'markup' })).text).toBe(
      'b0| r0 | Old {-gone-}{+new+}\nb0| r1 | {-Struck-}\nb0| r2 | {+Added+}\nb1| ',
    );
  });

  test('a block longer than any answer comes in parts that make it whole, and the view is kept', async () => {
    const long = Array.from({ length: 9_000 }, (_, at) => `word${at}`).join(' ');
    const bytes = docx(documentXml(paragraph(run('First')) + paragraph(run(long)) + paragraph(run('Last'))), [styles]);
    const seen: string[] = [];
    let next: object | null = { section: 'b0-b2', view: 'markup' };
    while (next) {
      const answer: ReadAnswer = await read(bytes, next);
      seen.push(answer.text);
      next = answer.chunk_info?.next ?? null;
      if (next) expect(next).toMatchObject({ view: 'markup' });
    }
    expect(seen).toHaveLength(6);
    expect(seen.slice(1, 5).join('')).toBe(`b1| ${long}`);
  });
});

describe('edits that must say what they are', () => {
  test('rows and formats are tracked too', async () => {
    const table = `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="2000"/></w:tblGrid>${['One', 'Two'].map((text) => `<w:tr>${cell(paragraph(run(text)))}</w:tr>`).join('')}</w:tbl>`;
    const bytes = docx(documentXml(`${table}${paragraph(run('Text'))}`), [styles]);
    const changed = await edit(
      bytes,
      [
        { op: 'insert_table_rows', table: 0, at: 2, rows: [['Three']] },
        { op: 'delete_table_rows', table: 0, from: 0, to: 0 },
        { op: 'apply_style', from: 'b1', to: 'b1', style: 'Heading 1' },
        { op: 'delete_blocks', from: 'b1', to: 'b1' },
      ],
      { track_changes: true },
    );
    expect((await read(changed.bytes, { view: 'markup' })).text).toBe(
      'b0| r0 | {-One-}\nb0| r1 | Two\nb0| r2 | {+Three+}\nb1| # {-Text-}',
    );
    expect(changed.xml).toContain('<w:pPrChange ');
    expect(new Set(changed.xml.match(/w:id="\d+"/g)).size).toBe(changed.xml.match(/w:id="\d+"/g)?.length);
  });

  test('a batch that changes nothing makes no new version', async () => {
    const same = await edit(plainDocx(), [
      { op: 'replace_text', search: 'absent', replace: 'x', allow_no_match: true },
    ]);
    expect(same.answer).toMatchObject({ action: 'unchanged' });
  });

  test('a document without styles is given those it needs; a template becomes a document, macros are refused', async () => {
    const bare = docx(documentXml(paragraph(run('Text'))));
    const styled = await edit(bare, [{ op: 'apply_style', from: 'b0', to: 'b0', style: 'Heading 2' }]);
    expect((await map(styled.bytes)).sections).toMatchObject([{ heading: 'Text', level: 2 }]);
    const typed = (type: string): Buffer => {
      const pkg = openPackage(plainDocx());
      return makeZip(
        pkg.names().map((name) => ({
          name,
          data:
            name === '[Content_Types].xml'
              ? pkg
                  .bytes(name)
                  .toString()
                  .replace(/application\/vnd[^"]*document\.main\+xml/, type)
              : pkg.bytes(name),
        })),
      );
    };
    const template = typed('application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml');
    const made = await edit(null, [{ op: 'append_paragraph', text: 'More' }], { create_new: true }, template);
    expect(openPackage(made.bytes).typeOf('word/document.xml')).toContain('document.main+xml');
    const macros = typed('application/vnd.ms-word.document.macroEnabled.main+xml');
    const refused = await edit(null, [{ op: 'append_paragraph', text: 'x' }], { create_new: true }, macros);
    expect(refused.error).toMatchObject({ reason: 'read_only_format' });
  });

  test('many cells of one table are set in one go, the last word on a cell holding', async () => {
    const table = `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="2000"/><w:gridCol w:w="2000"/></w:tblGrid><w:tr>${cell(paragraph(''))}${cell(paragraph(run('b')))}</w:tr></w:tbl>`;
    const changed = await edit(docx(documentXml(`${table}${paragraph('')}`), [styles]), [
      {
        op: 'set_table_cells',
        table: 0,
        cells: [
          { row: 0, col: 0, text: 'A' },
          { row: 0, col: 1, text: 'x' },
          { row: 0, col: 1, text: 'B' },
        ],
      },
    ]);
    expect((await read(changed.bytes)).text).toBe('b0| r0 | A | B\nb1| ');
  });
});

test('a bookmark or comment that begins or ends in a deleted paragraph is shorter, and not half', async () => {
  const marked = (text: string, before: string, after: string) =>
    `<w:p>${before}<w:r><w:t>${text}</w:t></w:r>${after}</w:p>`;
  const bytes = docx(
    documentXml(
      [
        marked('One', '<w:bookmarkStart w:id="1" w:name="long"/>', '<w:commentRangeStart w:id="7"/>'),
        marked(
          'Two',
          '<w:bookmarkEnd w:id="1"/><w:bookmarkStart w:id="2" w:name="short"/>',
          '<w:bookmarkEnd w:id="2"/>',
        ),
        marked('Three', '', '<w:commentRangeEnd w:id="7"/>'),
      ].join(''),
    ),
    [styles],
  );
  const marks = (text: string) =>
    [...text.matchAll(/<w:((?:bookmark|commentRange)(?:Start|End)) w:id="(\d)"/g)].map(
      ([, kind, id]) => `${kind} ${id}`,
    );
  for (const [block, left] of [
    [
      'b0',
      [
        'bookmarkStart 1',
        'commentRangeStart 7',
        'bookmarkEnd 1',
        'bookmarkStart 2',
        'bookmarkEnd 2',
        'commentRangeEnd 7',
      ],
    ],
    ['b1', ['bookmarkStart 1', 'commentRangeStart 7', 'bookmarkEnd 1', 'commentRangeEnd 7']],
    [
      'b2',
      [
        'bookmarkStart 1',
        'commentRangeStart 7',
        'bookmarkEnd 1',
        'bookmarkStart 2',
        'bookmarkEnd 2',
        'commentRangeEnd 7',
      ],
    ],
  ] as const) {
    const cut = await edit(bytes, [{ op: 'delete_blocks', from: block, to: block }]);
    expect(marks(cut.xml), block).toEqual(left);
  }
});

test('a document that is shown has the words of its boxes, notes, comments and margins, and its tracked changes', async () => {
  const all = await Promise.all(Array.from({ length: 9 }, (_, at) => section(richDocx(), at).catch(() => undefined)));
  const shown = JSON.stringify(all);
  expect(shown).toContain('{"kind":"note","text":"A note at the foot"}');
  expect(shown).toContain('{"kind":"comment","text":"Is this so?","by":"Reviewer"}');
  expect(shown.match(/"kind":"box"/g)).toHaveLength(1);
  const margins = (await section(richDocx())).margins;
  expect(margins).toContainEqual(expect.objectContaining({ slot: 'header', text: expect.stringMatching(/./) }));
  expect((await section(richDocx(), 1)).margins).toBeUndefined();

  const struck = '<w:del w:id="1" w:author="A"><w:r><w:delText>900</w:delText></w:r></w:del>';
  const put = '<w:ins w:id="2" w:author="A"><w:r><w:t>950</w:t></w:r></w:ins>';
  const goneRow = `<w:tr><w:trPr><w:del w:id="3" w:author="A"/></w:trPr>${cell(paragraph(run('gone')))}</w:tr>`;
  const tracked = docx(
    documentXml(
      `${paragraph(`${run('Costs ')}${struck}${put}`)}<w:tbl><w:tblPr/><w:tblGrid><w:gridCol/></w:tblGrid><w:tr>${cell(paragraph(run('kept')))}</w:tr>${goneRow}</w:tbl>${paragraph(run('End'))}`,
    ),
    [part.styles(stylesXml(''))],
  );
  expect(await section(tracked)).toMatchObject({
    paragraphs: [
      {
        text: 'Costs 950',
        tracked_runs: [
          { text: 'Costs ', tracked: null },
          { text: '900', tracked: 'deleted' },
          { text: '950', tracked: 'inserted' },
        ],
      },
      { text: 'End' },
    ],
    tables: [{ rows: [['kept'], ['gone']], tracked_rows: { 1: 'deleted' } }],
  });
});
