import {
  attributeOf,
  childOf,
  childrenOf,
  elementsOf,
  flagOf,
  ns,
  type Parts,
  type XmlDocument,
  type XmlElement,
} from '../package/index.ts';
import { bodyText, type TextParagraph, textParagraphs } from './text-body.ts';

/** A shape of a slide in z-order, groups opened. */
export type Shape = {
  readonly index: number;
  readonly id: number;
  readonly name: string;
  readonly altText: string;
  readonly type: 'text' | 'picture' | 'table' | 'chart' | 'diagram' | 'media' | 'connector' | 'object' | 'group';
  readonly element: XmlElement;
  /** `title`, `body`, `ctrTitle`, `subTitle`, `ftr`, …; absent for a shape of its own. */
  readonly placeholder: { readonly type: string; readonly idx: number } | undefined;
  readonly textBody: XmlElement | undefined;
  readonly paragraphs: readonly TextParagraph[];
  readonly table: readonly (readonly TableCell[])[] | undefined;
  readonly picture: string | undefined;
  /** EMUs on the slide, group transforms applied; absent when the layout decides. */
  readonly box: Box | undefined;
};

export type TableCell = {
  readonly element: XmlElement;
  readonly textBody: XmlElement | undefined;
  readonly paragraphs: readonly TextParagraph[];
  readonly text: string;
  readonly merged: boolean;
};
export type Box = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly rotation: number;
};

type Frame = { readonly x: number; readonly y: number; readonly scaleX: number; readonly scaleY: number };
const slideFrame: Frame = { x: 0, y: 0, scaleX: 1, scaleY: 1 };

export const shapesOf = (parts: Parts, part: string): Shape[] => {
  const document = parts.xml(part);
  const tree = childOf(childOf(document.root, ns.slide, 'cSld'), ns.slide, 'spTree');
  const byId = new Map(parts.relationships(part).map((each) => [each.id, each.part]));
  const shapes: Shape[] = [];
  const walk = (parent: XmlElement, frame: Frame) => {
    for (const element of elementsOf(parent)) {
      if (element.uri === ns.compatibility && element.local === 'AlternateContent') {
        // The second branch repeats the first for older programs.
        const choice = childOf(element, ns.compatibility, 'Choice');
        if (choice) walk(choice, frame);
        continue;
      }
      if (
        element.uri !== ns.slide ||
        !['sp', 'pic', 'graphicFrame', 'cxnSp', 'grpSp', 'contentPart'].includes(element.local)
      )
        continue;
      if (element.local === 'grpSp') walk(element, innerFrame(element, frame));
      else shapes.push(shapeOf(document, element, byId, frame, shapes.length));
    }
  };
  if (tree) walk(tree, slideFrame);
  return shapes;
};

/** Title or centre title; a slide without one has no title, whatever its largest text says. */
export const titleOf = (shapes: readonly Shape[]): string | null => {
  const title = shapes.find(({ placeholder }) => placeholder?.type === 'title' || placeholder?.type === 'ctrTitle');
  return title ? bodyText(title.paragraphs).replaceAll('\n', ' ') : null;
};

export const shapeText = ({ paragraphs, table }: Shape): string =>
  table ? table.flatMap((row) => row.map(({ text }) => text)).join('\n') : bodyText(paragraphs);

const nonVisual = (element: XmlElement): XmlElement | undefined =>
  elementsOf(element).find(({ local }) => /^nv\w*Pr$/.test(local));

const shapeOf = (
  document: XmlDocument,
  element: XmlElement,
  byId: ReadonlyMap<string, string | undefined>,
  frame: Frame,
  index: number,
): Shape => {
  const facts = nonVisual(element);
  const own = childOf(facts, ns.slide, 'cNvPr');
  const nvPr = childOf(facts, ns.slide, 'nvPr');
  const placeholder = childOf(nvPr, ns.slide, 'ph');
  const textBody = childOf(element, ns.slide, 'txBody');
  const table = tableOf(document, element);
  const blip = childOf(childOf(element, ns.slide, 'blipFill'), ns.drawing, 'blip');
  return {
    index,
    id: Number(attributeOf(own, 'id') ?? 0),
    name: attributeOf(own, 'name') ?? '',
    altText: attributeOf(own, 'descr') ?? '',
    type: typeOf(element, nvPr),
    element,
    placeholder: placeholder
      ? { type: attributeOf(placeholder, 'type') ?? 'obj', idx: Number(attributeOf(placeholder, 'idx') ?? 0) }
      : undefined,
    textBody,
    paragraphs: textParagraphs(document, textBody),
    table,
    picture: byId.get(attributeOf(blip, 'embed', ns.relationships) ?? ''),
    box: boxOf(element, frame),
  };
};

const typeOf = (element: XmlElement, nvPr: XmlElement | undefined): Shape['type'] => {
  if (childOf(nvPr, ns.drawing, 'videoFile') || childOf(nvPr, ns.drawing, 'audioFile')) return 'media';
  if (element.local === 'pic') return 'picture';
  if (element.local === 'cxnSp') return 'connector';
  if (element.local === 'graphicFrame') {
    const uri = attributeOf(childOf(childOf(element, ns.drawing, 'graphic'), ns.drawing, 'graphicData'), 'uri') ?? '';
    if (uri.endsWith('/table')) return 'table';
    if (uri.endsWith('/chart')) return 'chart';
    return uri.endsWith('/diagram') ? 'diagram' : 'object';
  }
  return 'text';
};

const tableOf = (document: XmlDocument, element: XmlElement): TableCell[][] | undefined => {
  const data = childOf(childOf(element, ns.drawing, 'graphic'), ns.drawing, 'graphicData');
  const table = childOf(data, ns.drawing, 'tbl');
  if (!table) return undefined;
  return childrenOf(table, ns.drawing, 'tr').map((row) =>
    childrenOf(row, ns.drawing, 'tc').map((cell) => {
      const textBody = childOf(cell, ns.drawing, 'txBody');
      const paragraphs = textParagraphs(document, textBody);
      const merged = flagOf(cell, 'hMerge') || flagOf(cell, 'vMerge');
      return { element: cell, textBody, paragraphs, text: bodyText(paragraphs), merged };
    }),
  );
};

const transformOf = (element: XmlElement): XmlElement | undefined =>
  childOf(element, ns.slide, 'xfrm') ??
  childOf(childOf(element, ns.slide, 'spPr') ?? childOf(element, ns.slide, 'grpSpPr'), ns.drawing, 'xfrm');

const point = (element: XmlElement | undefined, x: string, y: string): readonly [number, number] | undefined =>
  element ? [Number(attributeOf(element, x) ?? 0), Number(attributeOf(element, y) ?? 0)] : undefined;

const rotationUnits = 60_000;

const boxOf = (element: XmlElement, frame: Frame): Box | undefined => {
  const transform = transformOf(element);
  const [at, extent] = [
    point(childOf(transform, ns.drawing, 'off'), 'x', 'y'),
    point(childOf(transform, ns.drawing, 'ext'), 'cx', 'cy'),
  ];
  if (!at || !extent) return undefined;
  return {
    left: Math.round(frame.x + at[0] * frame.scaleX),
    top: Math.round(frame.y + at[1] * frame.scaleY),
    width: Math.round(extent[0] * frame.scaleX),
    height: Math.round(extent[1] * frame.scaleY),
    rotation: Number(attributeOf(transform, 'rot') ?? 0) / rotationUnits,
  };
};

/** Shapes of a group live in the group's own coordinates. */
const innerFrame = (group: XmlElement, outer: Frame): Frame => {
  const transform = transformOf(group);
  const at = point(childOf(transform, ns.drawing, 'off'), 'x', 'y') ?? [0, 0];
  const extent = point(childOf(transform, ns.drawing, 'ext'), 'cx', 'cy') ?? [1, 1];
  const innerAt = point(childOf(transform, ns.drawing, 'chOff'), 'x', 'y') ?? at;
  const innerExtent = point(childOf(transform, ns.drawing, 'chExt'), 'cx', 'cy') ?? extent;
  const scaleX = outer.scaleX * (innerExtent[0] === 0 ? 1 : extent[0] / innerExtent[0]);
  const scaleY = outer.scaleY * (innerExtent[1] === 0 ? 1 : extent[1] / innerExtent[1]);
  return {
    x: outer.x + at[0] * outer.scaleX - innerAt[0] * scaleX,
    y: outer.y + at[1] * outer.scaleY - innerAt[1] * scaleY,
    scaleX,
    scaleY,
  };
};
