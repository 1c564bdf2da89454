import { useEffect, useRef } from 'react';
import { isPressed, yieldsToTyping } from './shortcut.ts';

type Bound = { readonly shortcut: string; readonly run: () => void };

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName));

/** Listens on the whole page. The first shortcut that is pressed wins. */
export const useShortcuts = (bound: readonly Bound[]): void => {
  const latest = useRef(bound);
  latest.current = bound;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const hit = latest.current.find(({ shortcut }) => isPressed(shortcut, event, isApple));
      if (hit === undefined || (yieldsToTyping(hit.shortcut) && isTyping(event.target))) return;
      event.preventDefault();
      hit.run();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
};
