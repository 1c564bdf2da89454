import { ns } from '../../package/namespaces.ts';
import { refuseOp } from '../../package/refusal.ts';
import type { XmlDocument, XmlElement } from '../../package/xml.ts';
import { attributeOf, childrenOf, elementsOf, numberOf, sourceOf, textOf } from '../../package/xml-query.ts';
import { escapeXmlText } from '../../package/xml-text.ts';
import { type BookEdit, insertOrdered, SHEET_ORDER } from '../edit/book-edit.ts';
import { indexSheet } from '../edit/sheet-index.ts';
import { lexFormula } from '../formula/lexer.ts';
import { moveFormula } from '../formula/rewrite.ts';
import { intersect, parseRects, type Rect, spanRef } from '../ref.ts';
import type { SheetInfo, Workbook } from '../workbook.ts';
import type { Transplant } from './transplant-styles.ts';

type Format = {
  readonly rects: readonly Rect[];
  readonly rules: readonly XmlElement[];
  readonly document: XmlDocument;
};

/** The conditional formats that lie on a range (or anywhere on a sheet), ready to be put on another. */
export const conditionalFormatsOn = async (
  from: Workbook,
  sheet: SheetInfo,
  rect: Rect | undefined,
): Promise<{ readonly formats: readonly Format[]; readonly prefix: string }> => {
  const { frame } = await indexSheet(from.parts.chunks(sheet.part));
  const formats = childrenOf(frame.document.root, ns.sheet, 'conditionalFormatting').flatMap((element): Format[] => {
    const rects = parseRects(attributeOf(element, 'sqref') ?? '') ?? [];
    const meets = rect === undefined || rects.some((it) => intersect(it, rect));
    return meets ? [{ rects, document: frame.document, rules: childrenOf(element, ns.sheet, 'cfRule') }] : [];
  });
  return { formats, prefix: frame.prefix };
};

/** What each rule becomes in the other workbook; its overlays are numbered while style records can still be added. */
export const preparedRules = (formats: readonly Format[], styles: Transplant): (readonly PreparedRule[])[] =>
  formats.map(({ rules, document }) => rules.map((rule) => preparedRule(rule, document, styles)));

type PreparedRule = {
  readonly xml: (rows: number, columns: number, priority: number) => string;
  readonly isCut: boolean;
};

const preparedRule = (rule: XmlElement, document: XmlDocument, styles: Transplant): PreparedRule => {
  const overlay = numberOf(rule, 'dxfId');
  const number = overlay === undefined ? undefined : styles.overlay(overlay);
  const inner = elementsOf(rule).filter(({ local }) => local !== 'extLst');
  for (const formula of inner.filter(({ local }) => local === 'formula'))
    if ((lexFormula(textOf(document, formula)) ?? []).some((token) => 'prefix' in token && token.prefix !== ''))
      refuseOp('unsupported_structure', 'A conditional format refers to another sheet, which is not copied with it.');
  return {
    isCut: inner.length < elementsOf(rule).length,
    xml: (rows, columns, priority) => {
      const attributes = rule.attributes
        .filter(
          ({ name }) => !name.startsWith('xmlns') && name !== 'dxfId' && name !== 'priority' && !name.includes(':'),
        )
        .map(({ start, end }) => ` ${document.source.slice(start, end)}`);
      const children = inner.map((element) => {
        if (element.local !== 'formula') return sourceOf(document, element);
        const moved = moveFormula(textOf(document, element), rows, columns);
        return `<${element.name}>${escapeXmlText(moved)}</${element.name}>`;
      });
      const dxf = number === undefined ? '' : ` dxfId="${number}"`;
      return `<${rule.name}${attributes.join('')}${dxf} priority="${priority}">${children.join('')}</${rule.name}>`;
    },
  };
};

export const putConditionalFormats = async (
  edit: BookEdit,
  place: { readonly sheet: SheetInfo; readonly rect: Rect | undefined },
  formats: readonly Format[],
  rules: readonly (readonly PreparedRule[])[],
  prefix: string,
): Promise<void> => {
  await edit.draft(place.sheet).editFrame((change, root, own) => {
    if (own !== prefix) refuseOp('unsupported_structure', 'The sheets are written in different dialects.');
    const known = childrenOf(root, ns.sheet, 'conditionalFormatting')
      .flatMap((it) => childrenOf(it, ns.sheet, 'cfRule'))
      .map((it) => numberOf(it, 'priority') ?? 0);
    let priority = known.reduce((most, it) => Math.max(most, it), 0);
    for (const [at, { rects }] of formats.entries()) {
      const [first] = rects;
      if (!first) continue;
      const target = place.rect;
      const moved = target ? [target.top - first.top, target.left - first.left] : [0, 0];
      const sqref = target ? spanRef(target) : rects.map(spanRef).join(' ');
      const xml = (rules[at] ?? []).map((rule) => rule.xml(moved[0] ?? 0, moved[1] ?? 0, ++priority)).join('');
      insertOrdered(
        change,
        root,
        SHEET_ORDER,
        'conditionalFormatting',
        `<${own}conditionalFormatting sqref="${sqref}">${xml}</${own}conditionalFormatting>`,
      );
    }
  });
  if (rules.flat().some(({ isCut }) => isCut)) edit.warn('conditional_format_extensions_not_copied');
  edit.effects.said(place.sheet.name, 'conditional formats copied');
};
