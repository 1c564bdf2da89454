import type { BenchWork } from './bench-work.ts';
import { paused } from './ending.ts';
import { createGraphSteps } from './graph-steps.ts';
import { graphLost, implement } from './implement.ts';
import { ask, plan, research, summary } from './phases.ts';

/** Takes up a run at the first part that is not done and carries it on to its end, or to what stops it. */
export const drive = async (work: BenchWork): Promise<void> => {
  const { mode } = await work.run();
  if (mode === 'ask') {
    await ask(work);
    return;
  }
  const graph = createGraphSteps(work.deps, work.id, work.talk.request.slice(0, 2_000).toWellFormed());
  const before = await work.bench();
  for (const phase of [
    { step: 'research', isDone: before.artifacts.research !== null, play: research },
    { step: 'plan', isDone: before.artifacts.plan !== null, play: plan },
  ] as const) {
    if (phase.isDone) continue;
    const entered = await graph.enter(phase.step);
    if (!entered.ok) return void (await graphLost(work, entered.error.reason));
    if ((await phase.play(work)) === 'over') return;
  }
  const planned = await work.plan();
  const isNew = before.artifacts.plan === null;
  if (isNew && work.settings.pauseAfterPlan && planned && planned.items.length > 0) {
    await work.place.append([paused(work, planReady)]);
    return;
  }
  if ((await implement(work, graph)) === 'over') return;
  const entered = await graph.enter('summary');
  if (!entered.ok) return void (await graphLost(work, entered.error.reason));
  if ((await summary(work)) === 'over') return;
  const settled = await graph.settle();
  if (!settled.ok) work.deps.onFault(new Error(`the graph was not moved to its end: ${settled.error.reason}`));
};

const planReady = { code: 'PLAN_READY', message: 'The plan is ready. Read it, then resume the run.' } as const;
