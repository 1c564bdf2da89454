import type { Rect } from '../ref.ts';
import { rectRef } from '../ref.ts';
import type { Chunks } from './map-types.ts';
import { RowRuns } from './row-runs.ts';
import { isFilledRow } from './sheet-scan.ts';

export const CHUNK_ROWS = 50;
const LISTED = 20;

/** Windows of 50 rows by row number from the first used row. */
export const chunkRule = (used: Rect | undefined, filledRows: Uint8Array): Chunks => {
  if (!used) return { unit: 'rows', size: CHUNK_ROWS, count: 0, first: null, last: null };
  const count = Math.ceil((used.bottom - used.top + 1) / CHUNK_ROWS);
  const empty = new RowRuns();
  for (let index = 0; index < count; index++) if (!hasContent(used, filledRows, index)) empty.add(index);
  const emptyRuns = empty.ranges();
  const rangeOf = (index: number) => rectRef(chunkRect(used, index));
  return {
    unit: 'rows',
    size: CHUNK_ROWS,
    count,
    first: rangeOf(0),
    last: rangeOf(count - 1),
    ...(emptyRuns.length > 0 ? { empty_runs: emptyRuns } : {}),
    ...(count <= LISTED ? { list: Array.from({ length: count }, (_, index) => rangeOf(index)) } : {}),
  };
};

export const chunkRect = (used: Rect, index: number): Rect => ({
  ...used,
  top: used.top + index * CHUNK_ROWS,
  bottom: Math.min(used.bottom, used.top + (index + 1) * CHUNK_ROWS - 1),
});

const hasContent = (used: Rect, filledRows: Uint8Array, index: number): boolean => {
  const { top, bottom } = chunkRect(used, index);
  for (let row = top; row <= bottom; row++) if (isFilledRow(filledRows, row)) return true;
  return false;
};
