import { createCell, type Observable } from '../../client/observable.ts';

export type SheetCells = readonly string[];
export type LoadRows = (from: number, to: number) => Promise<readonly SheetCells[]>;

type Block =
  | { readonly state: 'loading' | 'failed' }
  | { readonly state: 'ready'; readonly rows: readonly SheetCells[] };

export type RowBlocks = {
  /** Changes whenever rows arrived or did not. */
  readonly version: Observable<number>;
  /** The row, if it is here. */
  readonly row: (index: number) => SheetCells | undefined;
  readonly hasFailed: (index: number) => boolean;
  /** Sees to it that these rows come; those that failed before are asked for again. */
  readonly show: (first: number, last: number) => void;
  /** All rows of a span, fetched where they are not here. */
  readonly read: (first: number, last: number) => Promise<readonly SheetCells[]>;
};

export const blockSize = 200;

/** Rows of a large sheet, fetched block by block as they come into sight; what was in sight longest ago is forgotten. */
export const createRowBlocks = (rowCount: number, load: LoadRows, most = 60): RowBlocks => {
  const blocks = new Map<number, Block>();
  const version = createCell(0);
  const blockOf = (index: number): number => Math.floor(index / blockSize);
  const bring = async (number: number): Promise<readonly SheetCells[]> => {
    const from = number * blockSize;
    blocks.set(number, { state: 'loading' });
    try {
      const rows = await load(from, Math.min(rowCount, from + blockSize));
      blocks.set(number, { state: 'ready', rows });
      for (const oldest of [...blocks.keys()].slice(0, Math.max(0, blocks.size - most))) blocks.delete(oldest);
      return rows;
    } catch (fault) {
      blocks.set(number, { state: 'failed' });
      throw fault;
    } finally {
      version.set(version.get() + 1);
    }
  };
  return {
    version,
    row: (index) => {
      const block = blocks.get(blockOf(index));
      return block?.state === 'ready' ? block.rows[index % blockSize] : undefined;
    },
    hasFailed: (index) => blocks.get(blockOf(index))?.state === 'failed',
    show: (first, last) => {
      for (let number = blockOf(Math.max(0, first)); number <= blockOf(Math.min(rowCount - 1, last)); number += 1) {
        const block = blocks.get(number);
        // Seen again: the last to be forgotten.
        if (block?.state === 'ready') {
          blocks.delete(number);
          blocks.set(number, block);
        } else if (block?.state !== 'loading') bring(number).catch(() => {});
      }
    },
    read: async (first, last) => {
      const rows: SheetCells[] = [];
      for (let number = blockOf(first); number <= blockOf(last); number += 1) {
        const block = blocks.get(number);
        rows.push(...(block?.state === 'ready' ? block.rows : await bring(number)));
      }
      const skip = first - blockOf(first) * blockSize;
      return rows.slice(skip, skip + last - first + 1);
    },
  };
};
