import type { XmlDocument, XmlElement, XmlNode } from './xml.ts';
import { unescapeXml } from './xml-text.ts';

export const elementsOf = (parent: XmlElement): XmlElement[] => parent.children.filter(isElement);

/** Child elements of a namespace and local name; `'*'` as local name takes all of the namespace. */
export const childrenOf = (parent: XmlElement | undefined, uri: string, local: string): XmlElement[] =>
  parent === undefined
    ? []
    : parent.children.filter(isElement).filter((it) => it.uri === uri && (local === '*' || it.local === local));

export const childOf = (parent: XmlElement | undefined, uri: string, local: string): XmlElement | undefined => {
  if (parent === undefined) return undefined;
  for (const node of parent.children)
    if (node.kind === 'element' && node.local === local && node.uri === uri) return node;
  return undefined;
};

/** Follows child names within one namespace: `pathOf(root, ns.sheet, 'sheetViews', 'sheetView')`. */
export const pathOf = (from: XmlElement | undefined, uri: string, ...locals: readonly string[]) =>
  locals.reduce<XmlElement | undefined>((at, local) => childOf(at, uri, local), from);

export function* descendantsOf(from: XmlElement, uri: string, local: string): Generator<XmlElement> {
  for (const node of from.children) {
    if (node.kind !== 'element') continue;
    if (node.uri === uri && node.local === local) yield node;
    yield* descendantsOf(node, uri, local);
  }
}

/** An attribute by local name; without `uri`, the one that has no prefix. */
export const attributeOf = (element: XmlElement | undefined, local: string, uri = ''): string | undefined => {
  if (element === undefined) return undefined;
  for (const it of element.attributes) if (it.local === local && it.uri === uri) return it.value;
  return undefined;
};

export const numberOf = (element: XmlElement | undefined, local: string): number | undefined => {
  const value = attributeOf(element, local);
  const number = value === undefined || value.trim() === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : undefined;
};

/** OOXML booleans: absent gives the fallback. */
export const flagOf = (element: XmlElement | undefined, local: string, fallback = false): boolean => {
  const value = attributeOf(element, local);
  return value === undefined ? fallback : value === '1' || value === 'true' || value === 'on';
};

/** All text below a node, entities resolved. */
export const textOf = (document: XmlDocument, node: XmlNode | undefined): string => {
  if (node === undefined) return '';
  if (node.kind === 'text') {
    const raw = document.source.slice(node.start, node.end);
    return node.cdata ? raw : unescapeXml(raw);
  }
  let text = '';
  for (const child of node.children) text += textOf(document, child);
  return text;
};

export const sourceOf = (document: XmlDocument, node: XmlNode): string => document.source.slice(node.start, node.end);

/** The prefix (with colon) that names a URI at an element, for writing new elements beside it. */
export const prefixFor = (element: XmlElement, uri: string): string | undefined => {
  let named: string | undefined;
  for (const [prefix, bound] of element.scope) {
    if (bound !== uri) continue;
    if (prefix === '') return '';
    named ??= `${prefix}:`;
  }
  return named;
};

const isElement = (node: XmlNode): node is XmlElement => node.kind === 'element';
