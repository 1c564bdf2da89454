import { useEffect, useRef } from 'react';
import { pageDrop } from './page-drop.ts';
import type { Incoming } from './walk-entries.ts';

/** While this is on the page, files dropped or pasted anywhere on it come here. */
export const usePageDrop = (label: string, take: (incoming: Incoming) => void): void => {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => pageDrop.claim({ label, take: (incoming) => latest.current(incoming) }), [label]);
};
