import type { PlacedCell } from './compare-books.ts';
import type { CellFace, XlsxDiff } from './diff-types.ts';
import type { LineMoves, LineUnit } from './line-moves.ts';

export type Look = {
  readonly sheet: string;
  readonly ref: string;
  readonly before: CellFace | null;
  readonly after: CellFace | null;
};

/** Everything a comparison found, for those who go on to apply parts of it. */
export type Comparison = {
  readonly diff: XlsxDiff;
  /** Changed cells, those on new rows and columns included. */
  readonly cells: readonly PlacedCell[];
  readonly stylesFollow: boolean;
  /** Cells that look different where a format can't be taken alone: another program numbers styles afresh. */
  readonly looks: readonly Look[];
  /** The earlier file with its lines where they are in the later one; its own bytes where none moved. */
  readonly ground: Uint8Array;
  readonly moves: readonly LineMoves[];
  readonly units: readonly LineUnit[];
  /** What a sheet of the later file is called in the earlier one. */
  readonly nameBefore: (sheet: string) => string;
};
