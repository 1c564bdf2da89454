import type { QueryKey } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useBenchProjection } from './bench-projection.ts';

/** One change is often several events; what is shown of them is asked for once. */
const settleMs = 120;

/** Asks for a query again whenever something was recorded in its Workbench. */
export const useAskedAgain = (workbenchId: string, queryKey: QueryKey): void => {
  const projection = useBenchProjection(workbenchId);
  const client = useQueryClient();
  const key = JSON.stringify(queryKey);
  useEffect(() => {
    const seqNow = () => {
      const now = projection.get();
      return now.phase === 'ready' ? now.seq : undefined;
    };
    let seq = seqNow();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = projection.subscribe(() => {
      // Text that is being written moves the projection too; only what was recorded counts.
      const now = seqNow();
      if (now === seq) return;
      seq = now;
      timer ??= setTimeout(() => {
        timer = undefined;
        client.invalidateQueries({ queryKey: JSON.parse(key) as QueryKey }).catch(console.error);
      }, settleMs);
    });
    return () => {
      clearTimeout(timer);
      stop();
      // From here on nobody notices what is recorded, so whoever comes back must not be shown this answer for long.
      client.invalidateQueries({ queryKey: JSON.parse(key) as QueryKey, refetchType: 'none' }).catch(console.error);
    };
  }, [projection, client, key]);
};
