import {
  createXmlEdit,
  elementsOf,
  escapeXmlAttribute,
  parseXml,
  sourceOf,
  type XmlDocument,
  type XmlEdit,
  type XmlElement,
} from '../package/index.ts';

/**
 * An element of one document as text for another, which may know other prefixes: what the new place does not declare
 * is declared on the element itself. `work` may change it on the way.
 */
export const portableXml = (
  document: XmlDocument,
  element: XmlElement,
  place: XmlElement,
  work: (edit: XmlEdit, copy: XmlElement) => void = () => undefined,
): string => {
  const declarations = [...element.scope]
    .filter(([prefix]) => prefix !== 'xml')
    .map(([prefix, uri]) => ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escapeXmlAttribute(uri)}"`)
    .join('');
  const open = `<x${declarations}>`;
  const wrapped = parseXml(`${open}${sourceOf(document, element)}</x>`);
  const copy = elementsOf(wrapped.root)[0];
  if (!copy) throw new Error('an element without source');
  const edit = createXmlEdit(wrapped);
  for (const prefix of prefixesIn(copy)) {
    const uri = copy.scope.get(prefix);
    const declared = copy.attributes.some(({ name }) => name === (prefix === '' ? 'xmlns' : `xmlns:${prefix}`));
    if (uri === undefined || declared || prefix === 'xml' || place.scope.get(prefix) === uri) continue;
    edit.setAttribute(copy, prefix === '' ? 'xmlns' : `xmlns:${prefix}`, uri);
  }
  work(edit, copy);
  return edit.toText().slice(open.length, -'</x>'.length);
};

const prefixesIn = (element: XmlElement, found: Set<string> = new Set()): Set<string> => {
  found.add(element.name === element.local ? '' : element.name.slice(0, element.name.indexOf(':')));
  for (const { name, local } of element.attributes)
    if (name !== local && !name.startsWith('xmlns:')) found.add(name.slice(0, name.indexOf(':')));
  for (const child of elementsOf(element)) prefixesIn(child, found);
  return found;
};
