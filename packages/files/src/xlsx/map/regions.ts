import { rawText, richText } from '../cell-text.ts';
import { contains, intersect, type Rect, rectRef } from '../ref.ts';
import { CellType, type RowCells } from '../row-cells.ts';
import type { TableInfo } from '../tables.ts';
import { type ColumnType, columnType, Kind, sharedIndex } from './cell-kind.ts';
import { findHeader, type SampleCell, type SampleRow } from './header-row.ts';

export type Region = {
  readonly id: string;
  readonly range: string;
  readonly source: 'island' | 'table';
  readonly row_count: number;
  readonly col_count: number;
  readonly header_row: number | null;
  readonly headers: readonly string[] | null;
  readonly column_types: readonly ColumnType[];
  readonly label: 'header' | 'data';
  readonly has_formulas: boolean;
};

/** A region whose header texts may still be indexes of shared strings. */
export type RawRegion = Omit<Region, 'headers' | 'id'> & {
  readonly rect: Rect;
  readonly headers: readonly (string | number)[] | null;
};

/** Rows of a block kept whole, in which a header is looked for. */
const SAMPLED = 40;
/** Rows whose types make up a column's type. */
const TYPED = 1_000;
/** A map can show far fewer; beyond this blocks are only counted. */
const MOST_BLOCKS = 200;

type ColumnFacts = { top: number; bottom: number; mask: number; formula: boolean };

type Block = {
  top: number;
  bottom: number;
  readonly columns: ColumnFacts[];
  readonly sample: SampleRow[];
  readonly table: TableInfo | undefined;
};

export interface RegionBuilder {
  /** Called per filled cell, in reading order. */
  readonly cell: (cells: RowCells, index: number, kind: number) => void;
  readonly finish: (merges: readonly Rect[]) => { readonly regions: readonly RawRegion[]; readonly uncounted: number };
}

export const createRegionBuilder = (tables: readonly TableInfo[], prefix: () => string): RegionBuilder => {
  const blocks: Block[] = [];
  const tableBlocks = tables.map((table) => createBlock(table.rect.top, table));
  let current: Block | undefined;
  let uncounted = 0;

  const blockFor = (row: number, column: number): Block | undefined => {
    for (const block of tableBlocks) if (block.table && contains(block.table.rect, row, column)) return block;
    if (current && row <= current.bottom + 1 && row >= current.top) return current;
    current = createBlock(row, undefined);
    if (blocks.length < MOST_BLOCKS) blocks.push(current);
    else uncounted++;
    return current;
  };

  return {
    cell: (cells, index, kind) => {
      if (kind === Kind.empty || kind === Kind.blank) return;
      const { row } = cells;
      const column = cells.column[index] as number;
      const block = blockFor(row, column);
      if (!block) return;
      if (row > block.bottom) block.bottom = row;
      const facts = block.columns[column];
      const typed = row - block.top < TYPED + SAMPLED;
      const sampled = row - block.top < SAMPLED;
      if (facts === undefined)
        block.columns[column] = {
          top: row,
          bottom: row,
          mask: typed && !sampled ? kind : 0,
          formula: kind === Kind.formula,
        };
      else {
        if (row > facts.bottom) facts.bottom = row;
        if (typed && !sampled) facts.mask |= kind;
        if (kind === Kind.formula) facts.formula = true;
      }
      if (sampled) sampleRow(block, row).cells[column] = sampleCell(cells, index, kind, prefix());
    },
    finish: (merges) => {
      const found = blocks.flatMap((block) => islandsOf(block, merges));
      for (const block of tableBlocks) found.push(tableRegion(block));
      const regions = found.toSorted((a, b) => a.rect.top - b.rect.top || a.rect.left - b.rect.left);
      return { regions, uncounted };
    },
  };
};

const createBlock = (row: number, table: TableInfo | undefined): Block => ({
  top: row,
  bottom: row,
  columns: [],
  sample: [],
  table,
});

const sampleRow = (block: Block, row: number): SampleRow => {
  const last = block.sample.at(-1);
  if (last && last.row === row) return last;
  const made: SampleRow = { row, cells: [] };
  block.sample.push(made);
  return made;
};

const sampleCell = (cells: RowCells, index: number, kind: number, prefix: string): SampleCell => ({
  kind,
  style: cells.style[index] as number,
  text: kind === Kind.string ? textAt(cells, index, prefix) : '',
});

const textAt = (cells: RowCells, index: number, prefix: string): string | number => {
  const type = cells.type[index];
  if (type === CellType.shared) return sharedIndex(cells, index);
  if (type === CellType.inline)
    return richText(cells.buffer, cells.inlineStart[index] as number, cells.inlineEnd[index] as number, prefix);
  return rawText(cells.buffer, cells.valueStart[index] as number, cells.valueEnd[index] as number);
};

const islandsOf = (block: Block, merges: readonly Rect[]): RawRegion[] => {
  const filled: boolean[] = [];
  block.columns.forEach((_, column) => {
    filled[column] = true;
  });
  const rows = { top: block.top, bottom: block.bottom, left: 1, right: Number.MAX_SAFE_INTEGER };
  for (const merge of merges) {
    const shared = intersect(merge, rows);
    // A merge bridges the columns it covers only where its own block holds it.
    if (shared && filled[merge.left])
      for (let column = shared.left; column <= shared.right; column++) filled[column] = true;
  }
  const islands: RawRegion[] = [];
  let left = 0;
  for (let column = 1; column <= filled.length; column++) {
    if (filled[column] && left === 0) left = column;
    if (!filled[column] && left > 0) {
      islands.push(islandRegion(block, left, column - 1));
      left = 0;
    }
  }
  return islands;
};

const islandRegion = (block: Block, left: number, right: number): RawRegion => {
  let top = block.bottom;
  let bottom = block.top;
  for (let column = left; column <= right; column++) {
    const facts = block.columns[column];
    if (!facts) continue;
    top = Math.min(top, facts.top);
    bottom = Math.max(bottom, facts.bottom);
  }
  const rect = { top, left, bottom, right };
  return describe(block, rect, findHeader(block.sample, rect), 'island');
};

const tableRegion = (block: Block): RawRegion => {
  const { rect, headerRows, columns } = block.table as TableInfo;
  const region = describe(block, rect, headerRows > 0 ? rect.top : null, 'table');
  return headerRows > 0 ? { ...region, headers: columns } : region;
};

const describe = (block: Block, rect: Rect, header: number | null, source: Region['source']): RawRegion => {
  const types: ColumnType[] = [];
  let hasFormulas = false;
  for (let column = rect.left; column <= rect.right; column++) {
    let mask = block.columns[column]?.mask ?? 0;
    for (const row of block.sample) if (row.row > (header ?? 0)) mask |= row.cells[column]?.kind ?? 0;
    if (block.columns[column]?.formula) hasFormulas = true;
    types.push(columnType(mask));
  }
  const headerCells = block.sample.find((row) => row.row === header)?.cells;
  const headers = headerCells ? types.map((_, index) => headerCells[rect.left + index]?.text ?? '') : null;
  return {
    rect,
    range: rectRef(rect),
    source,
    row_count: rect.bottom - rect.top + 1,
    col_count: rect.right - rect.left + 1,
    header_row: header,
    headers,
    column_types: types,
    label: header === null ? 'data' : 'header',
    has_formulas: hasFormulas,
  };
};
