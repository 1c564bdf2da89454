import type { CellKeyboardEvent } from 'react-data-grid';

type Args = { readonly setActivePosition: (position: { readonly idx: number; readonly rowIdx: number }) => void };

/** What every grid of ours does with a key before the library does. */
export const onGridKey = (
  { setActivePosition }: Args,
  event: CellKeyboardEvent,
  hold: (shift: boolean) => void,
): void => {
  hold(event.shiftKey && event.key !== 'Tab');
  // The library goes to the head row and leaves the sheet scrolled to its end.
  if (event.key === 'Home' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    event.preventGridDefault();
    setActivePosition({ idx: 0, rowIdx: 0 });
  }
};
