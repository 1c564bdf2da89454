import { z } from 'zod';
import { advised, index, optional, path, text, tool } from '../definition.ts';

export const listFiles = tool({
  name: 'list_files',
  description: 'List every file with its kind, size and version.',
  access: 'read',
  params: z.strictObject({}),
});

export const getFileInfo = tool({
  name: 'get_file_info',
  description: 'Light facts about one file: kind, size, sheets, page count or picture size. No structural map.',
  access: 'read',
  params: z.strictObject({ path }),
});

export const getFileMap = tool({
  name: 'get_file_map',
  description: 'The structure of a file (sheets, sections, slides, pages, columns, headings) without its content.',
  access: 'read',
  params: z.strictObject({
    path,
    part: optional(text).describe('Narrow to one sheet, or slides:40-80, sections:10-30, pages:1-200, headings:1-99.'),
    detail: optional(z.enum(['compact', 'full'])).describe('Default full.'),
  }),
});

export const readFile = tool({
  name: 'read_file',
  description:
    'Read a named region. Partial answers carry chunk_info.next: pass it back with the path to continue exactly after.',
  access: 'read',
  params: z.strictObject({
    path,
    sheet: optional(text).describe('xlsx: sheet name.'),
    range: optional(text).describe("xlsx: B2, A1:E50, A:D, 5:20, A10:D, 'My Sheet'!A1, a defined name or a table."),
    section: optional(z.union([text, z.int()])).describe('docx, odt: section index, heading text, or blocks b12-b40.'),
    slide_index: optional(index).describe('pptx: slide index from 0.'),
    pages: optional(text).describe('pdf: 1-5, 3, 1,4-6 or 10-; at most 20 pages.'),
    line_start: optional(z.int()).describe('text, csv: first line, from 1.'),
    line_count: optional(z.int()).describe('text, csv: how many lines.'),
    view: optional(advised('values', 'formulas', 'both', 'final', 'markup')).describe(
      'xlsx: values, formulas or both (default). docx: final (default) or markup.',
    ),
  }),
});

export const recallToolResult = tool({
  name: 'recall_tool_result',
  description: 'The full stored result of an earlier call, in pieces of at most 16 KiB. Nothing is run again.',
  access: 'read',
  params: z.strictObject({ entry_id: text, offset: optional(index), limit: optional(z.int().positive()) }),
});
