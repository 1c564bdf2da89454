import { ErrorEnvelope } from '@atelier/kernel/core';
import { z } from 'zod';
import {
  AlsoItem,
  BandItem,
  CellItem,
  ColumnItem,
  LinesItem,
  PageItem,
  ParagraphItem,
  PictureItem,
  RecordItem,
  SettingItem,
  SheetItem,
  SlideItem,
  TableItem,
  WholeItem,
} from './review-items.ts';

/** One change that can be kept or dropped, with those it cannot stand without. */
export const ReviewChange = z.object({ id: z.string(), label: z.string(), requires: z.array(z.string()) });
export type ReviewChange = z.infer<typeof ReviewChange>;

/** A sheet, a section, a slide: items of one group follow each other. `first` is the place of its first item. */
const ReviewGroup = z.object({ key: z.string(), title: z.string(), first: z.int(), count: z.int() });

const envelope = {
  path: z.string(),
  change: z.enum(['added', 'modified', 'deleted', 'unchanged']),
  reference: z.object({
    source: z.enum(['draft_start_snapshot', 'published_current_fallback', 'none']),
    /** Why something else than the start of the Draft is compared with. */
    warning: z.string().nullable(),
  }),
  bytesBefore: z.int().nullable(),
  bytesAfter: z.int().nullable(),
  /** How many items there are in all, by what became of them. */
  counts: z.object({ added: z.int(), removed: z.int(), changed: z.int(), moved: z.int() }),
  groups: z.array(ReviewGroup),
  total: z.int(),
  offset: z.int(),
  /** How many items say what was looked for; absent where nothing was, or where it could not be. */
  matches: z.int().optional(),
  /** Where the next page starts. */
  next: z.int().nullable(),
  /** Every change that the items of this page name, with what those require. */
  changes: z.array(ReviewChange),
  changeCount: z.int(),
  /** Whether changes can be kept one by one; else the file is kept or dropped as a whole. */
  isDivisible: z.boolean(),
  /** What else is different, in plain words. */
  also: z.array(z.string()),
  /** Cells whose formula is as it was and whose value followed from other changes: nobody asked for them. */
  results: z.array(z.object({ sheet: z.string(), ref: z.string(), before: z.string(), after: z.string() })).optional(),
  notices: z.array(z.enum(['no_renderer', 'compare_failed', 'approximate'])),
};

const pageOf = <Kind extends string, Item extends z.ZodType>(kind: Kind, item: Item) =>
  z.object({ kind: z.literal(kind), ...envelope, items: z.array(item) });

/** What changed in one file, a page of items at a time, from one comparison. Every change is in some item. */
export const FileReview = z.discriminatedUnion('kind', [
  pageOf('text', z.discriminatedUnion('what', [LinesItem, AlsoItem])),
  pageOf('csv', z.discriminatedUnion('what', [ColumnItem, RecordItem, AlsoItem])),
  pageOf('xlsx', z.discriminatedUnion('what', [SheetItem, BandItem, CellItem, SettingItem, AlsoItem])),
  pageOf('docx', z.discriminatedUnion('what', [ParagraphItem, TableItem, AlsoItem])),
  pageOf('pptx', z.discriminatedUnion('what', [SlideItem, AlsoItem])),
  pageOf('pdf', z.discriminatedUnion('what', [PageItem, AlsoItem])),
  pageOf('image', z.discriminatedUnion('what', [PictureItem, AlsoItem])),
  pageOf('opaque', z.discriminatedUnion('what', [WholeItem, AlsoItem])),
]);
export type FileReview = z.infer<typeof FileReview>;
export type ReviewKind = FileReview['kind'];
export type ReviewItem = FileReview['items'][number];

/** What a screen asks of a review, and gets: a refusal of the file layer is an answer like any other. */
export const ReviewPageParams = z.strictObject({
  offset: z.int().nonnegative().optional(),
  limit: z.int().positive().max(1_000).optional(),
  /** Only items that say this, at their place or on one of their sides. */
  find: z.string().trim().min(1).max(200).optional(),
  /** Columns that tell the rows of a table apart. */
  key: z.array(z.string()).optional(),
});
export const ReviewAnswer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: FileReview }),
  z.object({ ok: z.literal(false), error: ErrorEnvelope }),
]);
export type ReviewAnswer = z.infer<typeof ReviewAnswer>;
