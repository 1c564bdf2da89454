import { refuseOp } from '../../../package/refusal.ts';
import { columnNumber, MAX_COL, MAX_ROW, type Rect } from '../../ref.ts';
import { walkSheet } from '../../sheet-stream.ts';
import type { SheetInfo } from '../../workbook.ts';
import type { BookEdit } from '../book-edit.ts';
import { readersOfShift } from '../mark-formulas.ts';
import type { OpOf } from '../ops.ts';
import { formulaOf, placeKey, type SheetIndex } from '../sheet-index.ts';
import { usedRect } from '../used-rect.ts';
import { movedRect, namesSheet, type Shift, shiftedFormula } from './axis-shift.ts';
import { shiftFrame } from './shift-frame.ts';
import { refuseUnshiftable, shiftParts } from './shift-parts.ts';
import { shiftSheet } from './shift-rows-stream.ts';

export const shiftRows = (edit: BookEdit, op: OpOf<'insert_rows' | 'delete_rows'>): Promise<void> => {
  if (!Number.isInteger(op.row) || op.row < 1 || op.row > MAX_ROW) refuseOp('bad_range', `${op.row} is not a row.`);
  return applyShift(edit, op.sheet, {
    axis: 'row',
    at: op.row,
    count: countOf(op.count, MAX_ROW),
    kind: op.op === 'insert_rows' ? 'insert' : 'delete',
  });
};

export const shiftColumns = (edit: BookEdit, op: OpOf<'insert_columns' | 'delete_columns'>): Promise<void> => {
  const column = columnNumber(op.column);
  if (column === 0) refuseOp('bad_range', `${op.column.slice(0, 20)} is not a column.`);
  return applyShift(edit, op.sheet, {
    axis: 'column',
    at: column,
    count: countOf(op.count, MAX_COL),
    kind: op.op === 'insert_columns' ? 'insert' : 'delete',
  });
};

const countOf = (count: number | null | undefined, most: number): number => {
  const number = count ?? 1;
  return Number.isInteger(number) && number >= 1 && number < most
    ? number
    : refuseOp('bad_op', 'A count is a whole number from 1.');
};

/** Moves the lines of a sheet and everything, wherever it stands, that says where something on it is. */
export const applyShift = async (edit: BookEdit, name: string, shift: Shift): Promise<void> => {
  const sheet = edit.sheet(name);
  await edit.flush();
  refuseUnshiftable(edit, sheet, shift);
  const index = await edit.draft(sheet).index();
  await refuseOverflow(edit, sheet, shift);
  for (const rect of index.arrays)
    if (cuts(shift, rect)) refuseOp('unsupported_structure', 'The change would cut through an array formula.');
  const readers = await readersOfShift(edit, sheet, shift);
  // What was noted before moves first: formulas that change now are noted where they come to stand.
  const move = (rect: Rect) => movedRect(shift, rect);
  edit.effects.shifted(sheet.name, move);
  edit.dirty.move(sheet.part, move);
  let isChanged = false;
  for (const home of edit.book().sheets) {
    if (home.type !== 'worksheet') continue;
    if (await shiftFormulas(edit, home, sheet, shift)) isChanged = true;
  }
  if (shiftParts(edit, sheet, shift)) isChanged = true;
  edit.refresh();
  // Lines beyond all that is there: nothing moved, so nothing is said to have.
  if (!isChanged) return;
  for (const { part, row, column } of readers) {
    const rect = { top: row, left: column, bottom: row, right: column };
    const moved = part === sheet.part ? move(rect) : rect;
    if (moved) edit.dirty.add(part, moved.top, moved.left);
  }
  // Formulas stand elsewhere now, so the stored order of calculation names the wrong cells.
  edit.dirty.formulasChanged = true;
  const what = `${shift.count} ${shift.axis}${shift.count === 1 ? '' : 's'}`;
  edit.effects.said(sheet.name, `${what} ${shift.kind === 'insert' ? 'inserted in' : 'deleted from'} ${sheet.name}`);
};

/** False when the sheet is as it was. */
const shiftFormulas = async (edit: BookEdit, home: SheetInfo, sheet: SheetInfo, shift: Shift): Promise<boolean> => {
  const isShifted = home.part === sheet.part;
  const draft = edit.draft(home);
  const index = await draft.index();
  const isHere = namesSheet(sheet.name, isShifted ? home.name : null);
  const formula = (text: string) => shiftedFormula(text, shift, isHere);
  const groups = brokenGroups(index, formula);
  const unshared = new Map<number, string>();
  for (const cell of index.formulas)
    if (cell.kind === 'shared' && (isShifted || groups.has(cell.group)))
      unshared.set(placeKey(cell.row, cell.column), formulaOf(index, cell));
  const frame = shiftFrame(index.frame, isShifted ? shift : undefined, formula);
  const affected =
    (isShifted && (await reachesLine(draft.settled(), shift))) ||
    index.formulas.some((cell) => formula(formulaOf(index, cell)) !== formulaOf(index, cell)) ||
    withoutCursor(frame.head) + frame.tail !== withoutCursor(index.frame.head) + index.frame.tail;
  if (!affected) return false;
  const source = draft.settled;
  const content = () =>
    shiftSheet(source(), {
      shift: isShifted ? shift : undefined,
      formula,
      frame,
      unshared: (row, column) => unshared.get(placeKey(row, column)),
      changed: (row, column) => edit.dirty.add(home.part, row, column),
    });
  await draft.replace(content);
  // A large sheet is only walked when read; its index is needed anyway, and the walk notes what changed.
  await draft.index();
  return true;
};

/** Where a person last looked, and how far the cells reach, move nothing that counts. */
const withoutCursor = (head: string): string =>
  head.replace(/<(?:\w+:)?(?:dimension|selection)\s[^>]*>|\s(?:topLeftCell|activeCell)\s*=\s*(?:"[^"]*"|'[^']*')/g, '');

/** Whether any row or cell, be it empty and only formatted, stands at the line or behind it. */
const reachesLine = async (chunks: AsyncIterable<Buffer>, { axis, at }: Shift): Promise<boolean> => {
  let isReached = false;
  await walkSheet(chunks, {
    wants: (row) => {
      if (axis === 'row' && row >= at) isReached = true;
      return isReached ? 'stop' : axis === 'column';
    },
    row: (cells) => {
      if (cells.count > 0 && (cells.column[cells.count - 1] as number) >= at) isReached = true;
      return isReached;
    },
  });
  return isReached;
};

/** Groups of which some cell reads from the shifted sheet: sharing would give the wrong cells. */
const brokenGroups = (index: SheetIndex, formula: (text: string) => string): ReadonlySet<number> => {
  const broken = new Set<number>();
  for (const cell of index.formulas) {
    if (cell.kind !== 'shared' || broken.has(cell.group)) continue;
    const text = formulaOf(index, cell);
    if (formula(text) !== text) broken.add(cell.group);
  }
  return broken;
};

const cuts = (shift: Shift, rect: Rect): boolean => {
  const moved = movedRect(shift, rect);
  if (!moved) return false;
  return moved.bottom - moved.top !== rect.bottom - rect.top || moved.right - moved.left !== rect.right - rect.left;
};

const refuseOverflow = async (edit: BookEdit, sheet: SheetInfo, shift: Shift): Promise<void> => {
  if (shift.kind !== 'insert') return;
  const used = await usedRect(edit.draft(sheet).chunks());
  const last = shift.axis === 'row' ? used?.bottom : used?.right;
  const edge = shift.axis === 'row' ? MAX_ROW : MAX_COL;
  if (last !== undefined && last >= shift.at && last + shift.count > edge)
    refuseOp('bad_op', 'The change would push cells over the edge of the sheet.');
};
