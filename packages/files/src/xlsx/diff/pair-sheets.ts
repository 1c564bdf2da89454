import type { SheetInfo, Workbook } from '../workbook.ts';
import type { SheetPair } from './diff-sheet.ts';

export type PairedSheets = {
  readonly same: readonly SheetPair[];
  readonly renamed: readonly SheetPair[];
  readonly added: readonly SheetInfo[];
  readonly removed: readonly SheetInfo[];
  /** Sheets that stand in another order, when the order changed. */
  readonly moved: readonly SheetInfo[];
};

/** Worksheets go together by name, then by the id a workbook gives each of its sheets. */
export const pairSheets = (before: Workbook, after: Workbook): PairedSheets => {
  const same: SheetPair[] = [];
  const renamed: SheetPair[] = [];
  const worksheets = (book: Workbook) => book.sheets.filter(({ type }) => type === 'worksheet');
  const left = new Set(worksheets(before));
  const added: SheetInfo[] = [];
  for (const sheet of worksheets(after)) {
    const twin = [...left].find((it) => it.name === sheet.name);
    if (twin) {
      left.delete(twin);
      same.push({ before: twin, after: sheet });
    } else added.push(sheet);
  }
  for (const sheet of [...added]) {
    const twin = [...left].find((it) => it.sheetId === sheet.sheetId);
    if (!twin) continue;
    left.delete(twin);
    added.splice(added.indexOf(sheet), 1);
    const pair = { before: twin, after: sheet };
    same.push(pair);
    renamed.push(pair);
  }
  const order = same.toSorted((a, b) => a.after.index - b.after.index).map((pair) => pair.before.index);
  const isMoved = order.some((index, at) => at > 0 && index < (order[at - 1] ?? 0));
  const moved = isMoved ? same.filter((pair) => pair.before.index !== pair.after.index).map((pair) => pair.after) : [];
  return { same, renamed, added, removed: [...left], moved };
};
