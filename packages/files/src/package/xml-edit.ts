import type { XmlDocument, XmlElement, XmlNode } from './xml.ts';
import { encodeXml } from './xml-encoding.ts';
import { escapeXmlAttribute, escapeXmlText } from './xml-text.ts';

/**
 * Span replacements over a parsed part. Everything not named keeps its exact bytes. Nodes are those of the document
 * as parsed: to edit what an edit made, apply and parse again.
 */
export interface XmlEdit {
  readonly changed: () => boolean;
  readonly replace: (node: XmlNode, xml: string) => void;
  readonly remove: (node: XmlNode) => void;
  readonly insertBefore: (node: XmlNode, xml: string) => void;
  readonly insertAfter: (node: XmlNode, xml: string) => void;
  readonly prepend: (parent: XmlElement, xml: string) => void;
  readonly append: (parent: XmlElement, xml: string) => void;
  /** Null removes the attribute. The name is written as given, prefix included. */
  readonly setAttribute: (element: XmlElement, name: string, value: string | null) => void;
  /** Replaces everything inside the element. */
  readonly setContent: (element: XmlElement, xml: string) => void;
  readonly setText: (element: XmlElement, text: string) => void;
  readonly toText: () => string;
  readonly toBytes: () => Buffer;
}

type Splice = { readonly start: number; readonly end: number; readonly text: string; readonly order: number };

export const createXmlEdit = (document: XmlDocument): XmlEdit => {
  const splices: Splice[] = [];
  const attributes = new Map<XmlElement, Map<string, string | null>>();
  const contents = new Map<XmlElement, { content: string | undefined; first: string[]; last: string[] }>();

  const splice = (start: number, end: number, text: string) =>
    void splices.push({ start, end, text, order: splices.length });
  const inside = (element: XmlElement) => {
    const known = contents.get(element) ?? { content: undefined, first: [], last: [] };
    contents.set(element, known);
    return known;
  };

  const edit: XmlEdit = {
    changed: () => splices.length > 0 || attributes.size > 0 || contents.size > 0,
    replace: (node, xml) => splice(node.start, node.end, xml),
    remove: (node) => splice(node.start, node.end, ''),
    insertBefore: (node, xml) => splice(node.start, node.start, xml),
    insertAfter: (node, xml) => splice(node.end, node.end, xml),
    prepend: (parent, xml) => void inside(parent).first.push(xml),
    append: (parent, xml) => void inside(parent).last.push(xml),
    setContent: (element, xml) => {
      inside(element).content = xml;
    },
    setText: (element, text) => edit.setContent(element, escapeXmlText(text)),
    setAttribute: (element, name, value) => {
      const known = attributes.get(element) ?? new Map<string, string | null>();
      attributes.set(element, known.set(name, value));
    },
    toText: () => applySplices(document.source, [...splices, ...tagSplices(attributes, contents)]),
    toBytes: () => encodeXml(edit.toText(), document.encoding),
  };
  return edit;
};

type Contents = ReadonlyMap<XmlElement, { content: string | undefined; first: string[]; last: string[] }>;
type Attributes = ReadonlyMap<XmlElement, ReadonlyMap<string, string | null>>;

const tagSplices = (attributes: Attributes, contents: Contents): Splice[] => {
  const made: Splice[] = [];
  const push = (start: number, end: number, text: string) => void made.push({ start, end, text, order: 1e9 });
  for (const [element, values] of attributes) {
    const pending = new Map(values);
    for (const attribute of element.attributes) {
      const value = pending.get(attribute.name);
      if (value === undefined) continue;
      pending.delete(attribute.name);
      // A removed attribute takes the space before it along.
      if (value === null) push(attribute.start - 1, attribute.end, '');
      else if (value !== attribute.value)
        push(attribute.start, attribute.end, `${attribute.name}="${escapeXmlAttribute(value)}"`);
    }
    const added = [...pending].filter(([, value]) => value !== null);
    const text = added.map(([name, value]) => ` ${name}="${escapeXmlAttribute(value ?? '')}"`).join('');
    const at = element.attributes.at(-1)?.end ?? element.start + 1 + element.name.length;
    if (text !== '') push(at, at, text);
  }
  for (const [element, { content, first, last }] of contents) {
    if (element.selfClosing) {
      const all = [...first, content ?? '', ...last].join('');
      if (all === '') continue;
      // `/>` may be written ` />`; only the slash goes.
      push(element.openEnd - 2, element.openEnd, `>${all}</${element.name}>`);
      continue;
    }
    if (content !== undefined) {
      push(element.openEnd, element.closeStart, [...first, content, ...last].join(''));
      continue;
    }
    if (first.length > 0) push(element.openEnd, element.openEnd, first.join(''));
    if (last.length > 0) push(element.closeStart, element.closeStart, last.join(''));
  }
  return made;
};

const applySplices = (source: string, splices: readonly Splice[]): string => {
  // Insertions at one point come before a replacement that starts there, in the order they were asked for.
  const sorted = splices.toSorted(
    (a, b) =>
      a.start - b.start || Number(a.end > a.start) - Number(b.end > b.start) || b.end - a.end || a.order - b.order,
  );
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text } of sorted) {
    if (start < at) {
      // Inside something already replaced or removed: it went with its surroundings.
      if (end <= at) continue;
      throw new Error('two edits of one part cross');
    }
    pieces.push(source.slice(at, start), text);
    at = end;
  }
  pieces.push(source.slice(at));
  return pieces.join('');
};
