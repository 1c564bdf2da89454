import { useEffect, useRef } from 'react';
import { useProjection } from '../../../client/use-projection.ts';
import { type Ask, asks } from './asks.ts';

/** Runs when the page is asked for this, once per ask. */
export const useAsked = (ask: Ask, run: () => void): void => {
  const asked = useProjection(asks);
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (asked?.ask !== ask) return;
    asks.set(undefined);
    latest.current();
  }, [asked, ask]);
};
