import type { Validated } from '@atelier/contracts';
import { useEffect, useState } from 'react';
import { useAtelier } from '../../../client/atelier-context.ts';

const pauseMs = 250;

/** What the compiler says of the text, a moment after the last key. */
export const useValidation = (text: string): { readonly checked: Validated | undefined; readonly stale: boolean } => {
  const { commands } = useAtelier();
  const [answer, setAnswer] = useState<{ readonly text: string; readonly checked: Validated }>();
  useEffect(() => {
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
  }, [text, commands]);
  return { checked: answer?.checked, stale: answer?.text !== text };
};
