import { collect, type RawCell } from '../cells.ts';
import { createRowCells, type RowCells } from '../row-cells.ts';
import { scanSpan } from '../row-scan.ts';
import { createWalker, type SheetFrame } from '../sheet-stream.ts';
import { asUtf8 } from '../utf8-stream.ts';
import type { SheetInfo, Workbook } from '../workbook.ts';

/** What reading two sheets side by side finds. */
export type Lockstep = {
  readonly frames: readonly [SheetFrame, SheetFrame];
  /** Rows that are not the same on both sides, in order. */
  readonly differing: readonly number[];
  /** Cells of those rows; undefined when they are too many to hold. */
  readonly kept: { readonly before: readonly RawCell[]; readonly after: readonly RawCell[] } | undefined;
  /** Rows on both sides whose height, style or outline differs. */
  readonly settings: number;
};

/** Cells of differing rows that are held on the way; beyond this they are read again when they are needed. */
const MOST_KEPT = 60_000;

/** `same` decides about rows where bytes do not: one number may stand for two texts or two styles. */
export const readTogether = async (
  before: { readonly book: Workbook; readonly sheet: SheetInfo },
  after: { readonly book: Workbook; readonly sheet: SheetInfo },
  same: ((a: RowCells, b: RowCells) => boolean) | undefined,
): Promise<Lockstep> => {
  const [left, right] = [createSide(before), createSide(after)];
  const differing: number[] = [];
  const kept = { before: [] as RawCell[], after: [] as RawCell[] };
  let holds = true;
  let settings = 0;
  const keep = (side: Side, span: Span, into: RawCell[]): void => {
    if (!holds) return;
    collect(side.scan(span), ANY, side.prefix(), into);
    if (kept.before.length + kept.after.length <= MOST_KEPT) return;
    holds = false;
    kept.before.length = 0;
    kept.after.length = 0;
  };
  for (;;) {
    // Both sides inflate at the same time.
    await Promise.all([left.fill(), right.fill()]);
    const [a, b] = [left.peek(), right.peek()];
    if (!a && !b) break;
    if (a && b && a.row === b.row) {
      left.skip();
      right.skip();
      const equal = isEqual(a, b);
      if (equal && !same) {
        skipEqual(left, right);
        continue;
      }
      if (!equal && rowSettings(a) !== rowSettings(b)) settings++;
      if (same?.(left.scan(a), right.scan(b))) continue;
      differing.push(a.row);
      keep(left, a, kept.before);
      keep(right, b, kept.after);
    } else if (a && (!b || a.row < b.row)) {
      left.skip();
      if (isSet(a)) settings++;
      differing.push(a.row);
      keep(left, a, kept.before);
    } else if (b) {
      right.skip();
      if (isSet(b)) settings++;
      differing.push(b.row);
      keep(right, b, kept.after);
    }
  }
  return { frames: [left.frame(), right.frame()], differing, kept: holds ? kept : undefined, settings };
};

const ANY = { top: 1, left: 1, bottom: Number.MAX_SAFE_INTEGER, right: Number.MAX_SAFE_INTEGER };

type Span = { readonly buffer: Buffer; readonly start: number; readonly end: number; readonly row: number };
type Side = ReturnType<typeof createSide>;

const isEqual = (a: Span, b: Span): boolean => a.buffer.compare(b.buffer, b.start, b.end, a.start, a.end) === 0;

/** Rows at hand that are equal byte for byte, which nearly all are. */
const skipEqual = (left: Side, right: Side): void => {
  for (;;) {
    const [a, b] = [left.peek(), right.peek()];
    if (!a || !b || a.row !== b.row || !isEqual(a, b)) return;
    left.skip();
    right.skip();
  }
};

const createSide = ({ book, sheet }: { readonly book: Workbook; readonly sheet: SheetInfo }) => {
  const source = asUtf8(book.parts.chunks(sheet.part));
  const cells = createRowCells();
  let rows: Span[] = [];
  let next = 0;
  let prefix = '';
  let frame: SheetFrame | undefined;
  const walker = createWalker({
    head: (_, it) => {
      prefix = it;
    },
    wants: () => false,
    row: () => undefined,
    passed: (buffer, start, end, row) => void rows.push({ buffer, start, end, row }),
  });
  return {
    /** Reads on until a row is at hand or the sheet ends. */
    fill: async (): Promise<void> => {
      while (next >= rows.length && frame === undefined) {
        rows = [];
        next = 0;
        const piece = await source.next();
        if (piece.done) frame = walker.finish();
        else walker.feed(piece.value);
      }
    },
    peek: (): Span | undefined => rows[next],
    skip: (): void => void next++,
    prefix: () => prefix,
    scan: ({ buffer, start, end, row }: Span): RowCells => scanSpan(cells, buffer, start, end, row, prefix.length),
    frame: (): SheetFrame => frame ?? neverRead(),
  };
};

const neverRead = (): never => {
  throw new Error('a sheet was not read to its end');
};

/** Whether a row that the other side does not have says more than that it is there, as some programs do of each. */
const isSet = (span: Span): boolean =>
  /\s(?:hidden|customHeight|customFormat|collapsed|outlineLevel|thickTop|thickBot|ph)\s*=\s*["'](?!false|0["'])/.test(
    rowSettings(span),
  );

/** The start tag of a row without what merely follows from its place and its cells. */
const rowSettings = ({ buffer, start }: Span): string =>
  buffer
    .toString('latin1', start, buffer.indexOf(62, start))
    .replace(/\s(?:r|spans|[\w-]+:dyDescent)\s*=\s*(?:"[^"]*"|'[^']*')/g, '')
    .replace(/\s*\/?$/, '');
