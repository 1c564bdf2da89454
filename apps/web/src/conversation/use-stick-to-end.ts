import { useCallback, useEffect, useRef, useState } from 'react';

const nearPx = 48;

/** Keeps the end of a growing list in sight, until a person scrolls away from it. */
export const useStickToEnd = () => {
  const box = useRef<HTMLElement>(null);
  // Its type fits a list and whatever holds one.
  const list = useRef<HTMLDivElement & HTMLOListElement>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const sticks = useRef(true);
  const toEnd = useCallback(() => {
    sticks.current = true;
    if (box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  }, []);

  useEffect(() => {
    const [outer, inner] = [box.current, list.current];
    if (outer === null || inner === null) return;
    let lastTop = outer.scrollTop;
    const onScroll = () => {
      const isNear = outer.scrollHeight - outer.scrollTop - outer.clientHeight < nearPx;
      // Text that grows moves the end away by itself; only scrolling up is a wish to stay.
      if (isNear) sticks.current = true;
      else if (outer.scrollTop < lastTop) sticks.current = false;
      lastTop = outer.scrollTop;
      setIsAtEnd(isNear || sticks.current);
    };
    const grown = new ResizeObserver(() => {
      if (sticks.current) toEnd();
    });
    grown.observe(inner);
    grown.observe(outer);
    outer.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      grown.disconnect();
      outer.removeEventListener('scroll', onScroll);
    };
  }, [toEnd]);

  return { box, list, isAtEnd, toEnd };
};
