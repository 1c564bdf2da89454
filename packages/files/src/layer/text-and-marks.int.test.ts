import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentXml, docx, paragraph, run } from '../../fixtures/docx/parts.ts';
import { richPptx } from '../../fixtures/pptx/rich.ts';
import { quarterly } from '../../fixtures/xlsx/plain-books.ts';
import { createMemoryHost } from '../hosts/memory-host.ts';
import { type OpenFiles, openFiles } from '../testing/open-files.ts';

let folder = '';
let files: OpenFiles;
const host = createMemoryHost();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-text-'));
  files = openFiles(host, { folder });
});
afterAll(async () => {
  await files.close();
  await rm(folder, { recursive: true, force: true });
});

const filledForm = async (): Promise<Buffer> => {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([400, 300]);
  page.drawText('Application', { x: 20, y: 260, size: 14 });
  const form = pdf.getForm();
  const name = form.createTextField('person.name');
  name.setText('Ada Lovelace');
  name.addToPage(page, { x: 20, y: 200, width: 200, height: 20 });
  const country = form.createDropdown('country');
  country.addOptions(['Norway', 'Peru']);
  country.select('Peru');
  country.addToPage(page, { x: 20, y: 160, width: 200, height: 20 });
  form.createTextField('empty').addToPage(page, { x: 20, y: 120, width: 200, height: 20 });
  const note = pdf.context.register(
    pdf.context.obj({
      Type: PDFName.of('Annot'),
      Subtype: PDFName.of('Text'),
      Rect: [300, 200, 320, 220],
      Contents: PDFString.of('Please check the date'),
    }),
  );
  page.node.addAnnot(note);
  return Buffer.from(await pdf.save());
};

test('what was typed into a pdf form and written beside its text can be read', async () => {
  host.put('form.pdf', await filledForm());
  const answer = (await files.call('read_file', { path: 'form.pdf' })) as unknown as { text: string };
  expect(answer.text).toContain('Application');
  expect(answer.text).toContain('[field person.name] Ada Lovelace');
  expect(answer.text).toContain('[field country] Peru');
  expect(answer.text).toContain('[note] Please check the date');
  expect(answer.text).not.toContain('[field empty]');
});

test('all text of a file is there for a search, every sheet and slide of it, and is made once', async () => {
  host.put('book.xlsx', quarterly());
  host.put('deck.pptx', richPptx());
  host.put('rows.csv', Buffer.from(`id,name\n${Array.from({ length: 500 }, (_, at) => `${at},Row ${at}\n`).join('')}`));
  host.put('page.docx', docx(documentXml(paragraph(run('A word in a document')))));
  const info = (await files.call('get_file_info', { path: 'book.xlsx' })) as unknown as { sheets: { name: string }[] };
  const text = async (path: string) => {
    const found = await files.text(path);
    return found.ok ? String(found.value.text) : JSON.stringify(found);
  };
  const book = await text('book.xlsx');
  for (const { name } of info.sheets) expect(book).toContain(name);
  expect(info.sheets.length).toBeGreaterThan(1);
  expect(await text('rows.csv')).toContain('Row 499');
  expect(await text('page.docx')).toContain('A word in a document');
  expect((await text('deck.pptx')).length).toBeGreaterThan(50);
  expect(await text('form.pdf')).toContain('Ada Lovelace');
  // Only what a person reads: ids, numbers of rows and letters of columns are for models.
  expect(await text('page.docx')).toMatch(/^A word in a document\s*$/);
  expect(await text('deck.pptx')).not.toMatch(/\[s\d+ |^## Slide|^ {2}r\d+ \|/m);
  expect(book).not.toMatch(/^\tA\tB|^hdr\t|^1\t/m);
  const { started } = files.workers.counts();
  await files.workers.close();
  // No worker is left, and the answer is still there.
  expect(await text('rows.csv')).toContain('Row 499');
  expect(files.workers.counts().started).toBe(started);
});
