import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { convert, hasSoffice, sheetsAsCsv } from '../../fixtures/lib/soffice.ts';
import { makeZip } from '../../fixtures/lib/zip.ts';
import { makeBook, SHEET } from '../../fixtures/xlsx/book.ts';
import { chainProblems, withChain } from '../../fixtures/xlsx/calc-chain.ts';
import { naiveCells, naiveParts } from '../../fixtures/xlsx/naive-reader.ts';
import * as books from '../../fixtures/xlsx/plain-books.ts';
import { rich } from '../../fixtures/xlsx/rich.ts';
import { createMemoryHost } from '../hosts/memory-host.ts';
import { type OpenFiles, openFiles } from '../testing/open-files.ts';
import { wallLimit } from '../workers/limits.ts';

let folder = '';
let files: OpenFiles;
const host = createMemoryHost();
const faults: string[] = [];
let jobs = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-foreign-'));
  files = openFiles(host, {
    folder,
    onFault: (job, fault) => faults.push(`${job.verb}: ${fault}`),
    // Asked once for each job that a child begins.
    wallLimit: (job) => {
      jobs += 1;
      return wallLimit(job);
    },
  });
});
afterAll(async () => {
  await files.close();
  await rm(folder, { recursive: true, force: true });
});

const patience = 180_000;
const replaced = (bytes: Buffer, name: string, change: (text: string) => string): Buffer =>
  makeZip([...naiveParts(bytes)].map(([part, text]) => ({ name: part, data: part === name ? change(text) : text })));
const edit = (path: string, ...operations: readonly object[]) =>
  files.call('xlsx_operations', { path, operations: operations as never });
const bytesOf = (path: string): Buffer => Buffer.from(host.bytes(path) ?? []);

test.skipIf(!hasSoffice)(
  '[FL-76] odd packages read as LibreOffice shows them, and a binary workbook says what it is',
  async () => {
    const book = makeBook({
      sheets: [{ name: 'S', cells: { A1: 'first', B1: { xml: '<c r="B1" t="s"><v/></c>' }, C1: 'last' } }],
    });
    const odd = {
      'empty-text': book,
      'late-texts': replaced(book, 'xl/sharedStrings.xml', (text) =>
        text.replace('<sst', `<!-- ${'x'.repeat(9_000)} --><sst`),
      ),
      'one-byte-more': Buffer.concat([book, Buffer.from([0])]),
    };
    const shown = await sheetsAsCsv(odd);
    for (const [name, bytes] of Object.entries(odd)) {
      host.put(`${name}.xlsx`, bytes);
      const read = await files.call('read_file', { path: `${name}.xlsx`, sheet: 'S' });
      const cells = shown(name, 'S')[0];
      expect(cells, name).toEqual(['first', '', 'last']);
      expect(JSON.stringify(read), name).toContain('first');
      expect(JSON.stringify(read).split('first'), name).toHaveLength(2);
      expect(JSON.stringify(read), name).toContain('last');
    }
    const binary = replaced(book, '[Content_Types].xml', (text) =>
      text.replace(
        /application\/vnd\.openxmlformats[^"]*sheet\.main\+xml/,
        'application/vnd.ms-excel.sheet.binary.macroEnabled.main',
      ),
    );
    host.put('binary.xlsx', binary);
    expect(await files.call('get_file_map', { path: 'binary.xlsx' })).toMatchObject({
      ok: true,
      readable: false,
      reason: 'unsupported_type',
    });
  },
  patience,
);

test(
  '[FL-77] bombs of declarations, sections, merges and brackets get typed answers within 256 MB, remembered for their content, while others are served',
  async () => {
    const book = makeBook({ sheets: [{ name: 'S', cells: { A1: 'x', B1: 2 } }] });
    const merges = Array.from({ length: 300_000 }, (_, at) => `<mergeCell ref="A${at * 2 + 1}:B${at * 2 + 2}"/>`);
    const sections = `<c r="A1" t="inlineStr"><is><t>${'<![CDATA[x]]>'.repeat(1_500_000)}</t></is></c>`;
    const cells = (f: string) => ({ A1: 1, B1: { f, v: 1 }, C1: { f: 'A1*2', v: 2 } });
    const bombs: Readonly<Record<string, Buffer>> = {
      'declarations.xlsx': replaced(book, '_rels/.rels', () => `<Relationship ${'a'.repeat(3_900_000)}`),
      'sections.xlsx': makeBook({ sheets: [{ name: 'S', cells: { A1: { xml: sections } } }] }),
      'merges.xlsx': makeBook({
        sheets: [{ name: 'S', cells: { A1: 1 }, tail: `<mergeCells>${merges.join('')}</mergeCells>` }],
      }),
      'brackets.xlsx': makeBook({
        sheets: [{ name: 'S', cells: cells(`${'('.repeat(200_000)}A1${')'.repeat(200_000)}`) }],
      }),
      'everything.xlsx': makeBook({
        sheets: [{ name: 'S', cells: { A1: 1 }, tail: '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>' }],
      }),
    };
    host.put('calm.xlsx', book);
    await files.call('get_file_map', { path: 'calm.xlsx' });
    await files.call('table_describe', { path: 'calm.xlsx', sheet: 'S' });
    await edit('calm.xlsx', { op: 'set_cells', sheet: 'S', cells: [{ cell: 'A1', value: 5 }] });
    const pools = ['parse', 'sql'] as const;
    const rest = pools.map((pool) => files.workers.measure(pool).idleBytes);
    for (const [path, bytes] of Object.entries(bombs)) {
      host.put(path, bytes);
      const measures = pools.map((pool) => files.workers.measure(pool));
      const calls = ['get_file_map', 'read_file', 'table_describe'] as const;
      for (const tool of calls) {
        const args = tool === 'table_describe' ? { path, sheet: 'S' } : { path };
        const [answer, calm] = await Promise.all([
          files.call(tool, args),
          files.call('read_file', { path: 'calm.xlsx', sheet: 'S' }),
        ]);
        expect(calm, path).toMatchObject({ ok: true });
        const reason = answer.ok ? undefined : answer.error.details?.reason;
        // A time-out would be "parse": none of these may run into one.
        expect(['internal', 'crashed', 'memory', 'parse'], `${path} ${tool}`).not.toContain(reason);
      }
      host.put(`again-${path}`, bytes);
      const before = jobs;
      expect(await files.call('get_file_map', { path: `again-${path}` }), path).toMatchObject({ ok: true });
      expect(jobs - before, path).toBe(0);
      const changed = await edit(path, { op: 'set_cells', sheet: 'S', cells: [{ cell: 'A1', value: 5 }] });
      expect(changed.ok || changed.error.details?.reason === 'read_only_format', JSON.stringify(changed)).toBe(true);
      for (const [at, { peakBytes }] of measures.entries())
        expect(peakBytes() - (rest[at] ?? 0), path).toBeLessThan(256 * 1024 * 1024);
    }
    expect(faults).toEqual([]);
  },
  patience,
);

const table = makeBook({
  sheets: [
    {
      name: 'S',
      cells: { A1: 'Region', B1: 'Net', A2: 'n', B2: 1, A3: 's', B3: 2 },
      relationships: [{ id: 'rId1', type: 'table', target: '../tables/table1.xml' }],
      tail: '<tableParts count="1"><tablePart r:id="rId1"/></tableParts>',
    },
  ],
  parts: [
    {
      name: 'xl/tables/table1.xml',
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.table+xml',
      data: `<table xmlns="${SHEET}" id="1" name="T" displayName="T" ref="A1:B3"><autoFilter ref="A1:B3"/><tableColumns count="2"><tableColumn id="1" name="Region"/><tableColumn id="2" name="Net"/></tableColumns></table>`,
    },
  ],
});

test.skipIf(!hasSoffice)(
  '[FL-78] a header set to a number, nothing or a name that is taken is made valid, a formula is refused, and LibreOffice reads the table back',
  async () => {
    const made: Record<string, string> = { number: '2025', nothing: 'Column2', duplicate: 'region2' };
    const values = { number: 2025, nothing: null, duplicate: 'region' };
    for (const [name, value] of Object.entries(values)) {
      host.put(`${name}.xlsx`, table);
      expect(await edit(`${name}.xlsx`, { op: 'set_cells', sheet: 'S', cells: [{ cell: 'B1', value }] })).toMatchObject(
        {
          ok: true,
        },
      );
      const saved = await convert(bytesOf(`${name}.xlsx`), `${name}.xlsx`, 'xlsx', `${name}.xlsx`);
      expect(naiveCells(saved, 'S').get('B1')?.value, name).toBe(made[name]);
      const kept = [...naiveParts(saved)].find(([part]) => part.startsWith('xl/tables/'))?.[1] ?? '';
      expect(kept.match(/name="([^"]*)"/g)?.join(), name).toContain(`name="${made[name]}"`);
    }
    host.put('formula.xlsx', table);
    expect(
      await edit('formula.xlsx', { op: 'set_cells', sheet: 'S', cells: [{ cell: 'B1', value: '=1+1' }] }),
    ).toMatchObject({ ok: false, error: { details: { reason: 'bad_op' } } });
    expect(bytesOf('formula.xlsx').equals(table)).toBe(true);
  },
  patience,
);

test(
  '[FL-79] a formula says what it needs of a new sheet, name and table, and cleared spill cells are no changes of their own',
  async () => {
    const base = makeBook({
      sheets: [
        {
          name: 'One',
          cells: {
            A1: 1,
            A2: 2,
            D1: { xml: '<c r="D1"><f t="array" ref="D1:D2">A1:A2*2</f><v>2</v></c>' },
            D2: { xml: '<c r="D2"><v>4</v></c>' },
          },
        },
      ],
    });
    const draft = createMemoryHost();
    const own = openFiles(draft, { folder });
    draft.put('a.xlsx', base);
    draft.beginDraft();
    const operations = [
      { op: 'ensure_sheet', sheet: 'New' },
      { op: 'set_cells', sheet: 'New', cells: [{ cell: 'A2', value: 7 }] },
      {
        op: 'set_cells',
        sheet: 'New',
        cells: [
          { cell: 'C1', value: 'Amount' },
          { cell: 'C2', value: 3 },
        ],
      },
      { op: 'add_table', sheet: 'New', range: 'C1:C2', name: 'T1' },
      { op: 'set_defined_name', name: 'Rate', refers_to: 'One!$A$1' },
      { op: 'set_cells', sheet: 'One', cells: [{ cell: 'F1', value: '=New!A2' }] },
      { op: 'set_cells', sheet: 'One', cells: [{ cell: 'F2', value: '=Rate*2' }] },
      { op: 'set_cells', sheet: 'One', cells: [{ cell: 'F3', value: '=SUM(T1[Amount])' }] },
      { op: 'set_cells', sheet: 'One', cells: [{ cell: 'A1', value: 5 }] },
    ];
    expect(await own.call('xlsx_operations', { path: 'a.xlsx', operations: operations as never })).toMatchObject({
      ok: true,
    });
    const listed = await own.review.changes('a.xlsx');
    const changes = listed.ok ? listed.value : [];
    const needs = (cell: string) => changes.find(({ id }) => id.endsWith(`!${cell}`))?.requires ?? [];
    for (const cell of ['F1', 'F2', 'F3']) expect([cell, needs(cell).length > 0]).toEqual([cell, true]);
    expect(changes.filter(({ id }) => id.endsWith('!D2'))).toEqual([]);
    const [formula] = changes.filter(({ id }) => id.endsWith('!F1'));
    expect(await own.review.accept('a.xlsx', [formula?.id ?? ''])).toMatchObject({
      ok: false,
      error: { reason: 'dependent_change' },
    });
    await own.close();
  },
  patience,
);

test('[FL-80] rows and columns inserted or deleted beyond the content leave the file as it was', async () => {
  for (const [op, place] of [
    ['insert_rows', { row: 4_000, count: 3 }],
    ['delete_rows', { row: 4_000, count: 3 }],
    ['insert_columns', { column: 'ZZ', count: 2 }],
    ['delete_columns', { column: 'ZZ', count: 2 }],
  ] as const) {
    host.put('far.xlsx', books.quarterly());
    const before = (await host.list()).find(({ path }) => path === 'far.xlsx')?.version;
    const sheet = naiveParts(books.quarterly())
      .get('xl/workbook.xml')
      ?.match(/<sheet [^>]*name="([^"]*)"/)?.[1];
    expect(await edit('far.xlsx', { op, sheet, ...place }), op).toMatchObject({ ok: true, action: 'unchanged' });
    expect((await host.list()).find(({ path }) => path === 'far.xlsx')?.version, op).toBe(before);
  }
  // Sheets without cells still say how far they reach and where somebody last looked.
  const empty = makeBook({
    sheets: [
      {
        name: 'S',
        cells: {},
        dimension: 'A1',
        views:
          '<sheetViews><sheetView topLeftCell="B2" workbookViewId="0"><selection activeCell="B2" sqref="B2"/></sheetView></sheetViews>',
      },
    ],
  });
  for (const operation of [
    { op: 'insert_rows', sheet: 'S', row: 1, count: 1 },
    { op: 'delete_columns', sheet: 'S', column: 'A', count: 1 },
  ]) {
    host.put('empty.xlsx', empty);
    expect(await edit('empty.xlsx', operation), operation.op).toMatchObject({ ok: true, action: 'unchanged' });
    expect(bytesOf('empty.xlsx').equals(empty), operation.op).toBe(true);
  }
});

test.skipIf(!hasSoffice)(
  '[FL-81] values of fields, notes, and Hebrew lines with Latin, numbers and brackets are read in their order',
  async () => {
    const lines = [
      'דוח רבעון Q3 2024 של החברה',
      'פגישה (יום רביעי) בשעה 10:30',
      'המחיר הוא 1,250.50 ש"ח (כולל מע"מ)',
      'נשלח אל dana@example.com אתמול',
      'הסכם [טיוטה] מספר 17/2024',
      'גרסה 2.1 (beta) של Atelier Studio',
    ];
    const paragraphs = lines.map((line) => `<text:p text:style-name="R">${line}</text:p>`).join('');
    const text = `<?xml version="1.0" encoding="UTF-8"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"><office:automatic-styles><style:style style:name="R" style:family="paragraph"><style:paragraph-properties style:writing-mode="rl-tb"/></style:style></office:automatic-styles><office:body><office:text>${paragraphs}</office:text></office:body></office:document>`;
    host.put('hebrew.pdf', await convert(Buffer.from(text), 'a.fodt', 'pdf', 'a.pdf'));
    const read = (await files.call('read_file', { path: 'hebrew.pdf' })) as unknown as { text: string };
    expect(read.text.split('\n').slice(1, 1 + lines.length)).toEqual(lines);

    const pdf = await PDFDocument.create();
    const page = pdf.addPage([400, 300]);
    const field = pdf.getForm().createTextField('person.name');
    field.setText('Ada Lovelace');
    field.addToPage(page, { x: 20, y: 200, width: 200, height: 20 });
    host.put('form.pdf', Buffer.from(await pdf.save()));
    expect(await files.call('read_file', { path: 'form.pdf' })).toMatchObject({
      text: expect.stringContaining('[field person.name] Ada Lovelace'),
    });
  },
  patience,
);

test(
  '[FL-83] after rows, columns or sheets come, go or are copied the chain names formulas only, or is gone',
  async () => {
    const corpus: Readonly<Record<string, Buffer>> = {
      'rich.xlsx': rich(),
      'made.xlsx': withChain({
        sheets: [
          { name: 'One', cells: { A1: 1, A2: 2, B2: { f: 'A2*2', v: 4 }, C3: { f: 'SUM(A1:A2)', v: 3 } } },
          { name: 'Two', cells: { A1: { f: 'One!B2', v: 4 } } },
        ],
      }),
    };
    for (const [path, bytes] of Object.entries(corpus)) {
      expect(naiveParts(bytes).has('xl/calcChain.xml'), path).toBe(true);
      const sheet =
        naiveParts(bytes)
          .get('xl/workbook.xml')
          ?.match(/<sheet [^>]*name="([^"]*)"/)?.[1] ?? '';
      const operations = [
        { op: 'insert_rows', sheet, row: 2, count: 1 },
        { op: 'delete_rows', sheet, row: 2, count: 1 },
        { op: 'insert_columns', sheet, column: 'B', count: 1 },
        { op: 'delete_columns', sheet, column: 'B', count: 1 },
        { op: 'copy_sheet', sheet, to: 'Copy' },
        { op: 'delete_sheet', sheet },
      ];
      for (const operation of operations) {
        host.put(path, bytes);
        const answer = await edit(path, operation);
        if (!answer.ok) expect(bytesOf(path).equals(bytes), `${path} ${operation.op}`).toBe(true);
        expect(chainProblems(bytesOf(path)), `${path} ${operation.op}`).toEqual([]);
      }
    }
  },
  patience,
);
