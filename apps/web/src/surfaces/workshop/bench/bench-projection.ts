import { benchStreamOf, type WorkbenchView } from '@atelier/contracts';
import { askForBench, foldWorkbench } from '@atelier/workshop/view';
import { useMemo } from 'react';
import { aheadOr } from '../../../client/ahead.ts';
import type { Atelier } from '../../../client/atelier.ts';
import { useAtelier } from '../../../client/atelier-context.ts';
import { derive } from '../../../client/observable.ts';
import { createProjection, type Projection } from '../../../client/projection.ts';
import { useProjection } from '../../../client/use-projection.ts';
import { watchAttention } from './watch-attention.ts';

const byAtelier = new WeakMap<Atelier, Map<string, Projection<WorkbenchView>>>();
/** Workbenches that stay warm when they are left; each follows a stream. */
const most = 8;

/** One Workbench as the log has it. What an event cannot tell by itself (a rewind, a restore) is fetched again. */
const projectionOf = (atelier: Atelier, workbenchId: string): Projection<WorkbenchView> => {
  const known = byAtelier.get(atelier) ?? new Map<string, Projection<WorkbenchView>>();
  byAtelier.set(atelier, known);
  const found = known.get(workbenchId);
  if (found !== undefined) return found;
  const stream = benchStreamOf(workbenchId);
  let isAsked = false;
  const askAgain = () => {
    if (isAsked) return;
    isAsked = true;
    // One commit is often several events; they are one question.
    queueMicrotask(() => {
      isAsked = false;
      made.reload();
    });
  };
  const held = (): WorkbenchView | undefined => {
    const now = made.get();
    return now.phase === 'ready' ? now.view : undefined;
  };
  const made: Projection<WorkbenchView> = createProjection<WorkbenchView>({
    stream,
    connection: atelier.connection,
    load: () => aheadOr(atelier, stream, () => askForBench(atelier.commands, workbenchId, held())),
    fold: (view, event) => {
      const next = foldWorkbench(view, event);
      if (next === undefined) askAgain();
      return next ?? view;
    },
  });
  known.set(workbenchId, made);
  watchAttention(made);
  if (known.size > most) known.delete([...known.keys()][0] ?? '');
  return made;
};

export const useBenchProjection = (workbenchId: string): Projection<WorkbenchView> =>
  projectionOf(useAtelier(), workbenchId);

/** The view alone: text that is being written moves two hundred times a second, and the page must not. */
export const useBenchView = (workbenchId: string) => {
  const projection = useBenchProjection(workbenchId);
  const [viewed, refused] = useMemo(
    () => [
      derive(projection, (bench) => (bench.phase === 'ready' ? bench.view : undefined)),
      derive(projection, (bench) => (bench.phase === 'refused' ? bench.error : undefined)),
    ],
    [projection],
  );
  return { view: useProjection(viewed), refusal: useProjection(refused), reload: projection.reload };
};
