import { type RefObject, useEffect } from 'react';

/** Toasts rise above this box while it is here: what is written in it is not covered by what was just done. */
export const useToastFloor = (box: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const { style } = document.documentElement;
    const measure = () => {
      const { top } = element.getBoundingClientRect();
      style.setProperty('--toast-floor', `${Math.max(0, Math.round(window.innerHeight - top))}px`);
    };
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    watch.observe(document.documentElement);
    return () => {
      watch.disconnect();
      style.removeProperty('--toast-floor');
    };
  }, [box]);
};
