import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { drafts } from '../../../client/use-draft.ts';
import type { LongListHandle } from '../../../ui/long-list.tsx';
import { useBench } from '../bench/bench-context.ts';

const looks = 8;
const everyMs = 90;

/** The place somebody read at is there again after a reload and a restart, per Workbench. At the end nothing is kept. */
export const usePlace = (
  list: RefObject<LongListHandle | null>,
  reach: (messageId: string) => Promise<string | undefined>,
) => {
  const { workbenchId } = useBench();
  const key = `workbench.${workbenchId}.place`;
  const isBack = useRef(false);
  const latest = useRef(reach);
  latest.current = reach;
  useEffect(() => {
    const kept = drafts.read(key);
    const messageId = kept?.split(' ').at(-1);
    if (messageId === undefined) {
      isBack.current = true;
      return;
    }
    latest
      .current(messageId)
      .then((found) => {
        // The list goes to its end when it opens, and knows the heights of its items only once they are drawn.
        const show = (left: number) => {
          if (found !== undefined) list.current?.show(found);
          if (left > 0) setTimeout(() => show(left - 1), everyMs);
          else isBack.current = true;
        };
        show(looks);
      })
      .catch(console.error);
  }, [key, list]);
  return {
    keep: useCallback(
      (place: string | undefined) => {
        // What the list does while it opens is nobody's wish.
        if (isBack.current) drafts.write(key, place ?? '');
      },
      [key],
    ),
  };
};
