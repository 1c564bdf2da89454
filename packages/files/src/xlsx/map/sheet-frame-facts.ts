import { ns } from '../../package/namespaces.ts';
import type { XmlElement } from '../../package/xml.ts';
import { attributeOf, childOf, childrenOf, descendantsOf, flagOf, numberOf, pathOf } from '../../package/xml-query.ts';
import { outlineOf } from '../frame-outline.ts';
import { columnLetters, parseRect, type Rect } from '../ref.ts';
import type { SheetFrame } from '../sheet-stream.ts';

const SPARKLINES = 'http://schemas.microsoft.com/office/spreadsheetml/2009/9/main';

/** What the elements around the rows say. */
export type FrameFacts = {
  readonly declared: string | undefined;
  readonly merges: readonly Rect[];
  readonly frozen: { readonly rows: number; readonly columns: number } | null;
  readonly autofilter: string | null;
  readonly hiddenColumns: readonly string[];
  readonly conditionalFormats: number;
  readonly validations: number;
  readonly sparklines: number;
  readonly isProtected: boolean;
  readonly rightToLeft: boolean;
};

export const frameFacts = (frame: SheetFrame): FrameFacts => {
  const { root, mergeRefs } = outlineOf(frame);
  const view = pathOf(root, ns.sheet, 'sheetViews', 'sheetView');
  const pane = childOf(view, ns.sheet, 'pane');
  const frozen = /frozen/i.test(attributeOf(pane, 'state') ?? '');
  return {
    declared: attributeOf(childOf(root, ns.sheet, 'dimension'), 'ref'),
    merges: mergeRefs.flatMap((ref) => parseRect(ref) ?? []),
    frozen: frozen ? { rows: numberOf(pane, 'ySplit') ?? 0, columns: numberOf(pane, 'xSplit') ?? 0 } : null,
    autofilter: attributeOf(childOf(root, ns.sheet, 'autoFilter'), 'ref') ?? null,
    hiddenColumns: childrenOf(childOf(root, ns.sheet, 'cols'), ns.sheet, 'col').flatMap(hiddenColumn),
    conditionalFormats:
      childrenOf(root, ns.sheet, 'conditionalFormatting').length + count(root, SPARKLINES, 'conditionalFormatting'),
    validations:
      childrenOf(childOf(root, ns.sheet, 'dataValidations'), ns.sheet, 'dataValidation').length +
      count(root, SPARKLINES, 'dataValidation'),
    sparklines: count(root, SPARKLINES, 'sparkline'),
    isProtected: flagOf(childOf(root, ns.sheet, 'sheetProtection'), 'sheet'),
    rightToLeft: flagOf(view, 'rightToLeft'),
  };
};

const hiddenColumn = (element: XmlElement): string[] => {
  if (!flagOf(element, 'hidden')) return [];
  const [from, to] = [numberOf(element, 'min') ?? 1, numberOf(element, 'max') ?? 1];
  return [from === to ? columnLetters(from) : `${columnLetters(from)}-${columnLetters(to)}`];
};

const count = (root: XmlElement, uri: string, local: string): number => [...descendantsOf(root, uri, local)].length;
