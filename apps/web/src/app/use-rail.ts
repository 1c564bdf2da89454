import { useState, useSyncExternalStore } from 'react';
import { keep, readKept } from '../preferences/local-storage.ts';

const railKey = 'atelier.rail';
/** Below this the page needs the room more than the names of places do. */
const narrow = matchMedia('(max-width: 1099px)');
const watch = (listener: () => void) => {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
};

/** Folded by itself in a narrow window, where unfolding it counts for now; otherwise as this browser remembers. */
export const useRail = () => {
  const isNarrow = useSyncExternalStore(watch, () => narrow.matches);
  const [isFolded, setFolded] = useState(() => readKept(railKey) === 'collapsed');
  const [isOpenHere, setOpenHere] = useState(false);
  return {
    collapsed: isNarrow ? !isOpenHere : isFolded,
    toggle: () => {
      if (isNarrow) return setOpenHere(!isOpenHere);
      keep(railKey, isFolded ? 'open' : 'collapsed');
      setFolded(!isFolded);
    },
  };
};
