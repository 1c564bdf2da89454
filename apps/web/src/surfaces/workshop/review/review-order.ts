import type { FileReview, ReviewItem, ReviewRow } from '@atelier/contracts';

export const changeKinds = ['added', 'modified', 'deleted'] as const;

/** Added, then modified, then deleted; by name within each. */
export const inOrder = (rows: readonly ReviewRow[]): readonly ReviewRow[] =>
  rows.toSorted(
    (a, b) => changeKinds.indexOf(a.change) - changeKinds.indexOf(b.change) || a.path.localeCompare(b.path),
  );

/** A cell whose formula is as it was and whose value is not: nobody asked for it, it follows from another change. */
export const isResult = (item: ReviewItem): boolean =>
  item.what === 'cell' &&
  item.before !== null &&
  item.after !== null &&
  item.before.formula !== null &&
  item.before.formula === item.after.formula &&
  item.differs === 'value';

/** Cells of a review, as a grid marks them: `Sheet!B2`, or `#2!Total` in a table. */
export const changedCells = (review: FileReview): ReadonlySet<string> => {
  const cells = new Set<string>();
  for (const item of review.items) {
    const { place } = item;
    if (item.what === 'cell' && place.at === 'cell') cells.add(`${place.sheet}!${place.ref}`);
    if (item.what === 'record' && place.at === 'row')
      for (const { column } of item.cells) cells.add(`#${place.row}!${column}`);
    if (item.what === 'band' && 'sheet' in place) for (const { ref } of item.cells) cells.add(`${place.sheet}!${ref}`);
  }
  return cells;
};
