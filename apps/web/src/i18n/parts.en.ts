/** The words of the shared parts in `src/ui`. */
export const partsEn = {
  panes: {
    choose: 'Panes',
    divider: 'Resize {{before}} and {{after}}',
    keys: 'Arrow keys resize. Enter folds a pane. 0 resets the sizes.',
    show: 'Show {{pane}}',
    hide: 'Hide {{pane}}',
  },
  list: { toEnd: 'Jump to latest' },
  grid: {
    keys: 'Arrow keys move, Shift extends the selection, Enter edits, Delete empties cells. Copy and paste work with spreadsheets.',
    empty: 'No rows yet',
    cells_one: '{{shown}} cell',
    cells_other: '{{shown}} cells',
    sum: 'Sum',
    average: 'Average',
    refused_one: 'Skipped 1 cell: its column can’t hold that value.',
    refused_other: 'Skipped {{count}} cells: their columns can’t hold those values.',
    locked_one: 'Skipped 1 cell that can’t be edited.',
    locked_other: 'Skipped {{count}} cells that can’t be edited.',
    outside_one: 'Skipped 1 cell beyond the last row or column.',
    outside_other: 'Skipped {{count}} cells beyond the last row or column.',
    loading: 'Loading rows…',
    failed: 'Couldn’t load these rows. Scroll away and back to try again.',
    tooMany: 'That’s too many cells to copy at once. Select up to {{most}}.',
    copied: 'Copied {{count}} cells',
  },
};
