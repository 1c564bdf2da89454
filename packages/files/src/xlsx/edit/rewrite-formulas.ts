import { ns } from '../../package/namespaces.ts';
import type { XmlDocument, XmlElement } from '../../package/xml.ts';
import { createXmlEdit, type XmlEdit } from '../../package/xml-edit.ts';
import { childOf, childrenOf, elementsOf, textOf } from '../../package/xml-query.ts';
import type { BookEdit } from './book-edit.ts';
import { formulaOf } from './sheet-index.ts';

/** Where a formula stands: a cell of a sheet, or a table. Undefined where a place means nothing. */
export type FormulaPlace = { readonly part: string; readonly row: number; readonly column: number };

/**
 * Rewrites formulas wherever a workbook keeps them: cells of all sheets, tables, defined names, conditional formats,
 * validations, extension lists, charts. Stored values stay: only names change.
 */
export const rewriteFormulas = async (
  edit: BookEdit,
  change: (formula: string, place?: FormulaPlace) => string,
  only: (part: string) => boolean = () => true,
  /** Names and charts as well, which belong to no sheet. */
  elsewhere = true,
): Promise<void> => {
  await edit.flush();
  for (const sheet of edit.book().sheets) {
    if (sheet.type !== 'worksheet' || !only(sheet.part)) continue;
    const draft = edit.draft(sheet);
    const index = await draft.index();
    for (const cell of index.formulas) {
      const formula = formulaOf(index, cell);
      const changed = change(formula, { part: sheet.part, row: cell.row, column: cell.column });
      if (changed === formula || cell.kind === 'array' || cell.kind === 'table') continue;
      draft.patch(cell.row, cell.column, { content: { kind: 'unshare', formula: changed } });
    }
    await draft.editFrame((xml, root) =>
      rewriteTexts(xml, draftDocument(root, index.frame.head + index.frame.tail), root, change),
    );
    await draft.flush();
    for (const { part } of sheet.tables) {
      const document = edit.parts.xml(part);
      const xml = createXmlEdit(document);
      rewriteTexts(xml, document, document.root, (formula) => change(formula, { part, row: 0, column: 0 }));
      if (xml.changed()) edit.parts.put(part, xml.toBytes());
    }
  }
  if (!elsewhere) return;
  edit.editWorkbook((xml, root) => {
    const document = edit.parts.xml(edit.book().part);
    for (const name of childrenOf(childOf(root, ns.sheet, 'definedNames'), ns.sheet, 'definedName')) {
      const text = textOf(document, name);
      const changed = change(text);
      if (changed !== text) xml.setText(name, changed);
    }
  });
  for (const part of edit.parts.names().filter((name) => /(^|\/)charts\/chart[^/]*\.xml$/.test(name))) {
    const document = edit.parts.xml(part);
    const xml = createXmlEdit(document);
    rewriteTexts(xml, document, document.root, change);
    if (xml.changed()) edit.parts.put(part, xml.toBytes());
  }
};

const draftDocument = (root: XmlElement, source: string): XmlDocument => ({
  root,
  source,
  encoding: { name: 'utf-8', bom: false },
});

const FORMULA_NAMES = new Set(['formula', 'formula1', 'formula2', 'f', 'calculatedColumnFormula', 'totalsRowFormula']);

/** Formulas that stand as the text of an element, at any depth. */
const rewriteTexts = (
  xml: XmlEdit,
  document: XmlDocument,
  from: XmlElement,
  change: (formula: string) => string,
): void => {
  for (const element of elementsOf(from)) {
    if (!FORMULA_NAMES.has(element.local) || elementsOf(element).length > 0) {
      rewriteTexts(xml, document, element, change);
      continue;
    }
    const text = textOf(document, element);
    const changed = change(text);
    if (changed !== text) xml.setText(element, changed);
  }
};
