import type { GraphItem } from '@atelier/rails/view';
import { createContext, type RefObject } from 'react';

export type GraphActions = {
  /** Keeps the focus while the item that has it is out of sight, and so not drawn. */
  readonly frame: RefObject<HTMLElement | null>;
  /** Of an item that had it and goes. */
  readonly leaveFocus: () => void;
  readonly selected: string | undefined;
  /** The one item that a tab key reaches. */
  readonly tabStop: string | undefined;
  readonly direction: 'ltr' | 'rtl';
  readonly activate: (item: GraphItem) => void;
};

export const GraphContext = createContext<GraphActions>({
  frame: { current: null },
  leaveFocus: () => {},
  selected: undefined,
  tabStop: undefined,
  direction: 'ltr',
  activate: () => {},
});
