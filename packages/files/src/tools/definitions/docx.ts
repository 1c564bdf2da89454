import { z } from 'zod';
import { advised, creationFields, index, lenient, op, optional, path, text, tool, writeFields } from '../definition.ts';

export const run = lenient({
  text,
  font_name: optional(text),
  font_size: optional(z.number()),
  bold: optional(z.boolean()),
  italic: optional(z.boolean()),
  underline: optional(z.boolean()),
  font_color: optional(text),
  highlight_color: optional(text),
});

const direction = optional(z.enum(['ltr', 'rtl'])).describe('Default: as its first letter is read.');
const paragraphFields = {
  text: optional(text),
  runs: optional(z.array(run)).describe('Wins over text.'),
  style: optional(text),
  alignment: optional(advised('left', 'center', 'right', 'justify')),
  space_before: optional(z.number()).describe('Points.'),
  space_after: optional(z.number()).describe('Points.'),
  line_spacing: optional(z.number()).describe('Multiple of a line.'),
  indent_left: optional(z.number()).describe('Inches.'),
  indent_right: optional(z.number()).describe('Inches.'),
  indent_first_line: optional(z.number()).describe('Inches.'),
  direction,
};
const paragraphs = z.array(lenient(paragraphFields)).min(1);
const block = text.describe('Block id as read_file shows it, such as b12.');
const expect = optional(text).describe('First characters of the block as you read it (at most 40).');
const textRows = z.array(z.array(text));

export const docxOperations = tool({
  name: 'docx_operations',
  description: 'Change a Word document in place. Block ids mean the document before the call.',
  access: 'write',
  params: z.strictObject({
    path,
    ...creationFields,
    track_changes: optional(z.boolean()).describe('Record the edit as tracked changes.'),
    operations: z
      .array(
        z.discriminatedUnion('op', [
          op('set_paragraphs', { paragraphs }),
          op('append_paragraph', paragraphFields),
          op('replace_text', {
            search: text.min(1),
            replace: text,
            match_case: optional(z.boolean()).describe('Default false.'),
            scope: optional(z.enum(['all', 'body', 'headers_footers', 'footnotes'])),
            allow_no_match: optional(z.boolean()),
          }),
          op('insert_paragraphs', { before: optional(block), after: optional(block), paragraphs }),
          op('update_paragraph', { block, expect, ...paragraphFields }),
          op('delete_blocks', { from: block, to: block, expect }),
          op('append_to_section', { section: z.union([text, z.int()]), paragraphs }),
          op('insert_table', {
            after: block,
            rows: textRows,
            header: optional(z.boolean()),
            style: optional(text),
            widths: optional(z.array(z.number())),
            direction,
          }),
          op('set_table_cells', {
            table: index,
            cells: z.array(
              z.strictObject({ row: index, col: index, text: optional(text), runs: optional(z.array(run)) }),
            ),
          }),
          op('insert_table_rows', { table: index, at: index, rows: textRows }),
          op('delete_table_rows', { table: index, from: index, to: index }),
          op('fill_placeholders', { values: z.array(z.strictObject({ token: text, value: text })).min(1) }),
          op('insert_image', { after: block, source_path: path, width_in: optional(z.number()), alt_text: text }),
          op('set_header_footer', {
            slot: z.enum(['header', 'footer']),
            type: z.enum(['default', 'first', 'even']),
            section: optional(index),
            paragraphs,
          }),
          op('apply_style', { from: block, to: block, style: text }),
          op('insert_break', { after: block, kind: z.enum(['page', 'section_next']) }),
        ]),
      )
      .min(1),
    ...writeFields,
  }),
});
