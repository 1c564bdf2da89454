import { useEffect, useRef } from 'react';
import { useProjection } from '../../../client/use-projection.ts';
import { type BenchAsk, benchAsks } from './bench-asks.ts';

/** Runs when one of these is asked for by keys, and takes it. */
export const useAsked = (answers: Partial<Record<BenchAsk['ask'], () => void>>): void => {
  const asked = useProjection(benchAsks);
  const latest = useRef(answers);
  latest.current = answers;
  useEffect(() => {
    const answer = asked === undefined ? undefined : latest.current[asked.ask];
    if (answer === undefined) return;
    benchAsks.set(undefined);
    answer();
  }, [asked]);
};
