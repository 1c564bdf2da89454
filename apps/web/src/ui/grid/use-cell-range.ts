import { useRef, useState } from 'react';
import { type Box, boxOf, type CellRange, type Place, rangeAt } from './range.ts';

/** The selected cells of a grid: by mouse, by Shift and the arrow keys, all of them by Ctrl+A. */
export const useCellRange = () => {
  const [range, setRange] = useState<CellRange>();
  const extend = useRef(false);
  const box: Box | undefined = range && boxOf(range);
  return {
    box,
    active: range?.focus,
    /** Told before the grid moves: whether Shift is held. */
    hold: (shift: boolean) => {
      extend.current = shift;
    },
    moveTo: (place: Place) => {
      setRange((current) => rangeAt(current, place, extend.current));
      extend.current = false;
    },
    /** On a head or a total nothing is selected: a key must not change cells a person has left. */
    leave: () => setRange(undefined),
    drawTo: (place: Place) => setRange((current) => rangeAt(current, place, true)),
    selectAll: (rows: number, columns: number) =>
      setRange({ anchor: { row: 0, column: 0 }, focus: { row: rows - 1, column: columns - 1 } }),
  };
};
