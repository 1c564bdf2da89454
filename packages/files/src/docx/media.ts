import { elementsNamed } from '../office/each-element.ts';
import { attributeOf, childOf, ns, type XmlElement } from '../package/index.ts';
import type { Block } from './blocks.ts';
import type { DocxFile } from './docx-file.ts';

export type Picture = {
  readonly index: number;
  readonly block: number;
  /** Where its `a:blip` begins in the main part: a drawing holds the pictures that begin inside it. */
  readonly at: number;
  readonly altText: string;
  readonly name: string;
  readonly relationship: string;
  readonly part: string | undefined;
  readonly contentType: string | undefined;
  readonly widthPx: number | null;
  readonly heightPx: number | null;
};

const emusPerPixel = 9_525;

/** Pictures of the body in reading order; a chart or a shape is a drawing without one. */
export const picturesOf = (file: DocxFile, blocks: readonly Block[]): Picture[] => {
  const { source } = file.parts.xml(file.main);
  // Most documents have no picture at all, and walking every block to learn that is dear.
  if (!source.includes('blip')) return [];
  const byId = new Map(file.parts.relationships(file.main).map((each) => [each.id, each]));
  let index = 0;
  return blocks.flatMap((block) =>
    elementsNamed(block.element, ns.drawing, 'blip').flatMap((blip): Picture[] => {
      if (insideFallback(blip)) return [];
      const relationship =
        attributeOf(blip, 'embed', ns.relationships) ?? attributeOf(blip, 'link', ns.relationships) ?? '';
      const anchor = above(blip, ns.wordDrawing);
      const facts = childOf(anchor, ns.wordDrawing, 'docPr');
      const extent = childOf(anchor, ns.wordDrawing, 'extent');
      const part = byId.get(relationship)?.part;
      return [
        {
          index: index++,
          block: block.index,
          at: blip.start,
          altText: attributeOf(facts, 'descr') ?? '',
          name: attributeOf(facts, 'name') ?? '',
          relationship,
          part: part !== undefined && file.parts.has(part) ? part : undefined,
          contentType: part === undefined ? undefined : file.parts.typeOf(part),
          widthPx: pixels(attributeOf(extent, 'cx')),
          heightPx: pixels(attributeOf(extent, 'cy')),
        },
      ];
    }),
  );
};

const pixels = (emus: string | undefined): number | null =>
  emus === undefined ? null : Math.round(Number(emus) / emusPerPixel);

const above = (from: XmlElement, uri: string): XmlElement | undefined => {
  for (let at = from.parent; at; at = at.parent) {
    if (at.uri === uri && (at.local === 'inline' || at.local === 'anchor')) return at;
  }
  return undefined;
};

const insideFallback = (from: XmlElement): boolean => {
  for (let at = from.parent; at; at = at.parent)
    if (at.uri === ns.compatibility && at.local === 'Fallback') return true;
  return false;
};
