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
};
