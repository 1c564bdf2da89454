import { useEffect } from 'react';
import { useProjection } from '../client/use-projection.ts';
import { notices, placeToOpen } from '../ui/notices/tab-notices.ts';

/** Being somewhere reads what is about that place; a notice chosen outside of the page leads there. */
export const useNotices = (path: string, go: (to: string) => void): void => {
  useEffect(() => {
    const look = () => {
      if (!document.hidden) notices.look(path);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [path]);

  const wanted = useProjection(placeToOpen);
  useEffect(() => {
    if (wanted === undefined) return;
    placeToOpen.set(undefined);
    go(wanted);
  }, [wanted, go]);
};
