import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { documentXml, docx, paragraph, part, run, stylesXml } from '../../fixtures/docx/parts.ts';
import { richDocx } from '../../fixtures/docx/rich.ts';
import { makeZip } from '../../fixtures/lib/zip.ts';
import { entryBytes, openZip } from '../package/zip-read.ts';
import { buildDocx } from '../review/typed/docx.ts';
import { pageOf } from '../review/typed/page.ts';
import { compareDocx } from './compared.ts';

const folder = mkdtempSync(join(tmpdir(), 'atelier-part-words-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
const source = (bytes: Buffer) => {
  const file = join(folder, `${made++}.docx`);
  writeFileSync(file, bytes);
  return { path: 'a.docx', file, version: file, size_bytes: bytes.length, format: 'docx' as const };
};

/** What Review shows of two documents: label and both texts. */
const shown = async (before: Buffer, after: Buffer) => {
  const built = buildDocx(await compareDocx(source(before), source(after)));
  return pageOf(built, { offset: 0, limit: 50 }).items.map((item) => {
    if (item.what !== 'also' && item.what !== 'paragraph') return [item.what, null, null];
    return [item.what === 'also' ? item.label : item.what, item.before?.text ?? null, item.after?.text ?? null];
  });
};

/** The rich document with other words in one of its parts. */
const withWords = (name: RegExp, from: string | RegExp, to: string): Buffer => {
  const zip = openZip(richDocx());
  return makeZip(
    zip.entries.map((entry) => {
      const data = Buffer.from(entryBytes(zip, entry));
      if (!name.test(entry.name)) return { name: entry.name, data };
      const text = data.toString();
      const changed = text.replace(from, to);
      if (changed === text) throw new Error(`${entry.name} does not say it`);
      return { name: entry.name, data: changed };
    }),
  );
};

test.each([
  ['Changed: footnotes', /footnotes\.xml$/, 'A note at the foot', 'Another note', 'A note at the foot', 'Another note'],
  ['Changed: comments', /comments\.xml$/, 'Is this so?', 'It is', 'Reviewer: Is this so?', 'Reviewer: It is'],
])('%s shows what it said and says', async (label, name, from, to, before, after) => {
  expect(await shown(richDocx(), withWords(name, from, to))).toEqual([[label, before, after]]);
});

test('a header and the address of a link show what they were and are', async () => {
  const [[label, before, after] = []] = await shown(
    richDocx(),
    withWords(/header1?\.xml$/, /(<w:t[^>]*>)[^<]+/, '$1Another head'),
  );
  expect(label).toMatch(/^Changed: header/);
  expect([before === after, after]).toEqual([false, expect.stringContaining('Another head')]);
  const rels = withWords(/document\.xml\.rels$/, /(?<=Target=")https?:\/\/[^"]+/, 'https://elsewhere.example/');
  const [link] = await shown(richDocx(), rels);
  expect(link).toEqual(['Changed: links', expect.stringMatching(/^https?:/), 'https://elsewhere.example/']);
});

test('words of a box are shown with their paragraph where they changed', async () => {
  const box = (words: string) =>
    `<w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:textbox><w:txbxContent>${paragraph(run(words))}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`;
  const file = (words: string) =>
    docx(documentXml(paragraph(`${run('Beside')}${box(words)}`) + paragraph(run('End'))), [part.styles(stylesXml(''))]);
  expect(await shown(file('in the box'), file('in a box'))).toEqual([
    ['paragraph', 'Beside\nin the box', 'Beside\nin a box'],
  ]);
});
