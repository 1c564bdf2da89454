import type { Rect } from '../ref.ts';
import { isFilled } from '../row-cells.ts';
import { walkSheet } from '../sheet-stream.ts';

/** The bounding box of what a sheet holds. */
export const usedRect = async (chunks: AsyncIterable<Buffer>): Promise<Rect | undefined> => {
  let used: { top: number; left: number; bottom: number; right: number } | undefined;
  await walkSheet(chunks, {
    row: (cells) => {
      for (let index = 0; index < cells.count; index++) {
        if (!isFilled(cells, index)) continue;
        const column = cells.column[index] as number;
        used ??= { top: cells.row, left: column, bottom: cells.row, right: column };
        used.bottom = cells.row;
        used.left = Math.min(used.left, column);
        used.right = Math.max(used.right, column);
      }
    },
  });
  return used;
};
