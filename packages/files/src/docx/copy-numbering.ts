import { portableXml } from '../office/portable-xml.ts';
import {
  attributeOf,
  childOf,
  childrenOf,
  createXmlEdit,
  descendantsOf,
  elementsOf,
  followOne,
  ns,
  type PackageEdit,
  type XmlElement,
} from '../package/index.ts';
import type { DocxFile } from './docx-file.ts';
import { ensureNumberingPart } from './styles-part.ts';

/** Copies the lists that styles use, under ids of their own, and says which became which. */
export const copyNumbering = (
  donor: DocxFile,
  pkg: PackageEdit,
  wanted: ReadonlySet<string>,
  styleIds: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> => {
  const made = new Map<string, string>();
  const from = followOne(donor.parts, donor.main, 'numbering');
  if (from === undefined || !donor.parts.has(from)) return made;
  const source = donor.parts.xml(from);
  const lists = childrenOf(source.root, ns.word, 'num').filter((each) => wanted.has(idOf(each, 'numId')));
  if (lists.length === 0) return made;

  const part = ensureNumberingPart(pkg);
  const document = pkg.xml(part);
  const [abstracts, numbers] = [
    childrenOf(document.root, ns.word, 'abstractNum'),
    childrenOf(document.root, ns.word, 'num'),
  ];
  let abstractId = Math.max(-1, ...abstracts.map((each) => Number(idOf(each, 'abstractNumId')) || 0));
  let numId = Math.max(0, ...numbers.map((each) => Number(idOf(each, 'numId')) || 0));
  const edit = createXmlEdit(document);
  const [firstNumber, last] = [numbers[0], numbers.at(-1)];
  // Definitions come before the lists that use them, and both before what a cleanup left.
  const tail = elementsOf(document.root).find(({ local }) => local === 'numIdMacAtCleanup');
  const place = (xml: string, before: XmlElement | undefined, after: XmlElement | undefined) => {
    if (after) edit.insertAfter(after, xml);
    else if (before) edit.insertBefore(before, xml);
    else edit.append(document.root, xml);
  };
  const xmlOf = { abstracts: '', lists: '' };
  for (const list of lists) {
    const abstract = childrenOf(source.root, ns.word, 'abstractNum').find(
      (each) => idOf(each, 'abstractNumId') === attributeOf(childOf(list, ns.word, 'abstractNumId'), 'val', ns.word),
    );
    if (!abstract) continue;
    abstractId += 1;
    numId += 1;
    made.set(idOf(list, 'numId'), String(numId));
    xmlOf.abstracts += portableXml(source, abstract, document.root, (change, copy) => {
      set(change, copy, 'abstractNumId', String(abstractId));
      for (const each of descendantsOf(copy, ns.word, 'pStyle')) {
        const style = styleIds.get(attributeOf(each, 'val', ns.word) ?? '');
        if (style === undefined) change.remove(each);
        else set(change, each, 'val', style);
      }
      // Pictures for bullets stay behind with the part that holds them.
      for (const each of descendantsOf(copy, ns.word, 'lvlPicBulletId')) change.remove(each);
    });
    xmlOf.lists += portableXml(source, list, document.root, (change, copy) => {
      set(change, copy, 'numId', String(numId));
      const reference = childOf(copy, ns.word, 'abstractNumId');
      if (reference) set(change, reference, 'val', String(abstractId));
    });
  }
  place(xmlOf.abstracts, firstNumber ?? tail, undefined);
  place(xmlOf.lists, tail, last);
  pkg.put(part, edit.toBytes());
  return made;
};

const idOf = (element: XmlElement, local: string): string => attributeOf(element, local, ns.word) ?? '';

const set = (edit: ReturnType<typeof createXmlEdit>, element: XmlElement, local: string, value: string): void => {
  const found = element.attributes.find((each) => each.local === local && each.uri === ns.word);
  if (found) edit.setAttribute(element, found.name, value);
};
