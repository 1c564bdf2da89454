import { useState } from 'react';
import { keep, readKept } from '../preferences/local-storage.ts';
import { remember } from './search.ts';

const key = 'atelier.palette.recent';

const readRecent = (): readonly string[] => {
  try {
    const kept: unknown = JSON.parse(readKept(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
};

/** The commands used last in this browser. */
export const useRecent = () => {
  const [ids, setIds] = useState(readRecent);
  const add = (id: string) => {
    const next = remember(ids, id);
    setIds(next);
    keep(key, JSON.stringify(next));
  };
  return { ids, add };
};
