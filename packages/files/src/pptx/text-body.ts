import {
  attributeOf,
  childOf,
  childrenOf,
  elementsOf,
  flagOf,
  ns,
  textOf,
  type XmlDocument,
  type XmlElement,
} from '../package/index.ts';

/** DrawingML text: paragraphs of runs, as shapes, tables and notes all hold it. */
export type TextParagraph = {
  readonly element: XmlElement;
  readonly level: number;
  readonly text: string;
  readonly runs: readonly TextRun[];
};

export type TextRun = {
  readonly element: XmlElement;
  /** The `a:t` that holds the text; absent for a line break. */
  readonly textElement: XmlElement | undefined;
  readonly text: string;
  readonly isField: boolean;
};

export const textParagraphs = (document: XmlDocument, body: XmlElement | undefined): TextParagraph[] =>
  childrenOf(body, ns.drawing, 'p').map((element) => {
    const runs = elementsOf(element).flatMap((each): TextRun[] => {
      if (each.uri !== ns.drawing) return [];
      if (each.local === 'br') return [{ element: each, textElement: undefined, text: '\n', isField: false }];
      if (each.local !== 'r' && each.local !== 'fld') return [];
      const textElement = childOf(each, ns.drawing, 't');
      return [{ element: each, textElement, text: textOf(document, textElement), isField: each.local === 'fld' }];
    });
    return {
      element,
      level: Number(attributeOf(childOf(element, ns.drawing, 'pPr'), 'lvl') ?? 0) || 0,
      text: runs.map(({ text }) => text).join(''),
      runs,
    };
  });

export const bodyText = (paragraphs: readonly TextParagraph[]): string => paragraphs.map(({ text }) => text).join('\n');

export type RunLook = {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly size_pt: number | null;
  readonly font_name: string | null;
  readonly color: string | null;
};

/** What a run says of itself; what it inherits from layout and master is not repeated here. */
export const runLook = (run: XmlElement): RunLook => {
  const properties = childOf(run, ns.drawing, 'rPr');
  const size = Number(attributeOf(properties, 'sz') ?? Number.NaN);
  const underline = attributeOf(properties, 'u');
  const fill = childOf(properties, ns.drawing, 'solidFill');
  return {
    bold: flagOf(properties, 'b'),
    italic: flagOf(properties, 'i'),
    underline: underline !== undefined && underline !== 'none',
    size_pt: Number.isFinite(size) ? size / 100 : null,
    font_name: attributeOf(childOf(properties, ns.drawing, 'latin'), 'typeface') ?? null,
    color:
      attributeOf(childOf(fill, ns.drawing, 'srgbClr'), 'val') ??
      attributeOf(childOf(fill, ns.drawing, 'schemeClr'), 'val') ??
      null,
  };
};
