import { z } from 'zod';
import { index, optional, path, position, text, tool, writeFields } from '../definition.ts';

const region = {
  sheet: optional(text).describe('xlsx source: sheet name.'),
  range: optional(text).describe('xlsx source: range or region.'),
};
/** Where `sheet` already names the target. */
const sourceRegion = {
  source_sheet: optional(text).describe('xlsx source: sheet name; the first visible one when absent.'),
  source_range: optional(text).describe('xlsx source: range or region.'),
};
const query = text.describe('One SELECT over the view `data` (or `data_rows`, which adds `__row`).');

export const tableGetMap = tool({
  name: 'table_get_map',
  description: 'Columns, types, row count and dialect of a table.',
  access: 'read',
  params: z.strictObject({ path, ...region }),
});

export const tableDescribe = tool({
  name: 'table_describe',
  description: 'Row count and, per column, type, non-null count and estimated distinct values.',
  access: 'read',
  params: z.strictObject({ path, ...region }),
});

export const tableStats = tool({
  name: 'table_stats',
  description: 'Per column: range, mean and sum of numbers, lengths and common values of text, range of dates.',
  access: 'read',
  params: z.strictObject({ path, columns: optional(z.array(text)), ...region }),
});

export const tableReadRows = tool({
  name: 'table_read_rows',
  description: 'Rows by position in source order, from 1.',
  access: 'read',
  params: z.strictObject({
    path,
    row_start: position,
    row_count: position,
    columns: optional(z.array(text)),
    ...region,
  }),
});

export const tableQuery = tool({
  name: 'table_query',
  description:
    'Run one read-only SELECT. Ask count_only first when the size is unknown; walk large results by windows with next.',
  access: 'read',
  params: z.strictObject({
    path,
    query,
    window_rows: optional(position).describe('Default 100, at most 1,000.'),
    window_offset: optional(index),
    count_only: optional(z.boolean()),
    tables: optional(z.array(z.strictObject({ name: text, path: text, sheet: optional(text) })).max(4)).describe(
      'Up to four further sources to join with.',
    ),
    ...region,
  }),
});

export const tableExport = tool({
  name: 'table_export',
  description: 'Write the whole table, or a query over it, to a new csv or xlsx file.',
  access: 'write',
  params: z.strictObject({
    path,
    query: optional(query),
    target_path: path,
    format: z.enum(['csv', 'xlsx']),
    sheet: optional(text).describe('xlsx: name of the sheet to write.'),
    overwrite: optional(z.boolean()),
    neutralize_formulas: optional(z.boolean()).describe("csv: prefix ' to cells a spreadsheet would run."),
    bom: optional(z.boolean()).describe('csv: start with a byte order mark.'),
    ...sourceRegion,
    ...writeFields,
  }),
});

export const tableUpdateFromExport = tool({
  name: 'table_update_from_export',
  description: 'Write the whole table, or a query over it, into a sheet of a workbook; other sheets stay as they are.',
  access: 'write',
  params: z.strictObject({
    path,
    query: optional(query),
    target_path: path,
    sheet: text,
    mode: z.enum(['replace_sheet', 'append_rows', 'write_range']),
    start_cell: optional(text).describe('write_range: default A1.'),
    include_header: optional(z.boolean()).describe('Default true.'),
    create_workbook_if_missing: optional(z.boolean()).describe('Default true.'),
    create_sheet_if_missing: optional(z.boolean()).describe('Default true.'),
    clear_target_range: optional(text).describe('write_range: clear this range first.'),
    ...sourceRegion,
    ...writeFields,
  }),
});
