import { z } from 'zod';

/*
 * What the file layer answers, as far as a screen shows it. Fields that are missing are nothing, so that a newer layer
 * does not empty a screen.
 */

const text = z.string().catch('');
const count = z.number().int().nonnegative().catch(0);
const names = z.array(z.string()).catch([]);

export const GridWindow = z.object({
  sheets: names,
  sheet: text,
  row_count: count,
  col_count: count,
  cells: z
    .array(z.array(z.object({ display: text, type: text, formula: z.string().nullable().catch(null) })))
    .catch([]),
  right_to_left: z.boolean().catch(false),
  hidden_sheets: names,
  beside: z
    .object({ hidden_rows: names, hidden_cols: names, charts: count, images: count, comments: count })
    .optional()
    .catch(undefined),
});
export type GridWindow = z.infer<typeof GridWindow>;

const Run = z.object({
  text,
  bold: z.boolean().catch(false),
  italic: z.boolean().catch(false),
  underline: z.boolean().catch(false),
});
export type TextRun = z.infer<typeof Run>;

const TrackedRun = Run.extend({ tracked: z.enum(['deleted', 'inserted']).nullable().catch(null) });
export type TrackedRun = z.infer<typeof TrackedRun>;

/** What stands at a block beside its running text. */
const Beside = z.object({
  kind: z.enum(['box', 'note', 'comment', 'drawing']),
  text,
  by: z.string().optional().catch(undefined),
});
export type Beside = z.infer<typeof Beside>;
const beside = z.array(Beside).catch([]);

export const DocSection = z.object({
  heading: z.string().nullable().catch(null),
  paragraphs: z
    .array(
      z.object({
        index: count,
        text,
        style: text,
        list: z
          .object({ ordered: z.boolean(), level: count, label: z.string().optional() })
          .optional()
          .catch(undefined),
        runs: z.array(Run).catch([]),
        tracked_runs: z.array(TrackedRun).catch([]),
        beside,
      }),
    )
    .catch([]),
  tables: z
    .array(
      z.object({
        index: count,
        rows: z.array(z.array(z.string())).catch([]),
        tracked_rows: z.record(z.string(), z.enum(['deleted', 'inserted'])).catch({}),
        beside,
      }),
    )
    .catch([]),
  images: z.array(z.object({ alt_text: z.string().nullable().catch(null) })).catch([]),
  margins: z.array(z.object({ slot: z.enum(['header', 'footer']), text })).catch([]),
});
export type DocSection = z.infer<typeof DocSection>;

const share = z.number().nullable().catch(null);
const Shape = z.object({
  index: count,
  name: text,
  shape_type: text,
  left: share,
  top: share,
  width: share,
  height: share,
  placeholder_type: z.string().optional().catch(undefined),
  alt_text: z.string().nullable().catch(null),
  has_image: z.boolean().catch(false),
  text_blocks: z.array(z.object({ level: count, text })).catch([]),
  table: z.array(z.array(z.string())).optional().catch(undefined),
});

export const SlideContent = z.object({
  index: count,
  title: z.string().nullable().catch(null),
  notes: z.string().nullable().catch(null),
  hidden: z.boolean().catch(false),
  shapes: z.array(Shape).catch([]),
});
export type SlideContent = z.infer<typeof SlideContent>;

/** The parts of a map a screen uses: how many places there are, and what they are called. */
export const FileMap = z.object({
  section_count: count,
  slide_count: count,
  slide_size: z
    .object({ width_in: z.number().positive(), height_in: z.number().positive() })
    .optional()
    .catch(undefined),
  page_count: count,
  sheets: z.array(z.object({ name: text })).catch([]),
  sections: z.array(z.object({ heading: z.string().nullable().catch(null) })).catch([]),
  slides: z.array(z.object({ title: z.string().nullable().catch(null) })).catch([]),
  headings: z.array(z.object({ text })).catch([]),
});
export type FileMap = z.infer<typeof FileMap>;

export type NamedPlace = { readonly kind: 'sheet' | 'heading' | 'slide'; readonly name: string };

/** Places inside a file that a message can name. */
export const placesOf = ({ sheets, sections, slides, headings }: FileMap): readonly NamedPlace[] => [
  ...sheets.map(({ name }): NamedPlace => ({ kind: 'sheet', name })),
  ...sections.flatMap(({ heading }): readonly NamedPlace[] =>
    heading === null || heading === '' ? [] : [{ kind: 'heading', name: heading }],
  ),
  ...slides.flatMap(({ title }): readonly NamedPlace[] =>
    title === null || title === '' ? [] : [{ kind: 'slide', name: title }],
  ),
  ...headings.flatMap(({ text: name }): readonly NamedPlace[] => (name === '' ? [] : [{ kind: 'heading', name }])),
];
