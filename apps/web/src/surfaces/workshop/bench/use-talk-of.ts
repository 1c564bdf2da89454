import { useMemo } from 'react';
import { useAtelier } from '../../../client/atelier-context.ts';
import { derive } from '../../../client/observable.ts';
import type { Talk } from '../../../conversation/talk.ts';
import { useBenchProjection } from './bench-projection.ts';
import { sendModeOf } from './send-mode.ts';
import type { Acts } from './use-acts.ts';

/** What the shared parts of a conversation can do in this Workbench. */
export const useTalkOf = (workbenchId: string, modelId: string, acts: Acts): Talk => {
  const { commands } = useAtelier();
  const projection = useBenchProjection(workbenchId);
  return useMemo(
    (): Talk => ({
      modelId,
      // A click on a request is sent as one that is typed would be.
      say: (text) => acts.send(text, sendModeOf(workbenchId)),
      stop: acts.cancel,
      resume: ({ model, cap } = {}) =>
        acts.resume({ ...(model === undefined ? {} : { modelId: model }), ...(cap === undefined ? {} : { cap }) }),
      /** A cap of this run goes with it; a cap per call or day is a setting of the whole installation. */
      raiseCap: async (scope, cap) => {
        if (scope === 'run') return acts.resume({ cap });
        const set = scope === 'turn' ? { perTurn: cap } : { perDay: cap };
        const done = await acts.said(commands.CapsSet({ set }));
        return done === undefined ? undefined : acts.resume();
      },
      answer: acts.consent,
      estimate: async (text, _model, signal) => {
        const reply = await commands.WorkshopEstimate({ workbenchId, text }, { signal });
        return reply.ok ? reply.value.estimate : undefined;
      },
      wholeResult: async (entryId) => (await acts.said(commands.WorkshopToolResult({ workbenchId, entryId })))?.result,
      heard: (id) =>
        derive(projection, (bench) => {
          const delta = bench.phase === 'ready' ? bench.live[id] : undefined;
          return delta?.kind === 'text' ? delta.text : '';
        }),
    }),
    [commands, workbenchId, modelId, acts, projection],
  );
};
