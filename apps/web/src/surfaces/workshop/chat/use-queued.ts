import { useEffect, useRef } from 'react';
import { useDraft } from '../../../client/use-draft.ts';
import { isUnderWay } from '../../../conversation/talk.ts';
import { useBench } from '../bench/bench-context.ts';
import type { SendMode } from '../bench/use-acts.ts';

/**
 * One message for after the run. It sends itself when the run ends without a Draft, in the mode that is chosen then;
 * otherwise it waits to be sent.
 */
export const useQueued = (mode: SendMode) => {
  const { view, acts, workbenchId } = useBench();
  const { text, setText } = useDraft(`workbench.${workbenchId}.queue`);
  const send = async () => {
    const said = text;
    setText('');
    if ((await acts.send(said, mode)) === undefined) setText(said);
  };
  const underWay = isUnderWay(view.run);
  const wasUnderWay = useRef(underWay);
  const latest = useRef(send);
  latest.current = send;
  const endsFree = view.run === null && view.draft === null;
  useEffect(() => {
    const hasEnded = wasUnderWay.current && !underWay;
    wasUnderWay.current = underWay;
    if (hasEnded && endsFree && text !== '') void latest.current();
  }, [underWay, endsFree, text]);
  return { text, set: setText, send };
};
