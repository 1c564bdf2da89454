import type { FileReview, ReviewItem, ReviewKind } from '@atelier/contracts';
import type { JsonObject } from '@atelier/kernel/core';
import type { RowChange } from '../review/table-diff.ts';
import { columnItems, recordItems } from '../review/typed/long-table.ts';
import type { ReviewPage } from '../review/typed/page.ts';
import type { FileResult } from '../tools/errors.ts';
import type { Kind } from '../tools/kind-handler.ts';
import type { FileWorkers } from './file-workers.ts';
import { type createSides, isDivisible, kindOf, openSides, type Sides } from './review-sides.ts';

type Deps = {
  readonly find: ReturnType<typeof createSides>['find'];
  readonly workers: FileWorkers;
  readonly hasRenderer: boolean;
};

export type ReviewOptions = {
  readonly offset?: number;
  readonly limit?: number;
  /** Columns that tell the rows of a table apart, where a person knows better. */
  readonly key?: readonly string[];
  /** Only what says this. A table that is compared where it can be queried is not searched. */
  readonly find?: string;
};

/** Above this a table is compared where it can be queried, and kept or dropped as a whole. */
const longTable = 8 * 1024 * 1024;

const kindByFile: Readonly<Record<Kind, ReviewKind>> = {
  text: 'text',
  odt: 'text',
  table: 'csv',
  xlsx: 'xlsx',
  docx: 'docx',
  pptx: 'pptx',
  pdf: 'pdf',
  image: 'image',
  binary: 'opaque',
};

/** One file's review: what changed and which changes can be kept, from one comparison, a page at a time. */
export const createFileReview = ({ find, workers, hasRenderer }: Deps) => {
  const page = async (
    sides: Sides,
    kind: Kind,
    options: JsonObject,
    signal?: AbortSignal,
  ): Promise<FileResult<ReviewPage>> => {
    const opened = await openSides(sides);
    if (!opened.ok) return opened;
    const { reference, draft } = opened.value;
    const isLong =
      kind === 'table' && reference && draft && Math.max(reference.size_bytes, draft.size_bytes) > longTable;
    if (isLong) {
      const table = (name: string, source: typeof reference) => ({ name, source, kind, sheet: null, range: null });
      const tables = [table('data', reference), table('later', draft)];
      const { result } = await workers.run({ verb: 'table', op: 'diff', tables, args: withoutFind(options) }, signal);
      if (result.ok && (result.value as JsonObject).in_memory !== true)
        return { ok: true, value: longPage(result.value as JsonObject, Number(options.offset ?? 0)) };
    }
    const request = { reference, draft, options };
    const { result } = await workers.run({ verb: 'review', kind, request }, signal);
    return result as unknown as FileResult<ReviewPage>;
  };

  return async (raw: string, options: ReviewOptions = {}, signal?: AbortSignal): Promise<FileResult<FileReview>> => {
    const sides = await find(raw);
    if (!sides.ok) return sides;
    const kind = kindOf(sides.value);
    const head = headOf(sides.value);
    const drawn = !hasRenderer && (kind === 'docx' || kind === 'pptx') ? (['no_renderer'] as const) : [];
    if (head.change === 'unchanged') {
      return reviewOf({ ...head, ...nothing, kind: kindByFile[kind], notices: [...drawn] });
    }
    const asked: JsonObject = { ...options, ...(options.key ? { key: [...options.key] } : { key: null }) };
    const found = await page(sides.value, kind, asked, signal);
    // A file that cannot be compared is still shown as changed, with what is known of both sides and why.
    if (!found.ok && found.error.code !== 'VALIDATION_FAILED' && found.error.reason !== 'missing') {
      const facts = await page(sides.value, 'binary', {}, signal);
      if (!facts.ok) return facts;
      const { approximate: _, ...rest } = facts.value;
      return reviewOf({ ...head, ...rest, also: [found.error.message], notices: ['compare_failed', ...drawn] });
    }
    if (!found.ok) return found;
    const { approximate, ...rest } = found.value;
    return reviewOf({
      ...head,
      ...rest,
      isDivisible: rest.isDivisible && isDivisible(sides.value),
      notices: [...(approximate ? (['approximate'] as const) : []), ...drawn],
    });
  };
};

const withoutFind = ({ find: _, ...options }: JsonObject): JsonObject => options;

/** The worker's builders are typed by kind; what crosses the process is taken as they made it. */
const reviewOf = (review: Omit<FileReview, 'items'> & { readonly items: readonly ReviewItem[] }) => ({
  ok: true as const,
  value: review as FileReview,
});

const headOf = ({ path, reference, draft, source, warning }: Sides) => ({
  path,
  change:
    reference === null
      ? ('added' as const)
      : draft === null
        ? ('deleted' as const)
        : reference.file.version === draft.file.version
          ? ('unchanged' as const)
          : ('modified' as const),
  reference: { source, warning: warning ?? null },
  bytesBefore: reference?.file.size_bytes ?? null,
  bytesAfter: draft?.file.size_bytes ?? null,
});

const nothing = {
  counts: { added: 0, removed: 0, changed: 0, moved: 0 },
  groups: [],
  total: 0,
  offset: 0,
  next: null,
  items: [],
  changes: [],
  changeCount: 0,
  isDivisible: false,
  also: [],
};

const longPage = ({ body, stats, other_changes }: JsonObject, offset: number): ReviewPage => {
  const { columns, rows, next } = body as {
    columns: JsonObject;
    rows: readonly LongRow[];
    next: { offset: number } | null;
  };
  const counted = stats as Readonly<Record<string, number>>;
  const heads = columnItems(columns, ['whole']);
  const items = [
    ...(offset === 0 ? heads : []),
    ...recordItems(rows.map(({ row_before, row_after, ...row }) => ({ ...row, before: row_before, after: row_after }))),
  ];
  const counts = {
    added: counted.rows_added ?? 0,
    removed: counted.rows_removed ?? 0,
    changed: counted.rows_changed ?? 0,
    moved: counted.rows_moved ?? 0,
  };
  const total = counts.added + counts.removed + counts.changed;
  return {
    kind: 'csv',
    counts,
    groups: [{ key: 'rows', title: 'Rows', first: 0, count: total }],
    total,
    offset,
    next: next?.offset ?? null,
    items,
    changes: [],
    changeCount: 0,
    isDivisible: false,
    also: [...((other_changes as string[] | undefined) ?? [])],
    approximate: false,
  };
};

type LongRow = Omit<RowChange, 'before' | 'after'> & {
  readonly row_before: number | null;
  readonly row_after: number | null;
};
