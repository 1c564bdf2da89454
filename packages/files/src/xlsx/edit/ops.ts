import type { StyleInput } from './style-patch.ts';

export type OpValue = string | number | boolean | null;
type Nullable<T> = T | null | undefined;

/** One operation of a batch; null means the default. */
export type XlsxOp =
  | { readonly op: 'ensure_sheet'; readonly sheet: string; readonly position?: Nullable<number> }
  | {
      readonly op: 'set_cells';
      readonly sheet: string;
      readonly cells: readonly {
        readonly cell: string;
        readonly value: OpValue;
        readonly type?: Nullable<'string' | 'number' | 'boolean' | 'date' | 'formula'>;
        readonly style?: Nullable<StyleInput>;
      }[];
    }
  | {
      readonly op: 'set_range';
      readonly sheet: string;
      readonly start: string;
      readonly values: readonly (readonly OpValue[])[];
      readonly style?: Nullable<StyleInput>;
    }
  | {
      readonly op: 'summarize_by_category';
      readonly sheet: string;
      readonly source_sheets: readonly string[];
      readonly category_col?: Nullable<string>;
      readonly amount_col?: Nullable<string>;
      readonly category_header?: Nullable<string>;
    }
  | {
      readonly op: 'set_column_widths';
      readonly sheet: string;
      readonly columns: readonly { readonly column: string; readonly width: number }[];
    }
  | {
      readonly op: 'set_row_heights';
      readonly sheet: string;
      readonly rows: readonly { readonly row: number; readonly height: number }[];
    }
  | { readonly op: 'freeze_panes'; readonly sheet: string; readonly row: number; readonly column: number }
  | { readonly op: 'set_style'; readonly sheet: string; readonly range: string; readonly style: StyleInput }
  | {
      readonly op: 'clear_range';
      readonly sheet: string;
      readonly range: string;
      readonly what: 'values' | 'formats' | 'all';
    }
  | { readonly op: 'fill_formula'; readonly sheet: string; readonly range: string; readonly formula: string }
  | {
      readonly op: 'copy_range';
      readonly sheet: string;
      readonly range: string;
      readonly to_sheet?: Nullable<string>;
      readonly to: string;
      readonly what?: Nullable<'values' | 'formats' | 'all'>;
    }
  | {
      readonly op: 'insert_rows' | 'delete_rows';
      readonly sheet: string;
      readonly row: number;
      readonly count?: Nullable<number>;
    }
  | {
      readonly op: 'insert_columns' | 'delete_columns';
      readonly sheet: string;
      readonly column: string;
      readonly count?: Nullable<number>;
    }
  | { readonly op: 'rename_sheet'; readonly sheet: string; readonly to: string }
  | { readonly op: 'move_sheet'; readonly sheet: string; readonly position: number }
  | { readonly op: 'copy_sheet'; readonly sheet: string; readonly to: string; readonly position?: Nullable<number> }
  | { readonly op: 'delete_sheet'; readonly sheet: string }
  | { readonly op: 'set_sheet_view'; readonly sheet: string; readonly right_to_left: boolean }
  | { readonly op: 'set_sheet_state'; readonly sheet: string; readonly state: 'visible' | 'hidden' | 'very_hidden' }
  | { readonly op: 'merge_cells' | 'unmerge_cells'; readonly sheet: string; readonly range: string }
  | { readonly op: 'set_autofilter'; readonly sheet: string; readonly range: Nullable<string> }
  | {
      readonly op: 'add_table';
      readonly sheet: string;
      readonly range: string;
      readonly name?: Nullable<string>;
      readonly style?: Nullable<string>;
    }
  | {
      readonly op: 'set_defined_name';
      readonly name: string;
      readonly refers_to: Nullable<string>;
      readonly scope?: Nullable<string>;
    }
  | {
      readonly op: 'set_conditional_format';
      readonly sheet: string;
      readonly range: string;
      readonly kind: 'cell' | 'text' | 'top' | 'scale' | 'bar' | 'formula';
      readonly operator?: Nullable<string>;
      readonly value?: Nullable<string | number>;
      readonly value2?: Nullable<string | number>;
      readonly text?: Nullable<string>;
      readonly rank?: Nullable<number>;
      readonly colors?: Nullable<readonly string[]>;
      readonly style?: Nullable<StyleInput>;
    }
  | {
      readonly op: 'set_validation';
      readonly sheet: string;
      readonly range: string;
      readonly kind: 'list' | 'number' | 'date' | 'length';
      readonly operator?: Nullable<string>;
      readonly value?: Nullable<string | number>;
      readonly value2?: Nullable<string | number>;
      readonly items?: Nullable<readonly string[]>;
      readonly source_range?: Nullable<string>;
    }
  /** The rows of an export. Not a tool's operation: they are far more than a call may say. */
  | {
      readonly op: 'write_rows';
      readonly sheet: string;
      readonly start: string;
      readonly rows: readonly (readonly { readonly value: OpValue; readonly type: 'string' | 'date' | null }[])[];
      readonly clear: Nullable<string>;
    }
  | { readonly op: 'extend_table'; readonly sheet: string; readonly table: string; readonly bottom: number };

export type OpOf<Name extends XlsxOp['op']> = Extract<XlsxOp, { readonly op: Name }>;
