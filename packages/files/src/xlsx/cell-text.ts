import { parseXml, type XmlElement } from '../package/xml.ts';
import { textOf } from '../package/xml-query.ts';
import { escapeXmlText, unescapeXml } from '../package/xml-text.ts';

/** A raw span of element text: entities and CDATA resolved. */
export const rawText = (buffer: Buffer, start: number, end: number): string => {
  if (end <= start) return '';
  const text = withoutSections(buffer.toString('utf8', start, end));
  if (text.includes('<')) {
    const document = parseXml(`<a>${text}</a>`);
    return textOf(document, document.root);
  }
  return unescapeXml(text);
};

/** The same text without CDATA sections. A million of them would be a million nodes of a tree. */
const withoutSections = (text: string): string =>
  text.includes('<![CDATA[')
    ? text
        .replaceAll(']]><![CDATA[', '')
        .replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, inner: string) => escapeXmlText(inner))
    : text;

/** Stands for the namespace of a prefix that is bound outside the text. */
const OUTSIDE = 'outside:';

/** What stands inside `<si>` or `<is>`: one `<t>`, or runs of them; phonetic hints are not text. */
export const richText = (buffer: Buffer, start: number, end: number, prefix: string): string => {
  const text = withoutSections(buffer.toString('utf8', start, end));
  const plain = `<${prefix}t>`;
  if (text.startsWith(plain) && text.endsWith(`</${prefix}t>`)) {
    const inner = text.slice(plain.length, -plain.length - 1);
    if (!inner.includes('<')) return unescapeCharacters(unescapeXml(inner));
  }
  const own = prefix.slice(0, -1);
  const tags = (text.match(/<[^<>]+>/g) ?? []).join('');
  // Prefixes are bound somewhere around the text, which is not known here.
  const foreign = [...new Set([...tags.matchAll(/[<\s]([A-Za-z_][\w.-]*):/g)].map(([, name = '']) => name))].filter(
    (name) => name !== own && name !== 'xml' && name !== 'xmlns',
  );
  const bound = [...(own === '' ? [] : [own]), ...foreign].map((name) => ` xmlns:${name}="${OUTSIDE}${name}"`);
  const document = parseXml(`<a${bound.join('')}>${text}</a>`);
  const isAdded = ({ uri }: XmlElement) => foreign.some((name) => name !== 'mc' && uri === `${OUTSIDE}${name}`);
  const collect = (element: XmlElement): string =>
    element.children
      .map((node) => {
        if (node.kind === 'text' || isAdded(node)) return '';
        if (node.local === 't') return textOf(document, node);
        return node.local === 'rPh' || node.local === 'phoneticPr' ? '' : collect(node);
      })
      .join('');
  return unescapeCharacters(collect(document.root));
};

// Characters XML cannot hold are kept in cells as _xHHHH_.
const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;

export const unescapeCharacters = (text: string): string =>
  text.includes('_x') ? text.replace(ESCAPED, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : text;

/** The inside of `<t>` for a text, with the escape itself escaped. */
export const textElement = (text: string, prefix: string): string => {
  const safe = escapeXmlText(text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_'));
  const space = /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : '';
  return `<${prefix}t${space}>${safe}</${prefix}t>`;
};

/** Only white space (or nothing): such a text does not hold a region together. */
export const isBlankText = (buffer: Buffer, start: number, end: number): boolean => {
  for (let at = start; at < end; at++) {
    const code = buffer[at] as number;
    if (code === 32 || code === 10 || code === 13 || code === 9) continue;
    return false;
  }
  return true;
};
