import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hidingDocx, hidingPdf, hidingPptx, hidingText, hidingXlsx, secrets } from '../../fixtures/hidden/files.ts';
import { createMemoryHost } from '../hosts/memory-host.ts';
import { createFiles, type Files } from './create-files.ts';
import { createFileWorkers, type FileWorkers } from './file-workers.ts';

let folder = '';
let workers: FileWorkers;
let labelled: Files;
let withheld: Files;
let plain: Files;
const host = createMemoryHost();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-hidden-'));
  workers = createFileWorkers(folder);
  plain = createFiles(host, workers);
  labelled = createFiles(host, workers, { hidden: async () => 'labelled' });
  withheld = createFiles(host, workers, { hidden: async () => 'withheld' });
  host.put('a.docx', hidingDocx());
  host.put('b.xlsx', hidingXlsx());
  host.put('c.pptx', hidingPptx());
  host.put('d.pdf', await hidingPdf());
  host.put('e.txt', hidingText());
  host.put('f.csv', Buffer.from('name,amount\nRe\u200bnt,5\n'));
});
afterAll(async () => {
  await workers.close();
  await rm(folder, { recursive: true, force: true });
});

const found = async (path: string): Promise<readonly string[]> => {
  const answer = await plain.hidden(path);
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value.findings.map(({ what, place, text }) => `${what} ${JSON.stringify(place)} ${text}`);
};

test('everything that hides is found, with its place and why nobody sees it', async () => {
  expect(await found('a.docx')).toEqual([
    'unseen_characters {"block":7} \\u{200b}TAGGED',
    'same_colour {"block":1} DOCX-WHITE',
    'hidden_text {"block":2} DOCX-VANISH',
    'tiny_text {"block":3} DOCX-TINY',
    'hidden_text {"block":4} DOCX-STYLE',
    'comment {"block":6} DOCX-COMMENT',
  ]);
  expect(await found('b.xlsx')).toEqual([
    'hidden_column {"sheet":"Budget","ref":"C:C"} XLSX-COLUMN',
    'hidden_row {"sheet":"Budget","ref":"3:3"} XLSX-ROW | 7',
    'same_colour {"sheet":"Budget","ref":"D4"} XLSX-WHITE',
    'hidden_text {"sheet":"Budget","ref":"E4"} XLSX-FORMAT',
    'unseen_characters {"sheet":"Budget","ref":"A5"} \\u{200b}',
    'comment {"sheet":"Budget","ref":"B2"} XLSX-COMMENT',
    'hidden_sheet {"sheet":"Backstage"} XLSX-SHEET | 41',
  ]);
  expect(await found('c.pptx')).toEqual([
    'same_colour {"slide":1} PPTX-WHITE',
    'off_slide {"slide":1} PPTX-OFF',
    'note {"slide":1} PPTX-NOTE',
    'comment {"slide":1} PPTX-COMMENT',
    'hidden_slide {"slide":2} PPTX-SLIDE',
  ]);
  expect(await found('d.pdf')).toEqual(['same_colour {"page":1} PDF-WHITE', 'invisible_text {"page":1} PDF-INVISIBLE']);
  expect(await found('e.txt')).toEqual(['unseen_characters {"line":2} \\u{200b}OBEY']);
  expect(await found('f.csv')).toEqual(['unseen_characters {"line":2} \\u{200b}']);
});

const pathOf = { docx: 'a.docx', xlsx: 'b.xlsx', pptx: 'c.pptx', pdf: 'd.pdf' } as const;
const fences = /<hidden-content why="[^"]+" place="[^"]*">\n([\s\S]*?)\n<\/hidden-content>/g;

/** Every answer a model can get about a file by reading. */
const readings = async (files: Files, path: string): Promise<readonly string[]> => {
  const calls: [string, object][] = [
    ['read_file', { path }],
    ['get_file_map', { path }],
    ['get_file_info', { path }],
    ...(path.endsWith('xlsx')
      ? ([
          ['read_file', { path, sheet: 'Backstage' }],
          ['table_read_rows', { path, sheet: 'Budget' }],
          ['table_describe', { path, sheet: 'Budget' }],
          ['table_query', { path, sheet: 'Budget', query: 'SELECT * FROM data' }],
          ['table_query', { path, sheet: 'Backstage', query: 'SELECT * FROM data' }],
          ['xlsx_get_styles', { path }],
        ] as [string, object][])
      : []),
    ...(path.endsWith('pptx') ? ([['read_file', { path, slide_index: 1 }]] as [string, object][]) : []),
  ];
  const answers = await Promise.all(calls.map(async ([name, args]) => JSON.stringify(await files.call(name, args))));
  return [...answers, JSON.stringify(await files.mapsWithin(path, [16_000])), JSON.stringify(await files.text(path))];
};

test.each(Object.keys(pathOf) as (keyof typeof pathOf)[])(
  'of a %s a model is told each hidden text inside marks',
  async (kind) => {
    const path = pathOf[kind];
    const [read = '', ...more] = await readings(labelled, path);
    const whole = kind === 'xlsx' ? [read, more[2] ?? ''].join('\n') : read;
    const text = whole.replaceAll('\\n', '\n').replaceAll('\\"', '"');
    const inside = [...text.matchAll(fences)].map(([, words]) => words).join('\n');
    for (const secret of secrets[kind]) expect(inside).toContain(secret);
    // A hidden column is a part of its rows; it is named there and told inside marks beside them.
    const outside = text.replace(fences, '');
    for (const secret of secrets[kind]) if (secret !== 'XLSX-COLUMN') expect(outside).not.toContain(secret);
    expect(outside).toMatch(/Shown|Rent/);
  },
);

test.each(Object.keys(pathOf) as (keyof typeof pathOf)[])(
  'of a %s that is withheld no reading says a hidden word',
  async (kind) => {
    const answers = await readings(withheld, pathOf[kind]);
    for (const answer of answers) for (const secret of secrets[kind]) expect(answer).not.toContain(secret);
    expect(answers[0]).toContain('hidden_content_withheld:');
    expect(answers[0]).toMatch(/Shown|Rent/);
  },
);

test('what is seen stays: white on a dark ground, values that a hidden cell leads to, every place', async () => {
  for (const files of [labelled, withheld]) {
    expect(await files.call('read_file', { path: 'a.docx' })).toMatchObject({
      text: expect.stringContaining('b5| Shown on black. White on black is seen.'),
    });
    expect(await files.call('read_file', { path: 'd.pdf' })).toMatchObject({
      text: expect.stringContaining('White on black is seen'),
    });
    const sheet = await files.call('read_file', { path: 'b.xlsx', view: 'values' });
    expect(sheet).toMatchObject({ text: expect.stringContaining('4\tTravel\t2400') });
    expect(sheet).toMatchObject({ text: expect.stringContaining('White on yellow is seen') });
  }
});

test('characters nobody sees are spelled out, or left out where that was chosen', async () => {
  expect(await labelled.call('read_file', { path: 'e.txt' })).toMatchObject({
    text: expect.stringContaining('Second\\u{200b} line\\u{e004f}'),
    hidden_content: expect.stringContaining('\\u{200b}OBEY'),
  });
  expect(await withheld.call('read_file', { path: 'e.txt' })).toMatchObject({
    text: expect.stringContaining('Second line\n'),
  });
  expect(await withheld.call('table_query', { path: 'f.csv', query: 'SELECT name FROM data' })).toMatchObject({
    rows: [['Rent']],
  });
});

test('an edit works on the bytes themselves: what was hidden is still there', async () => {
  const edited = await withheld.call('docx_operations', {
    path: 'a.docx',
    operations: [{ op: 'replace_text', find: 'Shown three.', replace: 'Changed three.' }],
  });
  expect(edited).toMatchObject({ ok: true });
  const whole = await plain.call('read_file', { path: 'a.docx' });
  expect(whole).toMatchObject({ text: expect.stringContaining('Changed three. DOCX-TINY') });
});

test('a file that hides nothing is read as ever', async () => {
  host.put('g.txt', Buffer.from('plain\n'));
  expect(await labelled.call('read_file', { path: 'g.txt' })).toEqual(await plain.call('read_file', { path: 'g.txt' }));
});
