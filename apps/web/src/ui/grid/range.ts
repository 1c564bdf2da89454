export type Place = { readonly row: number; readonly column: number };

/** What is selected: from where it began to where it was extended. */
export type CellRange = { readonly anchor: Place; readonly focus: Place };

export type Box = { readonly top: number; readonly bottom: number; readonly first: number; readonly last: number };

export const boxOf = ({ anchor, focus }: CellRange): Box => ({
  top: Math.min(anchor.row, focus.row),
  bottom: Math.max(anchor.row, focus.row),
  first: Math.min(anchor.column, focus.column),
  last: Math.max(anchor.column, focus.column),
});

export const isIn = ({ top, bottom, first, last }: Box, { row, column }: Place): boolean =>
  row >= top && row <= bottom && column >= first && column <= last;

export const cellCount = ({ top, bottom, first, last }: Box): number => (bottom - top + 1) * (last - first + 1);

export const placesIn = ({ top, bottom, first, last }: Box): readonly Place[] => {
  const places: Place[] = [];
  for (let row = top; row <= bottom; row += 1)
    for (let column = first; column <= last; column += 1) places.push({ row, column });
  return places;
};

/** One cell alone begins a selection; with Shift it extends the one there is. */
export const rangeAt = (current: CellRange | undefined, place: Place, extend: boolean): CellRange =>
  extend && current !== undefined ? { anchor: current.anchor, focus: place } : { anchor: place, focus: place };

export type PastedCell = Place & { readonly text: string };

/**
 * Where each pasted cell goes. A single cell fills the whole selection; a block starts at the selection's corner and
 * keeps its shape. What lies beyond the sheet is counted, so that it can be said.
 */
export const placePasted = (
  block: readonly (readonly string[])[],
  box: Box,
  size: { readonly rows: number; readonly columns: number },
): { readonly cells: readonly PastedCell[]; readonly outside: number } => {
  const only = block.length === 1 && block[0]?.length === 1 ? block[0][0] : undefined;
  if (only !== undefined) return { cells: placesIn(box).map((place) => ({ ...place, text: only })), outside: 0 };
  const all = block.flatMap((cells, row) =>
    cells.map((text, column) => ({ row: box.top + row, column: box.first + column, text })),
  );
  const cells = all.filter(({ row, column }) => row < size.rows && column < size.columns);
  return { cells, outside: all.length - cells.length };
};
