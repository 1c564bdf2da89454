import { ns } from '../../../package/namespaces.ts';
import { refuseOp } from '../../../package/refusal.ts';
import { createXmlEdit } from '../../../package/xml-edit.ts';
import { attributeOf, childOf, childrenOf, descendantsOf, elementsOf, textOf } from '../../../package/xml-query.ts';
import { contains, parseRect, rectRef, spanRef } from '../../ref.ts';
import type { SheetInfo } from '../../workbook.ts';
import type { BookEdit } from '../book-edit.ts';
import { pivotSources } from '../pivot-sources.ts';
import { movedRect, namesSheet, type Shift, shiftedFormula } from './axis-shift.ts';
import { rewriteFormulas } from './shift-frame.ts';

/** Kinds of parts on a sheet that shifting knows how to move, or that do not say where they are. */
const KNOWN = new Set([
  'drawing',
  'comments',
  'vmlDrawing',
  'table',
  'hyperlink',
  'printerSettings',
  'pivotTable',
  'slicer',
  'threadedComment',
  'image',
  'customProperty',
]);

/** Refuses before anything is done when something on the sheet cannot be moved. */
export const refuseUnshiftable = (edit: BookEdit, sheet: SheetInfo, shift: Shift): void => {
  for (const { kind, part } of edit.parts.relationships(sheet.part)) {
    if (!KNOWN.has(kind)) refuseOp('unsupported_structure', `The sheet holds a ${kind}, which cannot be moved.`);
    if (kind === 'pivotTable' && part !== undefined) {
      const location = childOf(edit.parts.xml(part).root, ns.sheet, 'location');
      const rect = parseRect(attributeOf(location, 'ref') ?? '');
      const moved = rect && movedRect(shift, rect);
      if (
        rect &&
        (!moved ||
          moved.bottom - moved.top !== rect.bottom - rect.top ||
          moved.right - moved.left !== rect.right - rect.left)
      )
        refuseOp('unsupported_structure', 'The change would cut through a pivot table.');
    }
  }
  for (const { rect, name, headerRows, totalsRows } of sheet.tables) {
    const moved = movedRect(shift, rect);
    if (!moved) refuseOp('unsupported_structure', `The change would delete the table ${name}; remove the table first.`);
    if (
      moved &&
      moved.bottom - moved.top + 1 <= headerRows + totalsRows &&
      rect.bottom - rect.top + 1 > headerRows + totalsRows
    )
      refuseOp('unsupported_structure', `The change would delete every row of the table ${name}.`, {
        hint: 'Keep one row and clear its cells with clear_range.',
      });
    if (
      shift.axis === 'row' &&
      shift.kind === 'delete' &&
      headerRows > 0 &&
      shift.at <= rect.top &&
      shift.at + shift.count > rect.top
    )
      refuseOp('unsupported_structure', `The change would delete the header of the table ${name}.`);
    if (shift.axis === 'column' && moved && moved.right - moved.left !== rect.right - rect.left)
      refuseOp('unsupported_structure', `The change would add or remove columns of the table ${name}.`);
  }
  for (const source of placedSources(edit, sheet)) {
    const moved = movedRect(shift, source.rect);
    if (!moved || (shift.axis === 'column' && moved.right - moved.left !== source.rect.right - source.rect.left))
      refuseOp('unsupported_structure', 'The change would cut the source of a pivot table.');
    if (
      shift.kind === 'delete' &&
      shift.axis === 'row' &&
      contains(source.rect, shift.at, source.rect.left) &&
      shift.at === source.rect.top
    )
      refuseOp('unsupported_structure', 'The change would delete the header of the source of a pivot table.');
  }
};

/** Those that say which cells they are; the others name a table or a range, which follows by itself. */
const placedSources = (edit: BookEdit, sheet: SheetInfo) =>
  pivotSources(edit, sheet).flatMap(({ part, source }) => {
    const rect = parseRect(attributeOf(source, 'ref') ?? '');
    return rect ? [{ part, source, rect }] : [];
  });

/** Everything outside the sheet's own part that says where something is on it. False when all of it stays as it is. */
export const shiftParts = (book: BookEdit, sheet: SheetInfo, shift: Shift): boolean => {
  let isChanged = false;
  const put: BookEdit['parts']['put'] = (part, content, type) => {
    if (content instanceof Uint8Array && book.parts.bytes(part).equals(content)) return;
    isChanged = true;
    book.parts.put(part, content, type);
  };
  const edit = { ...book, parts: { ...book.parts, put } };
  for (const { kind, part } of edit.parts.relationships(sheet.part)) {
    if (part === undefined || !edit.parts.has(part)) continue;
    if (kind === 'table') shiftTable(edit, part, shift);
    else if (kind === 'comments' || kind === 'threadedComment') shiftComments(edit, part, shift);
    else if (kind === 'drawing') shiftDrawing(edit, part, shift);
    else if (kind === 'vmlDrawing') shiftNotes(edit, part, shift);
    else if (kind === 'pivotTable') shiftPivot(edit, part, shift);
  }
  for (const { part, source, rect } of placedSources(edit, sheet)) {
    const change = createXmlEdit(edit.parts.xml(part));
    const moved = movedRect(shift, rect);
    if (moved) change.setAttribute(source, 'ref', spanRef(moved));
    if (change.changed()) edit.parts.put(part, change.toBytes());
  }
  if (shiftElsewhere(edit, sheet, shift)) isChanged = true;
  return isChanged;
};

const shiftElsewhere = (edit: BookEdit, sheet: SheetInfo, shift: Shift): boolean => {
  let isChanged = false;
  edit.editWorkbook((change, root) => {
    const document = edit.parts.xml(edit.book().part);
    for (const name of childrenOf(childOf(root, ns.sheet, 'definedNames'), ns.sheet, 'definedName')) {
      const text = textOf(document, name);
      const moved = shiftedFormula(text, shift, namesSheet(sheet.name, null));
      if (moved !== text) change.setText(name, moved);
    }
    isChanged = change.changed();
  });
  for (const part of edit.parts.names().filter((name) => /(^|\/)charts\/[^/]*\.xml$/.test(name))) {
    const document = edit.parts.xml(part);
    const change = createXmlEdit(document);
    rewriteFormulas(change, document, document.root, (text) =>
      shiftedFormula(text, shift, namesSheet(sheet.name, null)),
    );
    if (change.changed()) edit.parts.put(part, change.toBytes());
  }
  return isChanged;
};

const shiftTable = (edit: BookEdit, part: string, shift: Shift): void => {
  const { root } = edit.parts.xml(part);
  const change = createXmlEdit(edit.parts.xml(part));
  for (const element of [
    root,
    ...elementsOf(root).filter((it) => it.local === 'autoFilter' || it.local === 'sortState'),
  ]) {
    const rect = parseRect(attributeOf(element, 'ref') ?? '');
    const moved = rect && movedRect(shift, rect);
    if (moved) change.setAttribute(element, 'ref', spanRef(moved));
  }
  if (change.changed()) edit.parts.put(part, change.toBytes());
};

const shiftComments = (edit: BookEdit, part: string, shift: Shift): void => {
  const { root } = edit.parts.xml(part);
  const change = createXmlEdit(edit.parts.xml(part));
  const walk = (element: typeof root): void => {
    for (const child of elementsOf(element)) {
      const ref = attributeOf(child, 'ref');
      const rect = ref === undefined ? undefined : parseRect(ref);
      if (!rect) {
        walk(child);
        continue;
      }
      const moved = movedRect(shift, rect);
      if (moved) change.setAttribute(child, 'ref', rectRef(moved));
      else change.remove(child);
    }
  };
  walk(root);
  if (change.changed()) edit.parts.put(part, change.toBytes());
};

const shiftDrawing = (edit: BookEdit, part: string, shift: Shift): void => {
  const document = edit.parts.xml(part);
  const change = createXmlEdit(document);
  const name = shift.axis === 'row' ? 'row' : 'col';
  for (const anchor of elementsOf(document.root)) {
    const fixed = attributeOf(anchor, 'editAs') === 'absolute';
    const corners = ['from', 'to'].map((corner) =>
      childOf(childOf(anchor, ns.sheetDrawing, corner), ns.sheetDrawing, name),
    );
    const [from, to] = corners.map((it) => (it ? Number(textOf(document, it)) + 1 : undefined));
    if (fixed || from === undefined) continue;
    const span = movedSpanOrStay(shift, from, to ?? from);
    if (corners[0] && span[0] !== from) change.setText(corners[0], String(span[0] - 1));
    if (corners[1] && to !== undefined && span[1] !== to) change.setText(corners[1], String(span[1] - 1));
  }
  if (change.changed()) edit.parts.put(part, change.toBytes());
};

/** A picture over deleted rows is not deleted with them; it stands where they were. */
const movedSpanOrStay = (shift: Shift, from: number, to: number): readonly [number, number] => {
  const place = (index: number): number => {
    if (index < shift.at) return index;
    if (shift.kind === 'insert') return index + shift.count;
    return Math.max(shift.at, index - shift.count);
  };
  return [place(from), place(to)];
};

/** Boxes of notes are placed by counted rows and columns in an old drawing language. */
const shiftNotes = (edit: BookEdit, part: string, shift: Shift): void => {
  const text = edit.parts.bytes(part).toString('utf8');
  const offset = shift.axis === 'row' ? 2 : 0;
  const place = (index: number) => movedSpanOrStay(shift, index + 1, index + 1)[0] - 1;
  const moved = text
    .replace(/(<x:Anchor>)([^<]*)(<\/x:Anchor>)/g, (whole, open: string, list: string, close: string) => {
      const numbers = list.split(',').map(Number);
      if (numbers.length !== 8 || numbers.some(Number.isNaN)) return whole;
      for (const at of [offset, offset + 4]) numbers[at] = place(numbers[at] ?? 0);
      return `${open}${numbers.join(', ')}${close}`;
    })
    .replace(
      shift.axis === 'row' ? /(<x:Row>)(\d+)(<\/x:Row>)/g : /(<x:Column>)(\d+)(<\/x:Column>)/g,
      (_, open: string, index: string, close: string) => `${open}${place(Number(index))}${close}`,
    );
  if (moved !== text) edit.parts.put(part, Buffer.from(moved));
};

const shiftPivot = (edit: BookEdit, part: string, shift: Shift): void => {
  const document = edit.parts.xml(part);
  const change = createXmlEdit(document);
  for (const location of descendantsOf(document.root, ns.sheet, 'location')) {
    const rect = parseRect(attributeOf(location, 'ref') ?? '');
    const moved = rect && movedRect(shift, rect);
    if (moved) change.setAttribute(location, 'ref', spanRef(moved));
  }
  if (change.changed()) edit.parts.put(part, change.toBytes());
};
