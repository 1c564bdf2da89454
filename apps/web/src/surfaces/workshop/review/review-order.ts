import type { FileReview, ReviewRow } from '@atelier/contracts';
import type { Focus } from '../viewer/focus.ts';

export const changeKinds = ['added', 'modified', 'deleted'] as const;

/** Added, then modified, then deleted; by name within each. */
export const inOrder = (rows: readonly ReviewRow[]): readonly ReviewRow[] =>
  rows.toSorted(
    (a, b) => changeKinds.indexOf(a.change) - changeKinds.indexOf(b.change) || a.path.localeCompare(b.path),
  );

/** What is said beside the changes; cells that are listed one by one are not told a second time in a sentence. */
export const otherWords = ({ also, results = [] }: FileReview): string[] =>
  results.length === 0 ? also : also.filter((words) => !/^Atelier calculated \d/.test(words));

/** The place of the first change, where the edit left no hint of its own. Slides and pages are counted from 1 there. */
export const placeOfFirst = (review: FileReview): Focus => {
  const place = review.items[0]?.place;
  switch (place?.at) {
    case 'slide':
      return { slide: place.number - 1 };
    case 'page':
      return { page: place.number };
    case 'line':
      return { line: place.line };
    case 'sheet':
    case 'cell':
    case 'rows':
    case 'columns':
      return { sheet: place.sheet, ...rowOf('ref' in place ? place.ref : '') };
    default:
      return {};
  }
};

const rowOf = (ref: string): Focus => {
  const row = /\d+/.exec(ref)?.[0];
  return row === undefined ? {} : { row: Number(row) - 1 };
};

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
