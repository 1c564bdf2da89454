import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  documentXml,
  docx,
  headingStyles,
  paragraph,
  part,
  run,
  stylesXml,
  table,
} from '../../../fixtures/docx/parts.ts';
import { richDocx } from '../../../fixtures/docx/rich.ts';
import { convert, hasSoffice, settled } from '../../../fixtures/lib/soffice.ts';
import type { Source } from '../../tools/kind-handler.ts';
import { docxHandler } from '../handler.ts';
import { trackDocx } from './track-docx.ts';

if (!hasSoffice) console.warn('LibreOffice is not installed: what it makes of tracked changes is not checked here.');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-tracked-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const source = (name: string, bytes: Buffer): Source => {
  writeFileSync(join(folder, name), bytes);
  return { path: name, file: join(folder, name), version: name, size_bytes: bytes.length, format: 'docx' };
};
const by = { author: 'Model “M” & Co', at: '2026-03-04T05:06:07Z' };
const tracked = async (before: Buffer, after: Buffer): Promise<Buffer> => {
  const output = join(folder, 'out.docx');
  await trackDocx(source('before.docx', before), source('after.docx', after), by, output);
  return readFileSync(output);
};

const styles = [part.styles(stylesXml(headingStyles([['Heading1', 'heading 1']])))];
const reference = () =>
  docx(
    documentXml(
      [
        paragraph(run('Yearly report'), 'Heading1'),
        paragraph(`${run('The budget grew by ')}${run('twelve', '<w:b/>')}${run(' percent, as planned.')}`),
        paragraph(run('This paragraph goes away.')),
        paragraph(run('This one stays.')),
        table([
          ['Item', 'Amount'],
          ['Rent', '100'],
          ['Food', '50'],
          ['Travel', '70'],
        ]),
        paragraph(run('The end.')),
      ].join(''),
    ),
    styles,
  );
const draft = () =>
  docx(
    documentXml(
      [
        paragraph(run('Yearly report'), 'Heading1'),
        paragraph(`${run('The budget grew by ')}${run('fifteen', '<w:b/>')}${run(' percent, <more> & better.')}`),
        paragraph(run('This one stays.')),
        paragraph(run('שורה חדשה, a new paragraph.')),
        table([
          ['Item', 'Amount'],
          ['Rent', '120'],
          ['Travel', '70'],
          ['Tools', '30'],
          ['Light', '10'],
        ]),
        paragraph(run('The end.')),
        paragraph(run('And a last word.')),
      ].join(''),
    ),
    styles,
  );

const words = (text: string): readonly string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
test('changed words, paragraphs and rows are marked one by one, with author and date; the rest has no mark', async () => {
  const made = await tracked(reference(), draft());
  const read = async (view: 'final' | 'markup') => {
    const answer = await docxHandler.read(source('made.docx', made), { section: null, view } as never, {
      temp: folder,
      cache: folder,
    });
    return answer.ok ? answer.value.text : '';
  };
  const markup = await read('markup');
  expect(markup).toContain('The budget grew by {-twelve-}{+fifteen+} percent, ');
  expect(markup).toContain('{-This paragraph goes away.-}');
  expect(markup).toContain('b3| This one stays.');
  expect(markup).toContain('{+שורה חדשה, a new paragraph.+}');
  expect(markup).toContain('Rent | {-100-}{+120+}');
  expect(markup).toMatch(/r2 \| \{-.*Food.*-\}\n.*r3 \| Travel \| 70\n.*r4 \| \{\+.*Tools/);
  expect(await read('final')).toContain('The budget grew by fifteen percent, <more> & better.');
});

test.skipIf(!hasSoffice)(
  'LibreOffice shows who changed what and when; taking all is the Draft, refusing all the reference',
  async () => {
    const made = await tracked(reference(), draft());
    const odf = (await convert(made, 'a.docx', 'fodt', 'a.fodt')).toString('utf8');
    expect(odf).toMatch(
      /<text:insertion>[\s\S]*?<dc:creator>Model “M” &amp; Co<\/dc:creator>\s*<dc:date>2026-03-04T05:06:07/,
    );
    expect(odf).toMatch(
      /<text:deletion>[\s\S]*?<dc:creator>Model “M” &amp; Co<\/dc:creator>\s*<dc:date>2026-03-04T05:06:07/,
    );
    // To the line: nothing is left over before a table or at the end of the text, whichever way it went.
    const [was, is] = [await settled(reference(), 'Accept'), await settled(draft(), 'Accept')];
    expect(await settled(made, 'Accept')).toBe(is);
    expect(await settled(made, 'Reject')).toBe(was);
    const back = await tracked(draft(), reference());
    expect(await settled(back, 'Accept')).toBe(was);
    expect(await settled(back, 'Reject')).toBe(is);
  },
  240_000,
);

test.skipIf(!hasSoffice)(
  'the same holds of a rich document with links, notes, lists and pictures',
  async () => {
    const output = join(folder, 'edited.docx');
    const edited = await docxHandler.edit?.(
      {
        tool: 'docx_operations',
        source: source('rich.docx', richDocx()),
        path: 'rich.docx',
        copy_from: null,
        args: {
          operations: [
            { op: 'replace_text', search: 'twelve percent', replace: 'fifteen percent' },
            { op: 'update_paragraph', block: 'b4', text: 'First point, sharpened.' },
            { op: 'insert_paragraphs', after: 'b5', paragraphs: [{ text: 'A third point', style: 'Heading 3' }] },
            { op: 'set_table_cells', table: 0, cells: [{ row: 1, col: 1, text: 'Q9' }] },
          ],
        } as never,
        resources: {},
        output,
      },
      { temp: folder, cache: folder },
    );
    if (!edited?.ok) throw new Error(JSON.stringify(edited));
    const after = readFileSync(output);
    const made = await tracked(richDocx(), after);
    expect(words(await settled(made, 'Accept'))).toEqual(words(await settled(after, 'Accept')));
    expect(words(await settled(made, 'Reject'))).toEqual(words(await settled(richDocx(), 'Reject')));
  },
  240_000,
);
