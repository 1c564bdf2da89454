import type { StylePatch } from './style-patch.ts';

/** The value a formula had or now has. */
export type Cached = string | number | boolean | { readonly error: string } | null;

/** What a cell is to hold; `undefined` content keeps what is there. */
export type Content =
  | { readonly kind: 'clear' }
  | { readonly kind: 'value'; readonly value: string | number | boolean | { readonly error: string } }
  /** A null cached value leaves the formula without one. */
  | { readonly kind: 'formula'; readonly formula: string; readonly cached: Cached }
  /** Keeps the formula and replaces (null: removes) its stored value. */
  | { readonly kind: 'cached'; readonly cached: Cached }
  /** Writes the formula out, keeping the stored value: for cells that shared a formula whose first cell went away. */
  | { readonly kind: 'unshare'; readonly formula: string };

export type CellPatch = {
  readonly content?: Content;
  /** Merged over the style of the cell, in order. */
  readonly styles?: readonly StylePatch[];
  /** Replaces the style of the cell before `styles` are merged. */
  readonly baseStyle?: number;
};

/** Changes to the rows of one sheet, in live coordinates. */
export type RowPatches = Map<number, RowPatch>;
export type RowPatch = { readonly cells: Map<number, CellPatch>; height?: number | null };

export const patchCell = (rows: RowPatches, row: number, column: number, patch: CellPatch): void => {
  const cells = rowPatch(rows, row).cells;
  cells.set(column, mergePatch(cells.get(column), patch));
};

export const rowPatch = (rows: RowPatches, row: number): RowPatch => {
  const known = rows.get(row) ?? { cells: new Map<number, CellPatch>() };
  rows.set(row, known);
  return known;
};

const mergePatch = (old: CellPatch | undefined, made: CellPatch): CellPatch => {
  if (old === undefined) return made;
  const content = mergeContent(old.content, made.content);
  const rebased = made.baseStyle !== undefined;
  const baseStyle = made.baseStyle ?? old.baseStyle;
  const styles = [...(rebased ? [] : (old.styles ?? [])), ...(made.styles ?? [])];
  return {
    ...(content === undefined ? {} : { content }),
    ...(styles.length > 0 ? { styles } : {}),
    ...(baseStyle === undefined ? {} : { baseStyle }),
  };
};

const mergeContent = (old: Content | undefined, made: Content | undefined): Content | undefined => {
  if (made === undefined) return old;
  // A stored value belongs to the formula beside it, also when that formula is itself new.
  if (made.kind === 'cached' && old?.kind === 'formula') return { ...old, cached: made.cached };
  if (made.kind === 'cached' && old?.kind === 'unshare')
    return { kind: 'formula', formula: old.formula, cached: made.cached };
  return made;
};
