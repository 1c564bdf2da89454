import { expect, test } from 'vitest';
import { documentXml, docx, part, stylesXml } from '../../fixtures/docx/parts.ts';
import { officeEditing } from '../../fixtures/lib/edit-office.ts';
import { orderProblems } from '../../fixtures/lib/schema-order.ts';
import { openPackage } from '../package/index.ts';
import { docxOperations } from '../tools/definitions/docx.ts';
import { blankDocx } from './blank.ts';
import { directionOf, stretchesOf } from './direction.ts';
import { editDocx } from './edit.ts';

const { edit } = officeEditing('docx', docxOperations, editDocx, () => '');
const main = 'word/document.xml';
/** What the body is after these operations; what stands in a wrong order is told by the check. */
const bodyAfter = async (before: Buffer, operations: readonly object[], more: object = {}): Promise<string> => {
  const made = await edit(before, operations, more);
  if (!made.bytes) throw new Error(JSON.stringify(made.result));
  expect(orderProblems(made.bytes)).toEqual([]);
  return openPackage(made.bytes)
    .bytes(main)
    .toString('utf8')
    .replace(/^[\s\S]*<w:body>|<w:sectPr[\s\S]*$/g, '');
};
const withParagraph = (xml: string) => docx(documentXml(xml), [part.styles(stylesXml(''))]);

test.each([
  ['שלום', 'rtl'],
  ['(1) שלום world', 'rtl'],
  ['world שלום', 'ltr'],
  ['سلام', 'rtl'],
  ['12.5 %', undefined],
  ['', undefined],
] as const)('%j is read %s', (text, direction) => {
  expect(directionOf(text)).toBe(direction);
});

test.each([
  [
    'תוכנת Word 2024, מהדורה חדשה',
    'rtl',
    [
      ['תוכנת ', 'rtl'],
      ['Word 2024', 'ltr'],
      [', מהדורה חדשה', 'rtl'],
    ],
  ],
  [
    'The word שלום, friends',
    'ltr',
    [
      ['The word ', 'ltr'],
      ['שלום', 'rtl'],
      [', friends', 'ltr'],
    ],
  ],
  ['צה"ל, 50 ש״ח', 'rtl', [['צה"ל, 50 ש״ח', 'rtl']]],
  [
    'Atelier Pro (חדש)',
    'ltr',
    [
      ['Atelier Pro (', 'ltr'],
      ['חדש', 'rtl'],
      [')', 'ltr'],
    ],
  ],
  ['1,200', 'rtl', [['1,200', 'rtl']]],
  ['plain', 'ltr', [['plain', 'ltr']]],
] as const)('%j is one run for each way that its parts are read', (text, paragraph, stretches) => {
  expect(stretchesOf(text, paragraph).map((each) => [each.text, each.direction])).toEqual(stretches);
});

test('a Hebrew paragraph is read to the left, its Latin words to the right; an English one says nothing of it', async () => {
  const body = await bodyAfter(await blankDocx(), [
    { op: 'append_paragraph', runs: [{ text: 'מהדורה 2 של Word ', bold: true }, { text: 'חדשה' }] },
    { op: 'append_paragraph', text: 'An English line' },
  ]);
  expect(body).toBe(
    '<w:p><w:pPr><w:bidi/></w:pPr>' +
      '<w:r><w:rPr><w:b/><w:bCs/><w:rtl/></w:rPr><w:t xml:space="preserve">מהדורה 2 של </w:t></w:r>' +
      '<w:r><w:rPr><w:b/></w:rPr><w:t>Word</w:t></w:r>' +
      '<w:r><w:rPr><w:b/><w:bCs/><w:rtl/></w:rPr><w:t xml:space="preserve"> </w:t></w:r>' +
      '<w:r><w:rPr><w:rtl/></w:rPr><w:t>חדשה</w:t></w:r></w:p>' +
      '<w:p><w:r><w:t>An English line</w:t></w:r></w:p>',
  );
});

test('a direction that is asked for holds over the letters, and left and right are sides of the page', async () => {
  const body = await bodyAfter(await blankDocx(), [
    { op: 'append_paragraph', text: 'ABC', direction: 'rtl', alignment: 'right' },
    { op: 'append_paragraph', text: 'אבג', direction: 'ltr', alignment: 'right' },
    { op: 'append_paragraph', text: 'אבג', alignment: 'left' },
  ]);
  expect([...body.matchAll(/<w:pPr>(.*?)<\/w:pPr>/g)].map(([, look]) => look)).toEqual([
    '<w:bidi/><w:jc w:val="left"/>',
    '<w:bidi w:val="0"/><w:jc w:val="right"/>',
    '<w:bidi/><w:jc w:val="right"/>',
  ]);
});

test('a paragraph that is there is turned, and one that is read to the left is aligned by sides of the page', async () => {
  const turned = await bodyAfter(withParagraph('<w:p><w:r><w:t>אבג</w:t></w:r></w:p>'), [
    { op: 'update_paragraph', block: 'b0', direction: 'rtl' },
  ]);
  expect(turned).toBe('<w:p><w:pPr><w:bidi/></w:pPr><w:r><w:t>אבג</w:t></w:r></w:p>');
  const aligned = await bodyAfter(
    withParagraph('<w:p><w:pPr><w:bidi/></w:pPr><w:r><w:t>אבג</w:t></w:r></w:p>'),
    [{ op: 'update_paragraph', block: 'b0', alignment: 'right' }],
    { track_changes: true },
  );
  expect(aligned).toContain('<w:bidi/><w:jc w:val="left"/><w:pPrChange');
  const straight = await bodyAfter(
    withParagraph('<w:p><w:pPr><w:bidi w:val="off"/></w:pPr><w:r><w:t>abc</w:t></w:r></w:p>'),
    [{ op: 'update_paragraph', block: 'b0', alignment: 'right' }],
  );
  expect(straight).toContain('<w:jc w:val="right"/>');
});

test('a Hebrew table has its first column at the right, and each cell is read as its own letters are', async () => {
  const rows = [
    ['פריט', 'סכום'],
    ['Survey', '1,200'],
  ];
  const table = (direction: string | null) =>
    bodyAfter(withParagraph('<w:p/>'), [{ op: 'insert_table', after: 'b0', rows, header: true, direction }]);
  const hebrew = await table(null);
  expect(hebrew).toContain('<w:tblPr><w:bidiVisual/><w:tblW');
  expect(hebrew).toContain(
    '<w:p><w:pPr><w:bidi/></w:pPr><w:r><w:rPr><w:b/><w:bCs/><w:rtl/></w:rPr><w:t>פריט</w:t></w:r></w:p>',
  );
  expect(hebrew).toContain('<w:p><w:r><w:t>Survey</w:t></w:r></w:p>');
  expect(hebrew).toContain('<w:p><w:pPr><w:bidi/></w:pPr><w:r><w:rPr><w:rtl/></w:rPr><w:t>1,200</w:t></w:r></w:p>');
  expect(await table('ltr')).not.toContain('bidiVisual');
});
