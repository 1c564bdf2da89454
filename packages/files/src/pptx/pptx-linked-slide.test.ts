import { expect, test } from 'vitest';
import { selectorsWith } from '../../fixtures/lib/damaged-office.ts';
import { officeEditing } from '../../fixtures/lib/edit-office.ts';
import { makeZip } from '../../fixtures/lib/zip.ts';
import { slidesPptx } from '../../fixtures/pptx/small.ts';
import { openPackage } from '../package/index.ts';
import { pptxOperations } from '../tools/definitions/pptx.ts';
import { editPptx } from './edit.ts';
import { pptxOf } from './pptx-file.ts';
import { readPptx } from './read.ts';

const read = (bytes: Buffer) => readPptx(pptxOf(openPackage(bytes)), selectorsWith()).text;
const { edit } = officeEditing('pptx', pptxOperations, editPptx, read);

const relation = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"/>`;

/** The second slide has a diagram, and a shape in the diagram links to the first slide. */
const withLinkingDiagram = (bytes: Buffer): Buffer => {
  const pkg = openPackage(bytes);
  const [first, second] = pptxOf(pkg).slides;
  if (!first || !second) throw new Error('two slides');
  const rels = second.part.replace('slides/', 'slides/_rels/').concat('.rels');
  const leaf = first.part.replace(/^.*\//, '');
  const parts = pkg.names().map((name) => {
    const data = pkg.bytes(name);
    if (name !== rels) return { name, data };
    const link = relation('rId90', 'diagramData', '../diagrams/data1.xml');
    return { name, data: data.toString('utf8').replace('</Relationships>', `${link}</Relationships>`) };
  });
  return makeZip([
    ...parts,
    {
      name: 'ppt/diagrams/data1.xml',
      data: '<d:dataModel xmlns:d="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><a:hlinkClick r:id="rId1"/></d:dataModel>',
    },
    {
      name: 'ppt/diagrams/_rels/data1.xml.rels',
      data: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation('rId1', 'slide', `../slides/${leaf}`)}</Relationships>`,
    },
  ]);
};

test('[FL-82] a deleted slide leaves the file, also when a diagram links to it', async () => {
  const before = withLinkingDiagram(slidesPptx());
  const part = pptxOf(openPackage(before)).slides[0]?.part ?? '';
  const made = await edit(before, [{ op: 'delete_slide', index: 0 }]);
  expect(made.result).toMatchObject({ ok: true });
  const after = openPackage(made.bytes ?? Buffer.alloc(0));
  expect(after.has(part)).toBe(false);
  expect(after.bytes('ppt/diagrams/data1.xml').toString('utf8')).not.toContain('hlinkClick');
});
