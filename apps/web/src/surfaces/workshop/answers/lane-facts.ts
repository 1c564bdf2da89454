import type { CompareLane } from '@atelier/contracts';
import { useEffect, useState } from 'react';
import type { Tone } from '../../../ui/tone.ts';

export const toneOfLane: Readonly<Record<CompareLane['state'], Tone>> = {
  queued: 'neutral',
  running: 'accent',
  ready: 'published',
  interrupted: 'draft',
  failed: 'danger',
  canceled: 'neutral',
};

export const isAtWork = ({ state }: CompareLane): boolean => state === 'running' || state === 'queued';

/** How long a lane has worked, as `1:05`; undefined before it began. */
export const useElapsed = ({ startedAt, endedAt, state }: CompareLane): string | undefined => {
  const [now, setNow] = useState(Date.now);
  const isTicking = state === 'running' && startedAt !== null;
  useEffect(() => {
    if (!isTicking) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isTicking]);
  if (startedAt === null) return undefined;
  const until = endedAt === null ? now : Date.parse(endedAt);
  const seconds = Math.max(0, Math.floor((until - Date.parse(startedAt)) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};
