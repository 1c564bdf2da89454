import type { Scalar } from '../formula/values.ts';
import { isError } from '../formula/values.ts';
import type { BookEdit } from './book-edit.ts';
import { calculate } from './calculate.ts';
import type { Cached, RowPatches } from './cell-patch.ts';
import { type Cone, coneOf, type GraphFormula } from './dependents.ts';
import type { FormulaCell, SheetIndex } from './sheet-index.ts';

/** `cells` is how many values were calculated (`computed`) or, when none could be, taken away (`cleared`). */
export type Recalc = {
  readonly mode: 'computed' | 'cleared' | 'none';
  readonly cells: number;
  /** Of the formulas concerned, those whose values were taken away. */
  readonly cleared: number;
};

export const NO_RECALC: Recalc = { mode: 'none', cells: 0, cleared: 0 };

const MOST_FORMULAS = 50_000;
/** Beyond this the graph itself would not fit; every stored value is then taken away. */
const MOST_TRACED = 500_000;

/** Brings stored values in step with what changed: calculated where that is certain, else taken away. */
export const recalculate = async (edit: BookEdit): Promise<Recalc> => {
  await edit.settle();
  const book = edit.book();
  const dirty = edit.dirty.bySheet();
  if ([...dirty.values()].every((cells) => cells.size === 0)) return NO_RECALC;
  const all: GraphFormula[] = [];
  for (const sheet of book.sheets) {
    if (sheet.type !== 'worksheet') continue;
    const draft = edit.draft(sheet);
    const index = await draft.index();
    for (const cell of formulasWith(index, draft.rows)) all.push({ sheet, index, cell });
  }
  if (all.length > 0) edit.dirty.valuesBehindFormulasChanged = true;
  const cone: Cone = all.length > MOST_TRACED ? { formulas: all, reads: new Map() } : coneOf(book, all, dirty);
  if (cone.formulas.length === 0) return NO_RECALC;
  // Where a workbook calculates with the digits it shows, formats decide values; that is left to the program.
  const isCertain = !book.calculatesAsShown && cone.formulas.length <= MOST_FORMULAS;
  const results = isCertain ? await calculate(edit, all, cone) : undefined;
  let computed = 0;
  for (const formula of cone.formulas) {
    const result = results?.get(formula);
    if (result) computed++;
    if (!result || result.differs) store(edit, formula, result ? cachedOf(result.value) : null);
  }
  const cleared = cone.formulas.length - computed;
  return computed > 0 ? { mode: 'computed', cells: computed, cleared } : { mode: 'cleared', cells: cleared, cleared };
};

const cachedOf = (value: Exclude<Scalar, null>): Cached => (isError(value) ? { error: value.error } : value);

const store = (edit: BookEdit, { sheet, cell }: GraphFormula, cached: Cached): void => {
  const draft = edit.draft(sheet);
  const rect = cell.rect ?? { top: cell.row, left: cell.column, bottom: cell.row, right: cell.column };
  for (let row = rect.top; row <= rect.bottom; row++)
    for (let column = rect.left; column <= rect.right; column++)
      draft.patch(row, column, { content: { kind: 'cached', cached } });
  draft.markSettled();
};

/** The formulas of a sheet as waiting patches leave them. */
const formulasWith = (index: SheetIndex, rows: RowPatches): readonly FormulaCell[] => {
  if (rows.size === 0) return index.formulas;
  const contentAt = (row: number, column: number) => rows.get(row)?.cells.get(column)?.content;
  const kept = index.formulas.filter(({ row, column }) => {
    const content = contentAt(row, column);
    return content === undefined || content.kind === 'cached';
  });
  const made: FormulaCell[] = [];
  for (const [row, { cells }] of rows)
    for (const [column, { content }] of cells)
      if (content?.kind === 'formula' || content?.kind === 'unshare')
        made.push({
          row,
          column,
          text: content.formula,
          kind: 'plain',
          group: -1,
          rect: undefined,
          pending: content.kind === 'formula' && content.cached === null,
          inputs: [],
        });
  return [...kept, ...made];
};
