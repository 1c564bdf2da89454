import { z } from 'zod';
import { op, optional, path, position, scalar, scalarRows, text, tool, writeFields } from '../definition.ts';

export const writeTextFile = tool({
  name: 'write_text_file',
  description: 'Create a text file or replace all of its content.',
  access: 'write',
  params: z.strictObject({
    path,
    content: text,
    encoding: optional(z.enum(['utf-8'])).describe('Default: keep the encoding of the file.'),
    ...writeFields,
  }),
});

/** Detection can be wrong; a person knows. */
const readAs = optional(text).describe(
  'The encoding the file is really in, such as windows-1252, when letters look wrong. The file becomes utf-8.',
);

export const editTextFile = tool({
  name: 'edit_text_file',
  description: 'Change parts of a text file. Line numbers mean the file before the call; everything else stays as is.',
  access: 'write',
  params: z.strictObject({
    path,
    edits: z
      .array(
        z.discriminatedUnion('op', [
          op('replace', {
            search: text.min(1),
            replace: text,
            occurrence: optional(z.union([position, z.literal('all')])).describe(
              'Which hit, from 1, or all. With null there must be exactly one.',
            ),
            match_case: optional(z.boolean()).describe('Default true.'),
          }),
          op('replace_lines', { line_start: position, line_end: position, text }),
          op('insert_lines', { before_line: position, text }),
          op('append', { text }),
        ]),
      )
      .describe('May be empty with read_as.'),
    encoding: optional(z.enum(['utf-8'])).describe('Convert the file; default: keep its encoding.'),
    read_as: readAs,
    ...writeFields,
  }),
});

const cell = z.strictObject({ column: text, value: scalar });

export const csvOperations = tool({
  name: 'csv_operations',
  description: 'Change a csv file record by record. Untouched records keep their exact bytes.',
  access: 'write',
  params: z.strictObject({
    path,
    create_new: optional(z.boolean()).describe('Make a new file; start with add_column or append_rows.'),
    operations: z
      .array(
        z.discriminatedUnion('op', [
          op('append_rows', { rows: optional(scalarRows), records: optional(z.array(z.array(cell))) }),
          op('update_cells', { cells: z.array(z.strictObject({ row: position, column: text, value: scalar })) }),
          op('update_where', {
            key: z.array(cell).min(1),
            set: z.array(cell).min(1),
            expect_count: optional(z.int().nonnegative()),
          }),
          op('delete_rows', {
            rows: optional(text).describe('Rows from 1: 3, 5-9 or 2,4-6.'),
            key: optional(z.array(cell)),
            expect_count: optional(z.int().nonnegative()),
          }),
          op('add_column', {
            name: text.min(1),
            after: optional(text),
            default: optional(scalar),
            values: optional(z.array(scalar)),
          }),
          op('rename_column', { from: text, to: text.min(1) }),
          op('delete_column', { name: text }),
          op('reorder_columns', { order: z.array(text) }),
          op('reorder_rows', {
            order: z.array(position).describe('Every row once, by its present place from 1, in its new order.'),
          }),
        ]),
      )
      .describe('May be empty with read_as.'),
    encoding: optional(z.enum(['utf-8'])),
    read_as: readAs,
    ...writeFields,
  }),
});
