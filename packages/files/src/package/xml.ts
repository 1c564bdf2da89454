import { type PackageLimits, packageLimits } from './limits.ts';
import { transitionalUri } from './namespaces.ts';
import { refuseRead } from './refusal.ts';
import { decodeXml, type XmlEncoding } from './xml-encoding.ts';
import { unescapeXml } from './xml-text.ts';

/** All offsets are positions in `XmlDocument.source`, so a node can always be put back exactly as it was written. */
export type XmlDocument = { readonly source: string; readonly encoding: XmlEncoding; readonly root: XmlElement };

export type XmlElement = {
  readonly kind: 'element';
  /** As written, prefix included. */
  readonly name: string;
  readonly local: string;
  /** Namespace URI; strict OOXML URIs are given as their transitional twins. Empty when there is none. */
  readonly uri: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: XmlNode[];
  readonly parent: XmlElement | undefined;
  readonly start: number;
  /** Just after the `>` of the start tag. */
  openEnd: number;
  /** At the `<` of the end tag; equals `openEnd` when self-closing. */
  closeStart: number;
  end: number;
  selfClosing: boolean;
  readonly scope: NamespaceScope;
};

export type XmlText = {
  readonly kind: 'text';
  readonly start: number;
  readonly end: number;
  readonly cdata: boolean;
  readonly parent: XmlElement;
};
export type XmlNode = XmlElement | XmlText;

export type XmlAttribute = {
  readonly name: string;
  readonly local: string;
  readonly uri: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
};

/** Prefix → URI in force at an element. */
export type NamespaceScope = ReadonlyMap<string, string>;

/** Says of which elements the content is not held, but read again when somebody asks for it. For reading only: asked twice, it may be made of other objects. */
export type Deferred = (element: XmlElement) => boolean;

export const parseXmlPart = (
  bytes: Uint8Array,
  limits: PackageLimits = packageLimits,
  deferred?: Deferred,
): XmlDocument => {
  if (bytes.length > limits.treePartBytes) refuseRead('archive_bomb', 'A part of the package is too large to hold.');
  const { text, encoding } = decodeXml(bytes);
  return parseXml(text, limits, encoding, deferred);
};

const UTF8: XmlEncoding = { name: 'utf-8', bom: false };
const XML_SCOPE: NamespaceScope = new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]);

export const parseXml = (
  source: string,
  limits: PackageLimits = packageLimits,
  encoding: XmlEncoding = UTF8,
  deferred?: Deferred,
): XmlDocument => {
  const names: Names = new Map();
  const again = deferred && createReReader((element) => parseInside(source, limits, names, element));
  const top: XmlNode[] = [];
  parseRange({ source, limits, names, from: 0, to: source.length, within: undefined, into: top, deferred, again });
  const [root] = top;
  if (root?.kind !== 'element' || top.length > 1) return malformed();
  return { source, encoding, root };
};

const parseInside = (source: string, limits: PackageLimits, names: Names, within: XmlElement): XmlNode[] => {
  const into: XmlNode[] = [];
  parseRange({ source, limits, names, from: within.openEnd, to: within.closeStart, within, into });
  return into;
};

type Range = {
  readonly source: string;
  readonly limits: PackageLimits;
  readonly names: Names;
  readonly from: number;
  readonly to: number;
  /** Whose content this is, and where it goes. */
  readonly within: XmlElement | undefined;
  readonly into: XmlNode[];
  readonly deferred?: Deferred | undefined;
  readonly again?: ReReader | undefined;
};

const parseRange = ({ source, limits, names, from, to, within, into, deferred, again }: Range): void => {
  // Children are collected beside their parents, which may not hold them.
  const lists: XmlNode[][] = [into];
  let open = within;
  let at = from;
  while (at < to) {
    const tag = source.indexOf('<', at);
    const textEnd = tag < 0 || tag > to ? to : tag;
    if (textEnd > at) {
      if (open) {
        if (textEnd - at > limits.xmlTextLength) refuseRead('xml_depth', 'A text of the part is too long.');
        lists.at(-1)?.push({ kind: 'text', start: at, end: textEnd, cdata: false, parent: open });
      } else if (!isBlank(source, at, textEnd)) malformed();
    }
    if (tag < 0 || tag >= to) break;
    const next = source.charCodeAt(tag + 1);
    if (next === 33) {
      at = skipDeclaration(source, tag, open, lists.at(-1));
    } else if (next === 63) {
      at = after(source, '?>', tag);
    } else if (next === 47) {
      const close = source.indexOf('>', tag);
      if (close < 0 || !open) return malformed();
      if (source.slice(tag + 2, close).trimEnd() !== open.name) malformed();
      open.closeStart = tag;
      open.end = close + 1;
      open = open.parent;
      lists.pop();
      at = close + 1;
    } else {
      if (!open && into.length > 0) malformed();
      const read = startTag(source, tag, open, limits, names);
      const isDeferred = again !== undefined && !read.selfClosing && deferred?.(read) === true;
      const element = isDeferred ? new DeferredElement(read, again) : read;
      lists.at(-1)?.push(element);
      at = element.openEnd;
      if (!element.selfClosing) {
        open = element;
        lists.push(isDeferred ? [] : element.children);
        if (lists.length - 1 > limits.xmlDepth) refuseRead('xml_depth', 'A part of the package is nested too deeply.');
      }
    }
  }
  if (open !== within) malformed();
};

type ReReader = (element: DeferredElement) => XmlNode[];

/** So many contents are held at a time. */
const mostHeld = 64;

const createReReader = (read: (element: XmlElement) => XmlNode[]): ReReader => {
  const held: DeferredElement[] = [];
  return (element) => {
    const children = read(element);
    element.held = children;
    if (held.push(element) > mostHeld) {
      const oldest = held.shift();
      if (oldest) oldest.held = undefined;
    }
    return children;
  };
};

class DeferredElement implements XmlElement {
  readonly kind = 'element';
  readonly name: string;
  readonly local: string;
  readonly uri: string;
  readonly attributes: readonly XmlAttribute[];
  readonly parent: XmlElement | undefined;
  readonly start: number;
  openEnd: number;
  closeStart: number;
  end: number;
  selfClosing: boolean;
  readonly scope: NamespaceScope;
  held: XmlNode[] | undefined;
  readonly again: ReReader;

  constructor(read: XmlElement, again: ReReader) {
    this.name = read.name;
    this.local = read.local;
    this.uri = read.uri;
    this.attributes = read.attributes;
    this.parent = read.parent;
    this.start = read.start;
    this.openEnd = read.openEnd;
    this.closeStart = read.closeStart;
    this.end = read.end;
    this.selfClosing = read.selfClosing;
    this.scope = read.scope;
    this.again = again;
  }

  get children(): XmlNode[] {
    return this.held ?? this.again(this);
  }
}

const malformed = (): never => refuseRead('xml_malformed', 'A part of the package is not well-formed XML.');

const after = (source: string, mark: string, from: number): number => {
  const at = source.indexOf(mark, from);
  return at < 0 ? malformed() : at + mark.length;
};

const skipDeclaration = (
  source: string,
  tag: number,
  open: XmlElement | undefined,
  into: XmlNode[] | undefined,
): number => {
  if (source.startsWith('<!--', tag)) return after(source, '-->', tag + 4);
  if (source.startsWith('<![CDATA[', tag)) {
    if (!open) return malformed();
    const end = after(source, ']]>', tag);
    into?.push({ kind: 'text', start: tag + 9, end: end - 3, cdata: true, parent: open });
    return end;
  }
  if (/^<!(DOCTYPE|ENTITY|ELEMENT|ATTLIST)/i.test(source.slice(tag, tag + 10)))
    return refuseRead('xml_dtd', 'A part of the package declares a document type.');
  return malformed();
};

type RawAttribute = { name: string; value: string; start: number; end: number };

/** The same words stand in a part a hundred thousand times: kept once, they cost nothing. */
type Names = Map<string, string>;
const shared = (name: string, names: Names): string => {
  const known = names.get(name);
  if (known === undefined) names.set(name, name);
  return known ?? name;
};
/** Of all elements without content. Only the parser adds children, and to none of these. */
const none = Object.freeze([] as XmlNode[]) as XmlNode[];

const startTag = (
  source: string,
  tag: number,
  parent: XmlElement | undefined,
  limits: PackageLimits,
  names: Names,
): XmlElement => {
  let at = tag + 1;
  while (!endsName(source.charCodeAt(at))) at++;
  const name = shared(source.slice(tag + 1, at), names);
  if (name === '') malformed();
  const raw: RawAttribute[] = [];
  let declares = false;
  let selfClosing = false;
  for (;;) {
    while (isSpace(source.charCodeAt(at))) at++;
    const code = source.charCodeAt(at);
    if (code === 62) break;
    if (code === 47) {
      if (source.charCodeAt(at + 1) !== 62) malformed();
      selfClosing = true;
      at++;
      break;
    }
    const start = at;
    while (!endsName(source.charCodeAt(at))) at++;
    const attribute = shared(source.slice(start, at), names);
    if (attribute === '') malformed();
    while (isSpace(source.charCodeAt(at))) at++;
    if (source.charCodeAt(at) !== 61) malformed();
    at++;
    while (isSpace(source.charCodeAt(at))) at++;
    const quote = source[at];
    if (quote !== '"' && quote !== "'") malformed();
    const end = source.indexOf(quote as string, at + 1);
    if (end < 0) malformed();
    const value = source.slice(at + 1, end);
    if (value.includes('<')) malformed();
    at = end + 1;
    if (raw.length >= limits.xmlAttributes) refuseRead('xml_depth', 'An element has too many attributes.');
    raw.push({ name: attribute, value: unescapeXml(value), start, end: at });
    if (attribute.startsWith('xmlns')) declares = true;
  }
  const scope = declares ? extend(parent?.scope ?? XML_SCOPE, raw) : (parent?.scope ?? XML_SCOPE);
  const colon = name.indexOf(':');
  return {
    kind: 'element',
    name,
    local: colon < 0 ? name : shared(name.slice(colon + 1), names),
    uri: uriOf(colon < 0 ? '' : name.slice(0, colon), scope),
    attributes: raw.map((attribute) => resolve(attribute, scope)),
    children: selfClosing ? none : [],
    parent,
    start: tag,
    openEnd: at + 1,
    closeStart: at + 1,
    end: at + 1,
    selfClosing,
    scope,
  };
};

const extend = (outer: NamespaceScope, attributes: readonly RawAttribute[]): NamespaceScope => {
  const scope = new Map(outer);
  for (const { name, value } of attributes) {
    if (name === 'xmlns') scope.set('', transitionalUri(value));
    else if (name.startsWith('xmlns:')) scope.set(name.slice(6), transitionalUri(value));
  }
  return scope;
};

const uriOf = (prefix: string, scope: NamespaceScope): string => {
  const uri = scope.get(prefix);
  if (uri === undefined && prefix !== '') return malformed();
  return uri ?? '';
};

const resolve = ({ name, value, start, end }: RawAttribute, scope: NamespaceScope): XmlAttribute => {
  const colon = name.indexOf(':');
  if (colon < 0) return { name, local: name, uri: '', value, start, end };
  const prefix = name.slice(0, colon);
  const uri = prefix === 'xmlns' ? 'http://www.w3.org/2000/xmlns/' : uriOf(prefix, scope);
  return { name, local: name.slice(colon + 1), uri, value, start, end };
};

const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 9 || code === 13;

// NaN (the end of the source) ends a name too, so that a cut tag cannot loop.
const endsName = (code: number): boolean => !(code > 32) || code === 62 || code === 47 || code === 61 || code === 60;

const isBlank = (source: string, from: number, to: number): boolean => source.slice(from, to).trim() === '';
