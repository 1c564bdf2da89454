import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useBench } from './bench-context.ts';
import { asks, opensReview } from './opens-review.ts';

/** Review opens by itself when a Draft appears, and when a Workbench with one is opened; not again until it changes. */
export const useOpensReview = (): void => {
  const { view, workbenchId } = useBench();
  const navigate = useNavigate();
  const place = useRouterState({ select: ({ location }) => placeOf(location.pathname) });
  /** The state of the Draft that Review was last opened for. */
  const shown = useRef<string | null | undefined>(undefined);
  const revisionId = view.draft?.revisionId ?? null;
  // While answers are compared the Draft is that of one of them.
  const isRunning = view.state === 'running' || view.state === 'comparing';
  const isAsking = asks(view.waitsFor);
  useEffect(() => {
    const isFirst = shown.current === undefined;
    const opens = opensReview({ revisionId, shown: shown.current, place, isRunning, isAsking });
    if (!isRunning && !isAsking && (opens || place === 'review' || isFirst || revisionId === null))
      shown.current = revisionId;
    if (!opens) return;
    navigate({ to: '/workshop/$workbenchId/review', params: { workbenchId } as never }).catch(console.error);
  }, [revisionId, isRunning, isAsking, place, workbenchId, navigate]);
};

const placeOf = (path: string): string => path.split('/')[3] ?? 'chat';
