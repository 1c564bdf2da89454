import { z } from 'zod';
import { optional, path, text, tool, writeFields } from '../definition.ts';

export const xlsxGetStyles = tool({
  name: 'xlsx_get_styles',
  description: 'Named styles, number formats, fonts, fills and borders of a workbook; with a sheet, its cell styles.',
  access: 'read',
  params: z.strictObject({ path, sheet: optional(text) }),
});

export const docxGetStyles = tool({
  name: 'docx_get_styles',
  description: 'Paragraph, character and table styles and images of a document.',
  access: 'read',
  params: z.strictObject({ path }),
});

export const pptxGetStyles = tool({
  name: 'pptx_get_styles',
  description: 'Masters, layouts, theme, text styles and images of a presentation.',
  access: 'read',
  params: z.strictObject({ path }),
});

const asset = z.union([
  text,
  z.strictObject({
    type: text,
    id: optional(text),
    name: optional(text),
    source: optional(text),
    target: optional(text),
  }),
]);
const copyParams = z.strictObject({
  source_path: path,
  target_path: path,
  assets: z.array(asset).min(1),
  ...writeFields,
});

export const xlsxCopyAssets = tool({
  name: 'xlsx_copy_assets',
  description: 'Copy named_style, number_format, cell_style, column_widths, conditional_format, image or sheet.',
  access: 'write',
  params: copyParams,
});

export const docxCopyAssets = tool({
  name: 'docx_copy_assets',
  description: 'Copy paragraph_style, character_style, table_style, image, header_footer or theme.',
  access: 'write',
  params: copyParams,
});

export const pptxCopyAssets = tool({
  name: 'pptx_copy_assets',
  description: 'Copy text_style, image, layout, theme or slide.',
  access: 'write',
  params: copyParams,
});
