import { ns } from '../../../package/namespaces.ts';
import { parseXml, type XmlDocument, type XmlElement } from '../../../package/xml.ts';
import { createXmlEdit, type XmlEdit } from '../../../package/xml-edit.ts';
import { attributeOf, childOf, elementsOf, numberOf, textOf } from '../../../package/xml-query.ts';
import { parseRect, parseRects, type Rect, rectRef, spanRef } from '../../ref.ts';
import type { SheetFrame } from '../../sheet-stream.ts';
import { movedIndex, movedRect, movedSpan, namesSheet, type Shift, shiftedFormula } from './axis-shift.ts';

const RANGE_ATTRIBUTES = new Set(['ref', 'sqref', 'topLeftCell', 'activeCell']);
/** Names of elements that are dropped when their range is deleted. */
const FORMULAS = new Set(['formula', 'formula1', 'formula2', 'f', 'oddFormula']);

/** The elements around the rows after a shift: ranges, panes, columns, breaks and formulas. */
export const shiftFrame = (
  frame: SheetFrame,
  shift: Shift | undefined,
  formula: (text: string) => string,
): { readonly head: string; readonly tail: string } => {
  const { document } = frame;
  const edit = createXmlEdit(document);
  if (shift) for (const element of elementsOf(document.root)) shiftElement(edit, document, element, shift);
  rewriteFormulas(edit, document, document.root, formula);
  return split(edit.changed() ? edit.toText() : document.source);
};

const split = (text: string): { head: string; tail: string } => {
  const data = childOf(parseXml(text).root, ns.sheet, 'sheetData');
  if (!data) throw new Error('a frame lost its rows');
  return { head: text.slice(0, data.openEnd), tail: text.slice(data.selfClosing ? data.openEnd : data.closeStart) };
};

const shiftElement = (edit: XmlEdit, document: XmlDocument, element: XmlElement, shift: Shift): void => {
  if (element.local === 'sheetData') return;
  if (element.local === 'cols') {
    if (shift.axis === 'column') shiftColumns(edit, element, shift);
    return;
  }
  if (element.local === 'rowBreaks' || element.local === 'colBreaks') {
    if ((element.local === 'rowBreaks') === (shift.axis === 'row')) shiftBreaks(edit, element, shift);
    return;
  }
  // Extension lists keep ranges as the text of an element.
  if (element.local === 'sqref' && elementsOf(element).length === 0) {
    const moved = movedList(textOf(document, element), shift);
    if (moved === '') {
      const owner = element.parent;
      if (owner) edit.remove(owner);
    } else edit.setText(element, moved);
    return;
  }
  for (const { name, local, value } of element.attributes) {
    if (!RANGE_ATTRIBUTES.has(local)) continue;
    const moved = local === 'ref' || local === 'sqref' ? movedList(value, shift) : movedCell(value, shift);
    if (moved === '') {
      edit.remove(element);
      return;
    }
    if (moved !== value) edit.setAttribute(element, name, moved);
  }
  if (element.local === 'pane') return;
  const children = elementsOf(element);
  for (const child of children) shiftElement(edit, document, child, shift);
  if (element.local === 'mergeCells' || element.local === 'dataValidations' || element.local === 'hyperlinks') {
    const kept = children.filter(
      (it) => movedList(attributeOf(it, 'ref') ?? attributeOf(it, 'sqref') ?? '', shift) !== '',
    );
    if (kept.length === 0 && children.length > 0) edit.remove(element);
    else if (attributeOf(element, 'count') !== undefined && kept.length !== children.length)
      edit.setAttribute(element, 'count', String(kept.length));
  }
};

const movedList = (text: string, shift: Shift): string => {
  const rects = parseRects(text);
  const moved = rects.flatMap((rect) => movedRect(shift, rect) ?? []);
  return moved.map((rect, index) => refLike(text, rects[index], rect)).join(' ');
};

/** One cell stays one cell and a range with two corners keeps both. */
const refLike = (text: string, _: Rect | undefined, rect: Rect): string =>
  text.includes(':') ? keep(rect) : rectRef(rect);
const keep = (rect: Rect): string =>
  rect.top === rect.bottom && rect.left === rect.right ? rectRef(rect) : spanRef(rect);

const movedCell = (text: string, shift: Shift): string => {
  const rect = parseRect(text);
  if (!rect) return text;
  const moved = movedRect(shift, rect);
  // A cursor on a row that is gone stands where it was.
  return moved ? rectRef(moved) : text;
};

const shiftColumns = (edit: XmlEdit, group: XmlElement, shift: Shift): void => {
  const items = elementsOf(group);
  let kept = 0;
  for (const element of items) {
    const span = movedSpan(shift, numberOf(element, 'min') ?? 1, numberOf(element, 'max') ?? 1);
    if (!span || span[0] > 16_384) {
      edit.remove(element);
      continue;
    }
    kept++;
    edit.setAttribute(element, 'min', String(span[0]));
    edit.setAttribute(element, 'max', String(Math.min(span[1], 16_384)));
  }
  if (kept === 0) edit.remove(group);
};

const shiftBreaks = (edit: XmlEdit, group: XmlElement, shift: Shift): void => {
  const items = elementsOf(group);
  let kept = 0;
  for (const element of items) {
    // A break stands after the row or column it names.
    const moved = movedIndex(shift, (numberOf(element, 'id') ?? 0) + 1);
    if (moved === undefined) edit.remove(element);
    else {
      kept++;
      edit.setAttribute(element, 'id', String(moved - 1));
    }
  }
  if (kept === 0) edit.remove(group);
  else
    for (const name of ['count', 'manualBreakCount'])
      if (attributeOf(group, name) !== undefined) edit.setAttribute(group, name, String(kept));
};

export const rewriteFormulas = (
  edit: XmlEdit,
  document: XmlDocument,
  from: XmlElement,
  change: (formula: string) => string,
): void => {
  for (const element of elementsOf(from)) {
    if (element.local === 'sheetData') continue;
    if (!FORMULAS.has(element.local) || elementsOf(element).length > 0) {
      rewriteFormulas(edit, document, element, change);
      continue;
    }
    const text = textOf(document, element);
    const changed = change(text);
    if (changed !== text) edit.setText(element, changed);
  }
};

/** The frame of a sheet as it reads once its rows and columns have moved. */
export const shiftedFrame = (frame: SheetFrame, shifts: readonly Shift[], sheet: string): SheetFrame => {
  let moved = frame;
  for (const shift of shifts) {
    const isHere = namesSheet(sheet, sheet);
    const { head, tail } = shiftFrame(moved, shift, (formula) => shiftedFormula(formula, shift, isHere));
    moved = { ...moved, head, tail, document: parseXml(head + tail) };
  }
  return moved;
};
