import { z } from 'zod';
import {
  advised,
  creationFields,
  index,
  lenient,
  op,
  optional,
  path,
  position,
  scalar,
  scalarRows,
  text,
  tool,
  writeFields,
} from '../definition.ts';

const border = optional(
  lenient({
    style: advised('thin', 'medium', 'thick', 'dashed', 'dotted', 'double', 'none'),
    color: optional(text),
  }),
);
const colour = optional(text).describe('#RRGGBB');

export const xlsxStyle = lenient({
  font_name: optional(text),
  font_size: optional(z.number()),
  font_bold: optional(z.boolean()),
  font_italic: optional(z.boolean()),
  font_underline: optional(z.boolean()),
  font_strike: optional(z.boolean()),
  font_color: colour,
  fill_color: colour,
  fill_pattern: optional(text),
  number_format: optional(text),
  h_align: optional(advised('left', 'center', 'right')),
  v_align: optional(advised('top', 'center', 'bottom')),
  wrap_text: optional(z.boolean()),
  indent: optional(z.number()),
  rotation: optional(z.number()),
  named_style: optional(text),
  border_top: border,
  border_bottom: border,
  border_left: border,
  border_right: border,
});

const sheet = text.min(1);
const range = text.min(1);
const what = z.enum(['values', 'formats', 'all']);
const onRange = { sheet, range };
const rows = { sheet, row: position, count: position };
const columns = { sheet, column: text.describe('Column letter.'), count: position };

export const xlsxOperations = tool({
  name: 'xlsx_operations',
  description:
    'Change a workbook in place: the batch applies whole or not at all, and parts it does not name stay byte-identical.',
  access: 'write',
  params: z.strictObject({
    path,
    ...creationFields,
    operations: z
      .array(
        z.discriminatedUnion('op', [
          op('ensure_sheet', { sheet, position: optional(index) }),
          op('set_cells', {
            sheet,
            cells: z.array(
              z.strictObject({
                cell: text,
                value: scalar,
                type: optional(z.enum(['string', 'number', 'boolean', 'date', 'formula'])),
                style: optional(xlsxStyle),
              }),
            ),
          }),
          op('set_range', { sheet, start: text, values: scalarRows, style: optional(xlsxStyle) }),
          op('summarize_by_category', {
            sheet,
            source_sheets: z.array(text).min(1),
            category_col: optional(text).describe('Default B.'),
            amount_col: optional(text).describe('Default C.'),
            category_header: optional(text).describe('Default Category.'),
          }),
          op('set_column_widths', { sheet, columns: z.array(z.strictObject({ column: text, width: z.number() })) }),
          op('set_row_heights', { sheet, rows: z.array(z.strictObject({ row: position, height: z.number() })) }),
          op('freeze_panes', { sheet, row: index, column: index }),
          op('set_style', { ...onRange, style: xlsxStyle }),
          op('clear_range', { ...onRange, what }),
          op('fill_formula', { ...onRange, formula: text }),
          op('copy_range', { ...onRange, to_sheet: optional(text), to: text, what }),
          op('insert_rows', rows),
          op('delete_rows', rows),
          op('insert_columns', columns),
          op('delete_columns', columns),
          op('rename_sheet', { sheet, to: text }),
          op('move_sheet', { sheet, position: index }),
          op('copy_sheet', { sheet, to: text, position: optional(index) }),
          op('delete_sheet', { sheet }),
          op('set_sheet_view', { sheet, right_to_left: z.boolean() }),
          op('set_sheet_state', { sheet, state: z.enum(['visible', 'hidden', 'very_hidden']) }),
          op('merge_cells', onRange),
          op('unmerge_cells', onRange),
          op('set_autofilter', onRange),
          op('add_table', { ...onRange, name: optional(text), style: optional(text) }),
          op('set_defined_name', { name: text, refers_to: text, scope: optional(text) }),
          op('set_conditional_format', {
            ...onRange,
            kind: z.enum(['cell', 'text', 'top', 'scale', 'bar', 'formula']),
            operator: optional(text),
            value: optional(scalar),
            value2: optional(scalar),
            text: optional(text),
            rank: optional(position),
            colors: optional(z.array(text)),
            style: optional(xlsxStyle),
          }),
          op('set_validation', {
            ...onRange,
            kind: z.enum(['list', 'number', 'date', 'length']),
            operator: optional(text),
            value: optional(scalar),
            value2: optional(scalar),
            items: optional(z.array(text)),
            source_range: optional(text),
          }),
        ]),
      )
      .min(1),
    ...writeFields,
  }),
});
