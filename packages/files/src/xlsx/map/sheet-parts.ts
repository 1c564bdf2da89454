import { ns } from '../../package/namespaces.ts';
import type { Parts } from '../../package/opc.ts';
import type { XmlDocument, XmlElement } from '../../package/xml.ts';
import { attributeOf, childOf, descendantsOf, pathOf, textOf } from '../../package/xml-query.ts';
import { rectRef } from '../ref.ts';

export type ChartInfo = {
  readonly name: string;
  readonly type: string;
  readonly anchor: string;
  readonly refs: readonly string[];
};

/** What hangs on a sheet by relationships: drawings, comments, pivots. */
export type SheetParts = {
  readonly charts: readonly ChartInfo[];
  readonly images: number;
  readonly comments: number;
};

const ANCHORS = ['twoCellAnchor', 'oneCellAnchor', 'absoluteAnchor'];

export const readSheetParts = (parts: Parts, sheetPart: string): SheetParts => {
  const charts: ChartInfo[] = [];
  let images = 0;
  let comments = 0;
  for (const { kind, part } of parts.relationships(sheetPart)) {
    if (part === undefined || !parts.has(part)) continue;
    if (kind === 'comments') comments += [...descendantsOf(parts.xml(part).root, ns.sheet, 'comment')].length;
    if (kind !== 'drawing') continue;
    const drawing = parts.xml(part);
    const targets = new Map(parts.relationships(part).map((it) => [it.id, it.part]));
    for (const anchor of drawing.root.children) {
      if (anchor.kind !== 'element' || !ANCHORS.includes(anchor.local)) continue;
      images += [...descendantsOf(anchor, ns.sheetDrawing, 'pic')].length;
      for (const reference of descendantsOf(anchor, ns.chart, 'chart')) {
        const chart = targets.get(attributeOf(reference, 'id', ns.relationships) ?? '');
        if (chart === undefined || !parts.has(chart)) continue;
        charts.push({ ...chartFacts(parts.xml(chart)), name: nameOf(anchor), anchor: anchorOf(drawing, anchor) });
      }
    }
  }
  return { charts, images, comments };
};

const chartFacts = (document: XmlDocument): Pick<ChartInfo, 'type' | 'refs'> => {
  const plot = pathOf(document.root, ns.chart, 'chart', 'plotArea');
  const body = (plot?.children ?? []).find((it) => it.kind === 'element' && it.local.endsWith('Chart'));
  const refs = [...descendantsOf(document.root, ns.chart, 'f')].map((it) => textOf(document, it));
  return { type: body?.kind === 'element' ? body.local.replace(/Chart$/, '') : 'unknown', refs: [...new Set(refs)] };
};

const nameOf = (anchor: XmlElement): string => {
  for (const properties of descendantsOf(anchor, ns.sheetDrawing, 'cNvPr'))
    return attributeOf(properties, 'name') ?? '';
  return '';
};

const anchorOf = (document: XmlDocument, anchor: XmlElement): string => {
  const corner = (name: string) => {
    const element = childOf(anchor, ns.sheetDrawing, name);
    const number = (part: string) => Number.parseInt(textOf(document, childOf(element, ns.sheetDrawing, part)), 10) + 1;
    return element === undefined ? undefined : { row: number('row'), column: number('col') };
  };
  const from = corner('from');
  const to = corner('to') ?? from;
  if (!from || !to) return '';
  return rectRef({ top: from.row, left: from.column, bottom: to.row, right: to.column });
};
