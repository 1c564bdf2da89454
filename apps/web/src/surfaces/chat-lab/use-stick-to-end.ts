import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

const nearPx = 48;

/** Keeps the end of a growing list in sight, until a person scrolls away from it. `grown` changes when it grows. */
export const useStickToEnd = (grown: string) => {
  const box = useRef<HTMLElement>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const toEnd = useCallback(() => {
    if (box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  }, []);

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const onScroll = () => setIsAtEnd(element.scrollHeight - element.scrollTop - element.clientHeight < nearPx);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the growing that moves the end
  useLayoutEffect(() => {
    if (isAtEnd) toEnd();
  }, [grown, isAtEnd, toEnd]);

  return { box, isAtEnd, toEnd };
};
