import type { CellKeyboardEvent } from 'react-data-grid';

type Position = { readonly idx: number; readonly rowIdx: number };
type Args = {
  readonly rowIdx: number;
  readonly setActivePosition: (position: Position, options: { readonly shouldFocus: boolean }) => void;
};

/** What every grid of ours does with a key before the library does. */
export const onGridKey = (
  { rowIdx, setActivePosition }: Args,
  event: CellKeyboardEvent,
  hold: (shift: boolean) => void,
  size: { readonly rows: number; readonly columns: number },
): void => {
  const last = { idx: size.columns - 1, rowIdx: size.rows - 1 };
  hold(event.shiftKey && event.key !== 'Tab');
  const take = (position?: Position) => {
    event.preventDefault();
    event.preventGridDefault();
    if (position !== undefined) setActivePosition(position, { shouldFocus: true });
  };
  // The library goes to the head row, which leaves the sheet scrolled to its end, and to the totals.
  if (event.ctrlKey || event.metaKey) {
    if (event.key === 'Home') take({ idx: 0, rowIdx: 0 });
    if (event.key === 'End') take(last);
  }
  // A selection that is extended stays among the rows.
  const edge = event.key === 'ArrowUp' ? 0 : event.key === 'ArrowDown' ? last.rowIdx : undefined;
  if (event.shiftKey && rowIdx === edge) take();
};
