import type { GraphItem } from '@atelier/rails/view';
import { createContext } from 'react';

export type GraphActions = {
  readonly selected: string | undefined;
  /** The one item that a tab key reaches. */
  readonly tabStop: string | undefined;
  readonly direction: 'ltr' | 'rtl';
  readonly activate: (item: GraphItem) => void;
};

export const GraphContext = createContext<GraphActions>({
  selected: undefined,
  tabStop: undefined,
  direction: 'ltr',
  activate: () => {},
});
