import { describe, expect, test } from 'vitest';
import { makeZip } from '../../fixtures/lib/zip.ts';
import { settle } from '../tools/errors.ts';
import { certificateProblems } from './certificate.ts';
import { ns } from './namespaces.ts';
import { followOne, openPackage } from './opc.ts';
import { createPackageEdit } from './package-edit.ts';
import { relativeTarget, resolveTarget } from './part-names.ts';
import { verifyPackage } from './verify-package.ts';
import { zipToBuffer } from './zip-write.ts';

const officeType = `${ns.relationships}/officeDocument`;
const types = `<Types xmlns="${ns.contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/doc/main.xml" ContentType="text/main+xml"/></Types>`;
const rels = (...targets: string[]) =>
  `<Relationships xmlns="${ns.packageRelationships}">${targets.map((target, i) => `<Relationship Id="rId${i + 1}" Type="${officeType}" Target="${target}"/>`).join('')}</Relationships>`;
const sample = makeZip([
  { name: '[Content_Types].xml', data: types },
  { name: '_rels/.rels', data: rels('doc/main.xml') },
  { name: 'doc/main.xml', data: '<m/>' },
  { name: 'doc/_rels/main.xml.rels', data: rels('side.xml') },
  { name: 'doc/side.xml', data: '<s/>' },
  { name: 'other.xml', data: '<o/>' },
]);

describe('part names', () => {
  test('targets resolve from their owner and are written back as short as they can be', () => {
    expect(resolveTarget('xl/worksheets/sheet1.xml', '../drawings/d%201.xml')).toBe('xl/drawings/d 1.xml');
    expect(resolveTarget('xl/workbook.xml', '/xl/styles.xml')).toBe('xl/styles.xml');
    expect(resolveTarget('a.xml', '../../etc/passwd')).toBeUndefined();
    expect(relativeTarget('xl/worksheets/sheet1.xml', 'xl/drawings/d.xml')).toBe('../drawings/d.xml');
    expect(relativeTarget('', 'xl/workbook.xml')).toBe('xl/workbook.xml');
  });
});

describe('editing a package', () => {
  test('relationships, types and parts change together and the certificate says what did', async () => {
    const source = openPackage(sample);
    expect(followOne(source, '', 'officeDocument')).toBe('doc/main.xml');
    const edit = createPackageEdit(source);
    const name = edit.freshName('doc/extra', '.xml');
    edit.put(name, Buffer.from('<e/>'), 'text/extra+xml');
    expect(edit.relate('doc/main.xml', { type: officeType, target: name })).toBe('rId2');
    const written = await zipToBuffer(edit.items());
    const certificate = await verifyPackage(sample, written, edit.named());
    expect(certificate.parts.filter((part) => part.before !== part.after).map((part) => part.name)).toEqual([
      '[Content_Types].xml',
      'doc/_rels/main.xml.rels',
      'doc/extra1.xml',
    ]);
    expect(openPackage(written).typeOf('doc/extra1.xml')).toBe('text/extra+xml');
    expect(await certificateProblems(certificate, sample, written)).toEqual([]);
  });

  test('a tampered result, source or certificate does not pass', async () => {
    const edit = createPackageEdit(openPackage(sample));
    edit.put('doc/side.xml', Buffer.from('<t/>'));
    const written = await zipToBuffer(edit.items());
    const certificate = await verifyPackage(sample, written, edit.named());
    const forge = createPackageEdit(openPackage(written));
    forge.put('other.xml', Buffer.from('<x/>'));
    const forged = await zipToBuffer(forge.items());
    expect(await certificateProblems(certificate, sample, forged)).toContain('other.xml is not so after');
    expect(await certificateProblems(certificate, forged, written)).toContain('other.xml was not so before');
    const hidden = certificate.parts.map((part) => ({ ...part, named: false }));
    expect(await certificateProblems({ ...certificate, parts: hidden }, sample, written)).toContain(
      'doc/side.xml differs and was not named',
    );
    const less = certificate.parts.slice(1);
    expect(await certificateProblems({ ...certificate, parts: less }, sample, written)).toContain(
      '[Content_Types].xml is not in the certificate',
    );
  });

  test('what only a removed part reached goes with it, and nothing else', () => {
    const edit = createPackageEdit(openPackage(sample));
    edit.unrelate('', 'rId1');
    expect(edit.dropOrphans(['doc/main.xml'])).toEqual(['doc/main.xml', 'doc/side.xml']);
    expect(edit.names()).toEqual(['[Content_Types].xml', '_rels/.rels', 'other.xml']);
  });

  test.each([
    ['a broken part', (edit: ReturnType<typeof createPackageEdit>) => edit.put('doc/side.xml', Buffer.from('<t>'))],
    ['a dangling target', (edit: ReturnType<typeof createPackageEdit>) => edit.remove('doc/side.xml')],
    ['a part without a type', (edit: ReturnType<typeof createPackageEdit>) => edit.put('a.bin', Buffer.from('1'))],
  ])('verification refuses %s', async (_, change) => {
    const edit = createPackageEdit(openPackage(sample));
    change(edit);
    const written = await zipToBuffer(edit.items());
    const result = await settle(() => verifyPackage(sample, written, edit.named()));
    expect(result.ok ? 'ok' : result.error.reason).toBe('verify_failed');
  });

  test.each([
    ['a dangling target', (edit: ReturnType<typeof createPackageEdit>) => edit.remove('doc/side.xml')],
    ['a part without a type', (edit: ReturnType<typeof createPackageEdit>) => edit.put('a.bin', Buffer.from('1'))],
    [
      'unreadable links',
      (edit: ReturnType<typeof createPackageEdit>) => edit.put('_x/_rels/a.xml.rels', Buffer.from('<R>')),
    ],
    ['a malformed part', (edit: ReturnType<typeof createPackageEdit>) => edit.put('other.xml', Buffer.from('<t>'))],
  ])('a source with %s already is edited all the same, and not made worse', async (_, spoil) => {
    const spoiled = createPackageEdit(openPackage(sample));
    spoil(spoiled);
    const source = await zipToBuffer(spoiled.items());
    const edit = createPackageEdit(openPackage(source));
    edit.put('doc/main.xml', edit.bytes('doc/main.xml'));
    if (edit.has('other.xml')) edit.put('other.xml', Buffer.concat([edit.bytes('other.xml'), Buffer.from(' ')]));
    const written = await zipToBuffer(edit.items());
    expect(await settle(() => verifyPackage(source, written, edit.named()))).toMatchObject({ ok: true });
    edit.put('b.odd', Buffer.from('1'));
    const worse = await zipToBuffer(edit.items());
    expect(await settle(() => verifyPackage(source, worse, edit.named()))).toMatchObject({
      ok: false,
      error: { reason: 'verify_failed', message: 'b.odd has no content type.' },
    });
  });

  test('a part that is damaged in the source is called damaged, whoever copied it', async () => {
    const source = makeZip([
      { name: '[Content_Types].xml', data: types },
      { name: '_rels/.rels', data: rels('doc/main.xml') },
      { name: 'doc/main.xml', data: '<m/>' },
      { name: 'other.xml', data: '<o/>', crc: 1 },
    ]);
    const edit = createPackageEdit(openPackage(source));
    edit.put('doc/main.xml', Buffer.from('<m>1</m>'));
    const written = await zipToBuffer(edit.items());
    const result = await settle(() => verifyPackage(source, written, edit.named()));
    expect(result.ok ? 'ok' : [result.error.code, result.error.reason]).toEqual(['FILE_READ_FAILED', 'damaged']);
  });

  test('a part that goes takes the types of its own relations along', async () => {
    const typed = types.replace(
      '</Types>',
      '<Override PartName="/doc/_rels/main.xml.rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>',
    );
    const source = makeZip([
      { name: '[Content_Types].xml', data: typed },
      { name: '_rels/.rels', data: rels('doc/main.xml') },
      { name: 'doc/main.xml', data: '<m/>' },
      { name: 'doc/_rels/main.xml.rels', data: rels('side.xml') },
      { name: 'doc/side.xml', data: '<s/>' },
    ]);
    const edit = createPackageEdit(openPackage(source));
    edit.remove('doc/main.xml');
    const written = openPackage(await zipToBuffer(edit.items()));
    expect(written.bytes('[Content_Types].xml').toString('utf8')).not.toContain('main.xml');
  });

  test('a change nobody named is refused', async () => {
    const edit = createPackageEdit(openPackage(sample));
    edit.put('doc/side.xml', Buffer.from('<t/>'));
    const written = await zipToBuffer(edit.items());
    const result = await settle(() => verifyPackage(sample, written, []));
    expect(result.ok ? 'ok' : result.error.reason).toBe('verify_failed');
  });
});
