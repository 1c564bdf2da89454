import { z } from 'zod';
import { op, optional, path, text, tool, writeFields } from '../definition.ts';

const pages = text.describe('1-5, 3, 1,4-6 or 10-.');

export const pdfOperations = tool({
  name: 'pdf_operations',
  description: 'Make a new pdf from existing ones: merge, extract, then rotate. Existing pdf files never change.',
  access: 'write',
  params: z.strictObject({
    target_path: path,
    operations: z
      .array(
        z.discriminatedUnion('op', [
          op('merge', { sources: z.array(z.strictObject({ path: text, pages: optional(pages) })).min(1) }),
          op('extract', { path: text, pages }),
          op('rotate', { pages, degrees: z.union([z.literal(90), z.literal(180), z.literal(270)]) }),
        ]),
      )
      .min(1),
    ...writeFields,
  }),
});
