import { ns } from '../../package/namespaces.ts';
import { refuseOp } from '../../package/refusal.ts';
import type { XmlElement } from '../../package/xml.ts';
import type { XmlEdit } from '../../package/xml-edit.ts';
import { attributeOf, childOf, childrenOf, flagOf, numberOf, pathOf } from '../../package/xml-query.ts';
import { escapeXmlAttribute } from '../../package/xml-text.ts';
import { cellRef, columnNumber, intersect, MAX_COL, MAX_ROW, parseRect, spanRef } from '../ref.ts';
import { type BookEdit, insertOrdered, SHEET_ORDER } from './book-edit.ts';
import { rowPatch } from './cell-patch.ts';
import { mergesOf } from './frame-read.ts';
import type { OpOf } from './ops.ts';
import { rangeOf } from './ops-cells.ts';

type Column = { min: number; max: number; attributes: ReadonlyMap<string, string> };

export const setColumnWidths = async (edit: BookEdit, op: OpOf<'set_column_widths'>): Promise<void> => {
  const sheet = edit.sheet(op.sheet);
  const widths = op.columns.map(({ column, width }) => {
    const number = columnNumber(column);
    if (number === 0) refuseOp('bad_range', `${column.slice(0, 20)} is not a column.`);
    if (!(width >= 0 && width <= 255)) refuseOp('bad_op', 'A column is 0 to 255 characters wide.');
    return { number, width };
  });
  await edit.draft(sheet).editFrame((change, root, prefix) => {
    let columns = readColumns(root);
    for (const { number, width } of widths)
      columns = withColumn(columns, number, { width: String(width), customWidth: '1' });
    writeColumns(change, root, prefix, columns);
  });
  edit.effects.said(sheet.name, `column widths set in ${sheet.name}`);
};

export const readColumns = (root: XmlElement): Column[] =>
  childrenOf(childOf(root, ns.sheet, 'cols'), ns.sheet, 'col').map((element) => ({
    min: numberOf(element, 'min') ?? 1,
    max: numberOf(element, 'max') ?? 1,
    attributes: new Map(
      element.attributes.filter(({ name }) => name !== 'min' && name !== 'max').map(({ name, value }) => [name, value]),
    ),
  }));

/** Cuts one column out of the range that describes it and gives it attributes of its own. */
const withColumn = (columns: readonly Column[], number: number, set: Readonly<Record<string, string>>): Column[] => {
  const out: Column[] = [];
  let base: ReadonlyMap<string, string> = new Map();
  for (const column of columns) {
    if (number < column.min || number > column.max) {
      out.push(column);
      continue;
    }
    base = column.attributes;
    if (column.min < number) out.push({ ...column, max: number - 1 });
    if (column.max > number) out.push({ ...column, min: number + 1 });
  }
  const attributes = new Map(base);
  for (const [name, value] of Object.entries(set)) attributes.set(name, value);
  return [...out, { min: number, max: number, attributes }].toSorted((a, b) => a.min - b.min);
};

export const writeColumns = (change: XmlEdit, root: XmlElement, p: string, columns: readonly Column[]): void => {
  const known = childOf(root, ns.sheet, 'cols');
  const items = columns.map(
    ({ min, max, attributes }) =>
      `<${p}col min="${min}" max="${max}"${[...attributes].map(([name, value]) => ` ${name}="${escapeXmlAttribute(value)}"`).join('')}/>`,
  );
  const xml = items.length === 0 ? '' : `<${p}cols>${items.join('')}</${p}cols>`;
  if (known) change.replace(known, xml);
  else if (xml !== '') insertOrdered(change, root, SHEET_ORDER, 'cols', xml);
};

export const setRowHeights = async (edit: BookEdit, op: OpOf<'set_row_heights'>): Promise<void> => {
  const sheet = edit.sheet(op.sheet);
  for (const { row, height } of op.rows) {
    if (!Number.isInteger(row) || row < 1 || row > MAX_ROW) refuseOp('bad_range', `${row} is not a row.`);
    if (!(height >= 0 && height <= 409)) refuseOp('bad_op', 'A row is 0 to 409 points high.');
    rowPatch(edit.draft(sheet).rows, row).height = height;
  }
  edit.effects.said(sheet.name, `row heights set in ${sheet.name}`);
};

/** Column A on the right, as sheets in Hebrew and Arabic have it. */
export const setSheetView = async (edit: BookEdit, op: OpOf<'set_sheet_view'>): Promise<void> => {
  const sheet = edit.sheet(op.sheet);
  let isChanged = false;
  await edit.draft(sheet).editFrame((change, root, p) => {
    const views = childOf(root, ns.sheet, 'sheetViews');
    const all = childrenOf(views, ns.sheet, 'sheetView');
    isChanged = all.length === 0 ? op.right_to_left : all.some((it) => flagOf(it, 'rightToLeft') !== op.right_to_left);
    if (!isChanged) return;
    for (const view of all) change.setAttribute(view, 'rightToLeft', op.right_to_left ? '1' : null);
    const made = `<${p}sheetView rightToLeft="1" workbookViewId="0"/>`;
    if (all.length > 0) return;
    if (views) change.append(views, made);
    else insertOrdered(change, root, SHEET_ORDER, 'sheetViews', `<${p}sheetViews>${made}</${p}sheetViews>`);
  });
  if (!isChanged) return;
  const way = op.right_to_left ? 'right to left' : 'left to right';
  edit.effects.said(sheet.name, `sheet ${sheet.name} reads ${way}`);
};

export const freezePanes = async (edit: BookEdit, op: OpOf<'freeze_panes'>): Promise<void> => {
  const sheet = edit.sheet(op.sheet);
  const { row, column } = op;
  if (![row, column].every(Number.isInteger) || row < 0 || column < 0 || row >= MAX_ROW || column >= MAX_COL)
    refuseOp('bad_op', 'Panes freeze a count of rows and columns.');
  await edit.draft(sheet).editFrame((change, root, p) => {
    const views = childOf(root, ns.sheet, 'sheetViews');
    const view = pathOf(root, ns.sheet, 'sheetViews', 'sheetView');
    const active = row > 0 && column > 0 ? 'bottomRight' : row > 0 ? 'bottomLeft' : 'topRight';
    const pane =
      row === 0 && column === 0
        ? ''
        : `<${p}pane${column > 0 ? ` xSplit="${column}"` : ''}${row > 0 ? ` ySplit="${row}"` : ''} topLeftCell="${cellRef(row + 1, column + 1)}" activePane="${active}" state="frozen"/><${p}selection pane="${active}"/>`;
    if (!view) {
      const made = `<${p}sheetView workbookViewId="0">${pane}</${p}sheetView>`;
      if (pane === '') return;
      if (views) change.append(views, made);
      else insertOrdered(change, root, SHEET_ORDER, 'sheetViews', `<${p}sheetViews>${made}</${p}sheetViews>`);
      return;
    }
    for (const name of ['pane', 'selection']) for (const it of childrenOf(view, ns.sheet, name)) change.remove(it);
    if (pane !== '') change.prepend(view, pane);
  });
  edit.effects.said(sheet.name, row + column > 0 ? `panes frozen in ${sheet.name}` : `panes released in ${sheet.name}`);
};

export const mergeCells = async (edit: BookEdit, op: OpOf<'merge_cells' | 'unmerge_cells'>): Promise<void> => {
  const sheet = edit.sheet(op.sheet);
  const draft = edit.draft(sheet);
  const rect = rangeOf(op.range);
  const index = await draft.index();
  const touching = mergesOf(index.frame).filter((it) => intersect(it, rect));
  const adding = op.op === 'merge_cells';
  if (adding) {
    if (rect.top === rect.bottom && rect.left === rect.right) refuseOp('bad_range', 'One cell cannot be merged.');
    if (touching.some((it) => spanRef(it) === spanRef(rect))) return;
    if (touching.length > 0)
      refuseOp('bad_op', `${op.range} overlaps the merged range ${spanRef(touching[0] ?? rect)}.`);
    if (index.arrays.some((it) => intersect(it, rect))) refuseOp('array_formula', 'An array formula cannot be merged.');
    if (sheet.tables.some((it) => intersect(it.rect, rect)))
      refuseOp('unsupported_structure', 'Cells of a table cannot be merged.');
  } else if (touching.length === 0) return;
  await draft.editFrame((change, root, p) => {
    const group = childOf(root, ns.sheet, 'mergeCells');
    const items = childrenOf(group, ns.sheet, 'mergeCell');
    if (adding) {
      const xml = `<${p}mergeCell ref="${spanRef(rect)}"/>`;
      if (group) {
        change.append(group, xml);
        change.setAttribute(group, 'count', String(items.length + 1));
      } else
        insertOrdered(change, root, SHEET_ORDER, 'mergeCells', `<${p}mergeCells count="1">${xml}</${p}mergeCells>`);
      return;
    }
    const gone = items.filter((it) => {
      const merged = parseRect(attributeOf(it, 'ref') ?? '');
      return merged && intersect(merged, rect);
    });
    if (!group) return;
    if (gone.length === items.length) change.remove(group);
    else {
      for (const it of gone) change.remove(it);
      change.setAttribute(group, 'count', String(items.length - gone.length));
    }
  });
  edit.effects.said(sheet.name, `${op.range} ${adding ? 'merged' : 'unmerged'} in ${sheet.name}`);
};
