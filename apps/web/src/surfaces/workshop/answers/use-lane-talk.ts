import type { CompareLane } from '@atelier/contracts';
import { useMemo } from 'react';
import { useAtelier } from '../../../client/atelier-context.ts';
import { type Talk, useTalk } from '../../../conversation/talk.ts';
import { useBench } from '../bench/bench-context.ts';

/** What can be said to the run of one lane, so that the parts of a conversation work in it as they do in the chat. */
export const useLaneTalk = (compareId: string, { laneId, modelId }: CompareLane): Talk => {
  const { commands } = useAtelier();
  const { workbenchId, acts } = useBench();
  const talk = useTalk();
  return useMemo((): Talk => {
    const on = { workbenchId, compareId, laneId };
    const retry = (cap?: number | null) =>
      acts.said(commands.WorkshopLaneRetry({ ...on, ...(cap === undefined ? {} : { cap }) }));
    return {
      ...talk,
      modelId,
      stop: () => acts.said(commands.WorkshopLaneCancel(on)),
      resume: ({ cap } = {}) => retry(cap),
      raiseCap: async (scope, cap) => {
        if (scope === 'run') return retry(cap);
        const set = scope === 'turn' ? { perTurn: cap } : { perDay: cap };
        const done = await acts.said(commands.CapsSet({ set }));
        return done === undefined ? undefined : retry();
      },
      answer: (scopeHash, decision) => acts.said(commands.WorkshopLaneConsent({ ...on, scopeHash, decision })),
    };
  }, [commands, workbenchId, compareId, laneId, modelId, acts, talk]);
};
