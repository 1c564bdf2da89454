import { cellCount, contains, type Rect } from '../ref.ts';
import type { Cone, GraphFormula } from './dependents.ts';
import { placeKey } from './sheet-index.ts';

const SMALL = 64;

/**
 * The formulas of a cone and those without a stored value that they read, however far back: their cells look empty, and
 * taking them for empty would make zeros of them.
 */
export const withPending = (all: readonly GraphFormula[], cone: Cone): readonly GraphFormula[] => {
  const wanted = new Set(cone.formulas);
  const pending = new Map<string, Map<number, GraphFormula>>();
  for (const formula of all) {
    if (!formula.cell.pending || wanted.has(formula)) continue;
    const sheet = pending.get(formula.sheet.part) ?? new Map<number, GraphFormula>();
    pending.set(formula.sheet.part, sheet.set(placeKey(formula.cell.row, formula.cell.column), formula));
  }
  if (pending.size === 0) return cone.formulas;
  const seen = new Set<string>();
  const queue = [...cone.formulas];
  for (let formula = queue.pop(); formula !== undefined; formula = queue.pop())
    for (const { part, rect } of cone.reads.get(formula) ?? []) {
      const sheet = pending.get(part);
      const key = `${part}|${rect.top},${rect.left},${rect.bottom},${rect.right}`;
      if (!sheet || seen.has(key)) continue;
      seen.add(key);
      for (const found of inside(sheet, rect)) {
        sheet.delete(placeKey(found.cell.row, found.cell.column));
        wanted.add(found);
        queue.push(found);
      }
    }
  return [...wanted];
};

const inside = (sheet: ReadonlyMap<number, GraphFormula>, rect: Rect): GraphFormula[] => {
  if (cellCount(rect) > SMALL)
    return [...sheet.values()].filter(({ cell: { row, column } }) => contains(rect, row, column));
  const found: GraphFormula[] = [];
  for (let row = rect.top; row <= rect.bottom; row++)
    for (let column = rect.left; column <= rect.right; column++) {
      const formula = sheet.get(placeKey(row, column));
      if (formula) found.push(formula);
    }
  return found;
};
