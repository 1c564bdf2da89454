import { refuseOp } from '../../package/refusal.ts';
import type { BookEdit } from './book-edit.ts';
import { copySheet } from './copy-sheet.ts';
import type { XlsxOp } from './ops.ts';
import { extendTable, writeRows } from './ops-bulk.ts';
import { clearRange, copyRange, fillFormula, setCells, setRange, setStyle, summarizeByCategory } from './ops-cells.ts';
import { freezePanes, mergeCells, setColumnWidths, setRowHeights, setSheetView } from './ops-layout.ts';
import { addTable, setAutofilter, setConditionalFormat, setDefinedName, setValidation } from './ops-objects.ts';
import { deleteSheet, ensureSheet, moveSheet, renameSheet, setSheetState } from './ops-sheets.ts';
import { shiftColumns, shiftRows } from './shift/ops-shift.ts';

/** Carries out one operation on the workbook as the ones before it left it. */
export const applyOp = async (edit: BookEdit, op: XlsxOp): Promise<void> => {
  switch (op.op) {
    case 'ensure_sheet':
      return void (await ensureSheet(edit, op.sheet, op.position ?? null));
    case 'set_cells':
      return setCells(edit, op);
    case 'set_range':
      return setRange(edit, op);
    case 'write_rows':
      return writeRows(edit, op);
    case 'extend_table':
      return extendTable(edit, op);
    case 'summarize_by_category':
      return summarizeByCategory(edit, op);
    case 'set_column_widths':
      return setColumnWidths(edit, op);
    case 'set_row_heights':
      return setRowHeights(edit, op);
    case 'freeze_panes':
      return freezePanes(edit, op);
    case 'set_style':
      return setStyle(edit, op);
    case 'clear_range':
      return clearRange(edit, op);
    case 'fill_formula':
      return fillFormula(edit, op);
    case 'copy_range':
      return copyRange(edit, op);
    case 'insert_rows':
    case 'delete_rows':
      return shiftRows(edit, op);
    case 'insert_columns':
    case 'delete_columns':
      return shiftColumns(edit, op);
    case 'rename_sheet':
      return renameSheet(edit, op);
    case 'move_sheet':
      return moveSheet(edit, op);
    case 'copy_sheet':
      return copySheet(edit, op);
    case 'delete_sheet':
      return deleteSheet(edit, op);
    case 'set_sheet_view':
      return setSheetView(edit, op);
    case 'set_sheet_state':
      return setSheetState(edit, op);
    case 'merge_cells':
    case 'unmerge_cells':
      return mergeCells(edit, op);
    case 'set_autofilter':
      return setAutofilter(edit, op);
    case 'add_table':
      return addTable(edit, op);
    case 'set_defined_name':
      return setDefinedName(edit, op);
    case 'set_conditional_format':
      return setConditionalFormat(edit, op);
    case 'set_validation':
      return setValidation(edit, op);
    default:
      return refuseOp('bad_op', `There is no operation ${String((op as { op?: unknown }).op).slice(0, 40)}.`);
  }
};
