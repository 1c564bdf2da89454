import { useEffect, useRef } from 'react';
import { useAtelier } from '../client/atelier-context.ts';
import { backoffMs } from '../client/backoff.ts';
import { useProjection } from '../client/use-projection.ts';
import type { LateCode, LateCodeState } from './late-code.ts';

/** Asks for the code once; when it did not come, at once when the connection is live again and then ever more rarely. */
export const useLateCode = <Value>({ state, load }: LateCode<Value>): LateCodeState<Value> => {
  const isLive = useProjection(useAtelier().connection.state).kind === 'live';
  const code = useProjection(state);
  const tries = useRef(0);
  useEffect(() => {
    if (!isLive) tries.current = 0;
  }, [isLive]);
  useEffect(() => {
    if (code.kind === 'loading') void load();
    if (code.kind !== 'away' || !isLive) return;
    const waitMs = tries.current === 0 ? 0 : backoffMs(tries.current - 1, Math.random);
    tries.current += 1;
    const timer = setTimeout(() => void load(), waitMs);
    return () => clearTimeout(timer);
  }, [code, isLive, load]);
  return code;
};
