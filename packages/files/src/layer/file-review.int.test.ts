import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileReview } from '@atelier/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentXml, docx, headingStyles, paragraph, part, run, stylesXml } from '../../fixtures/docx/parts.ts';
import { richDocx } from '../../fixtures/docx/rich.ts';
import { picture } from '../../fixtures/image/pictures.ts';
import { richPptx } from '../../fixtures/pptx/rich.ts';
import { quarterly } from '../../fixtures/xlsx/plain-books.ts';
import { rich } from '../../fixtures/xlsx/rich.ts';
import { createMemoryHost } from '../hosts/memory-host.ts';
import { type OpenFiles, openFiles } from '../testing/open-files.ts';
import { english, hebrew, reviewRows } from '../view/index.ts';

let folder = '';
let files: OpenFiles;
const host = createMemoryHost();
const table = (rows: readonly (readonly string[])[]) => Buffer.from(rows.map((row) => `${row.join(',')}\n`).join(''));
const people = Array.from({ length: 60 }, (_, at) => [`P${at}`, `Name ${at}`, `${at * 10}`]);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-typed-review-'));
  files = openFiles(host, { folder, rendererPath: join(folder, 'none') });
  const contract = docx(
    documentXml(
      [
        paragraph(run('Payment'), 'Heading1'),
        paragraph(run('The old price is due in thirty days.')),
        paragraph(run('Scope'), 'Heading1'),
        paragraph(run('The old scope stays as it is.')),
      ].join(''),
    ),
    [part.styles(stylesXml(headingStyles([['Heading1', 'heading 1']])))],
  );
  for (const [path, bytes] of Object.entries({
    'contract.docx': contract,
    'rich.docx': richDocx(),
    'deck.pptx': richPptx(),
    'book.xlsx': quarterly(),
    'rich.xlsx': rich(),
    'people.csv': table([['id', 'name', 'amount'], ...people]),
    'notes.md': Buffer.from('# One\n\nfirst line\nsecond line\nthird line\n'),
    'same.md': Buffer.from('same\n'),
    'data.bin': Buffer.from([0, 1, 2, 3, 255, 254, 0, 9]),
  }))
    host.put(path, bytes);
  host.beginDraft();
});
afterAll(async () => {
  await files.close();
  await rm(folder, { recursive: true, force: true });
});

const edit = async (tool: string, path: string, operations: readonly object[], more = {}) => {
  const answer = await files.call(tool, { path, operations, ...more });
  expect(answer, JSON.stringify(answer)).toMatchObject({ ok: true });
};
const open = async (path: string, options = {}): Promise<FileReview> => {
  const review = await files.review.open(path, options);
  if (!review.ok) throw new Error(JSON.stringify(review.error));
  return FileReview.parse(review.value);
};
const told = async (path: string) =>
  reviewRows(await open(path), english).map(({ place, before, after }) => [
    place,
    before?.text ?? null,
    after?.text ?? null,
  ]);

test('a new, filled sheet shows what it holds', async () => {
  await edit('xlsx_operations', 'book.xlsx', [
    { op: 'ensure_sheet', sheet: 'Plan' },
    {
      op: 'set_cells',
      sheet: 'Plan',
      cells: [
        { cell: 'A1', value: 'Region' },
        { cell: 'B1', value: 'Target' },
        { cell: 'A2', value: 'North' },
        { cell: 'B2', value: 1200 },
      ],
    },
    { op: 'set_cells', sheet: 'Q1', cells: [{ cell: 'A1', value: 'changed' }] },
  ]);
  const rows = await told('book.xlsx');
  expect(rows).toContainEqual(['Sheet Plan, 2', null, 'North | 1200']);
  expect(rows).toContainEqual(['Sheet Q1, A1', expect.any(String), 'changed']);
  const { also } = await open('book.xlsx');
  expect(also.join()).not.toMatch(/bookkeeping|sheet part/);
});

test('two replacements in a document are two changes, under their headings, with the words that differ', async () => {
  await edit('docx_operations', 'contract.docx', [{ op: 'replace_text', search: 'old', replace: 'new' }]);
  const review = await open('contract.docx');
  const rows = reviewRows(review, english);
  expect(rows.map(({ place }) => place)).toEqual(['Paragraph 2, under “Payment”', 'Paragraph 4, under “Scope”']);
  expect(rows[1]).toMatchObject({
    before: { text: 'The old scope stays as it is.', spans: [[4, 7]] },
    after: { text: 'The new scope stays as it is.', spans: [[4, 7]] },
  });
  expect(review.groups.map(({ title, count }) => [title, count])).toEqual([
    ['Payment', 1],
    ['Scope', 1],
  ]);
  expect(reviewRows(review, hebrew)[0]?.place).toBe('פסקה 2, תחת ״Payment״');
});

test('a new column shows each of its values', async () => {
  const rows = people.map((row, at) => [...row, `VAT ${at}`]);
  host.put('people.csv', table([['id', 'name', 'amount', 'vat'], ...rows]));
  const review = await open('people.csv');
  expect(review.items.filter(({ what }) => what === 'column')).toHaveLength(1);
  const values = review.items.flatMap((item) => (item.what === 'record' ? item.cells : []));
  expect(values).toEqual(people.map((_, at) => ({ column: 'vat', before: null, after: `VAT ${at}` })));
});

test('a new slide shows its texts and notes, a moved one where it was', async () => {
  await edit('pptx_operations', 'deck.pptx', [
    {
      op: 'add_slide',
      layout: 'title_and_content',
      title: 'Next steps',
      body: 'Call the bank\nSign',
      notes: 'Be brief.',
    },
    { op: 'set_slide_hidden', index: 0, hidden: true },
  ]);
  const rows = await told('deck.pptx');
  const all = JSON.stringify(rows);
  for (const text of ['Next steps', 'Call the bank', 'Be brief.', 'Hidden slide']) expect(all).toContain(text);
  expect(rows.every(([place]) => /^Slide \d+/.test(String(place)))).toBe(true);
});

test('every change of a review is in some item, pages together are the whole, and it accepts to the draft', async () => {
  await edit('docx_operations', 'rich.docx', [
    { op: 'replace_text', search: 'e', replace: 'E', match_case: true },
    { op: 'append_paragraph', text: 'A closing line.' },
  ]);
  const sheets = (await files.call('get_file_info', { path: 'rich.xlsx' })) as unknown as {
    sheets: { name: string }[];
  };
  const sheet = sheets.sheets[0]?.name ?? '';
  await edit('xlsx_operations', 'rich.xlsx', [
    {
      op: 'set_cells',
      sheet,
      cells: [
        { cell: 'A1', value: 'x' },
        { cell: 'J40', value: 7 },
      ],
    },
    { op: 'rename_sheet', sheet, to: 'Renamed' },
  ]);
  for (const path of ['rich.docx', 'rich.xlsx', 'contract.docx', 'deck.pptx', 'book.xlsx', 'people.csv']) {
    const whole = await open(path, { limit: 1_000 });
    const shown = new Set(whole.items.flatMap(({ changes }) => changes));
    const changes = await files.review.changes(path);
    expect(changes.ok && changes.value.filter(({ id }) => !shown.has(id)), path).toEqual([]);
    expect(whole.changeCount, path).toBe(changes.ok && changes.value.length);
    expect(
      Object.values(whole.counts).reduce((sum, count) => sum + count, 0),
      path,
    ).toBe(whole.total);
    const paged: FileReview['items'][number][] = [];
    for (let next: number | null = 0; next !== null; ) {
      const page: FileReview = await open(path, { offset: next, limit: 3 });
      paged.push(...page.items);
      next = page.next;
    }
    expect(paged, path).toEqual(whole.items);
    const { version } = (await host.list()).find((file) => file.path === path) ?? {};
    expect(await files.review.acceptExcept(path, []), path).toMatchObject({ ok: true, value: { version } });
  }
});

test('lines, pictures, opaque files and files that did not change are told in their own kind', async () => {
  host.put('notes.md', Buffer.from('# One\n\nfirst line\nsecond row\nthird line\nfourth line\n'));
  expect(await told('notes.md')).toEqual([
    ['Line 4', 'second line', 'second row'],
    ['Line 6', null, 'fourth line'],
  ]);
  host.put('data.bin', Buffer.from([0, 1, 2, 3, 255, 254, 0, 9, 9]));
  expect(await told('data.bin')).toEqual([
    ['The file', expect.stringContaining('8 bytes'), expect.stringContaining('9 bytes')],
  ]);
  expect(await open('same.md')).toMatchObject({ change: 'unchanged', total: 0 });
  host.put('logo.png', await picture('png', 8, 8));
  expect(await open('logo.png')).toMatchObject({
    kind: 'image',
    change: 'added',
    items: [{ what: 'picture', before: null }],
  });
});

test('changes are found by a word of theirs, a value or their place; what they are called by programs is not looked at', async () => {
  const before = [['id', 'name', 'amount'], ...people];
  host.put('found.csv', table(before));
  host.beginDraft();
  const after = before.map((row, at) => (at === 0 ? row : row.with(2, `${at * 7 + 6}`)));
  host.put('found.csv', table(after));
  const all = await open('found.csv', { limit: 10 });
  expect(all).toMatchObject({ total: 60, next: 10 });
  expect(all.matches).toBeUndefined();
  const one = await open('found.csv', { find: 'p17', limit: 10 });
  expect(one).toMatchObject({ total: 60, matches: 1, next: null });
  expect(JSON.stringify(one.items)).toContain('P17');
  expect((await open('found.csv', { find: '132' })).matches).toBe(1);
  expect(await open('found.csv', { find: 'amount', limit: 10 })).toMatchObject({ matches: 60, next: 10 });
  expect((await open('found.csv', { find: 'changed' })).matches).toBe(0);
});
