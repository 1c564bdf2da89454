import { createContext, useContext } from 'react';

/** What the content of a pane may ask of its pane. */
export type PaneActions = {
  readonly collapsed: boolean;
  readonly canCollapse: boolean;
  readonly collapse: () => void;
  readonly expand: () => void;
};

const alone: PaneActions = { collapsed: false, canCollapse: false, collapse: () => {}, expand: () => {} };

export const PaneContext = createContext<PaneActions>(alone);

export const usePane = (): PaneActions => useContext(PaneContext);
