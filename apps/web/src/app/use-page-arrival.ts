import { useEffect, useRef, useState } from 'react';

const lookEveryMs = 60;
const looks = 60;

/**
 * Takes the focus to the head of a page that was opened, and answers what to announce. Without it the focus falls to
 * the document, and nobody who listens learns that the page is another one. A page that takes the focus itself keeps it.
 */
export const usePageArrival = (path: string | undefined): string => {
  const [announced, setAnnounced] = useState('');
  const known = useRef(path);
  useEffect(() => {
    // The first page is where the document begins anyway.
    const isFirst = known.current === undefined;
    if (path === undefined || known.current === path) return;
    known.current = path;
    if (isFirst) return;
    const before = document.activeElement;
    let left = looks;
    const timer = setInterval(() => {
      left -= 1;
      const content = document.getElementById('content');
      const head = content?.querySelector<HTMLElement>('h1');
      const isPending = content?.querySelector('[role=status][aria-busy=true]') !== null;
      if ((!head || isPending) && left > 0) return;
      clearInterval(timer);
      setAnnounced(document.title);
      const now = document.activeElement;
      // A page may take it before this looks for the first time: then it stands in a field that is written in.
      const isWritten = now instanceof HTMLElement && /^(input|textarea)$/i.test(now.tagName);
      const tookIt = (now !== before || isWritten) && now !== document.body && content?.contains(now) === true;
      const isElsewhere = now instanceof HTMLElement && now.closest('[role=dialog]') !== null;
      // Within a place the tab that was chosen keeps it: whoever walks the tabs is not taken from them.
      const isTab = content?.contains(now) === true && now?.getAttribute('aria-current') === 'page';
      if (tookIt || isElsewhere || isTab || !head) return;
      head.tabIndex = -1;
      head.focus({ preventScroll: true });
    }, lookEveryMs);
    return () => clearInterval(timer);
  }, [path]);
  return announced;
};
