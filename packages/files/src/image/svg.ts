import { parseXmlPart, type XmlDocument, type XmlElement } from '../package/xml.ts';
import { elementsOf } from '../package/xml-query.ts';
import { refusal } from '../tools/errors.ts';

export const largestSvg = 2 * 1024 * 1024;

export type SvgFacts = {
  readonly width: number;
  readonly height: number;
  readonly has_scripts: boolean;
  readonly external_refs: number;
};

/** Parsed under the package layer's caps: any DTD is refused before an entity can grow. */
export const openSvg = (bytes: Buffer): XmlDocument => {
  if (bytes.length > largestSvg) throw refusal('LIMIT_FILE_SIZE', 'too_large', 'An svg may have 2 MB.');
  return parseXmlPart(bytes);
};

export const svgFacts = ({ source, root }: XmlDocument): SvgFacts => {
  let has_scripts = false;
  let external_refs = 0;
  for (const element of everyElement(root)) {
    if (isActive(element)) has_scripts = true;
    for (const { local, value } of element.attributes) {
      if (local.toLowerCase().startsWith('on')) has_scripts = true;
      if (local === 'href' && isExternal(value)) external_refs += 1;
      if (local === 'style' && /url\(\s*['"]?(?!#|data:)/i.test(value)) external_refs += 1;
    }
    if (element.local === 'style') {
      external_refs += (source.slice(element.start, element.end).match(/@import|url\(\s*['"]?(?!#|data:)/gi) ?? [])
        .length;
    }
  }
  const [width, height] = sizeOf(root);
  return { width, height, has_scripts, external_refs };
};

/** The same picture without anything that runs or reaches out. */
export const sanitiseSvg = ({ source, root }: XmlDocument): string => {
  const cuts: (readonly [number, number])[] = [];
  for (const element of everyElement(root)) {
    if (
      isActive(element) ||
      element.local === 'foreignObject' ||
      (element.local === 'style' && /@import|url\(/i.test(source.slice(element.start, element.end)))
    ) {
      cuts.push([element.start, element.end]);
      continue;
    }
    for (const attribute of element.attributes) {
      const isHandler = attribute.local.toLowerCase().startsWith('on');
      const isLink = attribute.local === 'href' && isExternal(attribute.value);
      const isStyle = attribute.local === 'style' && /url\(\s*['"]?(?!#|data:)/i.test(attribute.value);
      if (isHandler || isLink || isStyle) cuts.push([attribute.start, attribute.end]);
    }
  }
  let text = '';
  let at = 0;
  for (const [from, to] of cuts.toSorted((a, b) => a[0] - b[0])) {
    if (from < at) continue;
    text += source.slice(at, from);
    at = to;
  }
  return text + source.slice(at);
};

const isActive = ({ local }: XmlElement): boolean => local === 'script' || local === 'handler' || local === 'listener';
const isExternal = (value: string): boolean => !/^\s*(#|data:image\/)/i.test(value);

function* everyElement(from: XmlElement): Generator<XmlElement> {
  yield from;
  for (const child of elementsOf(from)) yield* everyElement(child);
}

const sizeOf = (root: XmlElement): readonly [number, number] => {
  const attribute = (name: string): string | undefined => root.attributes.find(({ local }) => local === name)?.value;
  const [, , boxWidth, boxHeight] = (attribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  const length = (text: string | undefined, fallback: number | undefined): number => {
    const number = Number.parseFloat(text ?? '');
    return Math.round(Number.isFinite(number) && !text?.trim().endsWith('%') ? number : (fallback ?? 0)) || 0;
  };
  return [length(attribute('width'), boxWidth), length(attribute('height'), boxHeight)];
};
