import { useEffect, useRef } from 'react';
import { drafts, useDraft } from '../../../client/use-draft.ts';
import { isUnderWay } from '../../../conversation/talk.ts';
import { useBench } from '../bench/bench-context.ts';
import type { SendMode } from '../bench/use-acts.ts';

/**
 * One message for after the run. It sends itself when the run ends without a Draft, in the mode that is chosen then;
 * otherwise it waits to be sent. Tabs of one browser share it, and only one of them sends it.
 */
export const useQueued = (mode: SendMode) => {
  const { view, acts, workbenchId } = useBench();
  const key = `workbench.${workbenchId}.queue`;
  const { text, setText } = useDraft(key);
  const isShared = useRef(false);
  useEffect(() => {
    isShared.current = text !== '' && drafts.read(key) === text;
  }, [key, text]);
  const send = () =>
    inTurn(key, async () => {
      const kept = drafts.read(key);
      // Another tab has sent it, or changed it.
      if (isShared.current && kept !== text) return setText(kept ?? '');
      setText('');
      if ((await acts.send(text, mode)) === undefined) setText((now) => joined(text, now));
    });
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
  return {
    text,
    set: setText,
    /** What waits already stays: the new words stand below it. */
    add: (words: string) => setText((now) => joined(now, words)),
    send,
  };
};

const joined = (first: string, second: string): string => [first, second].filter((each) => each !== '').join('\n\n');

/** One tab of this browser after the other, where the browser can tell them apart. */
const inTurn = async (name: string, work: () => Promise<void>): Promise<void> => {
  const { locks } = navigator as { readonly locks?: LockManager };
  await (locks === undefined ? work() : locks.request(`atelier.${name}`, work));
};
