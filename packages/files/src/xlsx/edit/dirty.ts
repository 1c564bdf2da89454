import type { Rect } from '../ref.ts';
import { placeKey } from './sheet-index.ts';

/** Cells, by sheet part, whose value is no longer what formulas were calculated from. */
export interface Dirty {
  readonly add: (part: string, row: number, column: number) => void;
  readonly bySheet: () => ReadonlyMap<string, ReadonlyMap<number, { readonly row: number; readonly column: number }>>;
  readonly move: (part: string, to: (rect: Rect) => Rect | undefined) => void;
  readonly drop: (part: string) => void;
  /** The set of formulas changed, so a stored order of calculation no longer holds. */
  formulasChanged: boolean;
  /** A value changed in a workbook with formulas, so whoever opens it has to calculate it again. */
  valuesBehindFormulasChanged: boolean;
}

export const createDirty = (): Dirty => {
  const sheets = new Map<string, Map<number, { row: number; column: number }>>();
  const of = (part: string) => {
    const known = sheets.get(part) ?? new Map<number, { row: number; column: number }>();
    sheets.set(part, known);
    return known;
  };
  return {
    formulasChanged: false,
    valuesBehindFormulasChanged: false,
    add: (part, row, column) => void of(part).set(placeKey(row, column), { row, column }),
    bySheet: () => sheets,
    drop: (part) => void sheets.delete(part),
    move: (part, to) => {
      const cells = [...of(part).values()];
      const moved = of(part);
      moved.clear();
      for (const { row, column } of cells) {
        const rect = to({ top: row, left: column, bottom: row, right: column });
        if (rect) moved.set(placeKey(rect.top, rect.left), { row: rect.top, column: rect.left });
      }
    },
  };
};
