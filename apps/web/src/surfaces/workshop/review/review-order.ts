import type { FileReview, ReviewItem, ReviewRow } from '@atelier/contracts';
import { columnIndex } from '../viewer/columns.ts';
import { paragraphMark, tableCellMark } from '../viewer/doc-blocks.ts';
import type { Focus } from '../viewer/focus.ts';

export const changeKinds = ['added', 'modified', 'deleted'] as const;

/** Added, then modified, then deleted; by name within each. */
export const inOrder = (rows: readonly ReviewRow[]): readonly ReviewRow[] =>
  rows.toSorted(
    (a, b) => changeKinds.indexOf(a.change) - changeKinds.indexOf(b.change) || a.path.localeCompare(b.path),
  );

/**
 * What is said beside the changes. Cells that are listed one by one are not told a second time in a sentence, and a new
 * file has no line endings or settings that it could have changed.
 */
export const otherWords = ({ change, also, results = [] }: FileReview): string[] =>
  change === 'added' ? [] : results.length === 0 ? also : also.filter((words) => !/^Atelier calculated \d/.test(words));

/** The place of the first change, where the edit left no hint of its own. Slides and pages are counted from 1 there. */
export const placeOfFirst = ({ items: [first] }: FileReview): Focus => {
  const place = first?.place;
  switch (place?.at) {
    case 'slide':
      return { slide: place.number - 1 };
    case 'page':
      return { page: place.number };
    case 'line':
      return { line: place.line };
    case 'row':
      return { row: place.row - 1, ...headingOf(first) };
    case 'column':
      return { row: 0, heading: place.column };
    case 'paragraph':
    case 'table':
      return sectionOf(first?.group ?? '');
    case 'sheet':
    case 'cell':
    case 'rows':
    case 'columns':
      return { sheet: place.sheet, ...cellOf('ref' in place ? place.ref : '') };
    default:
      return {};
  }
};

const headingOf = (item: ReviewItem | undefined): Focus => {
  const heading = item?.what === 'record' && item.status === 'changed' ? item.cells[0]?.column : undefined;
  return heading === undefined ? {} : { heading };
};

/** Changes of a document are grouped by its sections: `new:4`, or `old:4` where the section is gone. */
const sectionOf = (group: string): Focus => {
  const section = /^(?:new|old):(\d+)$/.exec(group)?.[1];
  return section === undefined ? {} : { section: Number(section) };
};

const cellOf = (ref: string): Focus => {
  const [, letters = '', row] = /^([A-Z]*)(\d+)/.exec(ref) ?? [];
  if (row === undefined) return {};
  return { row: Number(row) - 1, ...(letters === '' ? {} : { column: columnIndex(letters) }) };
};

/** Places of one side of a review, as a viewer marks them: `Sheet!B2`, `#2!Total` in a table, or a text's `paragraphMark`. */
export const changedPlaces = (review: FileReview, side: 'before' | 'after'): ReadonlySet<string> => {
  const marks = new Set<string>();
  for (const item of review.items) {
    const { place } = item;
    if (item.what === 'cell' && place.at === 'cell') marks.add(`${place.sheet}!${place.ref}`);
    if (item.what === 'record' && place.at === 'row')
      for (const { column } of item.cells) marks.add(`#${place.row}!${column}`);
    if (item.what === 'band' && 'sheet' in place) for (const { ref } of item.cells) marks.add(`${place.sheet}!${ref}`);
    if (item.what === 'paragraph' && item[side]) marks.add(paragraphMark(item[side].text));
    if (item.what === 'table')
      for (const cell of item.cells) if (cell[side]) marks.add(tableCellMark(cell.row, cell.column, cell[side].text));
  }
  return marks;
};
