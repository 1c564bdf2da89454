import { useEffect, useRef } from 'react';
import type { ProjectStore } from '../project-store.ts';
import { useProjectView } from '../use-project.ts';

/** Long enough to have looked; afterwards seldom, so that a busy team does not fill the log with looks. */
const firstLookMs = 4_000;
const nextLookMs = 60_000;

/** Remembers how far a person has looked, while the page is in front of them. */
export const useMarkSeen = (project: ProjectStore): void => {
  const { unread } = useProjectView(project);
  const hasLooked = useRef(false);
  const isBehind = unread !== null;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (!isBehind || document.visibilityState !== 'visible') return;
      timer = setTimeout(
        () => {
          const state = project.state.get();
          if (state.phase !== 'ready') return;
          hasLooked.current = true;
          void project.send({ type: 'markSeen', seq: state.seq });
        },
        hasLooked.current ? nextLookMs : firstLookMs,
      );
    };
    const turned = () => {
      if (document.visibilityState === 'visible') project.lookAgain();
      look();
    };
    look();
    document.addEventListener('visibilitychange', turned);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', turned);
    };
  }, [project, isBehind]);
};
