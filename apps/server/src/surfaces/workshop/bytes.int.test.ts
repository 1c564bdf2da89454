import { type FileKind, workbenchFilesPath, workbenchPagesPath, workbenchZipPath } from '@atelier/contracts';
import { expect, test } from 'vitest';
import { invoiceDocx } from '../../../../../packages/files/fixtures/docx/small.ts';
import { picture } from '../../../../../packages/files/fixtures/image/pictures.ts';
import { report } from '../../../../../packages/files/fixtures/pdf/documents.ts';
import { slidesPptx } from '../../../../../packages/files/fixtures/pptx/small.ts';
import { makeBook } from '../../../../../packages/files/fixtures/xlsx/book.ts';
import { startBenchServer } from '../../testing/bench-server.ts';
import { codeOf, done } from '../../testing/replies.ts';

test('every kind of file is looked at without a model: its kind, its map, its content, its bytes', async () => {
  const { client, bench } = await startBenchServer();
  const files = {
    'b.xlsx': makeBook({ sheets: [{ name: 'Data', cells: { A1: 'n', A2: 1 } }] }),
    'd.docx': invoiceDocx(),
    'p.pptx': slidesPptx(),
    'f.pdf': await report(3),
    'i.png': await picture('png', 40, 30),
    't.csv': 'a,b\n1,2\n',
    'n.md': '# Title\n\nText.\n',
    'x.bin': new Uint8Array([0, 255, 0]),
  };
  const id = await bench.create(files);
  const { files: rows } = await bench.view(id);
  const kinds = Object.fromEntries(rows.map(({ path, kind }) => [path, kind]));
  const wanted: Record<keyof typeof files, FileKind> = {
    'b.xlsx': 'xlsx',
    'd.docx': 'docx',
    'p.pptx': 'pptx',
    'f.pdf': 'pdf',
    'i.png': 'image',
    't.csv': 'table',
    'n.md': 'text',
    'x.bin': 'binary',
  };
  expect(kinds).toEqual(wanted);
  for (const [path, bytes] of Object.entries(files)) {
    expect((await bench.bytes(id, path)).equals(Buffer.from(bytes)), path).toBe(true);
    if (path === 'x.bin') continue;
    const { answer } = await done(client.WorkbenchFileMap({ workbenchId: id, path }));
    expect(answer, path).toMatchObject({ ok: true });
  }
  const options = { sheet: 'Data', row_start: 1, row_count: 10, col_start: 1, col_count: 5 };
  const { answer } = await done(client.WorkbenchFileContent({ workbenchId: id, path: 'b.xlsx', options }));
  expect(answer).toMatchObject({ ok: true });
  expect(await codeOf(client.WorkbenchFileMap({ workbenchId: id, path: 'none.txt' }))).toBe('FILE_NOT_FOUND');

  const version = rows.find(({ path }) => path === 'f.pdf')?.version ?? '';
  const page = await bench.fetch(workbenchPagesPath(id, 'f.pdf', version, 2));
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(
    Buffer.from(await page.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  for (const wrong of [workbenchPagesPath(id, 'f.pdf', version, 99), workbenchPagesPath(id, 'f.pdf', version, 0)])
    expect((await bench.fetch(wrong)).status, wrong).toBe(404);
}, 120_000);

test('a version that was replaced is still served under its name; one that never was is not', async () => {
  const { bench, say, client, lost } = await startBenchServer();
  const id = await bench.create({ 'a.txt': 'one', 'b.txt': 'two' });
  const before = (await bench.view(id)).files[0]?.version ?? '';
  await say(id, 'change', { 'a.txt': 'three' });
  expect((await bench.bytes(id, 'a.txt')).toString()).toBe('three');
  expect((await bench.bytes(id, 'a.txt', before)).toString()).toBe('one');
  await done(client.DraftPublish({ workbenchId: id }));
  expect((await bench.bytes(id, 'a.txt', before)).toString()).toBe('one');
  const unknown = `sha256:${'0'.repeat(64)}`;
  expect((await bench.fetch(workbenchFilesPath(id, 'a.txt', unknown))).status).toBe(404);
  // Bytes of one file under the name of another, and what the store has lost.
  expect((await bench.fetch(workbenchFilesPath(id, 'b.txt', before))).status).toBe(404);
  lost.add(before);
  const damaged = await bench.fetch(workbenchFilesPath(id, 'a.txt', before));
  expect([damaged.status, await damaged.json()]).toMatchObject([500, { ok: false, error: { code: 'FILE_DAMAGED' } }]);
});

test('a zip of all files is read by another program’s rules: names, sizes, checksums', async () => {
  const { bench } = await startBenchServer();
  const files = { 'a.txt': 'one', 'שם.txt': 'two and more' };
  const id = await bench.create(files);
  const zip = Buffer.from(await (await bench.fetch(workbenchZipPath(id))).arrayBuffer());
  const end = zip.lastIndexOf(Buffer.from('PK\x06\x06', 'latin1'));
  const [count, at] = [Number(zip.readBigUInt64LE(end + 32)), Number(zip.readBigUInt64LE(end + 48))];
  expect(count).toBe(2);
  const found: Record<string, string> = {};
  for (let entry = at, nth = 0; nth < count; nth += 1) {
    const [nameLength, extraLength] = [zip.readUInt16LE(entry + 28), zip.readUInt16LE(entry + 30)];
    const name = zip.subarray(entry + 46, entry + 46 + nameLength).toString('utf8');
    const extra = entry + 46 + nameLength + 4;
    const [size, offset] = [Number(zip.readBigUInt64LE(extra)), Number(zip.readBigUInt64LE(extra + 16))];
    const data = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
    found[name] = zip.subarray(data, data + size).toString('utf8');
    entry += 46 + nameLength + extraLength;
  }
  expect(found).toEqual(files);
});
