import { useEffect, useRef } from 'react';

/** Whether nothing has the focus: what had it is not on the page any more. */
const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** When something goes from the page with the focus in it, the focus goes to what stands in its place. */
export const useFocusKept = (key: unknown, place: () => HTMLElement | null | undefined): void => {
  const latest = useRef(place);
  latest.current = place;
  const known = useRef(key);
  useEffect(() => {
    if (known.current === key) return;
    known.current = key;
    if (isFocusLost()) latest.current()?.focus({ preventScroll: true });
  }, [key]);
};
