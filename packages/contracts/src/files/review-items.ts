import { z } from 'zod';

/** Where a change is, as a person would say it. Numbers start at 1, as programs show them. */
export const ReviewPlace = z.discriminatedUnion('at', [
  z.object({ at: z.literal('line'), line: z.int() }),
  z.object({ at: z.literal('row'), row: z.int(), key: z.array(z.string()).nullable() }),
  z.object({ at: z.literal('column'), column: z.string() }),
  z.object({ at: z.literal('sheet'), sheet: z.string() }),
  z.object({ at: z.literal('cell'), sheet: z.string(), ref: z.string() }),
  z.object({ at: z.literal('rows'), sheet: z.string(), from: z.string(), to: z.string() }),
  z.object({ at: z.literal('columns'), sheet: z.string(), from: z.string(), to: z.string() }),
  z.object({ at: z.literal('paragraph'), number: z.int(), under: z.string().nullable() }),
  z.object({ at: z.literal('table'), number: z.int(), under: z.string().nullable() }),
  z.object({ at: z.literal('slide'), number: z.int() }),
  z.object({ at: z.literal('page'), number: z.int() }),
  z.object({ at: z.literal('file') }),
]);
export type ReviewPlace = z.infer<typeof ReviewPlace>;

/** Text with the ranges of characters that differ from the other side. */
export const MarkedText = z.object({ text: z.string(), spans: z.array(z.tuple([z.int(), z.int()])) });
export type MarkedText = z.infer<typeof MarkedText>;

const side = MarkedText.nullable();
const status = z.enum(['added', 'removed', 'changed', 'moved']);
export type ReviewStatus = z.infer<typeof status>;

const shared = {
  id: z.string(),
  /** The key of its group in `groups`. */
  group: z.string(),
  place: ReviewPlace,
  status,
  /** Which changes make it up: those a person keeps or drops. */
  changes: z.array(z.string()),
};

/** Lines of text that came, went or were replaced together. `before` and `after` start at these lines. */
export const LinesItem = z.object({
  what: z.literal('lines'),
  ...shared,
  lineBefore: z.int().nullable(),
  lineAfter: z.int().nullable(),
  before: z.array(MarkedText),
  after: z.array(MarkedText),
  /** The words are the same; how the lines end is not. */
  lineEndingsOnly: z.boolean(),
});

export const ColumnItem = z.object({
  what: z.literal('column'),
  ...shared,
  before: z.string().nullable(),
  after: z.string().nullable(),
});

const FieldChange = z.object({ column: z.string(), before: z.string().nullable(), after: z.string().nullable() });

/**
 * A row of a table. A new, removed or moved one has all its values; a new column's values are among the cells.
 * `rowBefore` is where a moved one was.
 */
export const RecordItem = z.object({
  what: z.literal('record'),
  ...shared,
  rowBefore: z.int().optional(),
  cells: z.array(FieldChange),
});

export const CellFace = z.object({
  value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  type: z.enum(['blank', 'string', 'number', 'boolean', 'error']),
  /** With its equals sign. */
  formula: z.string().nullable(),
  /** The number format. */
  format: z.string(),
  /** As the program would show it. */
  shown: z.string(),
});
export type CellFace = z.infer<typeof CellFace>;

export const CellItem = z.object({
  what: z.literal('cell'),
  ...shared,
  differs: z.enum(['value', 'formula', 'format']),
  before: CellFace.nullable(),
  after: CellFace.nullable(),
});

/** Rows or columns of a sheet that came, went or moved, with what they hold where that is known. */
export const BandItem = z.object({
  what: z.literal('band'),
  ...shared,
  before: z.string().nullable(),
  after: z.string().nullable(),
  cells: z.array(z.object({ ref: z.string(), face: CellFace })),
});

/** A sheet that came, went, moved or has another name; a new one shows its first rows. */
export const SheetItem = z.object({
  what: z.literal('sheet'),
  ...shared,
  nameBefore: z.string().nullable(),
  nameAfter: z.string().nullable(),
  rowCount: z.int(),
  columnCount: z.int(),
  rows: z.array(z.array(z.string())),
});

/** Something around the content: widths, merged cells, freezing, page setup. */
export const SettingItem = z.object({
  what: z.literal('setting'),
  ...shared,
  title: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

/** `format` says in words what changed in its look. */
export const ParagraphItem = z.object({
  what: z.literal('paragraph'),
  ...shared,
  before: side,
  after: side,
  format: z.array(z.string()),
});

/** Rows and columns are counted from 1. A new or removed table has all its cells. */
export const TableItem = z.object({
  what: z.literal('table'),
  ...shared,
  cells: z.array(z.object({ row: z.int(), column: z.int(), before: side, after: side })),
});

const ShapeChange = z.object({
  name: z.string(),
  status,
  differs: z.array(z.enum(['text', 'geometry', 'format', 'image', 'table'])),
  before: side,
  after: side,
});

export const SlideItem = z.object({
  what: z.literal('slide'),
  ...shared,
  title: z.string().nullable(),
  numberBefore: z.int().nullable(),
  numberAfter: z.int().nullable(),
  shapes: z.array(ShapeChange),
  notes: z.object({ before: side, after: side }).nullable(),
  /** Whether a show leaves it out, where that changed. */
  isHidden: z.object({ before: z.boolean(), after: z.boolean() }).optional(),
});

const Box = z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() });

/** `share` is how much of the picture differs, where pages or pictures say the same and look different. */
export const PageItem = z.object({
  what: z.literal('page'),
  ...shared,
  pageBefore: z.int().nullable(),
  pageAfter: z.int().nullable(),
  before: z.array(MarkedText),
  after: z.array(MarkedText),
  share: z.number().nullable(),
  boxes: z.array(Box),
});

const PictureFacts = z.object({ format: z.string(), width: z.number().nullable(), height: z.number().nullable() });

export const PictureItem = z.object({
  what: z.literal('picture'),
  ...shared,
  before: PictureFacts.nullable(),
  after: PictureFacts.nullable(),
  share: z.number().nullable(),
  boxes: z.array(Box),
});

const WholeFacts = z.object({ format: z.string(), sizeBytes: z.int() });

export const WholeItem = z.object({
  what: z.literal('file'),
  ...shared,
  before: WholeFacts.nullable(),
  after: WholeFacts.nullable(),
});

/** A change that nothing above shows, by its label; with what it says, where it says anything. */
export const AlsoItem = z.object({
  what: z.literal('also'),
  ...shared,
  label: z.string(),
  before: side.optional(),
  after: side.optional(),
});
