import type { SheetState } from '../workbook.ts';
import type { Region } from './regions.ts';
import type { ChartInfo } from './sheet-parts.ts';

export type Chunks = {
  readonly unit: 'rows';
  readonly size: number;
  readonly count: number;
  readonly first: string | null;
  readonly last: string | null;
  /** Windows (by number, from 0) that hold nothing; reading on skips them. */
  readonly empty_runs?: readonly string[];
  readonly list?: readonly string[];
};

export type SheetMap = {
  readonly index: number;
  readonly name: string;
  readonly type: 'worksheet' | 'chartsheet';
  readonly state: SheetState;
  readonly used_range: string | null;
  readonly declared_range?: string;
  readonly row_count: number;
  readonly col_count: number;
  readonly nonempty_cells: number;
  readonly formula_count: number;
  readonly error_cells: { readonly count: number; readonly first: readonly string[] };
  readonly regions: readonly Region[];
  readonly tables: readonly { readonly name: string; readonly range: string; readonly columns: readonly string[] }[];
  readonly merged: { readonly count: number; readonly first: readonly string[] };
  readonly hidden_rows: readonly string[];
  readonly hidden_cols: readonly string[];
  readonly frozen: { readonly rows: number; readonly columns: number } | null;
  readonly autofilter: string | null;
  readonly charts: readonly ChartInfo[];
  readonly images: number;
  readonly comments: number;
  readonly conditional_formats: number;
  readonly validations: number;
  readonly sparklines: number;
  readonly protected: boolean;
  readonly right_to_left: boolean;
  readonly print_area: string | null;
  readonly has_charts: boolean;
  readonly has_merged_cells: boolean;
  readonly has_conditional_formatting: boolean;
  readonly has_formulas: boolean;
  readonly chunks: Chunks;
  /** Stands for `chunks` when only names are left; the rule is then told once, in `chunk_rule`. */
  readonly chunk_count?: number;
  readonly map_error?: string;
};

export type Omitted = {
  readonly what: string;
  readonly shown: number;
  readonly total: number;
  readonly part: string | null;
};

export type XlsxMap = {
  readonly kind: 'xlsx';
  readonly format: string;
  readonly size_bytes: number;
  readonly version: string;
  readonly readable: boolean;
  readonly read_only: boolean;
  readonly sheet_count: number;
  readonly sheets: readonly Partial<SheetMap>[];
  readonly defined_names: readonly {
    readonly name: string;
    readonly scope: string | null;
    readonly refers_to: string;
  }[];
  readonly external_links: number;
  readonly has_macros: boolean;
  readonly is_template: boolean;
  readonly date1904: boolean;
  readonly calc_mode: string;
  readonly pivot_count: number;
  readonly total_formulas: number;
  readonly chunk_rule?: Pick<Chunks, 'unit' | 'size'>;
  readonly omitted: readonly Omitted[];
  readonly warnings: readonly string[];
};
