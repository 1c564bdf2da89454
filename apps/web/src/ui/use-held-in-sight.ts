import { type RefObject, useEffect } from 'react';

/**
 * Keeps an element in the middle of its list while what is around it is still being loaded and measured, until somebody
 * scrolls, clicks or types there.
 */
export const useHeldInSight = (target: RefObject<HTMLElement | null>, isHeld: boolean): void => {
  useEffect(() => {
    const list = target.current?.closest('ol');
    const box = list?.parentElement;
    if (!isHeld || !list || !box) return;
    const observer = new ResizeObserver(() => target.current?.scrollIntoView({ block: 'center' }));
    observer.observe(list);
    const release = () => observer.disconnect();
    const signs = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
    for (const sign of signs) box.addEventListener(sign, release, { once: true, passive: true });
    return () => {
      release();
      for (const sign of signs) box.removeEventListener(sign, release);
    };
  }, [target, isHeld]);
};
