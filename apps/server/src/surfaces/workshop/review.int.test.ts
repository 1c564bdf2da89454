import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { workbenchTrackedPath } from '@atelier/contracts';
import { recordOn } from '@atelier/workshop';
import { expect, test } from 'vitest';
import { invoiceDocx } from '../../../../../packages/files/fixtures/docx/small.ts';
import { picture } from '../../../../../packages/files/fixtures/image/pictures.ts';
import { convert, hasSoffice, settled } from '../../../../../packages/files/fixtures/lib/soffice.ts';
import { report } from '../../../../../packages/files/fixtures/pdf/documents.ts';
import { slidesPptx } from '../../../../../packages/files/fixtures/pptx/small.ts';
import { makeBook } from '../../../../../packages/files/fixtures/xlsx/book.ts';
import { startBenchServer } from '../../testing/bench-server.ts';
import { codeOf, done } from '../../testing/replies.ts';

type Started = Awaited<ReturnType<typeof startBenchServer>>;

const book = () =>
  makeBook({
    sheets: [{ name: 'Data', cells: { A1: 'n', B1: 'twice', A2: 1, B2: { f: 'A2*2', v: 2 }, A3: 2, A4: 3 } }],
  });
const lines = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`);
const txt = (changed: Readonly<Record<number, string>> = {}) =>
  `${lines.map((line, at) => changed[at + 1] ?? line).join('\n')}\n`;
const csv = 'id,city,n\n1,Haifa,10\n2,Acre,20\n3,Jaffa,30\n4,Lod,40\n';

const reviewOf = async ({ client }: Started, workbenchId: string, path: string) => {
  const { answer } = await done(client.ReviewOpen({ workbenchId, path }));
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
};

test('[WS-86] one unit of each file is taken and the rest dropped; every other byte is as it was', async () => {
  const started = await startBenchServer();
  const { client, bench, say, tools } = started;
  const plain = makeBook({ sheets: [{ name: 'Data', cells: { A1: 'n', A2: 1, A3: 2, A4: 3 } }] });
  const before = { 'b.xlsx': plain, 'd.docx': invoiceDocx(), 'p.pptx': slidesPptx(), 't.csv': csv, 'n.txt': txt() };
  const id = await bench.create(before);
  const made = await tools(id, [
    [
      'xlsx_operations',
      {
        path: 'b.xlsx',
        operations: [
          {
            op: 'set_cells',
            sheet: 'Data',
            cells: [
              { cell: 'A3', value: 20 },
              { cell: 'A4', value: 30 },
              { cell: 'C1', value: 'note' },
            ],
          },
        ],
      },
    ],
    [
      'docx_operations',
      {
        path: 'd.docx',
        operations: [
          { op: 'replace_text', search: 'with thanks', replace: 'best wishes' },
          { op: 'replace_text', search: 'Due', replace: 'Payable' },
          { op: 'set_table_cells', table: 0, cells: [{ row: 0, col: 1, text: 'Sum' }] },
        ],
      },
    ],
    [
      'pptx_operations',
      {
        path: 'p.pptx',
        operations: [
          { op: 'set_slide_text', index: 0, title: 'Port project' },
          { op: 'set_slide_text', index: 2, title: 'Thank you' },
        ],
      },
    ],
  ]);
  const changedCsv = csv.replace('Haifa,10', 'Haifa,11').replace('Acre,20', 'Acre,22').replace('Lod,40', 'Lod,44');
  const changedTxt = txt({ 3: 'LINE three', 15: 'LINE fifteen', 28: 'LINE twenty-eight' });
  await say(id, 'change all', { ...made.edits, 't.csv': changedCsv, 'n.txt': changedTxt }, { review: made.review });

  const taken: Record<string, number> = {};
  for (const path of Object.keys(before)) {
    const { changes, isDivisible } = await reviewOf(started, id, path);
    expect(isDivisible, path).toBe(true);
    expect(changes.length, path).toBeGreaterThan(1);
    // The middle one stays; whatever cannot stand without the others goes with them.
    const keep = changes[1]?.id ?? '';
    const drop = changes.flatMap((change) => (change.id === keep ? [] : [change.id]));
    const { revisionId } = await done(client.ReviewDrop({ workbenchId: id, path, changes: drop }));
    expect((await bench.view(id)).draft?.revisionId).toBe(revisionId);
    taken[path] = (await reviewOf(started, id, path)).changes.length;
  }
  expect(taken).toEqual({ 'b.xlsx': 1, 'd.docx': 1, 'p.pptx': 1, 't.csv': 1, 'n.txt': 1 });

  // The last drop is taken back, and done again.
  await done(client.ReviewUndoDrop({ workbenchId: id }));
  expect((await bench.bytes(id, 'n.txt')).toString()).toBe(changedTxt);
  expect(await done(client.ReviewGetChanges({ workbenchId: id }))).toMatchObject({ canUndoDrop: true });
  const { changes } = await reviewOf(started, id, 'n.txt');
  await done(client.ReviewAccept({ workbenchId: id, path: 'n.txt', changes: [changes[1]?.id ?? ''] }));

  await done(client.DraftPublish({ workbenchId: id }));
  expect((await bench.bytes(id, 'n.txt')).toString()).toBe(txt({ 15: 'LINE fifteen' }));
  expect((await bench.bytes(id, 't.csv')).toString()).toBe(csv.replace('Acre,20', 'Acre,22'));
  const { checkpoints } = await done(client.CheckpointsList({ workbenchId: id }));
  const from = { at: 'checkpoint', checkpointId: checkpoints[0]?.checkpointId ?? '' } as const;
  for (const path of ['b.xlsx', 'd.docx', 'p.pptx']) {
    const { answer } = await done(
      client.ReviewOpen({ workbenchId: id, path, between: { from, to: { at: 'published' } } }),
    );
    expect(answer.ok && answer.value.changeCount, path).toBe(1);
    expect(answer.ok && answer.value.also, path).toEqual([]);
    expect(partsThatDiffer(before[path as 'b.xlsx'], await bench.bytes(id, path)), path).toHaveLength(1);
  }
}, 120_000);

test('[WS-48] a dropped file is not published; what is dropped can be taken back until the Draft changes', async () => {
  const started = await startBenchServer();
  const { client, bench, say } = started;
  const id = await bench.create({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
  await say(id, 'change three', { 'a.txt': 'A\n', 'b.txt': 'B\n', 'c.txt': 'C\n' });
  await done(client.ReviewDrop({ workbenchId: id, path: 'c.txt' }));
  await done(client.ReviewDrop({ workbenchId: id, path: 'b.txt' }));
  const paths = async () => (await done(client.ReviewGetChanges({ workbenchId: id }))).rows.map(({ path }) => path);
  expect(await paths()).toEqual(['a.txt']);
  await done(client.ReviewUndoDrop({ workbenchId: id }));
  expect(await paths()).toEqual(['a.txt', 'b.txt']);
  await done(client.ReviewUndoDrop({ workbenchId: id }));
  expect(await paths()).toEqual(['a.txt', 'b.txt', 'c.txt']);
  expect(await codeOf(client.ReviewUndoDrop({ workbenchId: id }))).toBe('NOTHING_TO_UNDO');
  expect(await codeOf(client.ReviewDrop({ workbenchId: id, path: 'none.txt' }))).toBe('FILE_NOT_FOUND');
  const stale = { workbenchId: id, path: 'b.txt', seen: { revisionId: 'rev_aaaaaaaaaaaaaaaaaaaaaaaaaa' } };
  expect(await codeOf(client.ReviewDrop(stale))).toBe('CONFLICT_STALE_STATE');
  await done(client.ReviewDrop({ workbenchId: id, path: 'b.txt' }));
  await done(client.DraftPublish({ workbenchId: id }));
  expect((await bench.bytes(id, 'a.txt')).toString()).toBe('A\n');
  expect((await bench.bytes(id, 'b.txt')).toString()).toBe('b\n');
  expect((await bench.bytes(id, 'c.txt')).toString()).toBe('C\n');
});

test('[WS-47] a file without words of its own is summed up by the answer, and without that by nothing', async () => {
  const { client, bench, say, tools } = await startBenchServer();
  const id = await bench.create({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
  const made = await tools(id, [['write_text_file', { path: 'a.txt', content: 'A\n', summary: 'Larger letters.' }]]);
  await say(id, 'change both', { ...made.edits, 'b.txt': 'B\n' }, { review: made.review });
  const { rows, draftSummary } = await done(client.ReviewGetChanges({ workbenchId: id }));
  expect(rows.map(({ path, summary, summaryOf }) => [path, summary, summaryOf])).toEqual([
    ['a.txt', 'Larger letters.', 'file'],
    ['b.txt', 'Re: change both', 'draft'],
  ]);
  expect(draftSummary).toBe('Re: change both');
});

test('[WS-47] a summary says when it was written before changes were dropped, and not once they are back', async () => {
  const started = await startBenchServer();
  const { client, bench, say } = started;
  const id = await bench.create({ 'n.txt': txt(), 'o.txt': 'o\n' });
  const { answer } = await say(id, 'change lines', { 'n.txt': txt({ 2: 'two', 20: 'twenty' }), 'o.txt': 'O\n' });
  const partly = async () =>
    (await done(client.ReviewGetChanges({ workbenchId: id }))).rows
      .filter(({ isPartlyDropped }) => isPartlyDropped)
      .map(({ path }) => path);
  expect(await partly()).toEqual([]);
  const [first] = (await reviewOf(started, id, 'n.txt')).changes;
  await done(client.ReviewDrop({ workbenchId: id, path: 'n.txt', changes: [first?.id ?? ''] }));
  expect(await partly()).toEqual(['n.txt']);
  await done(client.ReviewUndoDrop({ workbenchId: id }));
  expect(await partly()).toEqual([]);
  await done(client.ReviewDrop({ workbenchId: id, path: 'n.txt', changes: [first?.id ?? ''] }));
  // A later answer, and back to this one: the Draft is as it was before anything was dropped.
  await done(client.WorkbenchSettingsSet({ workbenchId: id, set: { refineInDraft: true } }));
  await say(id, 'one more', { 'p.txt': 'P\n' });
  expect(await partly()).toEqual(['n.txt']);
  await done(client.WorkshopUndo({ workbenchId: id, messageId: answer, mode: 'full' }));
  expect(await partly()).toEqual([]);
});

test('a file of which less than half is left says so; a small one, a new one and a longer one do not', async () => {
  const { client, bench, say } = await startBenchServer();
  const long = 'a line of some words\n'.repeat(20);
  const id = await bench.create({ 'a.txt': long, 'b.txt': long, 'c.txt': 'three short\nlines of\ntext\n' });
  await say(id, 'shorten', {
    'a.txt': long.slice(0, 200),
    'b.txt': long.slice(0, 210),
    'c.txt': 'x\n',
    'd.txt': 'y\n',
  });
  const { rows } = await done(client.ReviewGetChanges({ workbenchId: id }));
  expect(rows.filter(({ losesMuch }) => losesMuch).map(({ path }) => path)).toEqual(['a.txt']);
});

test('[WS-45] where the start of the Draft is lost, Published stands in and says so; without it there is nothing', async () => {
  const started = await startBenchServer();
  const { bench, say, tools, ports, at } = started;
  const id = await bench.create({ 'd.docx': invoiceDocx() });
  const edited = async (replace: string) => {
    const operations = [{ op: 'replace_text', search: 'Due', replace }];
    return (await tools(id, [['docx_operations', { path: 'd.docx', operations }]])).edits;
  };
  const other = (await edited('Pay by'))['d.docx'];
  if (!other) throw new Error('nothing was edited');
  await say(id, 'change it', await edited('Payable'));
  // Published moves to other bytes, so that what stands in is not what is lost.
  const stands = await ports.content.blobs.put(Buffer.from(other));
  const entry = { blob: stands, size: other.length, kind: 'file' };
  const tree = await ports.content.trees.put({ v: 1, entries: { 'd.docx': entry } });
  if (!tree.ok) throw new Error(tree.error.code);
  await recordOn(ports)(id as never, { kind: 'user', name: 'local' }, () => ({
    ok: true,
    value: [{ kind: 'files.refreshed', tree: tree.value, paths: ['d.docx'], holds: [tree.value] }],
  }));
  const now = await at(id);
  const reference = now.drafts.get(now.draft?.draftId as never)?.reference as never;
  const start = (await ports.content.trees.get(reference))?.entries['d.docx']?.blob ?? '';

  await started.server.stop();
  // What is laid out for the file workers is by content, and would stand in for what is lost.
  await rm(join(started.dataFolder, 'cache'), { recursive: true, force: true });

  const again = await startBenchServer({ dataFolder: started.dataFolder });
  const reference1 = async () => (await reviewOf(again, id, 'd.docx')).reference;
  again.lost.add(start).add(stands);
  expect(await reference1()).toMatchObject({ source: 'none' });
  expect((await done(again.client.ReviewGetChanges({ workbenchId: id }))).rows).toHaveLength(1);
  again.lost.delete(stands);
  expect(await reference1()).toMatchObject({ source: 'published_current_fallback', warning: expect.any(String) });
  again.lost.delete(start);
  expect(await reference1()).toEqual({ source: 'draft_start_snapshot', warning: null });
});

test('[WS-113] cells that changed because of another are told apart from what was asked', async () => {
  const started = await startBenchServer();
  const { client, bench, say, tools } = started;
  const id = await bench.create({ 'b.xlsx': book() });
  const cells = [{ cell: 'A2', value: 50 }];
  const made = await tools(id, [
    ['xlsx_operations', { path: 'b.xlsx', operations: [{ op: 'set_cells', sheet: 'Data', cells }] }],
  ]);
  await say(id, 'set it', made.edits, { review: made.review });
  const review = await reviewOf(started, id, 'b.xlsx');
  expect(review.items).toMatchObject([
    { what: 'cell', place: { ref: 'A2' }, before: { value: 1 }, after: { value: 50 } },
  ]);
  expect(review.also).toContainEqual(expect.stringContaining('B2 2 → 100'));
  const { rows } = await done(client.ReviewCertificate({ workbenchId: id }));
  expect(rows[0]?.certificate).not.toBeNull();
});

test('[WS-121] a picture, a pdf and an unknown file are shown or said to be opaque, and taken or dropped whole', async () => {
  const started = await startBenchServer();
  const { client, bench, say } = started;
  const id = await bench.create({ 'x.bin': new Uint8Array([0, 255, 3]), 'i.png': await picture('png', 40, 30) });
  const edits = {
    'x.bin': new Uint8Array([0, 254]),
    'i.png': await picture('png', 40, 30, 20),
    'f.pdf': await report(2),
  };
  await say(id, 'add', edits);
  const { rows } = await done(client.ReviewGetChanges({ workbenchId: id }));
  expect(rows).toMatchObject([
    { path: 'f.pdf', change: 'added', kind: 'pdf', bytesBefore: null, versionAfter: expect.stringMatching(/^sha256:/) },
    { path: 'i.png', change: 'modified', kind: 'image' },
    { path: 'x.bin', change: 'modified', kind: 'binary', bytesBefore: 3, bytesAfter: 2 },
  ]);
  expect(await reviewOf(started, id, 'i.png')).toMatchObject({ kind: 'image', isDivisible: false });
  expect(await reviewOf(started, id, 'f.pdf')).toMatchObject({ kind: 'pdf', change: 'added' });
  const opaque = await reviewOf(started, id, 'x.bin');
  expect(opaque).toMatchObject({ kind: 'opaque', isDivisible: false, items: [{ what: 'file' }] });
  expect(await codeOf(client.ReviewDrop({ workbenchId: id, path: 'x.bin', changes: ['whole'] }))).toBe(
    'REVIEW_REFUSED',
  );
  await done(client.ReviewDrop({ workbenchId: id, path: 'x.bin' }));
  await done(client.DraftPublish({ workbenchId: id }));
  expect([...(await bench.bytes(id, 'x.bin'))]).toEqual([0, 255, 3]);
  expect((await bench.view(id)).files.map(({ path }) => path)).toEqual(['f.pdf', 'i.png', 'x.bin']);
});

/** Checksums of the parts of an office file, from its directory. */
const partsOf = (zip: Buffer): ReadonlyMap<string, string> => {
  const parts = new Map<string, string>();
  for (let at = zip.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 4, 'latin1')) {
    const name = zip.subarray(at + 46, at + 46 + zip.readUInt16LE(at + 28)).toString('utf8');
    parts.set(name, `${zip.readUInt32LE(at + 16)}:${zip.readUInt32LE(at + 24)}`);
  }
  return parts;
};

const partsThatDiffer = (before: Buffer, after: Buffer): readonly string[] => {
  const [was, is] = [partsOf(before), partsOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])].filter((name) => was.get(name) !== is.get(name));
};

test('[WS-110] the certificate proves every file and part by hash; its report says who accepted what, model and cost', async () => {
  const { client, bench } = await startBenchServer();
  const id = await bench.create({ 'a.csv': 'city,n\nHaifa,2\nAcre,3\n', 'b.xlsx': book(), 'keep.txt': 'kept\n' });
  await bench.ask(id, 'Add a column Thrice = n * 3 to b.xlsx');
  const { rows, report: open } = await done(client.ReviewCertificate({ workbenchId: id }));
  expect(rows.map(({ path, change }) => [path, change])).toEqual([
    ['a.csv', 'unchanged'],
    ['b.xlsx', 'modified'],
    ['keep.txt', 'unchanged'],
  ]);
  for (const { versionBefore, versionAfter, change } of rows) {
    expect(versionAfter).toMatch(/^sha256:/);
    expect(versionBefore === versionAfter).toBe(change === 'unchanged');
  }
  const { parts } = (rows[1]?.certificate ?? { parts: [] }) as unknown as {
    parts: { name: string; before: string; after: string }[];
  };
  expect(parts.filter(({ before, after }) => before !== after).map(({ name }) => name)).toContain(
    'xl/worksheets/sheet1.xml',
  );
  expect(parts.find(({ name }) => name === 'xl/styles.xml')).toMatchObject({ before: expect.any(String) });
  expect(open?.models).toMatchObject([{ modelId: 'builtin:offline', calls: expect.any(Number), cost: 0 }]);
  expect(open?.models[0]?.calls).toBeGreaterThan(0);
  expect(open?.decisions).toEqual([]);

  await done(client.ReviewViewed({ workbenchId: id, path: 'b.xlsx', viewed: true }));
  await done(client.DraftPublish({ workbenchId: id }));
  const between = { from: { at: 'published' }, to: { at: 'published' } } as const;
  const { report: after } = await done(client.ReviewCertificate({ workbenchId: id, between }));
  expect(after?.decisions).toMatchObject([
    { by: 'local', act: 'viewed', path: 'b.xlsx', at: expect.stringMatching(/Z$/) },
    { by: 'local', act: 'published', path: null },
  ]);
});

test.skipIf(!hasSoffice)(
  '[WS-112] a Word draft leaves as tracked changes: by author and date, all taken is the Draft, all refused the reference',
  { timeout: 240_000 },
  async () => {
    const started = await startBenchServer();
    const { bench, tools, say } = started;
    const id = await bench.create({ 'd.docx': invoiceDocx(), 'n.txt': 'x\n' });
    const made = await tools(id, [
      [
        'docx_operations',
        {
          path: 'd.docx',
          operations: [
            { op: 'replace_text', search: 'with thanks', replace: 'best wishes' },
            { op: 'append_paragraph', text: 'A new last line.' },
          ],
        },
      ],
    ]);
    await say(id, 'change it', made.edits, { review: made.review });
    const reply = await bench.fetch(workbenchTrackedPath(id, 'd.docx'));
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-disposition')).toContain('tracked');
    const tracked = Buffer.from(await reply.arrayBuffer());
    const lines = async (document: Promise<string>) => (await document).split(/\r?\n/).map((line) => line.trim());
    const after = Buffer.from(made.edits['d.docx'] as Uint8Array);
    expect(await lines(settled(tracked, 'Accept'))).toEqual(await lines(settled(after, 'Accept')));
    expect(await lines(settled(tracked, 'Reject'))).toEqual(await lines(settled(invoiceDocx(), 'Reject')));
    const odf = (await convert(tracked, 'a.docx', 'fodt', 'a.fodt')).toString('utf8');
    for (const change of ['insertion', 'deletion'])
      expect(odf).toMatch(
        new RegExp(`<text:${change}>\\s*<office:change-info>\\s*<dc:creator>[^<]+</dc:creator>\\s*<dc:date>20\\d\\d-`),
      );
    // A file that is no Word document, or has no earlier one, is refused in words.
    expect((await bench.fetch(workbenchTrackedPath(id, 'n.txt'))).status).toBe(404);
  },
);
