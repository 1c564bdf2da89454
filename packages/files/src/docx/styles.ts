import { attributeOf, childOf, childrenOf, ns, type XmlDocument, type XmlElement } from '../package/index.ts';

export type Style = {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly basedOn: string | undefined;
  /** Level of a heading (1…9) as this style makes it, through what it is based on. */
  readonly headingLevel: number | undefined;
  readonly numbering: { readonly numId: string; readonly level: number } | undefined;
  readonly isDefault: boolean;
  readonly builtin: boolean;
  readonly element: XmlElement;
};

export type StyleTable = {
  readonly byId: ReadonlyMap<string, Style>;
  readonly all: readonly Style[];
  readonly defaultParagraph: Style | undefined;
  /** By id or name, ignoring case and spaces, so that `Heading1`, `heading 1` and a translated id all find their style. */
  readonly find: (written: string, type?: string) => Style | undefined;
};

export const readStyles = (document: XmlDocument | undefined): StyleTable => {
  const elements = childrenOf(document?.root, ns.word, 'style');
  const raw = new Map(elements.map((element) => [attributeOf(element, 'styleId', ns.word) ?? '', element]));
  const all = elements.map((element) => styleOf(element, raw));
  const byId = new Map(all.map((style) => [style.id, style]));
  return {
    byId,
    all,
    defaultParagraph: all.find(({ isDefault, type }) => isDefault && type === 'paragraph'),
    find: (written, type) => {
      const wanted = folded(written);
      const fits = all.filter((style) => type === undefined || style.type === type);
      return (
        fits.find(({ id }) => id === written) ??
        fits.find(({ name }) => folded(name) === wanted) ??
        fits.find(({ id }) => folded(id) === wanted)
      );
    },
  };
};

/** Built-in names are English in the file whatever language the program spoke. */
export const headingLevelOfName = (name: string): number | undefined => {
  const level = /^heading ?([1-9])$/i.exec(name.trim())?.[1];
  return level === undefined ? undefined : Number(level);
};

export const valOf = (parent: XmlElement | undefined, local: string): string | undefined =>
  attributeOf(childOf(parent, ns.word, local), 'val', ns.word);

/** `w:b`, `w:i` and the like: present means on, unless its value says off. */
export const toggleOf = (properties: XmlElement | undefined, local: string): boolean | undefined => {
  const element = childOf(properties, ns.word, local);
  if (!element) return undefined;
  const value = attributeOf(element, 'val', ns.word);
  return value === undefined || !['0', 'false', 'off', 'none'].includes(value);
};

const folded = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, '');

const styleOf = (element: XmlElement, raw: ReadonlyMap<string, XmlElement>): Style => {
  const chain = chainOf(element, raw);
  const name = valOf(element, 'name') ?? attributeOf(element, 'styleId', ns.word) ?? '';
  const numbering = chain.map(numberingOf).find((each) => each !== undefined);
  return {
    id: attributeOf(element, 'styleId', ns.word) ?? '',
    name,
    type: attributeOf(element, 'type', ns.word) ?? 'paragraph',
    basedOn: valOf(element, 'basedOn'),
    headingLevel: chain.map(ownHeadingLevel).find((each) => each !== undefined),
    numbering,
    isDefault: ['1', 'true', 'on'].includes(attributeOf(element, 'default', ns.word) ?? ''),
    builtin: !['1', 'true', 'on'].includes(attributeOf(element, 'customStyle', ns.word) ?? ''),
    element,
  };
};

const ownHeadingLevel = (style: XmlElement): number | undefined => {
  const level = outlineLevel(childOf(style, ns.word, 'pPr'));
  return level ?? headingLevelOfName(valOf(style, 'name') ?? '');
};

/** 0…8 are headings; 9 is body text, said aloud. */
export const outlineLevel = (paragraphProperties: XmlElement | undefined): number | undefined => {
  const written = valOf(paragraphProperties, 'outlineLvl');
  if (written === undefined) return undefined;
  const level = Number(written);
  return level >= 0 && level <= 8 ? level + 1 : undefined;
};

const numberingOf = (style: XmlElement): Style['numbering'] => {
  const properties = childOf(childOf(style, ns.word, 'pPr'), ns.word, 'numPr');
  const numId = valOf(properties, 'numId');
  return numId === undefined || numId === '0' ? undefined : { numId, level: Number(valOf(properties, 'ilvl') ?? 0) };
};

/** The style and what it is based on; a circle ends where it began. */
const chainOf = (from: XmlElement, raw: ReadonlyMap<string, XmlElement>): XmlElement[] => {
  const chain: XmlElement[] = [];
  for (let at: XmlElement | undefined = from; at && !chain.includes(at); at = raw.get(valOf(at, 'basedOn') ?? ''))
    chain.push(at);
  return chain;
};
