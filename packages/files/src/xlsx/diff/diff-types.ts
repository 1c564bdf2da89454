/** A cell on one side of a comparison. */
export type CellFace = {
  readonly v: string | number | boolean | null;
  readonly t: 'blank' | 'string' | 'number' | 'boolean' | 'error';
  readonly f: string | null;
  /** The number format. */
  readonly fmt: string;
  /** As a spreadsheet program would show it. */
  readonly shown: string;
  /** The value of a formula that no spreadsheet program has calculated yet; it will when it opens the file. */
  readonly awaits_calculation?: true;
};

export type CellChange = {
  readonly id: string;
  readonly sheet: string;
  /** In the later file; in the earlier one when the cell is only there. */
  readonly ref: string;
  readonly kind: 'value' | 'formula' | 'format';
  readonly before: CellFace | null;
  readonly after: CellFace | null;
  readonly requires: readonly string[];
  /** The change it comes with and cannot be parted from: a new sheet, row or column. Such cells are not in `changes`. */
  readonly part_of?: string;
};

export type StructureChange = {
  readonly id: string;
  readonly sheet: string | null;
  readonly what: string;
  readonly before: string;
  readonly after: string;
  readonly requires: readonly string[];
};

/** Rows, or columns by their letters. */
export type LineChange = {
  readonly status: 'inserted' | 'deleted' | 'moved';
  readonly sheet: string;
  readonly before: string | null;
  readonly after: string | null;
};

export type SheetDiff = {
  readonly name: string;
  readonly before_name?: string;
  readonly status: 'added' | 'removed' | 'renamed' | 'moved' | 'modified' | 'unchanged';
  readonly stats: SheetStats;
};

export type SheetStats = {
  readonly values: number;
  readonly formulas: number;
  readonly formats: number;
  readonly recalculated: number;
  readonly rows_inserted: number;
  readonly rows_deleted: number;
  readonly rows_moved: number;
  readonly cols_inserted: number;
  readonly cols_deleted: number;
  readonly cols_moved: number;
};

export const NO_STATS: SheetStats = {
  values: 0,
  formulas: 0,
  formats: 0,
  recalculated: 0,
  rows_inserted: 0,
  rows_deleted: 0,
  rows_moved: 0,
  cols_inserted: 0,
  cols_deleted: 0,
  cols_moved: 0,
};

export type XlsxDiff = {
  readonly kind: 'xlsx';
  readonly change: 'added' | 'modified' | 'deleted' | 'unchanged';
  readonly bytes_before: number | null;
  readonly bytes_after: number | null;
  readonly stats: SheetStats & { readonly sheets: number; readonly structure: number };
  readonly sheets: readonly SheetDiff[];
  readonly cells: readonly CellChange[];
  readonly rows: readonly LineChange[];
  readonly columns: readonly LineChange[];
  /** Cells whose formula is the same and whose value followed from other changes, by sheet. */
  readonly recalculated: readonly {
    readonly sheet: string;
    readonly count: number;
    readonly first: readonly string[];
    /** The first of them with both values. */
    readonly cells: readonly {
      readonly ref: string;
      readonly before: CellFace | null;
      readonly after: CellFace | null;
    }[];
  }[];
  readonly structure: readonly StructureChange[];
  /** Parts that changed and are not told above, in words. */
  readonly other_changes: readonly string[];
  /** Every change that can be accepted or rejected, with what it cannot go without. */
  readonly changes: readonly { readonly id: string; readonly label: string; readonly requires: readonly string[] }[];
  readonly truncated?: { readonly shown: number; readonly total: number; readonly next_offset: number };
};

/** All rows and columns at once, where they moved about so that none can be taken alone. */
export const LINES = 'rows';
/** Everything that is neither a cell nor an element around the cells of a sheet. */
export const REST = 'rest';
