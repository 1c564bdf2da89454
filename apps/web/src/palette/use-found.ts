import { useEffect, useState } from 'react';
import type { FoundItem } from '../surfaces/surface.ts';

/** Somebody who types has not finished yet. */
const pauseMs = 120;
const leastLetters = 2;

export type Find = (query: string) => Promise<readonly FoundItem[]>;

/** What the surfaces find for the letters typed. An answer to letters that have changed since is not shown. */
export const useFound = (
  find: Find,
  query: string,
): { readonly items: readonly FoundItem[]; readonly busy: boolean } => {
  const wanted = query.trim();
  const [found, setFound] = useState<{ readonly query: string; readonly items: readonly FoundItem[] }>({
    query: '',
    items: [],
  });
  const isWorth = wanted.length >= leastLetters;
  useEffect(() => {
    if (!isWorth) return;
    let left = false;
    const timer = setTimeout(() => {
      find(wanted).then(
        (items) => left || setFound({ query: wanted, items }),
        () => left || setFound({ query: wanted, items: [] }),
      );
    }, pauseMs);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [find, wanted, isWorth]);
  return { items: isWorth ? found.items : [], busy: isWorth && found.query !== wanted };
};
