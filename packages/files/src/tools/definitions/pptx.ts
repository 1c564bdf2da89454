import { z } from 'zod';
import { advised, creationFields, index, lenient, op, optional, path, text, tool, writeFields } from '../definition.ts';
import { run } from './docx.ts';

const format = {
  alignment: optional(advised('left', 'center', 'right')),
  space_before: optional(z.number()).describe('Points.'),
  space_after: optional(z.number()).describe('Points.'),
  line_spacing: optional(z.number()).describe('Multiple of a line.'),
};
const textFields = {
  title: optional(text),
  body: optional(text).describe('One paragraph per line.'),
  title_runs: optional(z.array(run)),
  body_runs: optional(z.array(run)),
  ...format,
};
const slide = { index };
const onShape = { index, shape_id: z.int() };
const bullet = z.union([text, lenient({ text, level: optional(index), runs: optional(z.array(run)) })]);

export const pptxOperations = tool({
  name: 'pptx_operations',
  description: 'Change a presentation in place. Slide indexes and shape ids mean the file before the call.',
  access: 'write',
  params: z.strictObject({
    path,
    ...creationFields,
    operations: z
      .array(
        z.discriminatedUnion('op', [
          op('add_slide', {
            layout: optional(z.union([text, z.int()])).describe(
              'title_slide, title_and_content (default), section_header, two_content, comparison, title_only, blank; or a layout name or index.',
            ),
            ...textFields,
            position: optional(index),
            notes: optional(text),
          }),
          op('set_slide_text', { ...slide, ...textFields }),
          op('append_bullets', { ...slide, bullets: z.array(bullet).min(1), ...format }),
          op('set_notes', { ...slide, text }),
          op('set_shape_text', {
            ...onShape,
            paragraphs: z.array(
              lenient({ text: optional(text), runs: optional(z.array(run)), level: optional(index), ...format }),
            ),
          }),
          op('replace_text', {
            search: text.min(1),
            replace: text,
            match_case: optional(z.boolean()),
            allow_no_match: optional(z.boolean()),
            index: optional(index),
          }),
          op('set_table_cells', {
            ...onShape,
            cells: z.array(
              z.strictObject({ row: index, col: index, text: optional(text), runs: optional(z.array(run)) }),
            ),
          }),
          op('insert_image', {
            ...slide,
            source_path: path,
            left_in: z.number(),
            top_in: z.number(),
            width_in: z.number(),
            height_in: optional(z.number()),
            alt_text: text,
          }),
          op('delete_slide', slide),
          op('move_slide', { ...slide, to: index }),
          op('duplicate_slide', { ...slide, to: optional(index) }),
          op('set_slide_hidden', { ...slide, hidden: z.boolean() }),
        ]),
      )
      .min(1),
    ...writeFields,
  }),
});
