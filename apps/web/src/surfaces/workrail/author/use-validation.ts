import type { Validated } from '@atelier/contracts';
import { useEffect, useState } from 'react';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useProjection } from '../../../client/use-projection.ts';

const pauseMs = 250;

/** What the compiler says of the text, a moment after the last key. */
export const useValidation = (text: string): { readonly checked: Validated | undefined; readonly stale: boolean } => {
  const { commands, connection } = useAtelier();
  const isLive = useProjection(connection.state).kind === 'live';
  const [answer, setAnswer] = useState<{ readonly text: string; readonly checked: Validated }>();
  const stale = answer?.text !== text;
  useEffect(() => {
    // What could not be asked while the server was away is asked when it is back.
    if (!stale || !isLive) return;
    const given = new AbortController();
    const timer = setTimeout(() => {
      commands
        .WorkflowValidate({ text }, { signal: given.signal })
        .then((reply) => {
          if (reply.ok) setAnswer({ text, checked: reply.value });
        })
        .catch(console.error);
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      given.abort();
    };
  }, [text, commands, stale, isLive]);
  return { checked: answer?.checked, stale };
};
