import { expect, test } from 'vitest';
import { zipToBuffer } from '../package/zip-write.ts';
import { detect } from './detect.ts';

const bytes = (name: string, text: string) => ({ from: 'bytes' as const, name, bytes: Buffer.from(text) });

const office = (type: string, target = 'xl/workbook.xml') =>
  zipToBuffer([
    bytes('[Content_Types].xml', `<Types><Override PartName="/${target}" ContentType="${type}"/></Types>`),
    bytes(
      '_rels/.rels',
      `<Relationships><Relationship Id="r" Type="http://x/officeDocument" Target="${target}"/></Relationships>`,
    ),
    bytes(target, '<x/>'),
  ]);
const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

test('content decides, the name only breaks ties', async () => {
  const workbook = await office(`${sheet}.sheet.main+xml`);
  expect(detect('a.xlsx', workbook)).toMatchObject({ kind: 'xlsx', format: 'xlsx', read_only: false });
  expect(detect('a.xlsx', workbook)).not.toHaveProperty('kind_mismatch');
  expect(detect('a.txt', workbook)).toMatchObject({ kind: 'xlsx', kind_mismatch: true });
  expect(detect('a.md', Buffer.from('%PDF-1.7\n'))).toMatchObject({ kind: 'pdf', kind_mismatch: true });
  expect(detect('a.xlsx', Buffer.from('just text'))).toMatchObject({ kind: 'text', kind_mismatch: true });
});

test('macros and templates are read-only relatives of their kind', async () => {
  const macro = await office('application/vnd.ms-excel.sheet.macroEnabled.main+xml');
  expect(detect('a.xlsm', macro)).toMatchObject({ kind: 'xlsx', format: 'xlsm', read_only: true, has_macros: true });
  const template = await office(
    'application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml',
    'word/document.xml',
  );
  expect(detect('a.dotx', template)).toMatchObject({
    kind: 'docx',
    format: 'dotx',
    read_only: true,
    is_template: true,
  });
});

test('what cannot be parsed is opaque and says why', async () => {
  const stream = (name: string) =>
    Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(600), Buffer.from(name, 'utf16le')]);
  expect(detect('a.docx', stream('EncryptedPackage'))).toMatchObject({
    kind: 'binary',
    is_opaque: true,
    reason: 'encrypted',
  });
  expect(detect('a.xls', stream('Workbook'))).toMatchObject({ format: 'xls', reason: 'unsupported_type' });
  expect(detect('a.zip', await zipToBuffer([bytes('x.txt', 'x')]))).toMatchObject({
    format: 'zip',
    reason: 'unsupported_type',
  });
  expect(detect('a.zip', Buffer.from('PK\x03\x04 nothing else'))).toMatchObject({ is_opaque: true, reason: 'damaged' });
  expect(detect('a.xlsx', Buffer.from('PK\x03\x04 nothing else'))).toMatchObject({ kind: 'xlsx', is_opaque: false });
  expect(detect('a.bin', Buffer.from([1, 2, 0, 3]))).toMatchObject({ kind: 'binary', reason: 'unsupported_type' });
  expect(
    detect('a.ods', await zipToBuffer([bytes('mimetype', 'application/vnd.oasis.opendocument.spreadsheet')])),
  ).toMatchObject({
    format: 'ods',
    is_opaque: true,
  });
});

test('an empty file is what its name says, if that can be empty', () => {
  expect(detect('a.md', Buffer.alloc(0)).kind).toBe('text');
  expect(detect('a.csv', Buffer.alloc(0)).kind).toBe('table');
  expect(detect('a.docx', Buffer.alloc(0)).kind).toBe('binary');
});

test('svg is found behind a prologue, also one that hides entities', () => {
  expect(detect('a.svg', Buffer.from('<?xml version="1.0"?><!-- c --><svg xmlns="x"/>')).format).toBe('svg');
  const evil = '<!DOCTYPE svg [<!ENTITY a "b"><!ENTITY c "&a;">]>\n<svg:svg/>';
  expect(detect('a.svg', Buffer.from(evil)).format).toBe('svg');
  expect(detect('a.xml', Buffer.from('<note><svg/></note>'))).toMatchObject({ kind: 'text', format: 'xml' });
});

test('a table without a table name is inferred; prose with commas is not', () => {
  expect(detect('a.txt', Buffer.from('id\tname\n1\tx\n2\ty\n'))).toMatchObject({
    kind: 'table',
    format_inferred: true,
  });
  expect(detect('a.txt', Buffer.from('Well, yes.\nNo, never.\nPerhaps, then.\n'))).toMatchObject({ kind: 'text' });
  expect(detect('a.md', Buffer.from('a|b\n-|-\n1|2\n'))).toMatchObject({ kind: 'text', format: 'md' });
});

test('a workbook in binary records says what it is', async () => {
  const binary = await office('application/vnd.ms-excel.sheet.binary.macroEnabled.main');
  expect(detect('a.xlsx', binary)).toMatchObject({ format: 'xlsb', is_opaque: true, reason: 'unsupported_type' });
});

test.each([
  ['an endless attribute', `<Relationship ${'a'.repeat(3_900_000)}`],
  ['endless tags', '<Relationship '.repeat(280_000)],
  ['attributes without end', `<Relationship ${'a= '.repeat(1_000_000)}>`],
])('a declaration of %s is read in one pass', async (_, rels) => {
  const bomb = await zipToBuffer([bytes('[Content_Types].xml', '<Types/>'), bytes('_rels/.rels', rels)]);
  // With a pattern that backtracks this took minutes, and the test ran into its limit.
  expect(detect('a.xlsx', bomb)).toMatchObject({ is_opaque: true });
});
