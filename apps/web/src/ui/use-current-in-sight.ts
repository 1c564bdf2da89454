import { type RefObject, useEffect, useRef } from 'react';

/** A row of links that may scroll sideways keeps the link to the open page in sight, also when its room changes. */
export const useCurrentInSight = <List extends HTMLElement>(path: string): RefObject<List | null> => {
  const list = useRef<List>(null);
  useEffect(() => {
    const row = list.current;
    if (row === null || path === '') return;
    const observer = new ResizeObserver(() => {
      row.querySelector('a[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });
    // The first report comes at once.
    observer.observe(row.parentElement ?? row);
    return () => observer.disconnect();
  }, [path]);
  return list;
};
